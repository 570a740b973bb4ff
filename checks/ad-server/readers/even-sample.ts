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
