import type { Because } from '../causes/because.ts';
import type { Found } from '../causes/found.ts';
import { holdsOneElement } from '../causes/slip.ts';
import type { ExpectedFailure, Rule } from '../engine/rule.ts';
import type { Finding } from '../engine/signal.ts';
import type { Settled, State } from '../engine/state.ts';
import { outcomeOf } from '../engine/verdict.ts';
import type { CheckResult } from '../report/model.ts';
import { becauseInWords } from '../report/words/because.ts';
import { fixFor } from '../report/words/fix.ts';
import { foundInWords, repetitionInWords } from '../report/words/found.ts';
import { withoutLookalikes } from '../secrets/lookalikes.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { bugAddress } from '../text/bug-address.ts';
import { cut } from '../text/cut.ts';
import { given } from '../text/given.ts';

/** A check's result as the report shows it, without secrets. */
export function resultOf(
  rule: Rule,
  settled: Settled,
  redactor: Redactor,
  known?: ExpectedFailure,
  isExcused = true,
): CheckResult {
  const told = tell(rule, settled);
  const redact = (text: string) => withoutLookalikes(redactor.redact(text));
  const excused = told.outcome === 'fail' && known !== undefined && isExcused;
  const ranOut = told.outcome === 'fail' && known?.until !== undefined && !isExcused;
  const { because, found, ...texts } = told;
  return {
    id: rule.id,
    level: rule.level,
    section: rule.section,
    requirement: rule.requirement,
    ...given({ problem: rule.problem, weight: rule.weight, alike: rule.alike, requestsToShow: rule.requestsToShow }),
    exchanges: settled.callIds,
    durationMs: settled.durationMs,
    ...texts,
    ...(excused ? { outcome: 'expected-fail' as const, known: redact(known.reason) } : {}),
    message: redact(
      [
        told.message,
        ...(excused ? [`Known${known.until === undefined ? '' : ` until ${known.until}`}: ${known.reason}`] : []),
        ...(ranOut ? [`It was excused until ${known.until}.`] : []),
      ].join(' '),
    ),
    ...given({ expected: told.expected && redact(told.expected), actual: told.actual && redact(told.actual) }),
    // Redaction only changes texts, so the shape stays the same.
    ...(because && { because: inTexts(because, redact) as Because }),
    ...(found && { found: shortened(inTexts(found, redact) as Found) }),
  };
}

/** Cuts the beginning of a body after masking: half a secret would not be recognised. */
function shortened(found: Found): Found {
  return found.kind === 'not-json' ? { ...found, begins: cut(found.begins, LONGEST_BEGINNING) } : found;
}

const LONGEST_BEGINNING = 240;

function inTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => inTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inTexts(one, change)]));
}

type Told = Pick<
  CheckResult,
  'outcome' | 'message' | 'expected' | 'actual' | 'pointer' | 'fix' | 'unstable' | 'because' | 'found' | 'seen'
>;

function tell(rule: Rule, { node, state, notes }: Settled): Told {
  const remarks = notes.map(becauseInWords);
  const why = (outcome: Told['outcome'], because: Because): Told => ({
    outcome,
    message: becauseInWords(because),
    because,
  });
  switch (state.kind) {
    case 'done':
      return { outcome: outcomeOf(rule.level, 'held'), message: remarks.join(' ') };
    case 'waived':
      return {
        outcome: 'waived',
        message: [becauseInWords(state.because), ...remarks].join(' '),
        because: state.because,
      };
    case 'violated':
      return tellViolation(rule, state, node.kind === 'check' && node.watch !== undefined ? 'answer' : 'try');
    case 'not-applicable':
      return why('not-applicable', state.because);
    case 'inconclusive':
      return why(rule.level === 'info' ? 'info' : 'inconclusive', state.because);
    case 'skipped':
      return why('skip', state.because);
    case 'error':
      return why('error', { kind: 'suite-error', message: inOneLine(state.error), reportAt: bugAddress });
  }
}

function tellViolation(
  rule: Rule,
  { finding, seen, unstable }: State & { kind: 'violated' },
  counted: 'answer' | 'try',
): Told {
  const { pointer } = finding;
  const found = withSlip(withWay(finding), finding);
  const { expected, actual, message } = foundInWords(found);
  if (rule.level === 'info') return { outcome: 'info', message, found };
  return {
    outcome: outcomeOf(rule.level, 'broken'),
    message: seen === undefined ? message : `${message} Seen ${repetitionInWords(seen, counted)}.`,
    expected,
    actual,
    fix: [fixFor(rule.fix, found), ...(unstable ? [FIX_OF_UNSTABLE] : [])].join(' '),
    found,
    ...given({ pointer, unstable, seen: seen && { ...seen, counted } }),
  };
}

const FIX_OF_UNSTABLE =
  'It was right when asked again: look for a replica or a cache that lags, or one machine of several that differs.';

/** Adds who stood in between, if the offending answer shows it. A cache does not change the shape of a body. */
function withWay({ found, replies }: Finding): Found {
  const way = replies.at(-1)?.way;
  return way === undefined || (way.kind === 'cache' && found.kind === 'shape') ? found : { ...found, way };
}

/** Adds that every element of a list is the same one, if an answer shows it. */
function withSlip(found: Found, { replies }: Finding): Found {
  if (found.kind !== 'value' || found.slip !== undefined) return found;
  const isOfOne = replies.some(({ json }) => json.ok && holdsOneElement(json.value));
  return isOfOne ? { ...found, slip: 'last-repeated' } : found;
}

function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const sentence = cut(text.replace(/\s+/g, ' '), 500);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
