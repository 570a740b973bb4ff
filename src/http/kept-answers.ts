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
/** As many of the newest pages, and of the newest others, are never cut, because they are about to be judged. */
const NEWEST = 2;
/** Lighter answers, in bytes, are never cut: hundreds of them would not make up for one that is large. */
const LIGHT = 16 * 1024;
/** A larger body, in bytes, is not kept as a page. */
const LARGE = 1024 * 1024;

/**
 * Limits the memory for the answers of a run. Beyond the limit the largest are dropped first, and the oldest of equal
 * ones.
 */
export class KeptAnswers {
  /** Roughly in order of arrival. The references are weak, so answers need not be released explicitly. */
  #answers: WeakRef<Keepable>[] = [];
  /**
   * The latest pages, before there is a weak reference to them: what such a reference points to is kept by the quick
   * collections of memory, and a walk over a large inventory needs each page only for a moment.
   */
  #pages: Keepable[] = [];
  /** The sum of all weights since the last clean-up, including answers that were garbage-collected since. */
  #weight = 0;

  add(answer: Keepable): void {
    if (answer.weight > LARGE) this.#answers.push(new WeakRef(answer));
    else this.#pages.push(answer);
    const oldest = this.#pages.length > NEWEST ? this.#pages.shift() : undefined;
    if (oldest !== undefined) this.#answers.push(new WeakRef(oldest));
    this.grown(answer.weight);
  }

  /** Call this soon after an answer came, if nothing will use it any more. */
  forget(answer: Keepable): void {
    if (!this.#pages.includes(answer)) return;
    this.#pages = this.#pages.filter((page) => page !== answer);
    this.#weight -= answer.weight;
  }

  /** Call this when an answer takes more memory, such as for its parsed body. */
  grown(bytes: number): void {
    this.#weight += bytes;
    if (this.#weight > MOST_KEPT) this.#bound();
  }

  #bound(): void {
    const kept = this.#answers.flatMap((answer) => answer.deref() ?? []);
    this.#answers = kept.map((answer) => new WeakRef(answer));
    this.#weight = [...kept, ...this.#pages].reduce((sum, { weight }) => sum + weight, 0);
    // The sort is stable, so equally large answers stay in order of age.
    const heavy = kept.slice(0, -NEWEST).filter(({ weight }) => weight > LIGHT);
    const largest = heavy.sort((one, other) => other.weight - one.weight);
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
