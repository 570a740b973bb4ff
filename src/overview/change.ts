import type { Outcome, VerdictWord } from '../engine/rule.ts';
import { printable } from '../report/text.ts';
import type { RowChange, Sighting } from './model.ts';

/** From worst to best. */
export const VERDICT_ORDER: readonly VerdictWord[] = ['failed', 'inconclusive', 'passed', 'certified'];

export const severity = (verdict: VerdictWord): number => VERDICT_ORDER.indexOf(verdict);

const LONGEST_ID = 200;
const MOST_IDS = 100;

/** What changed since the previous report. Rules that a narrower run left out are unjudged, not fixed. */
export function changeBetween(before: Sighting, { entry, outcomes }: Sighting): RowChange {
  const wasBroken = (id: string) => isBroken(before.outcomes.get(id));
  const broke = [...outcomes.keys()].filter((id) => isBroken(outcomes.get(id)) && !wasBroken(id));
  const noLongerBroken = [...before.outcomes.keys()].filter((id) => wasBroken(id) && !isBroken(outcomes.get(id)));
  const fixed = noLongerBroken.filter((id) => holds(outcomes.get(id)));
  const unjudged = noLongerBroken.filter((id) => !fixed.includes(id));
  const changed = { broke: shown(broke), fixed: shown(fixed), unjudged: shown(unjudged) };
  const step = severity(entry.shownAs) - severity(before.entry.shownAs);
  const trend = step !== 0 ? step > 0 : broke.length > 0 ? false : fixed.length > 0 ? true : undefined;
  return {
    since: before.entry.finishedAt,
    before: before.entry.shownAs,
    ...changed,
    trend: trend === undefined ? 'same' : trend ? 'better' : 'worse',
  };
}

const isBroken = (outcome: Outcome | undefined) => outcome === 'fail';
const holds = (outcome: Outcome | undefined) =>
  outcome === 'pass' || outcome === 'not-applicable' || outcome === 'waived' || outcome === 'info';

const shown = (ids: readonly string[]) => ids.slice(0, MOST_IDS).map((id) => printable(id, { max: LONGEST_ID }));
