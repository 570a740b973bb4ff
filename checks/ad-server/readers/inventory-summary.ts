import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { blockedBy, type Finding } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isCreativeSize } from '../../../src/contract/creative-size.ts';
import { faultsOf, shown } from '../../../src/schema/faults.ts';
import { inventorySlot } from '../../../src/schema/generated/validators.js';
import { isObject, member, valueAt } from '../../json.ts';
import { differs, withFacts } from '../../../src/engine/expect.ts';

/** About the bytes that all ids may take: a million that are as long as a UUID. */
const MOST = 66e6;
/** Bytes of an entry besides its characters. */
const ENTRY = 28;

/** Ids in the order they came. Only a hostile service has more than are kept. */
export class IdSet {
  /** Whether more ids exist than are kept. */
  partial = false;
  readonly #ids = new Set<string>();
  #left = MOST;
  #beyond = 0;

  get size(): number {
    return this.#ids.size + this.#beyond;
  }

  /** All ids; `null` if there are too many to keep. */
  get listed(): readonly string[] | null {
    return this.#beyond > 0 ? null : [...this.#ids];
  }

  /** Returns `false` if the id is in the set already. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#left -= ENTRY + id.length;
    if (this.#left >= 0) this.#ids.add(id);
    else {
      this.#beyond += 1;
      this.partial = true;
    }
    return true;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}

/** What is kept of the pages. It stays small however long the list is. */
interface InventorySummary {
  readonly slots: number;
  readonly ids: IdSet;
  readonly largestPage: { readonly size: number; readonly reply: Reply } | null;
  readonly faults: ReadonlyMap<string, SlotFault>;
  /** Slots on two pages. */
  readonly repeated: Repeated | null;
  /** Slots twice on one page. */
  readonly repeatedOnPage: Repeated | null;
  /** The ids of the first thousand slots by everything else about them; `null` if several slots look the same. */
  readonly looks: ReadonlyMap<string, string | null>;
  readonly formats: ReadonlySet<string>;
  /** The first slots, and the very last one. */
  readonly bookable: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
  /** The slots with requested ids, wherever they are in the list. */
  readonly wanted: ReadonlyMap<string, InventorySlot>;
}

/** The first finding about a member, how many slots have one, and the position of the last, from 1. */
export interface SlotFault {
  readonly finding: Finding;
  readonly slots: number;
  readonly last: number;
}

export interface Repeated {
  readonly finding: Finding;
  readonly slots: number;
  readonly ids: Set<string>;
}

export type WalkEnd =
  | { readonly kind: 'last-page' | 'looked-enough' }
  | { readonly kind: 'circle' | 'too-long' | 'no-page'; readonly finding: Finding }
  | { readonly kind: 'unanswered'; readonly finding: Finding; readonly reply: Reply };

export interface Walk extends InventorySummary {
  readonly first: Reply;
  readonly end: WalkEnd;
  readonly pages: number;
  /** The last page of several, if the walk came to it: the cursor that led there, and its slots. */
  readonly lastPage: { readonly cursor: string; readonly slots: number } | null;
}

/** Where no slot can be forecast or booked: waits for the rule that every slot breaks. */
export function expectUsableSlots({ faults, slots }: Pick<Walk, 'faults' | 'slots'>): void {
  const isEvery = (name: string) => slots > 0 && faults.get(name)?.slots === slots;
  if (isEvery('inventory_id')) blockedBy({ id: 'inventory.slot-id' });
  if (isEvery('sizes')) blockedBy({ id: 'inventory.slot-sizes' });
}

const MOST_FORMATS = 200;
const MOST_BOOKABLE = 1000;
const MOST_ARCHIVED = 5;
const MOST_LOOKS = 1000;
export const MOST_REPEATED_IDS = 500;

/** Slots with longer ids are passed over: hundreds of requests would repeat them. */
const LONGEST_ID = 10_000;

export class SummaryBuilder implements InventorySummary {
  slots = 0;
  readonly ids = new IdSet();
  largestPage: InventorySummary['largestPage'] = null;
  readonly faults = new Map<string, SlotFault>();
  repeated: Repeated | null = null;
  repeatedOnPage: Repeated | null = null;
  readonly looks = new Map<string, string | null>();
  readonly formats = new Set<string>();
  readonly bookable: InventorySlot[] = [];
  readonly archived: InventorySlot[] = [];
  readonly wanted = new Map<string, InventorySlot>();
  readonly #wantedIds: ReadonlySet<string>;
  /** The ids on this page so far, collected only if one repeats. */
  #idsOnPage: Set<unknown> | null = null;
  readonly #namesOfLooks = new Set<unknown>();
  /** The last page before this one. */
  #before: readonly unknown[] = [];
  #pages = 0;
  /** How many pages begin with the last slot of the page before. */
  #overlaps = 0;

