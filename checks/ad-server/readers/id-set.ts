import { randomBytes } from 'node:crypto';

/** Up to this many ids are kept as they are, so that two lists can be compared in both directions. */
const LISTED = 5000;
/** Beyond this many, ids are counted but not kept. */
const MOST = 1 << 20;
/** The table is at most half full. Growing so, it ends with room for just twice `MOST`: 16 MB. */
const SMALLEST = 1 << 12;
const GROWTH = 8;

/**
 * A set of ids that stays small. Beyond a few thousand ids it keeps a salted 53-bit hash of each, in 8 bytes. Among a
 * million ids, two different ones then collide in one of 18,000 runs; a second reading uses another salt and does not.
 */
export class IdSet {
  /** Whether more ids exist than were added. */
  partial = false;
  readonly #salt = randomBytes(4).readInt32LE();
  /** Each hash at the place that its lower half gives, or at the next free one; 0 is free. */
  #hashes = new Float64Array(SMALLEST);
  #size = 0;
  #listed: string[] | null = [];

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
    if (!put(this.#hashes, this.#hash(id))) return false;
    if (++this.#size > LISTED) this.#listed = null;
    this.#listed?.push(id);
    if (this.#size * 2 > this.#hashes.length) this.#grow();
    return true;
  }

  #count(id: string): boolean {
    if (this.has(id)) return false;
    this.partial = true;
    this.#size += 1;
    return true;
  }

  has(id: string): boolean {
    const hash = this.#hash(id);
    return this.#hashes[placeOf(this.#hashes, hash)] === hash;
  }

  #grow(): void {
    const old = this.#hashes;
    this.#hashes = new Float64Array(old.length * GROWTH);
    for (const hash of old) if (hash !== 0) put(this.#hashes, hash);
  }

  /** Two rounds of 32-bit mixing make 53 bits, never 0. */
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
    return (two & (2 ** 21 - 1)) * 2 ** 32 + (one >>> 0) || 1;
  }
}

function put(hashes: Float64Array, hash: number): boolean {
  const place = placeOf(hashes, hash);
  if (hashes[place] === hash) return false;
  hashes[place] = hash;
  return true;
}

/** The place of a hash in a table, or the free place for it. */
function placeOf(hashes: Float64Array, hash: number): number {
  const mask = hashes.length - 1;
  let place = hash & mask;
  while (hashes[place] !== 0 && hashes[place] !== hash) place = (place + 1) & mask;
  return place;
}
