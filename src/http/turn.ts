/** Gives callers a turn one after the other, in the order in which they asked. */
export class Turn {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, with a function that ends it. */
  take(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    return before.then(() => end);
  }
}
