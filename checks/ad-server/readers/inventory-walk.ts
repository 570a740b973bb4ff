import { type Walk, IdSet, SummaryBuilder, type WalkEnd, type Repeated } from './inventory-summary.ts';
import { setImmediate } from 'node:timers/promises';
import type { Wire } from '../../../src/engine/wire.ts';
import { differs, notJson, otherAnswer, withFacts } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { isObject, member, valueAt } from '../../json.ts';
import { cut } from '../../../src/text/cut.ts';
import { placeWhere } from '../../../src/text/pointer.ts';

export const LARGEST = 200;

export const LOOK = 5;

/** Leaves one slot for the last page, where slots get lost. If that is impossible, a limit that divides few lists. */
export function oddLimit({ ids: { size } }: Walk): number {
  if (size > 2 && size <= 20) return size - 1;
  return Array.from({ length: LARGEST - 20 }, (_, index) => 20 + index).find((limit) => size % limit === 1) ?? 23;
}

/** Fills the last page: services easily get wrong whether another follows. */
export function evenLimit({ ids: { size } }: Walk): number | null {
  const limit = Array.from({ length: LARGEST }, (_, index) => LARGEST - index).find((limit) => size % limit === 0) ?? 1;
  return limit === 1 || limit === 50 || limit === LARGEST || size / limit > 10 ? null : limit;
}

export function pagesOf({ end, slots }: Walk, most: number, pages: number): { pages?: number } {
  if ('finding' in end) return { pages: LOOK };
  return slots > most ? { pages } : {};
}

/** A list that did not end the first time is not read in full again. */
export function onceMore({ end }: Walk): { limit: number; pages?: number } {
  return { limit: LARGEST, ...(end.kind === 'too-long' && { pages: LOOK }) };
}

export interface WalkOptions {
  readonly limit?: number | undefined;
  /** A longer list counts as endless. */
  readonly maxPages: number;
  /** Stops after this many pages, without a finding. */
  readonly pages?: number;
  readonly asked?: Readonly<Record<string, string>>;
  readonly wanted?: readonly string[] | undefined;
  /** Reads each page over another connection, which may lead to another process of the service. */
  readonly apart?: true;
}

/** A list that repeats more slots goes round in circles, whatever its cursors say. */
const MOST_REPEATS = 2000;
const MOST_PAGES_WITHOUT_NEW_SLOT = 500;

/** Reads pages until `next_cursor` is absent or null (ad-server §4.2). While one is judged, the next is on its way. */
export async function walk(http: Pick<Wire, 'inventory' | 'shorten'>, options: WalkOptions): Promise<Walk> {
  const summary = new SummaryBuilder(options.wanted);
  const cursors = new IdSet();
  const query = { ...options.asked, ...(options.limit !== undefined && { limit: options.limit }) };
  const ask = (page: Record<string, number | string>) => http.inventory(page, options.apart ? { last: true } : {});
  const first = await ask(query);
  let fix: string | undefined;
  let lastPage: Walk['lastPage'] = null;
  let cursorToHere: string | null = null;
  const ended = (pages: number, end: WalkEnd): Walk =>
    Object.assign(summary.closed({ isWhole: end.kind === 'last-page' }), {
      first,
      end: fix !== undefined && 'finding' in end ? { ...end, finding: withFacts(end.finding, { fix }) } : end,
      pages,
      lastPage: end.kind === 'last-page' ? lastPage : null,
    });
  for (let reply = first, pages = 1, idle = 0; ; pages++) {
    const page = readPage(reply);
    if ('end' in page) return ended(pages - 1, page.end);
    const { cursor } = page;
    fix = fixOfCursor(cursor ?? '', pages);
    const known = summary.ids.size;
    const isNew = cursor !== null && cursors.add(cursor);
    const goesOn = isNew && pages !== options.pages && pages < options.maxPages;
    const next = goesOn ? ask({ ...query, cursor }) : null;
    // Lets the request leave before this page is looked at.
    if (next !== null) await setImmediate();
    if (summary.addPage(page.data, reply)) http.shorten(reply);
    if (cursorToHere !== null) lastPage = { cursor: cursorToHere, slots: page.data.length };
    cursorToHere = cursor;
    idle = summary.ids.size > known ? 0 : idle + 1;
    const end = endOf(
      { reply, cursor, isNew, pages, idle, repeats: summary.repeats, firstSize: sizeOf(first) },
      options,
    );
    if (end !== null) {
      await next;
      return ended(pages, end);
    }
    reply = await (next ?? ask({ ...query, ...(cursor !== null && { cursor }) }));
  }
}

