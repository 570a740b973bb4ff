/** So many ids, and so many characters of them, are kept; ids beyond that are counted only. */
const MOST_IDS = 300_000;
const MOST_CHARACTERS = 32e6;

/** A set of ids from a service, in the order they came, of bounded size. */
export class IdSet {
  /** Whether more ids exist than are kept. */
  partial = false;
  readonly #ids = new Set<string>();
  #characters = 0;
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
    if (this.#ids.size < MOST_IDS && this.#characters + id.length <= MOST_CHARACTERS) {
      this.#ids.add(id);
      this.#characters += id.length;
    } else {
      this.#beyond += 1;
      this.partial = true;
    }
    return true;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
