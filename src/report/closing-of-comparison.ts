import { closing } from './closing.ts';
import { isLost, somethingBroke, type Comparison } from './compare.ts';
import { titleOf } from './problem.ts';
import { counted } from './text.ts';

/** What broke between two reports, in a few lines; empty if nothing did. */
export function closingOfComparison(comparison: Comparison): string[] {
  if (!somethingBroke(comparison)) return [];
  const lost = comparison.verdicts
    .filter((verdict) => verdict.of !== 'overall' && isLost(verdict))
    .map(({ of }) => `${of} could be judged before and no longer can`);
  const broke = comparison.changes.flatMap(({ change, after }) =>
    change === 'broke' && after !== undefined ? [`${titleOf(after)} (${after.id})`] : [],
  );
  const found = broke.length === 0 ? 'BROKE: a contract' : `BROKE: ${counted(broke.length, 'check')}`;
  return closing(`${found} since the first report.`, [...lost, ...broke]);
}