/** How to correct a cursor that seems to be something else. */
function fixOfCursor(cursor: string, pages: number): string | undefined {
  if (/^(?:none|null|nil|undefined)$/i.test(cursor))
    return 'Send `next_cursor` as null on the last page, or leave it out: here a null was turned into text.';
  // If a page came for such a cursor, the address is one.
  return pages === 1 && /^https?:\/\/|^\/.*\?/.test(cursor)
    ? 'Send the cursor alone in `next_cursor`, not the address of the next page, which some frameworks send by default: the client sends it back as `cursor=…`.'
    : undefined;
}

const FIX_OF_IGNORED =
  'Read `cursor` from the query, and begin after the slot that it names (`>`, not `>=`, and a time to its full precision): page 2 holds the slots of page 1 again. If you already read it, a cache may ignore the query string.';
const FIX_OF_EMPTY = 'Send no `next_cursor` once no slot follows: pages behind the end still have a new one.';

interface AboutEnd {
  readonly expected?: string;
  readonly kind?: 'circle' | 'too-long';
  readonly fix?: string;
}

interface Step {
  readonly reply: Reply;
  readonly cursor: string | null;
  readonly isNew: boolean;
  readonly pages: number;
  /** Pages in a row that brought no new slot. */
  readonly idle: number;
  readonly repeats: number;
  readonly firstSize: number | null;
}

/** How a walk ends on this page; `null` if it goes on. A cursor may come again as long as it leads to new slots. */
function endOf(step: Step, { pages: enough, maxPages }: WalkOptions): WalkEnd | null {
  const { reply, cursor, isNew, pages, idle, repeats } = step;
  const wrong = (actual: string, { expected = 'a list that ends', kind = 'circle', fix }: AboutEnd = {}): WalkEnd => ({
    kind,
    finding: differs({ expected, actual, fix, pointer: '/next_cursor', replies: [reply] }),
  });
  const within = `a last page within ${maxPages} pages (--max-pages sets this maximum)`;
  const ofEarlier = `the cursor of an earlier page and no new slot, on page ${pages}`;
  if (cursor === null) return { kind: 'last-page' };
  if (pages === enough) return { kind: 'looked-enough' };
  if (pages >= maxPages) return wrong('a cursor on every page', { expected: within, kind: 'too-long' });
  if (!isNew && idle > 0) {
    const isFirstAgain = pages === 2 && repeats > 0 && repeats === sizeOf(reply) && repeats === step.firstSize;
    return wrong(ofEarlier, {
      expected: 'a new cursor, or none on the last page',
      ...(isFirstAgain && { fix: FIX_OF_IGNORED }),
    });
  }
  if (repeats > MOST_REPEATS) return wrong(`slots that were listed before, ${repeats} times by page ${pages}`);
  if (idle < MOST_PAGES_WITHOUT_NEW_SLOT) return null;
  const isEmpty = sizeOf(reply) === 0;
  const empty = isEmpty ? ', which is empty' : '';
  return wrong(
    `${idle} pages in a row without a new slot, by page ${pages}${empty}`,
    isEmpty ? { fix: FIX_OF_EMPTY } : {},
  );
}

function sizeOf(page: Reply): number | null {
  const data = valueAt(page, 'data');
  return Array.isArray(data) ? data.length : null;
}

export function notAPage(reply: Reply): Finding | null {
  const page = readPage(reply);
  return 'end' in page && page.end.kind === 'no-page' ? page.end.finding : null;
}

type Page = { readonly data: readonly unknown[]; readonly cursor: string | null } | { readonly end: WalkEnd };

