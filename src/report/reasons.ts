import { blockerOf } from '../causes/because.ts';
import type { AboutChecks, Reason } from '../causes/reason.ts';
import type { ContractId, Outcome, VerdictWord } from '../engine/rule.ts';
import { cutShort, isAskedInVain, isCutShort, unjudgedModules, type Judged } from '../engine/verdict.ts';
import type { Trouble } from '../http/client.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { checksOf, contractChecks } from './checks-of.ts';
import type { CheckResult, ContractResult } from './model.ts';
import { patternsIn } from './patterns.ts';

/** Why a contract is not certified: one reason of each kind. */
export function reasonsOf(judged: Judged, verdict: VerdictWord): Reason[] {
  const checks = checksOf(judged.modules);
  const musts = checks.filter(({ level }) => level === 'must');
  const having = (outcome: Outcome, among = musts) => among.filter((check) => check.outcome === outcome);
  const reasons: Reason[] = [];
  const add = (kind: AboutChecks['kind'], found: readonly CheckResult[]) => {
    if (found.length > 0) reasons.push({ kind, checks: found.map(({ id }) => id) });
  };
  if (judged.answered === false) reasons.push({ kind: 'no-answer' });
  for (const id of judged.stale) reasons.push({ kind: 'stale', id });
  add('broken', having('fail'));
  add('suite-error', having('error', checks));
  const unjudged = unjudgedModules(judged.modules).map(({ id }) => id);
  if (unjudged.length > 0) reasons.push({ kind: 'unjudged', modules: unjudged });
  else if (isAskedInVain(judged)) reasons.push({ kind: 'asked-in-vain' });
  if (verdict === 'certified') return reasons;
  const inconclusive = having('inconclusive').filter((check) => !isCutShort(check));
  // More time would not help where nothing answers.
  const cut = judged.answered === false && inconclusive.length > 0 ? null : cutShort(checks);
  if (cut !== null)
    reasons.push({ kind: 'time-limit', seconds: cut, checks: musts.filter(isCutShort).map(({ id }) => id) });
  add('inconclusive', inconclusive);
  add('waived', having('waived'));
  add('known', having('expected-fail'));
  for (const option of judged.relaxedBy) reasons.push({ kind: 'relaxed', option });
  return [...reasons, ...notJudged(having('skip'))];
}

/** The skipped checks that no other check blocks, grouped by the reason. */
function notJudged(skipped: readonly CheckResult[]): Reason[] {
  const own = skipped.flatMap(({ id, because }) =>
    because === undefined || blockerOf(because) !== undefined ? [] : [{ id, because }],
  );
  return [...groupedBy(own, ({ because }) => JSON.stringify(because)).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : { kind: 'not-judged' as const, checks: [first, ...others].map(({ id }) => id), because: first.because },
  );
}

export interface RunFactsSeen {
  readonly contracts: readonly ContractResult[];
  readonly exchanges: readonly RecordedCall[];
  readonly stoppedBy: string | null;
  readonly interrupted: boolean;
  readonly blocked: boolean;
  readonly trouble: ReadonlyMap<ContractId, Trouble>;
}

/** Patterns across the whole run, the most urgent first. */
export function runReasons(seen: RunFactsSeen): Reason[] {
  const { exchanges: calls, stoppedBy, interrupted } = seen;
  const reasons: Reason[] = [];
  if (stoppedBy !== null) reasons.push({ kind: 'not-a-draft', by: stoppedBy });
  if (interrupted) reasons.push({ kind: 'interrupted' });
  const ended = [...seen.trouble].filter(([, { between }]) => between.some(({ endsRun }) => endsRun)).map(([id]) => id);
  reasons.push(...patternsIn({ ...seen, contracts: seen.contracts.filter(({ id }) => !ended.includes(id)) }));
  for (const [contract, trouble] of seen.trouble)
    reasons.push(
      ...troubleReasons(untold(trouble, contractChecks(seen)), seen.trouble.size === 1 ? undefined : contract),
    );
  const answered = calls.filter(({ response }) => response !== null);
  const slow = answered.filter(({ durationMs }) => durationMs > 2000);
  if (answered.length >= 10 && slow.length >= answered.length * 0.8)
    reasons.push({ kind: 'slow', answers: slow.length, of: answered.length });
  const after = statusesBeforeRepeats(calls);
  if (after.length >= 5) reasons.push({ kind: 'repeated', requests: after.length, after: countedIn(after) });
  return reasons;
}

/** What each request that was sent again had been answered before. */
function statusesBeforeRepeats(calls: readonly RecordedCall[]): string[] {
  const last = new Map<string, RecordedCall>();
  return calls.flatMap((call) => {
    const { attempt, request } = call;
    const nameOf = (which: number) => `${which} ${request.method} ${request.url} ${request.body ?? ''}`;
    last.set(nameOf(attempt), call);
    const { status = 0 } = last.get(nameOf(attempt - 1))?.response ?? {};
    // Two requests may have one body: what was answered well was not sent again.
    return attempt > 1 ? [status < 400 ? 'none' : String(status)] : [];
  });
}

const countedIn = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...groupedBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

const MOST_TOLD = 4;

/** Failures that no check was blamed for. An engineer wants to know of them all the same. */
export function troubleReasons(
  { outages, between, healed, busy, limits }: Trouble,
  contract?: 'ad-server' | 'listing',
): Reason[] {
  const of = contract === undefined ? {} : { contract };
  const others = outages.slice(MOST_TOLD);
  const seconds = Math.round(others.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000);
  const errors = healed.filter(({ status }) => status !== null);
  const dropped = healed.filter(({ status, together }) => status === null && !together);
  const hung = healed.filter(({ status, together }) => status === null && together);
  return [
    ...between.map((one): Reason => ({ kind: 'in-between', ...one, ...of })),
    ...outages.slice(0, MOST_TOLD).map((outage): Reason => ({ kind: 'outage', ...outage, ...of })),
    ...(others.length === 0 ? [] : [{ kind: 'more-outages' as const, times: others.length, seconds, ...of }]),
    ...(busy === 0 ? [] : [{ kind: 'busy' as const, times: busy, ...of }]),
    ...limits.map((what): Reason => ({ kind: 'rate-limit', what, ...of })),
    ...[errors, hung, dropped].flatMap((requests): Reason[] =>
      requests.length === 0 ? [] : [{ kind: 'healed', requests, ...of }],
    ),
  ];
}

/** Without what a check says already: an endpoint that is down, and errors of orders at once, but for those of a gateway. */
export function untold(trouble: Trouble, checks: readonly Pick<CheckResult, 'id' | 'outcome'>[]): Trouble {
  const isSaidBy = (check: string, ...outcomes: readonly Outcome[]) =>
    checks.some(({ id, outcome }) => id === check && outcomes.includes(outcome));
  const saysDown = isSaidBy('connection.endpoints-stay-up', 'fail', 'expected-fail');
  const saysAtOnce = isSaidBy('orders.no-server-error-at-once', 'warn');
  return {
    ...trouble,
    outages: trouble.outages.filter(({ endpoint, isOver }) => !saysDown || isOver || endpoint === null),
    healed: trouble.healed.filter(
      ({ endpoint, status }) =>
        !saysAtOnce || endpoint !== 'POST /orders' || status === null || [502, 503, 504].includes(status),
    ),
  };
}
