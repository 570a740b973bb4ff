/** An answer as far as memory is concerned. */
export interface Keepable {
  /** About how many bytes it takes, as long as it is kept whole. */
  readonly weight: number;
  /** Lets go what can be done without. */
  lighten(): void;
  /** Lets its body go; what it was is not known any more. */
  letGo(): void;
}

/** All answers that are still in use may take so many bytes together: the inventory of a large publisher many times over. */
const MOST_KEPT = 28 * 1024 * 1024;
/** The newest answers stay whole: they are about to be judged. */
const NEWEST = 2;

/** Bounds what the answers of a run take together: beyond that the largest are let go, the oldest of them first. */
export class KeptAnswers {
  /** In the order in which they came. Weakly: who is done with an answer need not say so. */
  #answers: WeakRef<Keepable>[] = [];
  /** What they take together, as if none had been forgotten. */
  #weight = 0;

  add(answer: Keepable): void {
    this.#answers.push(new WeakRef(answer));
    this.grown(answer.weight);
  }

  /** An answer takes so many bytes more, such as those of its parsed body. */
  grown(bytes: number): void {
    this.#weight += bytes;
    if (this.#weight > MOST_KEPT) this.#bound();
  }

  #bound(): void {
    const kept = this.#answers.flatMap((answer) => answer.deref() ?? []);
    this.#answers = kept.map((answer) => new WeakRef(answer));
    this.#weight = kept.reduce((sum, { weight }) => sum + weight, 0);
    // Sorting keeps the order of age among equals.
    const largest = kept.slice(0, -NEWEST).sort((one, other) => other.weight - one.weight);
    this.#lose(largest, (answer) => {
      answer.lighten();
    });
    this.#lose(largest, (answer) => {
      answer.letGo();
    });
  }

  /** Makes answers lighter until there is some room: not every further answer should come here. */
  #lose(answers: readonly Keepable[], lose: (answer: Keepable) => void): void {
    for (const answer of answers) {
      if (this.#weight <= MOST_KEPT * 0.75) return;
      this.#weight -= answer.weight;
      lose(answer);
      this.#weight += answer.weight;
    }
  }
}
