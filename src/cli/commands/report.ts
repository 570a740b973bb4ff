import { digestOf } from '../../report/digest.ts';
import { Outputs } from '../outputs.ts';
import type { ShownReport } from '../../report/verdict-words.ts';
import { readReportFile } from '../report-file.ts';
import { certificateContext } from '../certificate-context.ts';
import { reportFormatsWith } from '../report-formats.ts';
import { colorWish } from '../display.ts';
import { notice } from '../streams.ts';

export interface ReportOptions {
  readonly output?: readonly string[];
  readonly verbose?: true;
  readonly signOff?: string;
  readonly publicKey?: string;
  readonly color: boolean;
}

export async function reportCommand(file: string, options: ReportOptions): Promise<number> {
  const { output, verbose, color } = options;
  const report = readReportFile(file);
  const drawsCertificate = output?.some((one) => /^certificate(?:=|$)/.test(one)) ?? false;
  const outputs = await Outputs.prepare(
    {
      quiet: false,
      verbose: verbose ?? false,
      color: colorWish(color, process.env),
      outputs: output ?? ['terminal'],
    },
    reportFormatsWith(drawsCertificate ? certificateContext(file, report, options) : {}),
  );
  const altered = digestOf(report) !== report.digest;
  if (altered)
    notice(
      `warning: ${file} was altered since it was written: its digest does not fit. See adserver-conformance verify.`,
    );
  const shown: ShownReport = altered ? { ...report, altered } : report;
  return (await outputs.write(shown)).good ? 0 : 2;
}