  constructor(wanted: readonly string[] = []) {
    this.#wantedIds = new Set(wanted);
  }

  get repeats(): number {
    return this.repeated?.slots ?? 0;
  }

  get #findings(): number {
    return this.faults.size + this.repeats + (this.repeatedOnPage?.slots ?? 0);
  }

  /** Adds a page. Returns `false` if findings may cite it: the first, the largest, or one with a fault. */
  addPage(data: readonly unknown[], reply: Reply): boolean {
    const before = this.#findings;
    this.#idsOnPage = null;
    if (this.largestPage === null || data.length > this.largestPage.size)
      this.largestPage = { size: data.length, reply };
    const cursorFault = badCursor(reply);
    if (cursorFault !== null) this.#addFault('next_cursor', cursorFault, 0);
    for (let index = 0; index < data.length; index++) this.#addSlot(data, index, reply);
    this.slots += data.length;
    this.#before = data;
    this.#pages++;
    return this.#findings === before && this.largestPage.reply !== reply;
  }

  closed({ isWhole }: { readonly isWhole: boolean }): InventorySummary {
    if (!isWhole) this.ids.partial = true;
    if (
      this.repeated !== null &&
      this.repeatedOnPage === null &&
      this.repeated.finding.found.slip === undefined &&
      this.#overlaps > 0 &&
      this.#overlaps === this.#pages - 1
    ) {
      this.repeated = { ...this.repeated, finding: withFacts(this.repeated.finding, { slip: 'overlap' }) };
    }
    return this;
  }

