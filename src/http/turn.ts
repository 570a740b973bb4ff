/** Lets one after the other have a turn, in the order in which they asked for it. */
export class Turn {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the turn has come, with what ends it. */
  take(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    return before.then(() => end);
  }
}
