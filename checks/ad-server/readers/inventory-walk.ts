import { setImmediate } from 'node:timers/promises';
import type { Wire } from '../../../src/engine/wire.ts';
import { differs, notJson, otherAnswer } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { isObject, member, valueAt } from '../../json.ts';
import { IdSet } from './id-set.ts';
import { SummaryBuilder, type Walk, type WalkEnd } from './inventory-summary.ts';

export interface WalkOptions {
  /** `limit` of every page; the service's default if not given. */
  readonly limit?: number | undefined;
  /** A longer list counts as endless. */
  readonly maxPages: number;
  /** Stops after this many pages, which does not count as endless. */
  readonly pages?: number;
  readonly asked?: Readonly<Record<string, string>>;
  readonly wanted?: readonly string[] | undefined;
  /** Reads each page over another connection, which may lead to another process of the service. */
  readonly apart?: true;
}

/** A list that repeats more slots than this goes round in circles, whatever its cursors say. */
const MOST_REPEATS = 2000;
const MOST_PAGES_WITHOUT_NEW_SLOT = 500;

/** Reads pages until `next_cursor` is absent or null (ad-server §4.2), the next while one is judged. */
export async function walk(http: Pick<Wire, 'inventory' | 'shorten'>, options: WalkOptions): Promise<Walk> {
  const summary = new SummaryBuilder(options.wanted);
  const cursors = new IdSet();
  const query = { ...options.asked, ...(options.limit !== undefined && { limit: options.limit }) };
  const ask = (page: Record<string, number | string>) => http.inventory(page, options.apart ? { last: true } : {});
  const first = await ask(query);
  const ended = (pages: number, end: WalkEnd): Walk =>
    Object.assign(summary.closed({ isWhole: end.kind === 'last-page' }), { first, end, pages });
  for (let reply = first, pages = 1, idle = 0; ; pages++) {
    const page = readPage(reply);
    if ('end' in page) return ended(pages - 1, page.end);
    const { cursor } = page;
    const known = summary.ids.size;
    const isNew = cursor !== null && cursors.add(cursor);
    const goesOn = isNew && pages !== options.pages && pages < options.maxPages;
    const next = goesOn ? ask({ ...query, cursor }) : null;
    // The request is on its way before this page is looked at.
    if (next !== null) await setImmediate();
    if (summary.addPage(page.data, reply)) http.shorten(reply);
    idle = summary.ids.size > known ? 0 : idle + 1;
    const end = endOf({ reply, cursor, isNew, pages, idle, repeats: summary.repeats }, options);
    if (end !== null) {
      await next;
      return ended(pages, end);
    }
    reply = await (next ?? ask({ ...query, ...(cursor !== null && { cursor }) }));
  }
}

interface Step {
  readonly reply: Reply;
  readonly cursor: string | null;
  readonly isNew: boolean;
  readonly pages: number;
  /** Pages in a row that brought no new slot. */
  readonly idle: number;
  readonly repeats: number;
}

/** How a walk ends on this page; `null` if it goes on. A cursor may come again as long as it leads to new slots. */
function endOf(step: Step, { pages: enough, maxPages }: WalkOptions): WalkEnd | null {
  const { reply, cursor, isNew, pages, idle, repeats } = step;
  const wrong = (actual: string, expected = 'a list that ends', kind: 'circle' | 'too-long' = 'circle'): WalkEnd => ({
    kind,
    finding: differs({ expected, actual, pointer: '/next_cursor', replies: [reply] }),
  });
  const within = `a last page within ${maxPages} pages (--max-pages sets this maximum)`;
  const ofEarlier = `the cursor of an earlier page and no new slot, on page ${pages}`;
  if (cursor === null) return { kind: 'last-page' };
  if (pages === enough) return { kind: 'looked-enough' };
  if (pages >= maxPages) return wrong('a cursor on every page', within, 'too-long');
  if (!isNew && idle > 0) return wrong(ofEarlier, 'a new cursor, or none on the last page');
  if (repeats > MOST_REPEATS) return wrong(`slots that were listed before, ${repeats} times by page ${pages}`);
  if (idle < MOST_PAGES_WITHOUT_NEW_SLOT) return null;
  return wrong(`${idle} pages in a row without a new slot, by page ${pages}`);
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
