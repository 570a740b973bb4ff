import { existsSync } from 'node:fs';
import type { ExpectedFailure } from '../engine/rule.ts';
import { allChecks } from '../report/tally.ts';
import type { Report } from '../report/model.ts';
import { readUserJson } from './files.ts';
import { knownFailuresIn } from './inputs.ts';
import { writeUserFile } from './write-file.ts';

/** What stands for a reason until a person gives one. */
const NO_REASON = 'Fill in: why this is known, and who fixes it.';

/** The list brought up to date: what failed is added, what passed is dropped, and all else stays as it is. */
export function broughtUpToDate(before: readonly ExpectedFailure[], report: Report): ExpectedFailure[] {
  const outcomes = new Map(allChecks(report).map(({ id, outcome }) => [id, outcome]));
  const kept = before.filter(({ id }) => outcomes.get(id) !== 'pass');
  const failed = [...outcomes].flatMap(([id, outcome]) => (outcome === 'fail' ? [id] : []));
  const added = failed.filter((id) => !kept.some((one) => one.id === id));
  return [...kept, ...added.map((id) => ({ id, reason: NO_REASON }))];
}

/** The known failures that such a file holds already; none if it is not there yet. */
export function knownFailuresAt(file: string): ExpectedFailure[] {
  return existsSync(file) ? knownFailuresIn(readUserJson(file, 'list of known failures'), file) : [];
}

export async function writeKnownFailures(file: string, known: readonly ExpectedFailure[]): Promise<void> {
  await writeUserFile(file, `${JSON.stringify({ expectedFailures: known }, null, 2)}\n`);
}
