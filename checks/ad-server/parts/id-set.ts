import { randomBytes } from 'node:crypto';

/** Up to so many ids are kept as they are, so that two lists can be compared in both directions. */
const LISTED = 5000;

/**
 * A set of ids that stays small: beyond a few thousand it keeps a salted 53-bit hash of each in 8 bytes. Two of a
 * million different ids then look alike in one of 18,000 runs, and a second reading, with another salt, tells.
 */
export class IdSet {
  /** Whether more ids are known to exist than were taken in. */
  partial = false;
  readonly #salt = randomBytes(4).readUInt32LE();
  #slots = new Float64Array(1 << 14);
  #size = 0;
  #listed: string[] | null = [];

  get size(): number {
    return this.#size;
  }

  /** All ids, in the order they came; `null` where there are too many to keep. */
  get listed(): readonly string[] | null {
    return this.#listed;
  }

  /** Takes an id in; `false` where it was there already. */
  add(id: string): boolean {
    const hash = this.#hash(id);
    const place = this.#place(hash);
    if (this.#slots[place] !== 0) return false;
    this.#slots[place] = hash;
    if (++this.#size > LISTED) this.#listed = null;
    this.#listed?.push(id);
    if (this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  has(id: string): boolean {
    return this.#slots[this.#place(this.#hash(id))] !== 0;
  }

  /** The slot that holds a hash, or the free one where it belongs. */
  #place(hash: number): number {
    const mask = this.#slots.length - 1;
    let place = hash % this.#slots.length;
    while (this.#slots[place] !== 0 && this.#slots[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 4);
    for (const hash of old) if (hash !== 0) this.#slots[this.#place(hash)] = hash;
  }

  /** Two rounds of 32-bit mixing make 53 bits; never 0, which marks a free slot. */
  #hash(id: string): number {
    let one = 0xdeadbeef ^ this.#salt;
    let two = 0x41c6ce57 ^ this.#salt;
    for (let index = 0; index < id.length; index++) {
      const unit = id.charCodeAt(index);
      one = Math.imul(one ^ unit, 2654435761);
      two = Math.imul(two ^ unit, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return 4294967296 * (2097151 & two) + (one >>> 0) || 1;
  }
}
