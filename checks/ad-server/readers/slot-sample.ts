import type { InventorySlot } from '../../../src/schema/generated/types.ts';

/** So many slots are kept from the front, from the end and from between. */
const MOST = 40;
/** One slot of so many kinds, by format and by what stands out in ids, that the front has none of: they may lie between. */
const ODD_KINDS = 8;

/** A slot between the front and the end, by how many there are before it. */
interface Placed {
  readonly place: number;
  readonly slot: InventorySlot;
}

/** Some slots of a list of any length, in its order. */
export class SlotSample {
  readonly #front: InventorySlot[] = [];
  readonly #odd: Placed[] = [];
  readonly #between = new EvenSample<Placed>(MOST);
  readonly #end: InventorySlot[] = [];
  readonly #formats = new Set<string | undefined>();
  readonly #letters = new Set(['']);
  #passed = 0;

  get slots(): readonly InventorySlot[] {
    const between = new Map([...this.#odd, ...this.#between.items].map(({ place, slot }) => [place, slot]));
    const inOrder = [...between].sort(([one], [other]) => one - other).map(([, slot]) => slot);
    return [...this.#front, ...inOrder, ...this.#end];
  }

  add(slot: InventorySlot): void {
    if (this.#front.length < MOST) {
      this.#front.push(slot);
      this.#isOdd(slot);
      return;
    }
    this.#end.push(slot);
    const passed = this.#end.length > MOST ? this.#end.shift() : undefined;
    if (passed === undefined) return;
    const placed = { place: this.#passed++, slot: passed };
    this.#between.add(placed);
    if (this.#odd.length < ODD_KINDS && this.#isOdd(passed)) this.#odd.push(placed);
  }

  /** Whether a slot is the first of its kind; the next such slot is not. */
  #isOdd({ format, inventory_id: id }: InventorySlot): boolean {
    const letters = oddLetters(id);
    if (this.#formats.has(format) && this.#letters.has(letters)) return false;
    this.#formats.add(format);
    this.#letters.add(letters);
    return true;
  }
}

/**
 * Some of what passes by, evenly spread, and the same of the same list: each item at first, then every second of them,
 * every fourth.
 */
export class EvenSample<T> {
  readonly #most: number;
  #kept: T[] = [];
  #step = 1;
  #seen = 0;

  /** Of at least half as many items as `most`, where there are. */
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

/** Of most ids nothing is looked for further: they are read by the hundred thousand. */
const PLAIN = /^(?!0\d)[\w-]{0,64}$/;

/** What stands out in an id: every character but letters, digits, `-` and `_`; a zero in front; an unusual length. */
export function oddLetters(id: string): string {
  if (PLAIN.test(id)) return '';
  const odd = [...(id.match(/[^\w-]/gu) ?? [])].map((letter) => (/\p{ASCII}/u.test(letter) ? letter : 'beyond ASCII'));
  return [...new Set(odd)].sort().join('') + (/^0\d/.test(id) ? ' 0' : '') + (id.length > 64 ? ' long' : '');
}
