import type { Call } from './call.ts';
import { isDenied, type Endpoint, type Reply } from './reply.ts';

/** How often a denied call is sent again, and how often once a denial has passed. */
const TRIES = 3;
const TRIES_ONCE_PASSED = 6;

/** Denials (401, 403) of a good credential: a key takes its time to reach every machine of a service. */
export class Denials {
  #havePassed = false;
  /** The endpoints that kept denying a call. */
  readonly #lasting = new Set<Endpoint>();

  /** Whether a call that was denied so many times before is sent again. */
  mayPass({ endpoint, isKnownGood }: Call, result: Pick<Reply, 'status'>, times: number): boolean {
    const most = this.#havePassed ? TRIES_ONCE_PASSED : this.#lasting.has(endpoint) ? 0 : TRIES;
    return isDenied(result) && isKnownGood?.() === true && times < most;
  }

  /** Learns the last answer to a call that was denied before. */
  learn(endpoint: Endpoint, last: Pick<Reply, 'status'>): void {
    if (isDenied(last)) this.#lasting.add(endpoint);
    else this.#havePassed = true;
  }
}
