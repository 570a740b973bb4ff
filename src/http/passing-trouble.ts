import { isOfGateway, isTimeout } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** How many of the last requests are considered. */
const WINDOW = 60;
/**
 * The accepted risk that a working request is judged by failures that would all have passed: a run makes up to a
 * thousand requests, and one run in ten thousand may blame the service for such a one.
 */
const RISK = 1e-7;
/** The share of passing failures is kept between these two bounds. */
const LEAST = 0.1;
const MOST = 0.4;
/** After this many failures that lasted, one retry less is enough. */
const KNOWN_FOR_OWN = 3;

/**
 * How often requests fail and then succeed when sent again, for example because one of several servers is down. It
 * decides how often a failing request is retried before the failure counts.
 */
export class PassingTrouble {
  /** For each of the last requests: how often it was sent, and how often it failed before it succeeded. */
  readonly #last: { readonly sent: number; readonly failed: number }[] = [];
  #own = 0;

  /** A request succeeded after failing `failed` of `sent` times. */
  passed(sent: number, failed: number): void {
    this.#last.push({ sent, failed });
    if (this.#last.length > WINDOW) this.#last.shift();
  }

  /** A request kept failing. */
  lasted(): void {
    this.#own += 1;
  }

  /** The share of recent requests that failed and then succeeded. */
  get share(): number {
    const failed = this.#last.reduce((sum, one) => sum + one.failed, 0);
    return (
      failed /
      Math.max(
        1,
        this.#last.reduce((sum, one) => sum + one.sent, 0),
      )
    );
  }

  /** How often a request must fail, each time while a control succeeds, before the failure counts. */
  triesFor(result: WireResult): number {
    if (isTimeout(result)) return 2;
    const usual = 3 + Number(isOfGateway(result)) - Number(this.#own >= KNOWN_FOR_OWN);
    const { share } = this;
    if (share === 0) return usual;
    return Math.max(usual, Math.ceil(Math.log(RISK) / Math.log(Math.min(MOST, Math.max(LEAST, share)))));
  }
}
