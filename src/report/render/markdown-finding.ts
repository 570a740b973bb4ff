import type { Cause } from '../causes.ts';
import { contrastOf, leadOf, problemTitle, titleOf } from '../problem.ts';
import { moreAbout, rerun } from '../rerun.ts';
import { answerLine, lastCited, MOST_CITED, requestLine, type CitedCall } from '../call-line.ts';
import { excerpt } from '../excerpt.ts';
import type { CheckResult, Report } from '../model.ts';
import { repeatLines, repeatOf } from '../repeat.ts';
import { citedCalls, factsOf, type Calls } from '../tally.ts';
import { counted, grouped, instant, listed, codeParts, printable } from '../text.ts';

const LONGEST_COMMAND = 2_500;
const MOST_LISTED = 40;

/** One cause: the rule and what came are visible, the evidence is folded. */
export function causeSection(cause: Cause, report: Report, calls: Calls): string {
  const { lead, echoes, keeps } = cause;
  const { check, contract } = lead;
  const lines = [
    `#### ❌ ${prose(problemTitle(cause))}`,
    `${code(check.id)} ${prose(check.requirement)} (${plain(check.section, 80)})`,
    [...facts(leadOf(cause)), ...contrast(check, report)].join('\n'),
  ];
  if (contract === null) lines.push('A check of your own, without effect on the verdict.');
  if (echoes.length > 0) lines.push(`The same cause also breaks ${namesOf(echoes.map((echo) => echo.check))}.`);
  if (keeps.length > 0)
    lines.push(`Blocks ${counted(keeps.length, 'check')}: ${namesOf(keeps.map((kept) => kept.check))}.`);
  const evidence = evidenceOf(check, report, calls);
  if (evidence !== '') lines.push(details('Exchanges, and how to repeat it', evidence));
  return lines.join('\n\n');
}

/** A failure as Markdown that can be understood without the report. */
export function ticket(check: CheckResult, report: Report, calls: Calls): string {
  const contract = report.contracts.find(({ modules }) => modules.some(({ checks }) => checks.includes(check)));
  return [
    `## ${prose(titleOf(check), 300)}`,
    `The conformance check ${code(check.id)} failed at ${code(contract?.target ?? 'the service')} on ${instant(report.run.startedAt)}.`,
    [`- Rule: ${prose(check.requirement)} (${plain(check.section, 80)})`, ...facts(check)].join('\n'),
    evidenceOf(check, report, calls),
    `Run ${code(report.run.id, 60)}, ${plain(`${report.tool.name} ${report.tool.version}`, 120)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function findingList(checks: readonly CheckResult[]): string {
  return list(checks, MOST_LISTED, (check) =>
    [
      `${code(check.id)} ${prose(check.requirement)} (${plain(check.section, 80)})`,
      ...facts(check).map((fact) => `  ${fact}`),
    ].join('\n'),
  );
}

export function list<T>(items: readonly T[], most: number, textOf: (item: T) => string): string {
  const left = items.length - most;
  return [...items.slice(0, most).map((item) => `- ${textOf(item)}`), ...(left > 0 ? [`- and ${left} more`] : [])].join(
    '\n',
  );
}

function contrast(check: CheckResult, report: Report): string[] {
  const right = contrastOf(check, report);
  return right === '' ? [] : [`- Right: ${prose(right)}`];
}

export function facts(check: CheckResult): string[] {
  return [...factsOf(check), ...(check.fix ? [['Fix', check.fix] as const] : [])].map(([label, text]) => {
    // What was got says already that something was found.
    const name = label === 'Found' && check.actual !== undefined ? '' : `${label}: `;
    return `- ${name}${label === 'Got' ? code(text, 400) : prose(text)}`;
  });
}

export function evidenceOf(check: CheckResult, report: Report, recordedCalls: Calls): string {
  const cited = lastCited(citedCalls(check, recordedCalls), MOST_CITED);
  const call = cited.at(-1)?.call;
  const again = rerun(report, check.id);
  const repeat = repeatOf(check, report);
  const command = repeat === undefined ? '' : repeatLines(repeat).join('\n');
  const parts: string[] = [];
  if (call !== undefined) {
    parts.push(cited.map(citedLine).join('\n'));
    const shown =
      call.response === null
        ? []
        : excerpt(call.response, check.pointer, { most: 11, width: 200, found: check.actual });
    if (check.pointer) parts.push(`At ${code(check.pointer, 300)} in the answer to ${code(call.id, 20)}:`);
    if (shown.length > 0)
      parts.push(
        block(shown.map((line) => (line === null ? '  …' : `${line.marked ? '>' : ' '} ${line.text}`)).join('\n')),
      );
    parts.push(
      command.length > LONGEST_COMMAND
        ? `The commands to repeat it have ${grouped(command.length)} characters: see the report as HTML.`
        : block(command, 'sh', LONGEST_COMMAND),
    );
  }
  if (again !== undefined)
    parts.push(`Run it again: ${code(again, 600)}`, `More about it: ${code(moreAbout(check.id), 300)}`);
  return parts.join('\n\n');
}

/** `- x12: POST /orders → 500 text/html, new key` */
function citedLine({ call, about }: CitedCall): string {
  const line = `- ${code(call.id, 20)}: ${code(requestLine(call))} → ${code(answerLine(call), 300)}`;
  return [line, ...about.map((one) => code(one))].join(', ');
}

function namesOf(checks: readonly CheckResult[]): string {
  return listed(
    checks.map(({ id }) => code(id)),
    8,
  );
}

/** Breaks up text that a platform would turn into a mention, a reference or a link after it has read the markup. */
const APART = '<!-- -->';

/** A text escaped so that it is shown literally: without markup, mentions, references or links. */
export function plain(text: string, max = 600): string {
  return printable(text.replace(/\s+/g, ' ').trim(), { max })
    .replace(/[\\`*_[\]|~$]|^[-+=]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[@#]/g, `$&${APART}`)
    .replace(/:(?=\/\/)|\bwww(?=\.)/gi, `$&${APART}`)
    .replace(/^#/, '\\#');
}

/** The same for a text in which back-ticks mark code. */
export function prose(text: string, max = 600): string {
  return codeParts(printable(text.replace(/\s+/g, ' ').trim(), { max }))
    .map((part, index) => (index % 2 === 0 ? spaced(part) : code(part, Infinity)))
    .join('');
}

/** Escaping trims the text, but the spaces around code must stay. */
export function spaced(part: string): string {
  return part.replace(
    /^(\s*)(.*?)(\s*)$/s,
    (_all, before: string, text: string, after: string) => before + plain(text, Infinity) + after,
  );
}

/** Inline code, between more back-ticks than the text contains. */
export function code(text: string, max = 200): string {
  const safe = printable(text, { max });
  if (safe.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(safe) + 1);
  const gap = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${safe}${gap}${fence}`;
}

/** A code block, with a fence longer than any run of back-ticks in the text. */
export function block(text: string, language = '', max = 2_000): string {
  const safe = printable(text, { max, multiline: true });
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
