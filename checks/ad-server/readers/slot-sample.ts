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
  readonly #between = new EvenSample<InventorySlot>(MOST_PER_PART);
  #end: readonly InventorySlot[] = [];
  readonly #formats = new Set<string | undefined>();
  readonly #letters = new Set(['']);
  #passed = 0;

  get slots(): readonly InventorySlot[] {
    const between = new Map([...this.#odd, ...this.#between.items]);
    const inOrder = [...between].sort(([one], [other]) => one - other).map(([, slot]) => slot);
    return [...this.#front, ...inOrder, ...this.#end];
  }

  /** Adds the slots of a page. Not one by one, because a list may have a million. */
  add(page: readonly InventorySlot[]): void {
    const toFront = page.slice(0, MOST_PER_PART - this.#front.length);
    for (const slot of toFront) this.#isOdd(slot);
    this.#front.push(...toFront);
    const rest = this.#end.concat(page.slice(toFront.length));
    this.#pass(rest.slice(0, -MOST_PER_PART));
    this.#end = rest.slice(-MOST_PER_PART);
  }

  /** Adds slots to those in between. */
  #pass(slots: readonly InventorySlot[]): void {
    for (let index = 0; index < slots.length && this.#odd.length < ODD_KINDS; index++) {
      const slot = slots[index];
      if (slot !== undefined && this.#isOdd(slot)) this.#odd.push([this.#passed + index, slot]);
    }
    this.#between.add(slots);
    this.#passed += slots.length;
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
export class EvenSample<T extends object> {
  readonly #most: number;
  #kept: T[] = [];
  #step = 1;
  #seen = 0;

  /** Keeps between half of `most` and `most` items of a long list. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Each with its place in the list. */
  get items(): readonly (readonly [place: number, T])[] {
    return this.#kept.map((item, index) => [index * this.#step, item]);
  }

  add(items: readonly T[]): void {
    for (;;) {
      const next = items[this.#kept.length * this.#step - this.#seen];
      if (next === undefined) break;
      if (this.#kept.push(next) <= this.#most) continue;
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
      this.#step *= 2;
    }
    this.#seen += items.length;
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
