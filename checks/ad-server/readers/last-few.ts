/** The last items of all that pass by. */
export class LastFew<T> {
  readonly #most: number;
  readonly #kept: T[] = [];
  /** The place of the oldest. */
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The oldest first. */
  get items(): readonly T[] {
    return [...this.#kept.slice(this.#oldest), ...this.#kept.slice(0, this.#oldest)];
  }

  /** Takes an item in; the one that gives way to it, if any. */
  add(item: T): T | undefined {
    if (this.#kept.length < this.#most) {
      this.#kept.push(item);
      return undefined;
    }
    const oldest = this.#kept[this.#oldest];
    this.#kept[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % this.#most;
    return oldest;
  }
}
