import type { Unreadable } from '../../overview/model.ts';
import { overviewOf } from '../../overview/overview.ts';
import { counted } from '../../report/text.ts';
import { daysOf } from '../days.ts';
import { colorWish } from '../display.ts';
import { Outputs } from '../outputs.ts';
import { readReports, withoutSignOffs } from '../overview-files.ts';
import { overviewFormats } from '../report-formats.ts';
import { UsageError } from '../../settings.ts';
import { notice } from '../streams.ts';

export interface OverviewOptions {
  readonly output?: readonly string[];
  readonly maxAge?: string;
  readonly verbose?: true;
  readonly color: boolean;
}

const MOST_NAMED = 5;

function tellOf(unreadable: readonly Unreadable[]): void {
  for (const { file, reason } of unreadable.slice(0, MOST_NAMED)) notice(`error: ${file} is not shown. ${reason}`);
  const more = unreadable.length - MOST_NAMED;
  if (more > 0) notice(`error: ${counted(more, 'more file is', 'more files are')} not shown.`);
}

/** Prints an overview of many reports; exit code 3 if a file is not a report. */
export async function overviewCommand(paths: readonly string[], options: OverviewOptions): Promise<0 | 2 | 3> {
  const { output, maxAge, verbose, color } = options;
  const files = withoutSignOffs(paths);
  if (files.length === 0) throw new UsageError('There are sign-offs only. Name the reports, or a folder of them.');
  const looking = { now: Date.now(), maxAgeDays: daysOf(maxAge, '--max-age') };
  const outputs = await Outputs.prepare(
    {
      quiet: false,
      verbose: verbose ?? false,
      color: colorWish(color, process.env),
      outputs: output ?? ['terminal'],
    },
    overviewFormats,
  );
  const { sightings, unreadable } = readReports(files, looking);
  const { good, onScreen } = await outputs.write(overviewOf(sightings, unreadable, looking));
  if (!onScreen) tellOf(unreadable);
  if (unreadable.length > 0) return 3;
  return good ? 0 : 2;
}
