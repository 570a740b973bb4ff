import { setImmediate } from 'node:timers/promises';
import type { Wire } from '../../../src/engine/wire.ts';
import { describe } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { isObject, member } from '../../json.ts';
import { IdSet } from './id-set.ts';
import { Sight, type Seen } from './inventory-summary.ts';

interface WalkOptions {
  /** `limit` of every page; left out, the service's default counts. */
  readonly limit?: number | undefined;
  readonly maxPages: number;
  /** Stops here without judging that the list goes on: a look at the first pages only. */
  readonly pages?: number;
}

/** How a walk came to its end. */
type WalkEnd =
  | { readonly kind: 'last-page' }
  | { readonly kind: 'looked-enough' }
  | { readonly kind: 'circle' | 'bound' | 'unanswered' | 'no-page'; readonly finding: Finding };

/** A walk over the inventory. */
export interface Walk extends Seen {
  readonly first: Reply;
  readonly end: WalkEnd;
  readonly pages: number;
}

/** A list that repeats this many slots goes round in circles, whatever its cursors say. */
const REPEATS = 2000;
/** So many pages in a row without a slot that is new lead nowhere. */
const IDLE_PAGES = 500;

/** Reads pages until `next_cursor` is absent or null (ad-server §4.2), the next one under way while one is judged. */
export async function walk(http: Pick<Wire, 'inventory' | 'shorten'>, options: WalkOptions): Promise<Walk> {
  const seen = new Sight();
  const cursors = new IdSet();
  const query = options.limit === undefined ? {} : { limit: options.limit };
  const first = await http.inventory(query);
  const over = (pages: number, end: WalkEnd): Walk => ({
    first,
    end,
    pages,
    ...seen.all({ partly: end.kind !== 'last-page' }),
  });
  let reply = first;
  let idle = 0;
  for (let pages = 1; ; pages++) {
    const page = readPage(reply);
    if ('end' in page) return over(pages - 1, page.end);
    const { cursor } = page;
    const known = seen.ids.size;
    const goesOn = cursor !== null && pages !== options.pages && pages < options.maxPages && cursors.add(cursor);
    const next = goesOn ? http.inventory({ ...query, cursor }) : null;
    if (next !== null) await onTheWay();
    if (seen.page(page.data, reply)) http.shorten(reply);
    idle = seen.ids.size > known ? 0 : idle + 1;
    const end = endOf({ reply, cursor, pages, options, idle, again: !goesOn, seen });
    if (end !== null) {
      await next;
      return over(pages, end);
    }
    reply = await (next ?? http.inventory({ ...query, ...(cursor === null ? {} : { cursor }) }));
  }
}

/** A request leaves two turns of the event loop after it is asked for: undici looks for the end of an idle connection first. */
async function onTheWay(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Where a walk stands after a page. */
interface Step {
  readonly reply: Reply;
  readonly cursor: string | null;
  readonly pages: number;
  readonly options: WalkOptions;
  /** Pages in a row that brought no slot that was new. */
  readonly idle: number;
  /** Whether the cursor was given before. */
  readonly again: boolean;
  readonly seen: Sight;
}

/** How a walk ends on this page; `null` where it goes on. A cursor may come again as long as it leads to new slots. */
function endOf({ reply, cursor, pages, options, idle, again, seen }: Step): WalkEnd | null {
  const finding = (expected: string, actual: string): Finding => ({
    expected,
    actual,
    pointer: '/next_cursor',
    replies: [reply],
  });
  if (cursor === null) return { kind: 'last-page' };
  if (pages === options.pages) return { kind: 'looked-enough' };
  if (pages >= options.maxPages)
    return {
      kind: 'bound',
      finding: finding(
        `a last page within ${options.maxPages} pages (--max-pages raises this bound)`,
        'a cursor on every page',
      ),
    };
  if (again && idle > 0)
    return {
      kind: 'circle',
      finding: finding('a cursor that leads on', `the cursor of an earlier page and no new slot, on page ${pages}`),
    };
  if (seen.repeats > REPEATS)
    return {
      kind: 'circle',
      finding: finding('a list that ends', `slots that were listed before, ${seen.repeats} times by page ${pages}`),
    };
  if (idle >= IDLE_PAGES)
    return {
      kind: 'circle',
      finding: finding('a list that ends', `${idle} pages in a row without a new slot, by page ${pages}`),
    };
  return null;
}

/** What is wrong with a good answer as a page; `null` where nothing is. */
export function notAPage(reply: Reply): Finding | null {
  const page = readPage(reply);
  return 'end' in page && page.end.kind === 'no-page' ? page.end.finding : null;
}

type Page = { readonly data: readonly unknown[]; readonly cursor: string | null } | { readonly end: WalkEnd };

function readPage(reply: Reply): Page {
  const stop = (kind: 'unanswered' | 'no-page', expected: string, actual: string, pointer?: string): Page => ({
    end: { kind, finding: { expected, actual, replies: [reply], ...(pointer === undefined ? {} : { pointer }) } },
  });
  if (reply.status !== 200) return stop('unanswered', 'status 200', describe(reply));
  if (!reply.json.ok) return stop('no-page', 'a JSON body', reply.json.problem);
  const body = reply.json.value;
  if (!isObject(body)) return stop('no-page', 'a JSON object', shown(body), '');
  const data = member(body, 'data');
  if (!Array.isArray(data))
    return stop(
      'no-page',
      'an array of slots in data',
      shownMember(data, 'data', body),
      data === undefined ? '' : '/data',
    );
  const cursor = member(body, 'next_cursor');
  return { data, cursor: followed(cursor) };
}

/** The text that leads to the next page: a number is no cursor, yet tells where to go on. */
function followed(cursor: unknown): string | null {
  if (typeof cursor === 'number' && cursor !== 0) return String(cursor);
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}
