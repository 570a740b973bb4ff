import { digestOf } from '../../report/digest.ts';
import { Outputs } from '../outputs.ts';
import type { ShownReport } from '../../report/verdict-words.ts';
import { readReportFile } from '../report-file.ts';
import { reportFormats } from '../report-formats.ts';
import { colorWish } from '../display.ts';
import { notice } from '../streams.ts';

export interface ReportOptions {
  readonly output?: readonly string[];
  readonly verbose?: true;
  readonly color: boolean;
}

export async function reportCommand(file: string, { output, verbose, color }: ReportOptions): Promise<number> {
  const outputs = await Outputs.prepare(
    {
      quiet: false,
      verbose: verbose ?? false,
      color: colorWish(color, process.env),
      outputs: output ?? ['terminal'],
    },
    reportFormats,
  );
  const report = readReportFile(file);
  const altered = digestOf(report) !== report.digest;
  if (altered)
    notice(
      `warning: ${file} was changed after it was written: its digest does not match. See adserver-conformance verify.`,
    );
  const shown: ShownReport = altered ? { ...report, altered } : report;
  return (await outputs.write(shown)).good ? 0 : 2;
}
