import stringWidth from 'fast-string-width';
import { paintOfVerdict, VERDICT_GLYPHS } from '../../report/render/terminal-outcome.ts';
import { Page, type Display } from '../../report/render/terminal-page.ts';
import { counted, minute } from '../../report/text.ts';
import type { Entry, Overview, Publisher } from '../model.ts';
import { isLost, latestOf } from '../overview.ts';
import {
  ageWords,
  changeWords,
  highlights,
  lookalikeWords,
  problemTexts,
  ranking,
  signOffWords,
  summary,
  verdictText,
  versionWords,
} from './words.ts';

/** In a window at least this wide, problems are shown in the row, otherwise below it. */
const WIDE = 120;
/** Nobody reads more rows than this, so those that need no action are only counted. */
const MOST_ROWS = 50;
/** Of more publishers, so many of each verdict are shown. */
const MOST_OF_GROUP = 5;
const PROBLEMS_BELOW = 2;
const GAP = 2;
const BESIDE = 60;
const LEAST = 10;

interface Row {
  readonly name: string;
  readonly entry: Entry;
}

interface Column {
  readonly head: string;
  readonly of: (row: Row) => string;
  /** Unless it shrinks. */
  readonly most?: number;
  /** Omitted if the window has fewer columns than this. */
  readonly from?: number;
  readonly isPainted?: true;
  readonly shrinks?: true;
}

/**
 * A row per publisher, or per report if there is only one publisher. The totals come last, so that they stay visible.
 */
export function renderOverview(overview: Overview, { verbose = false, ...display }: Display & { verbose?: boolean }) {
  const page = new Page(display);
  const rows = rowsOf(overview.publishers, verbose);
  const shown = verbose || rows.length <= MOST_ROWS ? rows : firstOfEach(rows);
  if (shown.length > 0) writeTable(page, shown, { verbose, ofOne: overview.publishers.length === 1 });
  const left = rows.length - shown.length;
  if (left > 0) {
    page.gap();
    page.text(`And ${counted(left, 'more row')}: --verbose lists them.`);
  }
  writeLookalikes(page, overview);
  writeMissing(page, overview);
  writeUnreadable(page, overview);
  page.gap();
  if (overview.rules.length > 0) page.text(ranking(overview));
  page.text(page.paint.strong([summary(overview), ...highlights(overview)].join('; ')));
  return page.toString();
}

function rowsOf(publishers: readonly Publisher[], verbose: boolean): Row[] {
  const all = verbose || publishers.length === 1;
  return publishers.flatMap((publisher) =>
    (all ? publisher.reports : [latestOf(publisher)]).map((entry) => ({
      name: nameAmong(publishers, publisher),
      entry,
    })),
  );
}

