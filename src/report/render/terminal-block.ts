import type { Cause } from '../causes.ts';
import { contrastOf, leadOf, problemTitle } from '../problem.ts';
import { foundOf } from '../earlier-builds.ts';
import { requestLine } from '../call-line.ts';
import type { CheckResult, Report } from '../model.ts';
import { repeatOf } from '../repeat.ts';
import { rerunOf } from '../rerun.ts';
import { decisiveCall, callsById, expectation, isSeenEachTime, remainderOf, seenInWords } from '../tally.ts';
import { counted, listed, printable } from '../text.ts';
import { sentenceOf } from '../words/found.ts';
import { paintOf, signOf } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

/** How many lines the parts of a block may take (0: only its title), and whether blocks stand apart. */
export interface Room {
  readonly found: number;
  readonly fix: number;
  readonly apart: boolean;
}

/** From the most room to the least. */
export const ROOMS = {
  full: { found: 6, fix: 6, apart: true },
  usual: { found: 3, fix: 3, apart: true },
  close: { found: 2, fix: 2, apart: true },
  dense: { found: 2, fix: 2, apart: false },
  brief: { found: 2, fix: 1, apart: false },
  briefest: { found: 1, fix: 1, apart: false },
} satisfies Record<string, Room>;

const MOST_NAMES = 3;
const LONGEST_FOUND = 700;
/** The longest query shown. A cursor may be long, and tells a person nothing. */
const LONGEST_QUERY = 40;

/** One cause in a few lines: what is wrong, where, and how to fix it. */
export function writeBlock(page: Page, cause: Cause, report: Report, room: Room): void {
  const { check } = cause.lead;
  const paint = paintOf(page, check.outcome);
  const title = `${signOf(page, check.outcome)}${page.paint.strong(paint(printable(problemTitle(cause), { max: 200 })))}`;
  const { id } = check;
  page.ends(title, page.paint.quiet(id));
  if (room.found === 0) return;
  const [difference, rest] = foundIn(check, report);
  const found = [difference, rest, contrastOf(check, report), ...consequences(cause)]
    .filter((part) => part !== '')
    .join(' ');
  page.clipped(found, Math.max(room.found, Math.min(page.rowsOf(difference, 2), ROOMS.full.found)), 2);
  const { fix } = leadOf(cause);
  if (fix) page.clipped(`Fix: ${printable(fix, { max: LONGEST_FOUND })}`, room.fix, 2);
}

const TRY = 7;

/** The commands that show a fault by hand, or only the one that runs its check again. */
export function writeRepeat(page: Page, { lead: { check } }: Cause, report: Report, byHand: boolean): void {
  // A refusal of the rate limit does not come when one asks once.
  if (decisiveCall(check, callsById(report))?.response?.status === 429) return;
  const room = page.width - TRY - 4;
  const again = byHand ? undefined : rerunOf(report, [check.id]);
  const commands = again === undefined ? (repeatOf(check, report)?.commands ?? []) : [again];
  commands.forEach((parts, index) => {
    const lead = index === 0 ? `  ${page.paint.quiet('Try: ')}` : ' '.repeat(TRY);
    page.parts(
      lead,
      TRY,
      parts.map((part) => broken(part, room)),
    );
  });
}

/** JSON in a command on several lines, broken where JSON allows blanks. */
function broken(part: string, room: number): string {
  if (part.length <= room || !/^(?:--data-raw |\w+=)'\{/.test(part)) return part;
  const lines = [''];
  // Strings, with the quotes of the shell in them, stay whole.
  for (const [token] of part.matchAll(/(?:"(?:[^"\\]|\\.)*"(?:\$\{\w+\}"(?:[^"\\]|\\.)*")*:?|[^",[{]|[[{])+,?|,/g)) {
    const line = (lines.at(-1) ?? '') + token;
    if (lines.at(-1) !== '' && line.length > room + (lines.length > 1 ? INDENT.length : 0)) lines.push(INDENT + token);
    else lines[lines.length - 1] = line;
  }
  return lines.join(`\n`);
}

const INDENT = ' '.repeat(TRY + 2);

/** `GET /health, at /timezone: got "UTC+2"; expected …`, and what else there is to say. */
function foundIn(check: CheckResult, report: Report): [difference: string, rest: string] {
  const recordedCall = decisiveCall(check, callsById(report));
  const call = recordedCall === undefined ? '' : shortened(requestLine(recordedCall));
  const at = check.pointer && !isAnswer(check) ? `at ${printable(check.pointer, { max: 100 })}` : '';
  const place = [call, at].filter((part) => part !== '').join(', ');
  const [difference, rest] = comparison(check, place).map((said) =>
    printable(said.replace(/\s*\n\s*/g, ' ').replace(LONG_RUN, '$1$1$1…'), { max: LONGEST_FOUND }),
  );
  return [difference ?? '', rest ?? ''];
}

/** Whether the answer as a whole is wrong, wherever it shows. */
function isAnswer(check: CheckResult): boolean {
  const kind = foundOf(check)?.kind;
  return kind === 'status' || kind === 'error-code';
}

const LONG_RUN = /([^\s.\d])\1{11,}/gu;

/** What came and what was expected; a finding in words of its own says both. */
function comparison(check: CheckResult, place: string): readonly string[] {
  const found = foundOf(check);
  if (check.actual === undefined || expectation(check) === undefined || found === undefined)
    return [place === '' ? check.message : `${place}: ${check.message}`];
  const times = isSeenEachTime(check) ? '' : seenInWords(check);
  const seen = times === '' ? '' : `Seen ${times}.`;
  // A sentence of the rule's own says where.
  if (found.what !== undefined) return [remainderOf(check), seen];
  return [sentenceOf(found, place, check.actual), `${remainderOf(check)} ${seen}`.trim()];
}

function shortened(line: string): string {
  const [path = '', query] = line.split('?', 2);
  if (query === undefined) return path;
  return `${path}?${query.length > LONGEST_QUERY ? `${query.slice(0, LONGEST_QUERY)}…` : query}`;
}

function consequences({ echoes, keeps }: Cause): string[] {
  const also = echoes.map(({ check }) => check.id);
  return [
    ...(also.length === 0 ? [] : [`Also breaks ${listed(also, MOST_NAMES)}.`]),
    ...(keeps.length === 0 ? [] : [`Blocks ${counted(keeps.length, 'check')}.`]),
  ];
}
