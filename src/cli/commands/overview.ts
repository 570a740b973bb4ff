import { dirname, resolve } from 'node:path';
import type { Entry, Failure, Overview, Unreadable } from '../../overview/model.ts';
import { isLost, latestOf, overviewOf } from '../../overview/overview.ts';
import { counted } from '../../report/text.ts';
import { UsageError } from '../../settings.ts';
import { readUserFile } from '../files.ts';
import { noticeWritten, Outputs } from '../outputs.ts';
import { readReports, withoutSignOffs } from '../overview-files.ts';
import { overviewFormatsFrom } from '../report-formats.ts';
import { readKeys } from '../signers-keys.ts';
import { notice } from '../streams.ts';

export interface OverviewOptions {
  readonly output?: readonly string[];
  readonly maxAge?: number;
  readonly minVersion?: string;
  readonly keys?: string;
  readonly expected?: string;
  readonly failOn?: readonly Failure[];
  readonly verbose?: true;
  readonly color: boolean;
}

const DEFAULT_MAX_AGE = 90;
const MOST_NAMED = 5;

function tellOf(unreadable: readonly Unreadable[]): void {
  for (const { file, reason } of unreadable.slice(0, MOST_NAMED)) notice(`error: ${file} is not shown. ${reason}`);
  const more = unreadable.length - MOST_NAMED;
  if (more > 0) notice(`error: ${counted(more, 'more file is', 'more files are')} not shown.`);
}

/**
 * Prints an overview of many reports; exit code 3 if a file cannot be read, 1 if there is what `--fail-on` names.
 */
export async function overviewCommand(paths: readonly string[], options: OverviewOptions): Promise<0 | 1 | 2 | 3> {
  const { output = ['terminal'], maxAge = DEFAULT_MAX_AGE, verbose, color, failOn = [] } = options;
  const files = withoutSignOffs(paths);
  if (files.length === 0) throw new UsageError('There are sign-offs only. Name the reports, or a folder of them.');
  const expected = options.expected === undefined ? undefined : linesOf(options.expected);
  if (failOn.includes('missing') && expected === undefined)
    throw new UsageError('--fail-on missing needs --expected <file>, a publisher a line.');
  const looking = {
    now: Date.now(),
    maxAgeDays: maxAge,
    minVersion: options.minVersion,
  };
  const keys = options.keys === undefined ? undefined : readKeys(options.keys);
  const page = output.flatMap((one) => /^html=(.+)$/s.exec(one)?.[1] ?? [])[0];
  const outputs = await Outputs.prepare(
    { verbose, color, outputs: output },
    overviewFormatsFrom(page === undefined ? process.cwd() : dirname(resolve(page))),
  );
  const { sightings, unreadable } = await readReports(files, { ...looking, keys, onRead: progress() });
  const overview = overviewOf(sightings, unreadable, { ...looking, expected });
  const { good, files: written, onScreen } = await outputs.write(overview);
  noticeWritten(written);
  if (!onScreen) tellOf(unreadable);
  if (unreadable.length > 0) return 3;
  const found = failOn.filter((failure) => FOUND[failure](overview));
  if (found.length > 0) notice(`Exit code 1: there is what --fail-on ${found.join(', --fail-on ')} names.`);
  return found.length > 0 ? 1 : good ? 0 : 2;
}

const anyLatest = (fits: (entry: Entry) => boolean) => (overview: Overview) =>
  overview.publishers.some((publisher) => fits(latestOf(publisher)));

const FOUND: Readonly<Record<Failure, (overview: Overview) => boolean>> = {
  lost: anyLatest(isLost),
  worse: anyLatest((entry) => entry.change?.trend === 'worse' || isLost(entry)),
  // Nobody knows whether what cannot be relied on has passed.
  failed: anyLatest(({ shownAs, unreliable }) => shownAs === 'failed' || unreliable === true),
  expired: anyLatest(({ tooOld }) => tooOld === true),
  missing: ({ missing = [] }) => missing.length > 0,
};

/** A publisher a line; what follows # is a remark. */
function linesOf(path: string): string[] {
  const lines = readUserFile(path, 'list of expected publishers').split('\n');
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, '').trim()).filter((line) => line !== '');
}

const PATIENCE = 5_000;

/** Says now and then how far it is. */
function progress(): (read: number, of: number) => void {
  let last = Date.now();
  return (read, of) => {
    if (Date.now() - last < PATIENCE || read === of) return;
    last = Date.now();
    notice(`${read} of ${of} files read`);
  };
}