  #addSlot(data: readonly unknown[], index: number, reply: Reply): void {
    const slot = data[index];
    const isValid = inventorySlot(slot);
    const id = isValid ? slot.inventory_id : member(slot, 'inventory_id');
    if (typeof id === 'string' && id.length > LONGEST_ID) {
      this.ids.partial = true;
      return;
    }
    for (const { pointer, place, expected, actual } of isValid ? [] : faultsOf(inventorySlot, slot)) {
      const what = pointer === '' ? 'the slot' : pointer.slice(1);
      const at = `/data/${index}${place}`;
      const fix = slot === null ? { fix: FIX_OF_NULL } : {};
      const finding = differs({ expected: `${what}: ${expected}`, actual, pointer: at, replies: [reply], ...fix });
      this.#addFault(pointer.split('/')[1] ?? '', finding, index);
    }
    const usable = isValid ? slot : usableOf(slot);
    if (usable !== null) this.#keep(usable);
    if (typeof id === 'string' && id !== '') this.#list(data, id, index, reply);
    else this.ids.partial = true;
  }

  #list(data: readonly unknown[], id: string, index: number, reply: Reply): void {
    if (this.ids.add(id)) {
      this.#idsOnPage?.add(id);
      this.#addLook(data[index], id);
      return;
    }
    this.#idsOnPage ??= new Set(data.slice(0, index).map((slot) => member(slot, 'inventory_id')));
    const isOnPage = this.#idsOnPage.has(id);
    this.#idsOnPage.add(id);
    // Of pages with one slot, each may be the first page again.
    if (index === 0 && this.#before.length > 1 && member(this.#before.at(-1), 'inventory_id') === id) this.#overlaps++;
    const finding = differs({
      expected: 'a slot that was not listed before',
      actual: `${shown(id)} for the second time`,
      slip: this.repeated === null && this.#isSplit(data[index], id) ? 'joined-rows' : undefined,
      pointer: `/data/${index}/inventory_id`,
      replies: [reply],
    });
    if (isOnPage) this.repeatedOnPage = onceMore(this.repeatedOnPage, id, finding);
    else this.repeated = onceMore(this.repeated, id, finding);
  }

  /** Whether the page before lists the slot with other sizes alone. */
  #isSplit(slot: unknown, id: string): boolean {
    const earlier = this.#before.find((one) => member(one, 'inventory_id') === id);
    const [sizes, others] = [member(earlier, 'sizes'), member(slot, 'sizes')];
    if (!Array.isArray(sizes) || !Array.isArray(others)) return false;
    return sizes.length > 0 && others.length > 0 && !sizes.some((size) => others.includes(size));
  }

  #addLook(slot: unknown, id: string): void {
    if (!isObject(slot)) return;
    const { name, sizes, format } = slot;
    const isFull = this.looks.size >= MOST_LOOKS;
    // There may be a million slots: once the map is full, only those with a known name are compared.
    if (isFull && !this.#namesOfLooks.has(name)) return;
    const look = JSON.stringify([name, sizes, format]);
    if (this.looks.has(look)) this.looks.set(look, null);
    else if (!isFull) this.looks.set(look, id);
    this.#namesOfLooks.add(name);
  }

  #keep(slot: InventorySlot): void {
    if (this.#wantedIds.has(slot.inventory_id)) this.wanted.set(slot.inventory_id, slot);
    if (slot.format !== undefined && this.formats.size < MOST_FORMATS) this.formats.add(slot.format);
    if (slot.status === 'archived') this.archived[Math.min(this.archived.length, MOST_ARCHIVED - 1)] = slot;
    else if (slot.sizes.length > 0) this.bookable[Math.min(this.bookable.length, MOST_BOOKABLE - 1)] = slot;
  }

  #addFault(name: string, finding: Finding, index: number): void {
    const { finding: first = finding, slots = 0, last = 0 } = this.faults.get(name) ?? {};
    const place = this.slots + index + 1;
    // A slot may have several faults in one member.
    this.faults.set(name, { finding: first, slots: slots + (place === last ? 0 : 1), last: place });
  }
}

const FIX_OF_NULL =
  'Fill every element of `data` with a slot: an array that is allocated longer than it is filled ends in `null`, and a row that is left out of the page still takes its place.';

function onceMore(before: Repeated | null, id: string, finding: Finding): Repeated {
  const { slots, ids, ...first } = before ?? { finding, slots: 0, ids: new Set<string>() };
  return { ...first, slots: slots + 1, ids: ids.size < MOST_REPEATED_IDS ? ids.add(id) : ids };
}

/** Words with which services mark slots that are not on offer. */
const OFF_OFFER = /archiv|inactiv|disab|delet|paus|off/i;

/** The id and sizes of a faulty slot, with which other modules can work; `null` if it lacks them. */
function usableOf(slot: unknown): InventorySlot | null {
  const id = member(slot, 'inventory_id');
  const given = member(slot, 'sizes');
  const sizes = (Array.isArray(given) ? given : []).filter(
    (size): size is string => typeof size === 'string' && isCreativeSize(size),
  );
  const status = member(slot, 'status');
  if (typeof id !== 'string' || id === '' || sizes.length === 0) return null;
  const isOffOffer = typeof status === 'string' && OFF_OFFER.test(status);
  return { inventory_id: id, name: '', sizes, ...(isOffOffer && { status: 'archived' as const }) };
}

function badCursor(reply: Reply): Finding | null {
  const cursor = valueAt(reply, 'next_cursor');
  if (cursor === undefined || cursor === null || (typeof cursor === 'string' && cursor !== '')) return null;
  return differs({
    expected: 'a non-empty string, or on the last page null or no member at all',
    actual: shown(cursor),
    pointer: '/next_cursor',
    replies: [reply],
  });
}
