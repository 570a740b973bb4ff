import { noticeWritten, Outputs } from '../outputs.ts';
import type { ShownReport } from '../../report/verdict-words.ts';
import { examined, noticeAltered, readReportFile } from '../report-file.ts';
import { certificateContext } from '../certificate-context.ts';
import { reportFormatsWith } from '../report-formats.ts';

export interface ReportOptions {
  readonly output?: readonly string[];
  readonly verbose?: true;
  readonly signOff?: string;
  readonly publicKey?: string;
  readonly color: boolean;
}

export async function reportCommand(file: string, options: ReportOptions): Promise<number> {
  const { output = ['terminal'], verbose, color } = options;
  const report = readReportFile(file);
  const drawsCertificate = output.some((one) => /^certificate(?:=|$)/.test(one));
  const outputs = await Outputs.prepare(
    { verbose, color, outputs: output },
    reportFormatsWith(drawsCertificate ? certificateContext(file, report, options) : {}),
  );
  const altered = noticeAltered(file, report);
  const isForOthers = output.some((one) => /^(?:certificate|badge)(?:=|$)/.test(one));
  const shown: ShownReport = isForOthers ? examined(report) : altered ? { ...report, altered } : report;
  const { good, files } = await outputs.write(shown);
  noticeWritten(files);
  return good ? 0 : 2;
}
