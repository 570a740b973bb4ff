import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { isDenied, type Endpoint, type Reply } from './reply.ts';

/** How often a denied call is sent again, and how often once a denial has passed. */
const TRIES = 3;
const TRIES_ONCE_PASSED = 6;
/** Milliseconds that a key may take to reach every machine of a service. */
const SPREADING = 5000;

/** Denials (401, 403) of a good credential: a key takes its time to reach every machine of a service. */
export class Denials {
  readonly #clock: Clock;
  #firstAt: number | null = null;
  #havePassed = false;
  /** The endpoints that kept denying a call. */
  readonly #lasting = new Set<Endpoint>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call that was denied so many times before is sent again. */
  mayPass({ endpoint, isKnownGood }: Call, result: Pick<Reply, 'status'>, times: number): boolean {
    if (!isDenied(result) || isKnownGood?.() !== true) return false;
    this.#firstAt ??= this.#clock.now();
    const most = this.#havePassed ? TRIES_ONCE_PASSED : this.#lasting.has(endpoint) ? 0 : TRIES;
    return times < most;
  }

  /** Whether a denial counts of a call that was sent then: the key should be known everywhere. */
  counts(sentAt: number): boolean {
    return this.#firstAt !== null && sentAt - this.#firstAt >= SPREADING;
  }

  /** Learns the last answer to a call that was denied before. */
  learn(endpoint: Endpoint, last: Pick<Reply, 'status'>): void {
    if (isDenied(last)) this.#lasting.add(endpoint);
    else this.#havePassed = true;
  }
}
