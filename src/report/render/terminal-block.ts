import stringWidth from 'string-width';
import type { Cause } from '../causes.ts';
import { contrastOf, problemTitle } from '../problem.ts';
import { foundOf } from '../earlier-builds.ts';
import { requestLine } from '../exchange-line.ts';
import type { CheckResult, Report } from '../model.ts';
import { repeatOf } from '../repeat.ts';
import { decisiveExchange, exchangesById, expectation, isSeenEachTime, remainderOf, seenInWords } from '../tally.ts';
import { counted, listed, printable } from '../text.ts';
import { paintOf, signOf } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

/** How many lines the parts of a block may take, and whether blocks stand apart. */
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
/** Of the address in a request line: a cursor may be long, and says nothing to a person. */
const LONGEST_QUERY = 40;

/** One cause in a few lines: what is wrong, where, and how to fix it. */
export function writeBlock(page: Page, cause: Cause, report: Report, room: Room): void {
  const { check } = cause.lead;
  const paint = paintOf(page, check.outcome);
  const title = `${signOf(page, check.outcome)}${page.paint.strong(paint(printable(problemTitle(cause), { max: 200 })))}`;
  const id = printable(check.id, { max: 200 });
  const fits = stringWidth(title) + stringWidth(id) + 2 <= page.proseWidth;
  if (fits) page.ends(title, page.paint.quiet(id));
  else page.text(title);
  const found = [foundIn(check, report), contrastOf(check, report), ...consequences(cause)]
    .filter((part) => part !== '')
    .join(' ');
  page.clipped(fits ? found : `${id}: ${found}`, room.found, 2);
  if (check.fix) page.clipped(`Fix: ${printable(check.fix, { max: LONGEST_FOUND })}`, room.fix, 2);
}

const TRY = 7;

/** The command that shows a fault by hand, if it can be read at a glance. */
export function writeRepeat(page: Page, { lead: { check } }: Cause, report: Report): void {
  const [parts = [], ...others] = repeatOf(check, report)?.commands ?? [];
  if (parts.length > 0 && others.length === 0 && parts.every((part) => part.length + TRY + 4 <= page.width))
    page.parts(`  ${page.paint.quiet('Try: ')}`, TRY, parts);
}

/** `GET /health, at /timezone: got "UTC+2"; expected …` */
export function foundIn(check: CheckResult, report: Report): string {
  const exchange = decisiveExchange(check, exchangesById(report));
  const place = [
    ...(exchange === undefined ? [] : [shortened(requestLine(exchange))]),
    ...(check.pointer ? [`at ${printable(check.pointer, { max: 100 })}`] : []),
  ].join(', ');
  const said = comparison(check).replace(LONG_RUN, '$1$1$1…');
  // A sentence of the rule's own says where.
  return printable(place === '' || foundOf(check)?.what !== undefined ? said : `${place}: ${said}`, {
    max: LONGEST_FOUND,
  });
}

/** Of a long reference, what fills it up. */
const LONG_RUN = /([^\s.])\1{11,}/gu;

/** What came and what was expected; a finding in words of its own says both. */
function comparison(check: CheckResult): string {
  const expected = expectation(check);
  if (check.actual === undefined || expected === undefined) return check.message;
  const rest = remainderOf(check);
  const said = foundOf(check)?.what !== undefined ? rest : `got ${check.actual}; expected ${expected}. ${rest}`.trim();
  const seen = isSeenEachTime(check) ? '' : seenInWords(check);
  return seen === '' ? said : `${said} Seen ${seen}.`;
}

function shortened(line: string): string {
  const [path = '', query] = line.split('?', 2);
  if (query === undefined) return path;
  return `${path}?${query.length > LONGEST_QUERY ? `${query.slice(0, LONGEST_QUERY)}…` : query}`;
}

/** What else is broken or left open because of this. */
function consequences({ echoes, keeps }: Cause): string[] {
  const also = echoes.map(({ check }) => printable(check.id, { max: 200 }));
  return [
    ...(also.length === 0 ? [] : [`Also breaks ${listed(also, MOST_NAMES)}.`]),
    ...(keeps.length === 0 ? [] : [`Blocks ${counted(keeps.length, 'check')}.`]),
  ];
}
