export interface Keepable {
  /** Approximate memory in bytes while it is kept whole. */
  readonly weight: number;
  lighten(): void;
  /** Drops the body altogether. Checks that need it become inconclusive. */
  letGo(): void;
}

/** Limit in bytes for all large answers of a run: several times the inventory of a large publisher. */
const MOST_KEPT = 28 * 1024 * 1024;
/** Smaller answers, in bytes, do not count: hundreds of them would not make up for one that is large. */
const SMALL = 64 * 1024;
/** As many of the newest are never cut, because they are about to be judged. */
const NEWEST = 2;

/** Limits the memory for the answers of a run. Beyond the limit the largest are dropped first, and of these the oldest. */
export class KeptAnswers {
  readonly #large = new Map<Keepable, number>();
  #weight = 0;

  /** Call this when an answer came, and when it takes more memory, such as for its parsed body. */
  weigh(answer: Keepable): void {
    this.#count(answer);
    if (this.#weight <= MOST_KEPT) return;
    // The sort is stable, so equally large answers stay in order of age.
    const largest = [...this.#large.keys()].slice(0, -NEWEST).sort((one, other) => other.weight - one.weight);
    for (const way of ['lighten', 'letGo'] as const)
      for (const each of largest) {
        // Three quarters of the limit, so that not every further answer is too much.
        if (this.#weight <= MOST_KEPT * 0.75) return;
        each[way]();
        this.#count(each);
      }
  }

  /** Call this for an answer that nothing will use any more. */
  forget(answer: Keepable): void {
    this.#weight -= this.#large.get(answer) ?? 0;
    this.#large.delete(answer);
  }

  #count(answer: Keepable): void {
    const weight = answer.weight > SMALL ? answer.weight : 0;
    this.#weight += weight - (this.#large.get(answer) ?? 0);
    if (weight > 0) this.#large.set(answer, weight);
    else this.#large.delete(answer);
  }
}
