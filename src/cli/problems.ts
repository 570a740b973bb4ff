import { UsageError } from '../settings.ts';

type Readers = Readonly<Record<string, () => unknown>>;
/** What was read; a member that cannot be used is `undefined`. */
type Values<T extends Readers> = { [K in keyof T]: Awaited<ReturnType<T[K]>> | undefined };

/** Collects what is wrong with the settings, so that all of it is said at once. */
export class Problems {
  readonly #messages: string[] = [];

  /** Reads each setting, whatever is wrong with the others. */
  async all<T extends Readers>(readers: T): Promise<Values<T>> {
    const entries: [string, unknown][] = [];
    for (const [name, read] of Object.entries(readers)) {
      try {
        entries.push([name, await read()]);
      } catch (error) {
        this.#note(error);
      }
    }
    return Object.fromEntries(entries) as Values<T>; // Each member comes from the reader of its name.
  }

  /** Makes sure of something that gives no value, or one that is read again later. */
  check(assert: () => unknown): void {
    try {
      assert();
    } catch (error) {
      this.#note(error);
    }
  }

  /** @throws UsageError naming every problem. */
  end(): void {
    const [first, ...others] = this.#messages;
    if (first === undefined) return;
    if (others.length === 0) throw new UsageError(first);
    throw new UsageError(
      [`${this.#messages.length} settings cannot be used:`, ...this.#messages.map((message) => `- ${message}`)].join(
        '\n',
      ),
    );
  }

  #note(error: unknown): void {
    if (!(error instanceof UsageError)) throw error;
    if (!this.#messages.includes(error.message)) this.#messages.push(error.message);
  }
}
