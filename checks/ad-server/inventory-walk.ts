import type { Wire } from '../../src/engine/wire.ts';
import { describe } from '../../src/engine/expect.ts';
import type { Finding } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { isCreativeSize } from '../../src/contract/creative-size.ts';
import { faultsOf, shown } from '../../src/schema/faults.ts';
import { inventorySlot } from '../../src/schema/generated/validators.js';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { IdSet } from './id-set.ts';
import { isObject, member } from './json.ts';

export interface WalkOptions {
  /** `limit` of every page; left out, the service's default counts. */
  readonly limit?: number | undefined;
  readonly maxPages: number;
  /** Stops here without judging that the list goes on: a look at the first pages only. */
  readonly pages?: number;
}

/** How a walk came to its end. */
export type WalkEnd =
  | { readonly kind: 'last-page' }
  | { readonly kind: 'looked-enough' }
  | { readonly kind: 'circle' | 'bound' | 'unanswered' | 'no-page'; readonly finding: Finding };

/** What a walk over the inventory saw: little of it is kept, however long the list. */
export interface Walk {
  readonly first: Reply;
  readonly end: WalkEnd;
  readonly pages: number;
  readonly slots: number;
  readonly ids: IdSet;
  readonly largestPage: { readonly size: number; readonly reply: Reply } | null;
  /** The first fault of each member of a slot, and how many slots have one. */
  readonly faults: ReadonlyMap<string, { readonly finding: Finding; readonly slots: number }>;
  readonly repeated: Repeated | null;
  /** Id by all else about a slot, for the first few thousand; `null` where several slots look alike. */
  readonly looks: ReadonlyMap<string, string | null>;
  /** Every spelling of `format` that was seen, up to a bound. */
  readonly formats: ReadonlySet<string>;
  readonly bookable: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
}

/** Slots that were listed more than once: how often that was seen, and some of their ids. */
export interface Repeated {
  readonly finding: Finding;
  readonly slots: number;
  readonly ids: ReadonlySet<string>;
}

/** A look at so many slots from the front and from the end of a list is kept for later chapters. */
const SAMPLE = 40;
const FORMATS = 200;
/** A list that repeats this many slots goes round in circles, whatever its cursors say. */
const REPEATS = 2000;
/** So many pages in a row without a slot that is new lead nowhere. */
const IDLE_PAGES = 500;
const LOOKS = 5000;
const REPEATED_IDS = 500;

/** Reads pages until `next_cursor` is absent or null (ad-server §4.2), the next one under way while one is judged. */
export async function walk(http: Pick<Wire, 'inventory' | 'shorten'>, options: WalkOptions): Promise<Walk> {
  const seen = new Sight();
  const cursors = new IdSet();
  const query = options.limit === undefined ? {} : { limit: options.limit };
  const first = await http.inventory(query);
  let reply = first;
  let idle = 0;
  for (let pages = 1; ; pages++) {
    const page = readPage(reply);
    if ('end' in page) return seen.walk(first, pages - 1, page.end);
    const { cursor } = page;
    const known = seen.ids.size;
    const goesOn = cursor !== null && pages !== options.pages && pages < options.maxPages && cursors.add(cursor);
    const next = goesOn ? http.inventory({ ...query, cursor }) : null;
    if (seen.page(page.data, reply)) http.shorten(reply);
    idle = seen.ids.size > known ? 0 : idle + 1;
    const end = endOf({ reply, cursor, pages, options, idle, again: !goesOn, seen });
    if (end !== null) {
      await next;
      return seen.walk(first, pages, end);
    }
    reply = await (next ?? http.inventory({ ...query, ...(cursor === null ? {} : { cursor }) }));
  }
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
    return stop('no-page', 'an array of slots in data', shown(data), data === undefined ? '' : '/data');
  const cursor = member(body, 'next_cursor');
  return { data, cursor: followed(cursor) };
}

