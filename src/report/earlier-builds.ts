import { isKnown as isKnownCause, type Because, type BlockedAfter } from '../causes/because.ts';
import { isKnown as isKnownMistake, type Found } from '../causes/found.ts';
import type { Reason } from '../causes/reason.ts';
import { checksOf } from '../engine/suite.ts';
import type { Rule } from '../engine/rule.ts';
import { suite } from '../../checks/suite.ts';
import type { CheckResult, ModuleResult, Report } from './model.ts';

// Reports of 1.0.0 hold only sentences. What later builds write beside them is read back from the sentences, here and
// nowhere else. Kinds that only newer builds know are taken for what their sentences say.

export function becauseOf({ because, outcome, message }: CheckResult): Because | undefined {
  if (because !== undefined) return isKnownCause(because) ? because : { kind: 'observed', what: message };
  return JUDGED.includes(outcome) ? undefined : becauseIn(message);
}

const JUDGED: readonly CheckResult['outcome'][] = ['pass', 'fail', 'warn', 'info', 'expected-fail'];

function becauseIn(message: string): Because {
  const [, by, end = ''] = /^Waits for ([^\s,]+), which (.+)$/s.exec(message) ?? [];
  if (by !== undefined) return blocked(by, end);
  const [, option, calls] = /^Left out by (--[a-z-]+)(?:: it calls (.+))?\.$/.exec(message) ?? [];
  if (option !== undefined) return { kind: 'left-out', option, ...(calls !== undefined && { calls }) };
  const [, what] = /^Not supplied: (.+)\.$/s.exec(message) ?? [];
  if (what !== undefined) return { kind: 'not-supplied', what };
  const [, verb, relaxed] = /^(Held, but|Not judged) under --([a-z-]+)\./.exec(message) ?? [];
  if (relaxed !== undefined) return { kind: 'relaxed', option: relaxed, held: verb !== 'Not judged' };
  if (/^The run was interrupted\b/.test(message)) return { kind: 'interrupted' };
  return { kind: OF_SERVICE.test(message) ? 'no-service' : 'observed', what: message };
}

const OF_SERVICE =
  /^The service (?:went away|answered nothing but 429 \(rate limit\)|went on answering 429 \(rate limit\))/;

const ENDS: readonly (readonly [begins: string, after: BlockedAfter])[] = [
  ['did not pass', 'broken'],
  ['was inconclusive', 'inconclusive'],
  ['could not run', 'error'],
];

function blocked(by: string, end: string): Because {
  const after = ENDS.find(([begins]) => end.startsWith(begins))?.[1];
  if (after !== undefined) return { kind: 'blocked', by, after };
  const [, why] = /^was skipped: (.+)$/s.exec(end) ?? [];
  const root = why === undefined ? undefined : becauseIn(`${why.charAt(0).toUpperCase()}${why.slice(1)}`);
  return { kind: 'blocked', by, after: 'skipped', ...(root && { root }) };
}

export function withCauses(modules: readonly ModuleResult[]): ModuleResult[] {
  return modules.map((module) => ({
    ...module,
    checks: module.checks.map((check) => {
      const because = becauseOf(check);
      return because === undefined ? check : { ...check, because };
    }),
  }));
}

/** What broke the rule of a check; `undefined` if nothing did. */
export function foundOf(check: CheckResult): Found | undefined {
  const { found, expected = '', actual } = check;
  if (found !== undefined && isKnownMistake(found)) return found;
  if (actual === undefined) return undefined;
  const told = toldOf(check, expected, actual);
  const place = `${check.pointer ?? ''}: `;
  if (check.pointer && expected.startsWith(place)) {
    const { pointer } = check;
    const fault = { kind: 'wrong', pointer, place: pointer, expected: expected.slice(place.length), actual } as const;
    return { kind: 'shape', faults: [fault], others: 0, ...told };
  }
  const [, status, brings, said, circumstance] =
    /^status (\d{3})(?: with (data|a token)\b)?(?: \((.*)\))?(?: ([^()]*))?$/s.exec(actual) ?? [];
  if (status === undefined && !actual.startsWith('no answer')) return { kind: 'value', expected, actual, ...told };
  return {
    kind: status === undefined ? 'no-answer' : 'status',
    expected,
    answer: { status: status === undefined ? null : Number(status), ...(said !== undefined && { said }) },
    endpoint: '',
    ...(circumstance !== undefined && { circumstance }),
    ...(brings !== undefined && { brings: brings === 'data' ? ('data' as const) : ('token' as const) }),
    ...told,
  };
}

/** What a message says beyond what was expected and what came, or in words of its own. */
function toldOf({ message }: CheckResult, expected: string, actual: string): Pick<Found, 'what' | 'more'> {
  const once = message.replace(SEEN, '').trim();
  const wanted = expected.replace(/^\/\S*: |^the body: /, '');
  for (const said of [`Expected ${expected}, got ${actual}.`, `should be ${wanted}, but is ${actual}.`]) {
    const at = once.indexOf(said);
    const more = once.slice(at + said.length).trim();
    if (at >= 0) return more === '' ? {} : { more };
  }
  return { what: once.includes(actual.slice(0, 12)) ? once : `${once} Got ${actual}.` };
}

const SEEN =
  /(?:^| )Seen (?:(both|all \d+) times|(?:in )?(\d+) of (?:the )?(\d+) (times|answers?))(?: that it was asked)?(?:: ([^:]+))?\.$/;

export function seenOf({ seen, message }: CheckResult): CheckResult['seen'] {
  const [sentence, all, times, of, unit, where] = SEEN.exec(message) ?? [];
  if (seen !== undefined || sentence === undefined) return seen;
  const every = all === 'both' ? 2 : Number(all?.replace(/\D/g, '') ?? of);
  return {
    times: all === undefined ? Number(times) : every,
    of: every,
    counted: unit?.startsWith('answer') === true ? 'answer' : 'try',
    ...(where !== undefined && { where }),
  };
}

/** The kinds of the reasons of a report, in the order of its reasons. */
export function reasonKindsOf({ because, reasons }: Pick<Report, 'because' | 'reasons'>): ReasonKind[] {
  return because?.map(({ kind }) => kind) ?? reasons.map(kindOf);
}

type ReasonKind = Reason['kind'] | 'other';

const REASONS: readonly (readonly [words: RegExp, kind: ReasonKind])[] = [
  [/\bnot a draft\b/i, 'not-a-draft'],
  [/is listed as an expected failure/, 'stale'],
  [/^The run was interrupted/, 'interrupted'],
  [/^\d+ of \d+ answers took/, 'slow'],
  [/^\d+ requests were repeated/, 'repeated'],
  [/^\d+ rules?\b/, 'broken'],
  [/^\d+ known failures?\b/, 'known'],
  [/^This suite (?:failed on|has a fault) /, 'suite-error'],
  [/^The service (?:answered no|did not answer any) request/, 'no-answer'],
  [/^No rule of /, 'unjudged'],
];

const kindOf = (sentence: string): ReasonKind => REASONS.find(([words]) => words.test(sentence))?.[1] ?? 'other';

/** What stands beside the rule of a check. Reports of 1.0.0 do not hold it. */
export type BesideRule = Pick<Rule, 'weight' | 'alike' | 'requestsToShow'> & { readonly problem?: string };

const rules: ReadonlyMap<string, BesideRule> = new Map(checksOf(suite).map(({ id, rule }) => [id, rule]));

export function besideRuleOf(check: CheckResult): BesideRule {
  return check.problem === undefined ? (rules.get(check.id) ?? {}) : check;
}
