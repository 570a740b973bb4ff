import { isOfGateway, isTimeout } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** How many of the last calls are looked at. */
const WINDOW = 60;
/** The chance, for a call that would be served, to be judged by trouble that it met each time. */
const RISK = 1e-5;
/** Between these shares of trouble it makes a difference. */
const LEAST = 0.1;
const MOST = 0.4;
/** Once so many requests had trouble of their own, the service is known for it. */
const KNOWN_FOR_OWN = 3;

/** How often calls meet trouble that is gone when they are sent again: one of several machines may be down. */
export class PassingTrouble {
  /** Of each of the last calls: how often it was sent, and how often it met trouble that passed. */
  readonly #last: { readonly sent: number; readonly failed: number }[] = [];
  #own = 0;

  /** So many requests met trouble that passed, of so many. */
  passed(sent: number, failed: number): void {
    this.#last.push({ sent, failed });
    if (this.#last.length > WINDOW) this.#last.shift();
  }

  /** A call went on to meet trouble. */
  lasted(): void {
    this.#own += 1;
  }

  /** The share of requests lately that met trouble which passed. */
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

  /** How often a call must meet trouble, each time with a control served behind it, to be judged by that. */
  triesFor(result: WireResult): number {
    if (isTimeout(result)) return 2;
    const usual = 3 + Number(isOfGateway(result)) - Number(this.#own >= KNOWN_FOR_OWN);
    const { share } = this;
    if (share === 0) return usual;
    return Math.max(usual, Math.ceil(Math.log(RISK) / Math.log(Math.min(MOST, Math.max(LEAST, share)))));
  }
}
