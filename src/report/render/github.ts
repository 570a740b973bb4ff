import type { Outcome } from '../../engine/rule.ts';
import { causes } from '../causes.ts';
import { closingLines } from '../closing.ts';
import { contrastOf, leadOf, problemTitle, titleOf } from '../problem.ts';
import { requestLine } from '../call-line.ts';
import type { CheckResult, Report } from '../model.ts';
import { decisiveCall, callsById, needingAction } from '../tally.ts';
import { counted, printable } from '../text.ts';
import { alerts, verdictWords } from '../verdict-words.ts';
import { unseenVerdicts } from './test-text.ts';

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows at most this many annotations of one kind per step. */
const MOST = 10;

/**
 * Workflow commands: the verdict, then broken rules as errors, inconclusive checks as warnings and advice as notices,
 * each with the most important first.
 */
export function renderGithub(report: Report): string {
  const urgent = alerts(report).map((message): Annotation => ({ kind: 'error', title: 'Not a draft', message }));
  const unseen = unseenVerdicts(report).map(({ of, verdict, reasons }): Annotation => ({
    kind: 'error',
    title: `${of} ${verdict}`,
    message: reasons.join(' '),
  }));
  const found = causes(report, ['fail', 'error', 'inconclusive']).flatMap((cause) => [
    annotate(leadOf(cause), problemTitle(cause), report),
    ...cause.echoes.map(({ check }) => annotate(check, titleOf(check), report)),
  ]);
  const advice = needingAction(report, ['warn']).map(({ check }) => annotate(check, titleOf(check), report));
  const all = [verdictOf(report), ...urgent, ...unseen, ...found, ...advice];
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
  return `${lines.join('\n')}\n`;
}

/** Every run gets an annotation with its verdict, because a step without any looks as if nothing had run. */
function verdictOf(report: Report): Annotation {
  const { shownAs } = verdictWords(report);
  const [verdict = '', ...reasons] = closingLines(report);
  const kind =
    shownAs === 'failed' || shownAs === 'inconclusive' ? 'error' : shownAs === 'passed' ? 'warning' : 'notice';
  return { kind, title: 'Conformance', message: [verdict, ...reasons].join('\n') };
}

function annotate(check: CheckResult, title: string, report: Report): Annotation {
  const call = decisiveCall(check, callsById(report));
  const place = check.pointer ? `, at ${check.pointer}` : '';
  const contrast = contrastOf(check, report);
  const parts = [
    check.requirement,
    check.expected === undefined ? check.message : `Expected: ${check.expected}`,
    ...(check.actual === undefined ? [] : [`Got: ${check.actual}`]),
    ...(call === undefined ? [] : [`In: ${requestLine(call)}${place}`]),
    ...(contrast === '' ? [] : [contrast]),
    ...(check.fix ? [`Fix: ${check.fix}`] : []),
    `${check.id} (${check.section})`,
  ];
  return {
    kind: kindOf(check.outcome),
    title: check.outcome === 'inconclusive' ? `Not judged: ${check.id}` : title,
    message: parts.join('\n'),
  };
}

function kindOf(outcome: Outcome): Annotation['kind'] {
  if (outcome === 'fail' || outcome === 'error') return 'error';
  return outcome === 'inconclusive' ? 'warning' : 'notice';
}

/** One command on one line, with line breaks and separators escaped as the runner expects. */
function command({ kind, title, message }: Annotation): string {
  const named = printable(title, { max: 160 });
  return `::${kind} title=${property(named)}::${data(printable(message, { max: 2_000, multiline: true }))}`;
}

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
