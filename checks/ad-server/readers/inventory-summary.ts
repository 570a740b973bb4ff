import type { Finding } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isCreativeSize } from '../../../src/contract/creative-size.ts';
import { faultsOf, shown } from '../../../src/schema/faults.ts';
import { inventorySlot } from '../../../src/schema/generated/validators.js';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { member, valueAt } from '../../json.ts';
import { EvenSample } from './even-sample.ts';
import { IdSet } from './id-set.ts';
import { LastFew } from './last-few.ts';
import { oddLetters } from '../values/odd-slots.ts';

/** What pages of the inventory showed: little of it is kept, however long the list. */
export interface Seen {
  readonly slots: number;
  readonly ids: IdSet;
  readonly largestPage: { readonly size: number; readonly reply: Reply } | null;
  /** The first fault of each member of a slot, and how many slots have one. */
  readonly faults: ReadonlyMap<string, { readonly finding: Finding; readonly slots: number }>;
  readonly repeated: Repeated | null;
  /** Id by all else about a slot, for the first thousand; `null` where several slots look alike. */
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

/** A look at so many slots from the front, from the end and from between is kept for later chapters. */
const SAMPLE = 40;
/** One slot of so many kinds, by format and by what stands out in ids, that the front has none of: they may lie between. */
const KINDS_BETWEEN = 8;
const FORMATS = 200;
/** The first ones, and the last. */
const ARCHIVED = 5;
const LOOKS = 1000;
const REPEATED_IDS = 500;

/** A slot between the front and the end, by how many there are before it. */
interface Placed {
  readonly place: number;
  readonly slot: InventorySlot;
}

/** What a walk has seen so far. */
export class Sight {
  readonly ids = new IdSet();
  readonly #faults = new Map<string, { finding: Finding; slots: number }>();
  readonly #formats = new Set<string>();
  readonly #firstBookable: InventorySlot[] = [];
  readonly #betweenOfKinds: Placed[] = [];
  readonly #between = new EvenSample<Placed>(SAMPLE);
  readonly #lastBookable = new LastFew<InventorySlot>(SAMPLE);
  readonly #sampledFormats = new Set<string | undefined>();
  readonly #sampledLetters = new Set(['']);
  readonly #archived: InventorySlot[] = [];
  #passedBy = 0;
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
    for (let index = 0; index < data.length; index++) this.#slot(data[index], index, reply);
    this.#slots += data.length;
    return this.#faults.size + this.repeats === before && this.#largest.reply !== reply;
  }

  /** All that was seen, of a list that was read to its end or `partly`. */
  all({ partly }: { readonly partly: boolean }): Seen {
    if (partly) this.ids.partial = true;
    return {
      slots: this.#slots,
      ids: this.ids,
      largestPage: this.#largest,
      faults: this.#faults,
      repeated: this.#repeated,
      looks: this.#looks,
      formats: this.#formats,
      bookable: [...this.#firstBookable, ...this.#sampleBetween(), ...this.#lastBookable.items],
      archived: this.#archived,
    };
  }

  #slot(slot: unknown, index: number, reply: Reply): void {
    if (inventorySlot(slot)) {
      this.#keep(slot);
      this.#list(slot, slot.inventory_id, slot.name, index, reply);
      return;
    }
    this.#blame(slot, index, reply);
    const usable = usableOf(slot);
    if (usable !== null) this.#keep(usable);
    const id = member(slot, 'inventory_id');
    if (typeof id === 'string' && id !== '') this.#list(slot, id, member(slot, 'name'), index, reply);
    else this.ids.partial = true;
  }

  /** Takes in the id of a slot, and how the slot looks; an id that was listed before is repeated. */
  #list(slot: unknown, id: string, name: unknown, index: number, reply: Reply): void {
    if (this.ids.add(id)) {
      this.#look(slot, id, name);
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

  #look(slot: unknown, id: string, name: unknown): void {
    // When no more are taken in, a slot can only look like one of the same name.
    if (this.#looks.size >= LOOKS && typeof name === 'string' && !this.#names.has(name)) return;
    const look = JSON.stringify([name, member(slot, 'sizes'), member(slot, 'format')]);
    if (this.#looks.has(look)) this.#looks.set(look, null);
    else if (this.#looks.size < LOOKS) {
      this.#looks.set(look, id);
      if (typeof name === 'string') this.#names.add(name);
    }
  }

  #keep(slot: InventorySlot): void {
    if (slot.format !== undefined && this.#formats.size < FORMATS) this.#formats.add(slot.format);
    if (slot.status === 'archived') {
      if (this.#archived.length === ARCHIVED) this.#archived.pop();
      this.#archived.push(slot);
    } else if (slot.sizes.length > 0) {
      if (this.#firstBookable.length < SAMPLE) {
        this.#firstBookable.push(slot);
        this.#sampledFormats.add(slot.format);
        this.#sampledLetters.add(oddLetters(slot.inventory_id));
      } else this.#passBy(this.#lastBookable.add(slot));
    }
  }

  /** Keeps a slot that lies between front and end if it is the first of its kind, or one of the sample. */
  #passBy(slot: InventorySlot | undefined): void {
    if (slot === undefined) return;
    const placed = { place: this.#passedBy++, slot };
    this.#between.add(placed);
    if (this.#betweenOfKinds.length >= KINDS_BETWEEN) return;
    const letters = oddLetters(slot.inventory_id);
    if (this.#sampledFormats.has(slot.format) && this.#sampledLetters.has(letters)) return;
    this.#betweenOfKinds.push(placed);
    this.#sampledFormats.add(slot.format);
    this.#sampledLetters.add(letters);
  }

  #sampleBetween(): InventorySlot[] {
    const placed = new Map([...this.#betweenOfKinds, ...this.#between.items].map(({ place, slot }) => [place, slot]));
    return [...placed].sort(([one], [other]) => one - other).map(([, slot]) => slot);
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

/** The finding for a `next_cursor` that is neither a cursor nor the sign of the last page. */
function badCursor(reply: Reply): Finding | null {
  const cursor = valueAt(reply, 'next_cursor');
  if (cursor === undefined || cursor === null || (typeof cursor === 'string' && cursor !== '')) return null;
  return {
    expected: 'a string that is not empty, or on the last page null or no member at all',
    actual: shown(cursor),
    pointer: '/next_cursor',
    replies: [reply],
  };
}