/** Several publishers may have one name, such as a staging system and the one it stands for. */
function nameAmong(publishers: readonly Publisher[], publisher: Publisher): string {
  const { name, accountId = '' } = publisher;
  const namesakes = publishers.filter((other) => other.name === name);
  if (namesakes.length === 1) return name;
  const place = (one: Publisher) => addressOf(latestOf(one)).replaceAll(/https?:\/\//g, '');
  const isThere = (other: Publisher) => place(other) === place(publisher);
  return `${namesakes.filter(isThere).length === 1 ? place(publisher) : accountId} ${name}`;
}

/** The first of each verdict and, of those that lost their certificate, the first too. */
function firstOfEach(rows: readonly Row[]): Row[] {
  const seen = new Map<string, number>();
  return rows.filter(({ entry }) => {
    const group = isLost(entry) ? 'lost' : entry.shownAs;
    const count = (seen.get(group) ?? 0) + 1;
    seen.set(group, count);
    return count <= MOST_OF_GROUP;
  });
}

interface Table {
  readonly ofOne: boolean;
  readonly areSigned: boolean;
}

function columnsOf(page: Page, { ofOne, areSigned }: Table): Column[] {
  const columns: readonly Column[] = [
    { head: 'VERDICT', of: ({ entry }) => `${VERDICT_GLYPHS[entry.shownAs]} ${entry.word}`, most: 17, isPainted: true },
    ofOne
      ? { head: 'ENDED', of: ({ entry }) => minute(entry.finishedAt), shrinks: true }
      : { head: 'PUBLISHER', of: ({ name }) => name, shrinks: true },
    {
      head: 'AGE',
      of: ({ entry }) => `${ageWords(entry)}${entry.tooOld ? ' !' : ''}`,
      from: 50,
      shrinks: true,
    },
    { head: 'BROKEN', of: ({ entry: { broken } }) => (broken.rules === 0 ? '–' : String(broken.rules)), most: 6 },
    { head: 'SINCE LAST', of: ({ entry }) => changeWords(entry.change, entry.shownAs), from: 64, shrinks: true },
    { head: 'SUITE', of: ({ entry }) => versionWords(entry), most: 10, from: 96 },
    ...(areSigned
      ? [
          {
            head: 'SIGNED BY',
            of: ({ entry }: Row) => entry.signedBy ?? '–',
            from: 108,
            shrinks: true as const,
          },
        ]
      : []),
    { head: 'SIGN-OFF', of: ({ entry }) => signOffWords(entry), most: 8, from: 76 },
  ];
  return columns.filter(({ from = 0 }) => page.width >= from);
}

/** Columns as wide as their contents. If they do not fit, the widest of those that may shrink is narrowed. */
function widthsOf(columns: readonly Column[], cells: readonly (readonly string[])[], room: number): number[] {
  const widths = columns.map(({ head }, index) =>
    Math.max(stringWidth(head), ...cells.map((row) => stringWidth(row[index] ?? ''))),
  );
  for (;;) {
    const used = widths.reduce((sum, width) => sum + width + GAP, -GAP);
    const shrinking = columns.flatMap(({ shrinks }, index) => (shrinks ? [index] : []));
    const widest = shrinking.reduce((one, other) => ((widths[one] ?? 0) >= (widths[other] ?? 0) ? one : other));
    const width = widths[widest] ?? 0;
    if (used <= room || width <= LEAST) return widths;
    widths[widest] = width - 1;
  }
}

function writeTable(
  page: Page,
  rows: readonly Row[],
  { verbose, ofOne }: { readonly verbose: boolean; readonly ofOne: boolean },
): void {
  const [only] = rows;
  if (ofOne && only !== undefined) page.text(`${page.paint.strong(only.name)} ${addressOf(only.entry)}`);
  const columns = columnsOf(page, { ofOne, areSigned: rows.some(({ entry }) => entry.signedBy !== undefined) });
  const cells = rows.map((row) => columns.map(({ of, most = page.width }) => page.fit(of(row), most)));
  const isWide = page.width >= WIDE;
  const widths = widthsOf(columns, cells, page.width - (isWide ? BESIDE : 0));
  const room = page.width - widths.reduce((sum, width) => sum + width + GAP, 0);
  const heads = columns.map(({ head }, index) => padded(head, widths[index] ?? 0));
  page.raw(page.paint.quiet([...heads, ...(isWide ? ['BROKEN FIRST'] : [])].join(' '.repeat(GAP))));
  rows.forEach(({ entry }, index) => {
    const paint = paintOfVerdict(page, entry.shownAs);
    const texts = columns.map(({ isPainted }, at) => {
      const width = widths[at] ?? 0;
      const text = padded(page.fit(cells[index]?.[at] ?? '', width), width);
      return isPainted ? paint(text) : text;
    });
    const problems = withNotes(entry);
    const [first = '', ...others] = problems;
    const beside = isWide ? [inRow(page, first, others.length + entry.broken.more, room)] : [];
    page.raw([...texts, ...beside].join(' '.repeat(GAP)));
    const below = verbose ? problems.length : isWide ? 0 : PROBLEMS_BELOW;
    writeBelow(page, entry, problems.slice(isWide ? 1 : 0, below), verbose);
  });
}

/** `only some checks · New: …` */
function withNotes(entry: Entry): string[] {
  const [first, ...others] = problemTexts(entry);
  const notes = entry.notes.filter((note) => note !== entry.word);
  const begin = [...notes, ...(first === undefined ? [] : [first])].join(' · ');
  return begin === '' ? [] : [begin, ...others];
}

function inRow(page: Page, first: string, others: number, room: number): string {
  const more = others > 0 ? ` (and ${others} more)` : '';
  return page.code(page.fit(first, room - more.length)) + more;
}

function writeBelow(page: Page, entry: Entry, problems: readonly string[], verbose: boolean): void {
  for (const problem of problems) page.raw(`    ${page.code(page.fit(problem, page.width - 4))}`);
  if (!verbose) return;
  const facts = [addressOf(entry), entry.file, verdictText(entry), minute(entry.finishedAt)];
  page.flow(facts.map(page.paint.quiet), { indent: 4 });
}

function writeLookalikes(page: Page, { publishers }: Overview): void {
  const alike = publishers.flatMap((publisher) => lookalikeWords(publisher) ?? []);
  if (alike.length > 0) page.gap();
  for (const text of alike) page.text(page.paint.caution(text));
}

function writeMissing(page: Page, { missing = [] }: Overview): void {
  if (missing.length === 0) return;
  page.gap();
  page.raw(page.paint.bad(`Nothing came from ${counted(missing.length, 'publisher')}`));
  for (const name of missing) page.text(name, { indent: 2 });
}

function writeUnreadable(page: Page, { unreadable }: Overview): void {
  if (unreadable.length === 0) return;
  page.gap();
  page.raw(page.paint.bad(`Not shown: ${counted(unreadable.length, 'file')}`));
  for (const { file, reason } of unreadable) page.text(`${file}: ${reason}`, { indent: 2 });
}

const addressOf = ({ targets }: Entry) => targets.map(({ address }) => address).join(', ');
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)));
