import { randomBytes } from 'node:crypto';

/** Up to this many ids are kept as they are, so that two lists can be compared in both directions. */
const LISTED = 5000;
/** Beyond this many, ids are counted but not kept. */
const MOST = 1 << 20;
/** Marks a used place, above the 21 bits of a hash's upper half. */
const TAKEN = 1 << 21;

/**
 * A set of ids that stays small. Beyond a few thousand ids it keeps a salted 53-bit hash of each, in 8 bytes. Among a
 * million ids, two different ones then collide in one of 18,000 runs; a second reading uses another salt and does not.
 */
export class IdSet {
  /** Whether more ids exist than were added. */
  partial = false;
  readonly #salt = randomBytes(4).readInt32LE();
  /** The halves of each hash side by side, at the place that the lower half gives or the next free one. */
  #halves = new Int32Array(2 << 14);
  #size = 0;
  #listed: string[] | null = [];
  #lower = 0;
  #upper = 0;

  get size(): number {
    return this.#size;
  }

  /** All ids, in the order they came; `null` if there are too many to keep. */
  get listed(): readonly string[] | null {
    return this.#listed;
  }

  /** Returns `false` if the id is in the set already. */
  add(id: string): boolean {
    if (this.#size >= MOST) return this.#count(id);
    this.#hash(id);
    if (!put(this.#halves, this.#lower, this.#upper)) return false;
    if (++this.#size > LISTED) this.#listed = null;
    this.#listed?.push(id);
    if (this.#size * 4 > this.#halves.length) this.#grow();
    return true;
  }

  #count(id: string): boolean {
    if (this.has(id)) return false;
    this.partial = true;
    this.#size += 1;
    return true;
  }

  has(id: string): boolean {
    this.#hash(id);
    return this.#halves[placeOf(this.#halves, this.#lower, this.#upper)] !== 0;
  }

  #grow(): void {
    const old = this.#halves;
    this.#halves = new Int32Array(old.length * 2);
    for (let place = 0; place < old.length; place += 2) {
      const upper = old[place] ?? 0;
      if (upper !== 0) put(this.#halves, old[place + 1] ?? 0, upper);
    }
  }

  /** Two rounds of 32-bit mixing make 53 bits. */
  #hash(id: string): void {
    let one = 0xdeadbeef ^ this.#salt;
    let two = 0x41c6ce57 ^ this.#salt;
    for (let index = 0; index < id.length; index++) {
      const unit = id.charCodeAt(index);
      one = Math.imul(one ^ unit, 2654435761);
      two = Math.imul(two ^ unit, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    this.#lower = one;
    this.#upper = (two & (TAKEN - 1)) | TAKEN;
  }
}

/** Returns `false` if the hash is in the table already. */
function put(halves: Int32Array, lower: number, upper: number): boolean {
  const place = placeOf(halves, lower, upper);
  if (halves[place] !== 0) return false;
  halves[place] = upper;
  halves[place + 1] = lower;
  return true;
}

/** The place of a hash in a table, or the free place for it. */
function placeOf(halves: Int32Array, lower: number, upper: number): number {
  const mask = halves.length - 1;
  let place = (lower << 1) & mask;
  while (halves[place] !== 0 && (halves[place] !== upper || halves[place + 1] !== lower)) place = (place + 2) & mask;
  return place;
}
