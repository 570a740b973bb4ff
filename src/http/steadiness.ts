import type { Unsteadiness } from './reply.ts';
import { isTimeout } from './results.ts';
import type { WireResult } from './transport.ts';

/** One in this many requests that fail and are served when sent again is a bad machine, not chance. */
const UNSTEADY = 20;
const FEWEST = 2;
/** Where one in three fails by chance, so many in a row are rare. */
const TRIES = 4;
/** So many requests that hung and were answered later are not chance. */
const FEWEST_TIMEOUTS = 4;

/** Counts the requests that fail and are served when they are sent again. */
export class Steadiness {
  #wellFormed = 0;
  #healed = 0;
  #failed = 0;
  #timedOut = 0;

  /**
   * `failed` are the results before the one that was served; `wasBusy`, whether it was answered 503 for what seems to be
   * a rate limit. Of malformed requests, only time-outs are counted.
   */
  ended(failed: readonly WireResult[], isOdd: boolean, wasBusy = false): void {
    if (failed.some(isTimeout)) this.#timedOut += 1;
    if (isOdd) return;
    this.#wellFormed += 1;
    if (failed.length > 0 || wasBusy) this.#healed += 1;
    if (!failed.every(isTimeout) || wasBusy) this.#failed += 1;
  }

  /** How many they are, if they are many: a bad machine behind a balancer. */
  get unsteadiness(): Unsteadiness | null {
    const [healed, of] = [this.#healed, this.#wellFormed];
    return healed >= FEWEST && healed * UNSTEADY >= of ? { healed, of } : null;
  }

  /** The same, if this failure may be one of them: time-outs are not explained by server errors that pass. */
  explaining(timedOut: boolean): Unsteadiness | null {
    const alike = timedOut ? this.#timedOut : this.#failed;
    return alike > 0 ? this.unsteadiness : null;
  }

  /** How many tries tell, if a failure may be chance; otherwise `null`. */
  triesAfter(failure: WireResult): number | null {
    const mayBeChance = isTimeout(failure) ? this.hangs : this.explaining(false) !== null;
    return mayBeChance ? TRIES : null;
  }

  /** Whether a try may hang by chance. The last one decides, and has all the time there is. */
  isByChance(attempt: number): boolean {
    return this.hangs && attempt < TRIES;
  }

  get hangs(): boolean {
    return this.#timedOut >= FEWEST_TIMEOUTS;
  }
}
