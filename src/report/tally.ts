import type { Outcome } from '../engine/rule.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import { foundOf, seenOf } from './earlier-builds.ts';
import type { CheckResult, ContractResult, ModuleResult, Report } from './model.ts';
import { moreInWords, repetitionInWords } from './words/found.ts';

export interface Tally {
  readonly total: number;
  readonly counts: Readonly<Record<Outcome, number>>;
}

export function tally(checks: readonly CheckResult[]): Tally {
  const counts: Record<Outcome, number> = {
    pass: 0,
    fail: 0,
    warn: 0,
    info: 0,
    'not-applicable': 0,
    waived: 0,
    skip: 0,
    inconclusive: 0,
    'expected-fail': 0,
    error: 0,
  };
  for (const { outcome } of checks) counts[outcome]++;
  return { total: checks.length, counts };
}

/** A check and its module. `contract` is `null` for the publisher's own programs. */
export interface PlacedCheck {
  readonly check: CheckResult;
  readonly module: ModuleResult;
  readonly contract: ContractResult | null;
}

/** Every check of a report in order: contract by contract, then the publisher's own programs. */
export function placedChecks(report: Report): PlacedCheck[] {
  const place = (contract: ContractResult | null, modules: readonly ModuleResult[]) =>
    modules.flatMap((module) => module.checks.map((check) => ({ check, module, contract })));
  return [...report.contracts.flatMap((contract) => place(contract, contract.modules)), ...place(null, report.custom)];
}

export function allChecks(report: Report): CheckResult[] {
  return placedChecks(report).map(({ check }) => check);
}

/** The outcomes that need action, most urgent first. */
export const ACTION_OUTCOMES = ['fail', 'error', 'inconclusive', 'warn'] as const satisfies readonly Outcome[];

export function needingAction(report: Report, outcomes: readonly Outcome[] = ACTION_OUTCOMES): PlacedCheck[] {
  return placedChecks(report).filter(({ check }) => outcomes.includes(check.outcome));
}

export type Calls = ReadonlyMap<string, RecordedCall>;

/** Renderers ask once for each check, and a report may have thousands of both. */
const known = new WeakMap<readonly RecordedCall[], Calls>();

export function callsById({ exchanges: calls }: Report): Calls {
  const byId = known.get(calls) ?? new Map(calls.map((call) => [call.id, call]));
  known.set(calls, byId);
  return byId;
}

/** The calls that a check cites, if they are in the report. */
export function citedCalls(check: CheckResult, recordedCalls: Calls): RecordedCall[] {
  return check.exchanges.map((id) => recordedCalls.get(id)).filter((call) => call !== undefined);
}

/** What a check expected at the place that its pointer names. */
export function expectation(check: CheckResult): string | undefined {
  const found = foundOf(check);
  return found?.kind === 'shape' ? found.faults[0]?.expected : check.expected;
}

/** The call that shows a check's finding: the last one cited. `pointer` refers to its response body. */
export function decisiveCall(check: CheckResult, recordedCalls: Calls): RecordedCall | undefined {
  return citedCalls(check, recordedCalls).at(-1);
}

/** What there is to say beyond what was expected and what came. */
export function remainderOf(check: CheckResult): string {
  const found = foundOf(check);
  if (found === undefined) return check.message.trim();
  const known = check.known === undefined ? '' : `Known: ${check.known}`;
  return [moreInWords(found), known].filter((part) => part !== '').join(' ');
}

/** How often it was seen: `in 2 of 9 answers`; empty if it was not counted. */
export function seenInWords(check: CheckResult): string {
  const seen = seenOf(check);
  return seen === undefined ? '' : repetitionInWords(seen, seen.counted);
}

/** Whether asking again changed nothing, which needs no room on a screen. */
export function isSeenEachTime(check: CheckResult): boolean {
  const seen = seenOf(check);
  return seen?.counted === 'try' && seen.times === seen.of;
}

/** What was expected and found, each with its label, for formats that list it. */
export function factsOf(check: CheckResult): readonly (readonly [label: string, text: string])[] {
  const seen = seenInWords(check);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Expected', expectation(check)],
    ['Got', check.actual],
    ['Found', remainderOf(check)],
    ['Seen', seen],
    ['Unstable', check.unstable ? 'It did not happen again when asked a second time.' : undefined],
  ];
  return facts.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [[label, text] as const]));
}
