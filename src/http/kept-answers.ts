export interface Keepable {
  /** Drops the body. Checks that need it become inconclusive. */
  letGo(): void;
}

/** Limit in bytes for all large answers of a run: several times the inventory of a large publisher. */
const MOST_KEPT = 28 * 1024 * 1024;
/** Smaller answers, in bytes, do not count: hundreds of them would not make up for one that is large. */
const SMALL = 64 * 1024;
/** As many of the newest are never dropped, because they are about to be judged. */
const NEWEST = 2;

/** Limits the memory for the answers of a run. Beyond the limit, the oldest of the large ones are dropped. */
export class KeptAnswers {
  readonly #large = new Map<object, { readonly answer: Keepable; readonly weight: number }>();
  #weight = 0;

  /** Call this when an answer came, and when it takes more memory, such as for its parsed body. */
  weigh(answer: Keepable, weight: number): void {
    this.forget(answer);
    if (weight <= SMALL) return;
    this.#large.set(answer, { answer, weight });
    this.#weight += weight;
    for (const { answer: oldest } of [...this.#large.values()].slice(0, -NEWEST)) {
      if (this.#weight <= MOST_KEPT) return;
      this.forget(oldest);
      oldest.letGo();
    }
  }

  /** Call this for an answer that nothing will use any more. */
  forget(answer: object): void {
    this.#weight -= this.#large.get(answer)?.weight ?? 0;
    this.#large.delete(answer);
  }
}
