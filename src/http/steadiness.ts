import type { Unsteadiness } from './reply.ts';
import { isTimeout } from './results.ts';
import type { WireResult } from './transport.ts';

/** One in this many requests that fail and are served when sent again is a bad machine, not chance. */
const UNSTEADY = 20;
const FEWEST = 2;
/**
 * Where that holds and so many of them timed out, a request may take this many times as long as the slowest answer of its
 * endpoint, but at least so many milliseconds. The third try may take as long as any other request: it decides.
 */
const FEWEST_TIMEOUTS = 2;
const TIMES_SLOWEST = 4;
const SHORTEST_TIMEOUT = 3000;
const DECISIVE_TRY = 3;

/** Counts the requests that fail and are served when they are sent again. */
export class Steadiness {
  #ended = 0;
  #healed = 0;
  #timedOut = 0;

  /** `failed` are the results before the one that was served. */
  ended(failed: readonly WireResult[]): void {
    this.#ended += 1;
    if (failed.length > 0) this.#healed += 1;
    if (failed.some(isTimeout)) this.#timedOut += 1;
  }

  /** How many they are, if they are many: a bad machine behind a balancer. */
  get unsteadiness(): Unsteadiness | null {
    const [healed, of] = [this.#healed, this.#ended];
    return healed >= FEWEST && healed * UNSTEADY >= of ? { healed, of } : null;
  }

  /** The same, if this failure may be one of them: time-outs are not explained by server errors that pass. */
  explaining(failure: WireResult): Unsteadiness | null {
    const alike = isTimeout(failure) ? this.#timedOut : this.#healed - this.#timedOut;
    return alike > 0 ? this.unsteadiness : null;
  }

  /** The milliseconds that this try of a request may take, if many time out. */
  timeoutFor(slowestAnswer: number | undefined, attempt: number): number | undefined {
    if (this.#timedOut < FEWEST_TIMEOUTS || this.unsteadiness === null) return undefined;
    if (slowestAnswer === undefined || attempt >= DECISIVE_TRY) return undefined;
    return Math.ceil(Math.max(SHORTEST_TIMEOUT, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
  }
}