function readPage(reply: Reply): Page {
  const noPage = (expected: string, actual: string, at: Pick<Finding, 'pointer'> = {}): Page => ({
    end: { kind: 'no-page', finding: differs({ expected, actual, ...at, replies: [reply] }) },
  });
  if (reply.status !== 200) {
    return { end: { kind: 'unanswered', finding: otherAnswer(reply, [200]), reply } };
  }
  if (!reply.json.ok) return { end: { kind: 'no-page', finding: notJson(reply, 'a JSON body') } };
  const body = reply.json.value;
  if (!isObject(body)) return noPage('a JSON object', shown(body), { pointer: '' });
  const data = member(body, 'data');
  if (Array.isArray(data)) return { data, cursor: followed(member(body, 'next_cursor')) };
  const pointer = data === undefined ? '' : '/data';
  return noPage('an array of slots in data', shownMember(data, 'data', body), { pointer });
}

/** The cursor to follow. A number is not a valid cursor, but can still be followed. */
function followed(cursor: unknown): string | null {
  if (typeof cursor === 'number' && cursor !== 0) return String(cursor);
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

export function secondPage(listing: Reply): { limit: number; cursor: string }[] {
  const cursor = valueAt(listing, 'next_cursor');
  return isServed(listing) && typeof cursor === 'string' ? [{ limit: 1, cursor }] : [];
}

/** Ids that only one walk has. If the other one did not reach its end, it need not have them all. */
export function difference(whole: Walk, other: Walk): string[] {
  const { listed: all } = whole.ids;
  const { listed: some } = other.ids;
  if (all === null || some === null) return [];
  const missing = other.end.kind === 'last-page' ? all.filter((id) => !other.ids.has(id)) : [];
  return [...missing, ...some.filter((id) => !whole.ids.has(id))];
}

function lookingAlike(one: Walk, other: Walk) {
  return [...other.looks].flatMap(([look, after]) => {
    const before = one.looks.get(look);
    return typeof before === 'string' && typeof after === 'string' ? [{ look, before, after }] : [];
  });
}

/** A slot with different ids in two walks although all else about it is the same. */
export function renamed(one: Walk, other: Walk) {
  return lookingAlike(one, other).find(({ before, after }) => before !== after) ?? null;
}

/** A walk, and later the whole list and that walk again, right after each other. */
interface Confirmed {
  readonly walk: Walk;
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
}

export function confirmedDifference(listed: Walk, { walk, whole, again: [again] }: Confirmed): string[] {
  const before = new Set(difference(listed, walk));
  return difference(whole, again).filter((id) => before.has(id));
}

export function confirmedRenamed(listed: Walk, { walk, whole, again: [third] }: Confirmed) {
  return renamed(whole, third) === null ? null : renamed(listed, walk);
}

/** Whether a walk lists slots twice. Repetitions in a list that goes round in circles do not count. */
export function isListedTwice(walk: Walk, isRound: boolean): walk is Walk & { readonly repeated: Repeated } {
  return walk.repeated !== null && (!isRound || walk.end.kind === 'last-page');
}

/**
 * Whether later walks confirm that slots are listed twice. A slot that is added during a walk pushes others across a
 * page break, so in a growing list the same slot must be listed twice each time. Of a list too long to keep (`null`),
 * nobody knows whether it grows: once more is enough.
 */
export function isConfirmedAgain({ ids }: Repeated, later: readonly Walk[], known: (id: string) => boolean): boolean {
  const times = [...ids].map((id) => later.filter(({ repeated }) => repeated?.ids.has(id)).length);
  const lists = later.map((walk) => walk.ids.listed);
  if (lists.includes(null)) return times.some((count) => count > 0);
  const grows = lists.some((list) => list?.some((id) => !known(id)));
  return grows ? times.includes(later.length) : later.some(({ repeated }) => repeated !== null);
}

const LIKE_A_CURSOR = /^(?:next|after|cursor$|continuation|page_?token$)/i;

/** What leads to the next page in place of `next_cursor`, such as `/nextCursor` or a `Link` header. */
export function otherWayOn({ json, headers }: Reply): string | null {
  if (!json.ok || !isObject(json.value) || !isNothing(member(json.value, 'next_cursor'))) return null;
  if (/\brel="?next\b/i.test(headers['link'] ?? '')) return 'a Link header with rel="next"';
  const { data: _slots, ...rest } = json.value;
  const found = placeWhere(rest, (value, name) => LIKE_A_CURSOR.test(name) && !isNothing(value) && !isObject(value));
  return found && cut(found.pointer, 80);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || value === false;