/** The text that leads to the next page: a number is no cursor, yet tells where to go on. */
function followed(cursor: unknown): string | null {
  if (typeof cursor === 'number' && cursor !== 0) return String(cursor);
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

/** The finding for a `next_cursor` that is neither a cursor nor the sign of the last page. */
export function badCursor(reply: Reply): Finding | null {
  const cursor = reply.json.ok ? member(reply.json.value, 'next_cursor') : undefined;
  if (cursor === undefined || cursor === null || (typeof cursor === 'string' && cursor !== '')) return null;
  return {
    expected: 'a string that is not empty, or on the last page null or no member at all',
    actual: shown(cursor),
    pointer: '/next_cursor',
    replies: [reply],
  };
}

/** What a walk has seen so far. */
class Sight {
  readonly ids = new IdSet();
  readonly #faults = new Map<string, { finding: Finding; slots: number }>();
  readonly #formats = new Set<string>();
  readonly #firstBookable: InventorySlot[] = [];
  readonly #lastBookable: InventorySlot[] = [];
  readonly #archived: InventorySlot[] = [];
  readonly #looks = new Map<string, string | null>();
  readonly #names = new Set<string>();
  readonly #repeatedIds = new Set<string>();
  #slots = 0;
  #repeated: Repeated | null = null;
  #largest: { size: number; reply: Reply } | null = null;

  get repeats(): number {
    return this.#repeated?.slots ?? 0;
  }

  /** Judges a page's slots one by one; `false` where it may be cited: the first, the largest, or one at fault. */
  page(data: readonly unknown[], reply: Reply): boolean {
    const before = this.#faults.size + this.repeats;
    if (this.#largest === null || data.length > this.#largest.size) this.#largest = { size: data.length, reply };
    const cursorFault = badCursor(reply);
    if (cursorFault !== null) this.#count('next_cursor', cursorFault);
    data.forEach((slot, index) => {
      this.#slot(slot, index, reply);
    });
    this.#slots += data.length;
    return this.#faults.size + this.repeats === before && this.#largest.reply !== reply;
  }

  walk(first: Reply, pages: number, end: WalkEnd): Walk {
    if (end.kind !== 'last-page') this.ids.partial = true;
    return {
      first,
      end,
      pages,
      slots: this.#slots,
      ids: this.ids,
      largestPage: this.#largest,
      faults: this.#faults,
      repeated: this.#repeated,
      looks: this.#looks,
      formats: this.#formats,
      bookable: [...this.#firstBookable, ...this.#lastBookable],
      archived: this.#archived,
    };
  }

  #slot(slot: unknown, index: number, reply: Reply): void {
    if (inventorySlot(slot)) this.#keep(slot);
    else {
      this.#blame(slot, index, reply);
      const usable = usableOf(slot);
      if (usable !== null) this.#keep(usable);
    }
    const id = member(slot, 'inventory_id');
    if (typeof id !== 'string' || id === '') {
      this.ids.partial = true;
      return;
    }
    if (this.ids.add(id)) {
      this.#look(slot, id);
      return;
    }
    if (this.#repeatedIds.size < REPEATED_IDS) this.#repeatedIds.add(id);
    const finding = {
      expected: 'a slot that was not listed before',
      actual: `${shown(id)} for the second time`,
      pointer: `/data/${index}/inventory_id`,
      replies: [reply],
    };
    this.#repeated = {
      finding: this.#repeated?.finding ?? finding,
      slots: this.repeats + 1,
      ids: this.#repeatedIds,
    };
  }

  #look(slot: unknown, id: string): void {
    const called = member(slot, 'name');
    // When no more are taken in, a slot can only look like one of the same name.
    if (this.#looks.size >= LOOKS && typeof called === 'string' && !this.#names.has(called)) return;
    const look = JSON.stringify(['name', 'sizes', 'format'].map((name) => member(slot, name)));
    if (this.#looks.has(look)) this.#looks.set(look, null);
    else if (this.#looks.size < LOOKS) {
      this.#looks.set(look, id);
      if (typeof called === 'string') this.#names.add(called);
    }
  }

  #keep(slot: InventorySlot): void {
    if (slot.format !== undefined && this.#formats.size < FORMATS) this.#formats.add(slot.format);
    if (slot.status === 'archived') {
      if (this.#archived.length < 5) this.#archived.push(slot);
    } else if (slot.sizes.some(isCreativeSize)) {
      if (this.#firstBookable.length < SAMPLE) this.#firstBookable.push(slot);
      else if (this.#lastBookable.push(slot) > SAMPLE) this.#lastBookable.shift();
    }
  }

  #blame(slot: unknown, index: number, reply: Reply): void {
    for (const fault of faultsOf(inventorySlot, slot)) {
      const name = fault.pointer.split('/')[1] ?? '';
      this.#count(name, {
        expected: `${fault.pointer === '' ? 'the slot' : fault.pointer.slice(1)}: ${fault.expected}`,
        actual: fault.actual,
        pointer: `/data/${index}${fault.place}`,
        replies: [reply],
      });
    }
  }

  #count(name: string, finding: Finding): void {
    const before = this.#faults.get(name);
    this.#faults.set(name, { finding: before?.finding ?? finding, slots: (before?.slots ?? 0) + 1 });
  }
}

/** Words for a slot that is not on offer, in spellings that the contract does not have. */
const OFF_OFFER = /archiv|inactiv|disab|delet|paus|off/i;

/** What of a faulty slot later chapters can work with: its id and sizes; `null` where they cannot. */
function usableOf(slot: unknown): InventorySlot | null {
  const id = member(slot, 'inventory_id');
  const given = member(slot, 'sizes');
  const sizes = (Array.isArray(given) ? given : []).filter(
    (size): size is string => typeof size === 'string' && isCreativeSize(size),
  );
  const status = member(slot, 'status');
  if (typeof id !== 'string' || id === '' || sizes.length === 0) return null;
  const offOffer = typeof status === 'string' && OFF_OFFER.test(status);
  return { inventory_id: id, name: '', sizes, ...(offOffer ? { status: 'archived' as const } : {}) };
}
