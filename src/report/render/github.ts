import type { Outcome } from '../../engine/rule.ts';
import { unseenVerdicts } from './unseen-verdict.ts';
import { alerts } from '../verdict-words.ts';
import type { CheckResult, Report } from '../model.ts';
import { needingAction } from '../tally.ts';
import { counted, printable } from '../text.ts';

type Kind = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  readonly message: string;
}

/** A step shows no more annotations of one kind. */
const MOST = 10;

/** Workflow commands: what is broken as errors, what could not be judged as warnings, advice as notices. */
export function renderGithub(report: Report): string {
  const urgent = alerts(report).map((message): Annotation => ({ kind: 'error', title: 'Not a draft', message }));
  const unseen = unseenVerdicts(report).map(({ of, verdict, reasons }): Annotation => ({
    kind: 'error',
    title: `${of} ${verdict}`,
    message: reasons.join(' '),
  }));
  const found = needingAction(report).map(({ check }) => annotate(check));
  const all = [...urgent, ...unseen, ...found];
  const lines = (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const own = all.filter((annotation) => annotation.kind === kind);
    if (own.length <= MOST) return own.map(command);
    const left = own.slice(MOST - 1);
    const title = `${counted(left.length, 'more', 'more')} of this kind`;
    return [
      ...own.slice(0, MOST - 1).map(command),
      command({ kind, title, message: left.map((one) => one.title).join(', ') }),
    ];
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function annotate(check: CheckResult): Annotation {
  const parts = [
    check.requirement,
    check.expected === undefined ? check.message : `Expected: ${check.expected}`,
    ...(check.actual === undefined ? [] : [`Actual: ${check.actual}`]),
    ...(check.fix ? [`Fix: ${check.fix}`] : []),
  ];
  return {
    kind: kindOf(check.outcome),
    title: `${check.id} (${check.section})`,
    message: parts.join('\n'),
  };
}

function kindOf(outcome: Outcome): Kind {
  if (outcome === 'fail' || outcome === 'error') return 'error';
  return outcome === 'inconclusive' ? 'warning' : 'notice';
}

/** A command on one line; what ends a line, a property or the command is escaped as the runner reads it. */
function command({ kind, title, message }: Annotation): string {
  const named = printable(title, { max: 160 });
  return `::${kind} title=${property(named)}::${data(printable(message, { max: 2_000, multiline: true }))}`;
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
