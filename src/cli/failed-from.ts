import { suite } from '../../checks/index.ts';
import { checksOf } from '../engine/suite.ts';
import type { Outcome } from '../engine/rule.ts';
import type { CertifyOptions } from '../settings.ts';
import { readReportFile } from './report-file.ts';
import { notice } from './streams.ts';

const SETTLED: readonly Outcome[] = ['pass', 'info', 'not-applicable'];

/** The checks that did not pass in a saved report, of the contracts that this run is about. */
export function checksToRepeat(file: string, { baseUrl, listingUrl }: CertifyOptions): string[] {
  const report = readReportFile(file);
  const asked = { 'ad-server': baseUrl !== undefined, listing: listingUrl !== undefined };
  const ids = report.contracts
    .filter(({ id }) => asked[id])
    .flatMap(({ modules }) => modules.flatMap(({ checks }) => checks))
    .filter(({ outcome }) => !SETTLED.includes(outcome))
    .map(({ id }) => id);
  const known = new Set(checksOf(suite).map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id));
  if (gone.length > 0) notice(`Not in this version, so not run: ${gone.join(', ')}.`);
  return ids.filter((id) => known.has(id));
}
