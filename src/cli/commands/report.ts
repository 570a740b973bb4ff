import { Outputs } from '../outputs.ts';
import { readReportFile } from '../report-file.ts';
import { reportFormats } from '../report-formats.ts';
import { colorWish } from '../display.ts';

export interface ReportOptions {
  readonly output?: readonly string[];
  readonly verbose?: true;
  readonly color: boolean;
}

/** Renders a saved report. */
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
  return (await outputs.write(readReportFile(file))) ? 0 : 2;
}
