import type { RecordedCall } from '../../http/recorded-call.ts';
import type { Cause } from '../causes.ts';
import { contrastOf, problemTitle } from '../problem.ts';
import { moreAbout, rerunOf } from '../rerun.ts';
import { answerLine, duration, lastCited, MOST_CITED, requestLine, type CitedCall } from '../call-line.ts';
import { excerpt } from '../excerpt.ts';
import type { CheckResult, Report } from '../model.ts';
import { repeatOf } from '../repeat.ts';
import { citedCalls, factsOf, type Calls } from '../tally.ts';
import { counted, listed, printable } from '../text.ts';
import type { Page } from './terminal-page.ts';
import { paintOf, signOf } from './terminal-outcome.ts';

const MOST_NAMES = 12;
/** A longer command is useless on a screen. */
const LONGEST_COMMAND = 4_000;

/** Everything that a person needs to understand one cause, and to fix it if it is a failure. */
export function writeCause(page: Page, cause: Cause, report: Report, calls: Calls): void {
  const { check } = cause.lead;
  const isFailure = check.outcome === 'fail';
  writeTitle(page, check, check.outcome === 'inconclusive' ? cause.common : problemTitle(cause));
  writeFinding(page, check);
  const contrast = contrastOf(check, report);
  if (contrast !== '') page.field('right', page.prose(contrast));
  writeEchoes(page, cause);
  const cited = citedCalls(check, calls);
  const last = cited.at(-1);
  if (isFailure && last !== undefined) writePlace(page, check, last);
  if (check.fix) page.field('fix', page.prose(check.fix));
  writeCalls(page, 'exchange', lastCited(cited, isFailure || check.outcome === 'error' ? MOST_CITED : 1));
  if (isFailure) writeCommands(page, check, report);
  if (cause.keeps.length > 0)
    page.field(
      'blocks',
      `${counted(cause.keeps.length, 'check')}: ${namesOf(cause.keeps.map(({ check }) => check.id))}`,
    );
}

function writeCommands(page: Page, check: CheckResult, report: Report): void {
  repeatOf(check, report)?.commands.forEach((parts, index) => {
    writeCommand(page, index === 0 ? 'repeat' : '', parts);
  });
  const again = rerunOf(report, [check.id]);
  if (again === undefined) return;
  writeCommand(page, 'rerun', again);
  writeCommand(page, 'more', [moreAbout(check.id)]);
}

/** `✗ The API key is refused …………… connection.key-accepted`, and the rule itself. */
function writeTitle(page: Page, check: CheckResult, problem?: string): void {
  const paint = paintOf(page, check.outcome);
  const { id } = check;
  const title = `${signOf(page, check.outcome)}${page.paint.strong(paint(problem === undefined ? id : printable(problem, { max: 300 })))}`;
  const section = printable(check.section, { max: 80 });
  page.gap();
  page.ends(title, page.paint.quiet(problem === undefined ? section : id));
  page.text(page.prose(check.requirement) + (problem === undefined ? '' : page.paint.quiet(` (${section})`)), {
    indent: 2,
  });
}

function writeFinding(page: Page, check: CheckResult): void {
  page.gap();
  for (const [label, text] of factsOf(check)) {
    const paint = { Got: page.paint.strong, Unstable: page.paint.caution }[label] ?? ((plain: string) => plain);
    page.field(label.toLowerCase(), paint(page.prose(text)));
  }
}

/** The place in the answer, with the lines around it; the beginning of the answer if all of it is meant. */
function writePlace(page: Page, { pointer, actual }: CheckResult, { id, response }: RecordedCall): void {
  if (response === null) return;
  const lines = excerpt(response, pointer, { most: pointer ? 11 : 7, width: 400, found: actual });
  if (pointer) page.field('at', `${printable(pointer, { max: 300 })} ${page.paint.quiet(`in the answer to ${id}`)}`);
  if (response.bodyBase64 !== undefined) page.field('answer', 'The body is not UTF-8.');
  if (lines.length === 0 && response.bodyBase64 === undefined) page.field('answer', 'The body is empty.');
  lines.forEach((line, index) => {
    const label = index === 0 && !pointer ? `  ${page.label('answer')}` : ' '.repeat(page.fieldIndent);
    const margin = line?.marked ? `${' '.repeat(page.fieldIndent - 2)}${page.paint.bad('>')} ` : label;
    const text = page.fit(line?.text ?? '…', page.fieldRoom - 2);
    page.raw(`${margin}${page.paint.quiet('│')} ${line?.marked ? page.paint.strong(text) : page.paint.quiet(text)}`);
  });
}

/** `x12 POST /orders → 500 text/html, 84 ms` */
export function writeCalls(page: Page, label: string, calls: readonly CitedCall[]): void {
  calls.forEach(({ call, about }, index) => {
    const all = [...about, duration(call.durationMs)].join(', ');
    const arrow = `${requestLine(call)} → ${answerLine(call)}`;
    page.field(
      index === 0 ? label : '',
      `${page.paint.quiet(call.id)} ${arrow}${page.paint.quiet(call.response === null ? ` (${all})` : `, ${all}`)}`,
    );
  });
}

function writeCommand(page: Page, label: string, parts: readonly string[]): void {
  const length = parts.reduce((total, part) => total + part.length + 1, 0);
  if (length <= LONGEST_COMMAND) page.command(label, parts);
  else
    page.field(
      label,
      `The command has ${counted(length, 'character')}. See --output html, or --output har for the request.`,
    );
}

function writeEchoes(page: Page, { echoes }: Cause): void {
  if (echoes.length === 0) return;
  page.field('also', 'The same cause affects:');
  for (const { check } of echoes)
    page.text(
      `${check.id} ${page.paint.quiet(`${printable(check.section, { max: 80 })}:`)} ${page.prose(check.requirement)}`,
      {
        indent: page.fieldIndent,
        hang: signOf(page, check.outcome),
      },
    );
}

export const namesOf = (ids: readonly string[]): string => listed(ids, MOST_NAMES);
