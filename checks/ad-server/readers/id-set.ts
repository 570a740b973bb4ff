/** All ids together may take so much memory, in bytes or so: a million and a half, as long as a UUID. */
const MOST = 96e6;
/** What an entry of a set takes besides the characters. */
const ENTRY = 28;

/** A set of ids from a service, in the order they came. Only a hostile service has more than are kept. */
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
