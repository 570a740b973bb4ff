import { closingLines } from '../report/closing.ts';
import type { Report } from '../report/model.ts';
import { listed } from '../report/text.ts';
import type { Written } from './outputs.ts';
import { notice } from './streams.ts';

/** What is needed to close a run on standard error. */
export interface Closing {
  readonly written: Written;
  readonly quiet: boolean;
  /** `--require-certified` turns this verdict into an error. */
  readonly demanded: boolean;
}

/** Prints the verdict, the first reasons and the files written, unless the reader already has the report on screen. */
export function close(report: Report, { written, quiet, demanded }: Closing): void {
  if (quiet) return;
  if (!written.onScreen) closingLines(report).forEach(notice);
  if (demanded) notice(`Exit code 1: --require-certified was given, and the verdict is ${report.verdict}.`);
  if (written.files.length > 0) notice(`Written: ${listed(written.files, 20)}`);
}
