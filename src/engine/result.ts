import { withoutLookalikes } from '../secrets/lookalikes.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { CheckResult } from '../report/model.ts';
import { cut } from '../text/cut.ts';
import { bugAddress } from '../text/bug-address.ts';
import { fixFor } from './fix.ts';
import type { ExpectedFailure, Rule } from './rule.ts';
import type { Settled, State } from './state.ts';
import type { Repetition } from './sightings.ts';
import { outcomeOf } from './verdict.ts';

/** A check's result as the report shows it, without secrets. */
export function resultOf(rule: Rule, settled: Settled, redactor: Redactor, expected?: ExpectedFailure): CheckResult {
  const told = tell(rule, settled);
  const redact = (text: string) => withoutLookalikes(redactor.redact(text));
  const excused = told.outcome === 'fail' && expected !== undefined;
  return {
    id: rule.id,
    level: rule.level,
    section: rule.section,
    requirement: rule.requirement,
    exchanges: settled.exchanges,
    durationMs: settled.durationMs,
    ...told,
    ...(excused ? { outcome: 'expected-fail' as const } : {}),
    message: redact(excused ? `${told.message} Known: ${expected.reason}` : told.message),
    ...(told.expected === undefined ? {} : { expected: redact(told.expected) }),
    ...(told.actual === undefined ? {} : { actual: redact(told.actual) }),
  };
}

type Told = Pick<CheckResult, 'outcome' | 'message' | 'expected' | 'actual' | 'pointer' | 'fix' | 'unstable'>;

function tell(rule: Rule, { node, state, notes }: Settled): Told {
  switch (state.kind) {
    case 'done':
      return { outcome: outcomeOf(rule.level, 'held'), message: notes.join(' ') };
    case 'waived':
      return { outcome: 'waived', message: [state.why, ...notes].join(' ') };
    case 'violated':
      return tellViolation(rule, state, node.kind === 'check' && node.watch !== undefined ? 'answer' : 'try');
    case 'not-applicable':
      return { outcome: 'not-applicable', message: state.why };
    case 'inconclusive':
      return { outcome: rule.level === 'info' ? 'info' : 'inconclusive', message: state.why };
    case 'skipped':
      return { outcome: 'skip', message: state.why };
    case 'error':
      return {
        outcome: 'error',
        message: `A fault of this suite, not of the service: ${inOneLine(state.error)} Please report it at ${bugAddress} with this report attached.`,
      };
  }
}

/** What is counted: the answers that a rule about every answer concerns, or how often the same request was repeated. */
type Counted = 'answer' | 'try';

function tellViolation(rule: Rule, { finding, seen, unstable }: State & { kind: 'violated' }, what: Counted): Told {
  const { expected, actual, message, pointer } = finding;
  const sentence = message ?? `Expected ${expected}, got ${actual}.`;
  if (rule.level === 'info') return { outcome: 'info', message: sentence };
  return {
    outcome: outcomeOf(rule.level, 'broken'),
    message: seen === undefined ? sentence : `${sentence} ${frequency(seen, what)}`,
    expected,
    actual,
    ...(pointer === undefined ? {} : { pointer }),
    fix: fixFor(rule, finding),
    ...(unstable ? { unstable } : {}),
  };
}

function frequency({ times, of, where }: Repetition, what: Counted): string {
  const alike = where === undefined ? '' : `: ${where}`;
  if (what === 'answer') return `Seen in ${times} of ${of} ${of === 1 ? 'answer' : 'answers'}${alike}.`;
  const all = of === 2 ? 'both times' : `all ${of} times`;
  return `Seen ${times === of ? all : `${times} of the ${of} times`} that it was asked${alike}.`;
}

function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const sentence = cut(text.replace(/\s+/g, ' '), 500);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
