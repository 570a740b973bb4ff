import type { RecordedCall } from '../../../http/recorded-call.ts';
import type { CheckResult, Report } from '../../model.ts';
import { allChecks, citedCalls, callsById, type Calls } from '../../tally.ts';
import { isSettled } from './outcome.tsx';

export interface View {
  readonly report: Report;
  readonly calls: Calls;
  /** Whether there is a check with this id, which is its fragment. */
  isCheck(id: string): boolean;
  /** The exchanges shown in full below a check. Each exchange is shown in full only once on the page. */
  shownWith(check: CheckResult): readonly RecordedCall[];
  /** Where the page shows the messages of an exchange: with a check, among the requests, or nowhere. */
  placeOf(id: string): 'check' | 'requests' | 'nowhere';
}

const MOST_SHOWN_WITH_A_CHECK = 4;
const MOST_SHOWN = 240;
/** How many exchanges the section Requests shows in full, so that the page of any run opens quickly. */
const MOST_OPENING = 1_000;

export function viewOf(report: Report): View {
  const calls = callsById(report);
  const checks = allChecks(report);
  const ids = new Set(checks.map(({ id }) => id));
  const shown = shownCalls(checks, calls);
  const inFull = new Set([...shown.values()].flat().map(({ id }) => id));
  const others = report.exchanges.filter(({ id }) => !inFull.has(id));
  const opening = new Set(others.slice(0, MOST_OPENING).map(({ id }) => id));
  return {
    report,
    calls,
    isCheck: (id) => ids.has(id),
    shownWith: (check) => shown.get(check) ?? [],
    placeOf: (id) => (inFull.has(id) ? 'check' : opening.has(id) ? 'requests' : 'nowhere'),
  };
}

export const callAnchor = (id: string) => `exchange:${id}`;

function shownCalls(checks: readonly CheckResult[], calls: Calls): Map<CheckResult, RecordedCall[]> {
  const result = new Map<CheckResult, RecordedCall[]>();
  const seen = new Set<string>();
  for (const check of checks) {
    if (isSettled(check.outcome)) continue;
    const own = [...new Set(citedCalls(check, calls))].filter(({ id }) => !seen.has(id));
    const room = Math.min(MOST_SHOWN_WITH_A_CHECK, MOST_SHOWN - seen.size);
    const chosen = room > 0 ? own.slice(-room) : [];
    for (const { id } of chosen) seen.add(id);
    result.set(check, chosen);
  }
  return result;
}
