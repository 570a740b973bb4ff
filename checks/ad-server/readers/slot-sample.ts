import type { InventorySlot } from '../../../src/schema/generated/types.ts';

/** Slots to keep from the front, from the end and from in between. */
const MOST_PER_PART = 40;
/** Kinds of slots, by format and by unusual characters in ids, that are kept even if the front has none of them. */
const ODD_KINDS = 8;

/** A slot between the front and the end, and how many lie between the front and it. */
type Placed = readonly [place: number, InventorySlot];

export class SlotSample {
  readonly #front: InventorySlot[] = [];
  readonly #odd: Placed[] = [];
  readonly #between = new EvenSample<Placed>(MOST_PER_PART);
  readonly #end: InventorySlot[] = [];
  readonly #formats = new Set<string | undefined>();
  readonly #letters = new Set(['']);
  #passed = 0;

  get slots(): readonly InventorySlot[] {
    if (this.#end.length > MOST_PER_PART) this.#pass();
    const between = new Map([...this.#odd, ...this.#between.items]);
    const inOrder = [...between].sort(([one], [other]) => one - other).map(([, slot]) => slot);
    return [...this.#front, ...inOrder, ...this.#end];
  }

  add(slot: InventorySlot): void {
    if (this.#front.length < MOST_PER_PART) {
      this.#front.push(slot);
      this.#isOdd(slot);
      return;
    }
    // Several at once: a list may have a million slots.
    if (this.#end.push(slot) > 3 * MOST_PER_PART) this.#pass();
  }

  /** Moves all but the last slots from the end to those in between. */
  #pass(): void {
    for (const passed of this.#end.splice(0, this.#end.length - MOST_PER_PART)) {
      const placed: Placed = [this.#passed++, passed];
      this.#between.add(placed);
      if (this.#odd.length < ODD_KINDS && this.#isOdd(passed)) this.#odd.push(placed);
    }
  }

  /** Whether a slot is the first of its kind. Remembers the kind. */
  #isOdd({ format, inventory_id: id }: InventorySlot): boolean {
    const letters = oddLetters(id);
    if (this.#formats.has(format) && this.#letters.has(letters)) return false;
    this.#formats.add(format);
    this.#letters.add(letters);
    return true;
  }
}

/** An even sample that is the same for the same list: first every item, then every second, then every fourth. */
export class EvenSample<T> {
  readonly #most: number;
  #kept: T[] = [];
  #step = 1;
  #seen = 0;

  /** Keeps between half of `most` and `most` items of a long list. */
  constructor(most: number) {
    this.#most = most;
  }

  get items(): readonly T[] {
    return this.#kept;
  }

  add(item: T): void {
    if (this.#seen++ % this.#step !== 0) return;
    this.#kept.push(item);
    if (this.#kept.length <= this.#most) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#step *= 2;
  }
}

/** Most ids look like this and need no closer look: there may be hundreds of thousands. */
const PLAIN = /^(?!0\d)[\w-]{0,64}$/;

/** What is unusual in an id: characters other than letters, digits, `-` and `_`; a leading zero; a great length. */
export function oddLetters(id: string): string {
  if (PLAIN.test(id)) return '';
  const odd = [...(id.match(/[^\w-]/gu) ?? [])].map((letter) => (/\p{ASCII}/u.test(letter) ? letter : 'beyond ASCII'));
  return [...new Set(odd)].sort().join('') + (/^0\d/.test(id) ? ' 0' : '') + (id.length > 64 ? ' long' : '');
}
