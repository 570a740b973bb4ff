import { closing } from './closing.ts';
import { isLost, lossInWords, somethingBroke, type Comparison } from './compare.ts';
import { titleOf } from './problem.ts';
import { counted } from './text.ts';

/** What broke between two reports, in a few lines; empty if nothing did. */
export function closingOfComparison(comparison: Comparison): string[] {
  if (!somethingBroke(comparison)) return [];
  const lost = comparison.verdicts.filter((verdict) => verdict.of !== 'overall' && isLost(verdict)).map(lossInWords);
  const broke = comparison.changes.flatMap(({ change, after }) =>
    change === 'broke' && after !== undefined ? [`${titleOf(after)} (${after.id})`] : [],
  );
  const gone = comparison.changes.flatMap(({ change, id }) => (change === 'vanished' ? [`${id} is gone`] : []));
  const altered = [comparison.before, comparison.after].flatMap((one) =>
    one.altered ? [`the report of run ${one.run} was altered`] : [],
  );
  const found = broke.length === 0 ? 'WORSE' : `BROKE: ${counted(broke.length, 'check')}`;
  return closing(`${found} since the first report.`, [...altered, ...broke, ...lost, ...gone]);
}
