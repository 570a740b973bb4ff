/** An answer that can give memory back. */
export interface Keepable {
  /** Approximate memory in bytes while it is kept whole. */
  readonly weight: number;
  /** Drops what judging does not need. */
  lighten(): void;
  /** Drops the body altogether. Checks that need it become inconclusive. */
  letGo(): void;
}

/** Limit in bytes for all answers in use: several times the inventory of a large publisher. */
const MOST_KEPT = 28 * 1024 * 1024;
/** The newest answers are never cut, because they are about to be judged. */
const NEWEST = 2;
/** Smaller bodies, in bytes, are not counted: those of all requests of a run together take little memory. */
const SMALL = 4 * 1024;

/**
 * Limits the memory for the answers of a run. Beyond the limit the largest are dropped first, and the oldest of equal
 * ones.
 */
export class KeptAnswers {
  /**
   * All but the newest, in order of arrival. The references are weak, so answers need not be released explicitly. But
   * what is referred to like this is kept by all collections of young memory, which makes each of them slower.
   */
  #older: WeakRef<Keepable>[] = [];
  #newest: Keepable[] = [];
  /** The sum of all weights since the last clean-up, including answers that were garbage-collected since. */
  #weight = 0;

  add(answer: Keepable): void {
    if (answer.weight < SMALL) return;
    const passed = this.#newest.length < NEWEST ? undefined : this.#newest.shift();
    if (passed !== undefined) this.#older.push(new WeakRef(passed));
    this.#newest.push(answer);
    this.grown(answer.weight);
  }

  /** Call this if an answer is among the newest but of no more use. */
  forget(answer: Keepable): void {
    if (!this.#newest.includes(answer)) return;
    this.#newest = this.#newest.filter((each) => each !== answer);
    this.#weight -= answer.weight;
  }

  /** Call this when an answer takes more memory, such as for its parsed body. */
  grown(bytes: number): void {
    this.#weight += bytes;
    if (this.#weight > MOST_KEPT) this.#bound();
  }

  #bound(): void {
    const older = this.#older.flatMap((answer) => answer.deref() ?? []);
    this.#older = older.map((answer) => new WeakRef(answer));
    this.#weight = [...older, ...this.#newest].reduce((sum, { weight }) => sum + weight, 0);
    // The sort is stable, so equally large answers stay in order of age.
    const largest = older.sort((one, other) => other.weight - one.weight);
    this.#lose(largest, (answer) => {
      answer.lighten();
    });
    this.#lose(largest, (answer) => {
      answer.letGo();
    });
  }

  /** Stops at three quarters of the limit, so that not every further answer triggers a clean-up. */
  #lose(answers: readonly Keepable[], lose: (answer: Keepable) => void): void {
    for (const answer of answers) {
      if (this.#weight <= MOST_KEPT * 0.75) return;
      this.#weight -= answer.weight;
      lose(answer);
      this.#weight += answer.weight;
    }
  }
}
