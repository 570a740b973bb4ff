import { suite } from '../../checks/suite.ts';
import { checksOf } from '../engine/suite.ts';
import type { Outcome } from '../engine/rule.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { readReportFile } from './report-file.ts';
import { notice } from './streams.ts';

const SETTLED: readonly Outcome[] = ['pass', 'info', 'not-applicable'];
const FAILED: readonly Outcome[] = ['fail', 'error', 'warn', 'expected-fail', 'inconclusive'];
const NAMES = { 'ad-server': 'the ad server', listing: 'the listing API' };

export interface ToRepeat {
  readonly ids: readonly string[];
  /** No check failed; some are only inconclusive or skipped. */
  readonly nothingFailed: boolean;
}

/**
 * The checks of a saved report that did not pass, for the contracts of this run.
 * @throws UsageError if there are none.
 */
export function checksToRepeat(file: string, { baseUrl, listingUrl }: CertifyOptions): ToRepeat {
  const addresses = { 'ad-server': baseUrl, listing: listingUrl };
  const open = readReportFile(file).contracts.map(({ id, modules }) => ({
    id,
    checks: modules.flatMap(({ checks }) => checks).filter(({ outcome }) => !SETTLED.includes(outcome)),
  }));
  const left = open.filter(({ checks }) => checks.length > 0);
  if (left.length === 0)
    throw new UsageError(`Nothing failed in ${file}, and nothing was left open, so there is nothing to run again.`);
  const here = left.filter(({ id }) => addresses[id] !== undefined);
  if (here.length === 0)
    throw new UsageError(
      `What did not pass in ${file} concerns ${left.map(({ id }) => NAMES[id]).join(' and ')}, whose address was not given.`,
    );
  const ids = [
    ...new Set(here.flatMap(({ checks }) => checks.flatMap(({ id, rerunWith = [] }) => [id, ...rerunWith]))),
  ];
  const known = new Set([...checksOf(suite), ...suite.modules].map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length === ids.length)
    throw new UsageError(
      `This version has none of the checks that did not pass in ${file}. Run without --failed-from.`,
    );
  if (gone.length > 0) notice(`Not in this version, so not run: ${gone.join(', ')}.`);
  const nothingFailed = left.every(({ checks }) => checks.every(({ outcome }) => !FAILED.includes(outcome)));
  return { ids: ids.filter((id) => known.has(id)), nothingFailed };
}
