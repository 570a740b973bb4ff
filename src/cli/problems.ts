import { UsageError } from '../settings.ts';

type Readers = Readonly<Record<string, () => unknown>>;
/** The values that were read; `undefined` for a setting that cannot be used. */
type Values<T extends Readers> = { [K in keyof T]: Awaited<ReturnType<T[K]>> | undefined };

/** Collects all problems of the settings, so that they are reported together. */
export class Problems {
  readonly #messages: string[] = [];

  /** Reads each setting, even if others are wrong. */
  async all<T extends Readers>(readers: T): Promise<Values<T>> {
    const entries: [string, unknown][] = [];
    for (const [name, read] of Object.entries(readers)) {
      try {
        entries.push([name, await read()]);
      } catch (error) {
        this.#note(error);
      }
    }
    return Object.fromEntries(entries) as Values<T>; // Each member comes from the reader of the same name.
  }

  /** Runs a check that gives no value. */
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
