import type { InventorySlot } from '../../../src/schema/generated/types.ts';

const MOST_IN_FRONT = 80;
const MOST_AT_END = 40;
/** Kinds of slots, by format and by unusual characters in ids, that are kept even if the front has none of them. */
const ODD_KINDS = 8;

export class SlotSample {
  readonly #front: InventorySlot[] = [];
  readonly #odd: InventorySlot[] = [];
  readonly #end: InventorySlot[] = [];
  readonly #kinds = new Set<string>();

  get slots(): readonly InventorySlot[] {
    return [...this.#front, ...this.#odd, ...this.#end];
  }

  add(slot: InventorySlot): void {
    const isNewKind = this.#addKind(slot);
    if (this.#front.length < MOST_IN_FRONT) this.#front.push(slot);
    else if (isNewKind) this.#odd.push(slot);
    else {
      this.#end.push(slot);
      if (this.#end.length > MOST_AT_END) this.#end.shift();
    }
  }

  /** Returns `false` if slots of this kind came before, or if no more of them are kept. */
  #addKind({ format, inventory_id: id }: InventorySlot): boolean {
    if (this.#odd.length === ODD_KINDS) return false;
    const before = this.#kinds.size;
    this.#kinds.add(`format ${format ?? ''}`).add(`letters ${oddLetters(id)}`);
    return this.#kinds.size > before;
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
