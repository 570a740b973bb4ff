import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import { isDenied, type Endpoint, type Reply } from './reply.ts';
import type { WireResult } from './transport.ts';

/** How often a denied request is sent again: at first, and once a denial has passed. */
const TRIES = 3;
const TRIES_ONCE_PASSED = 6;
/** A token that was just issued may be known to one process of several. */
const TRIES_OF_TOKEN = 5;
/** Milliseconds that a new key may take to reach every server of a service. */
const SPREADING = 5000;

/** Denials (401, 403) of a valid credential. A key may take a while to reach every server of a service. */
export class Denials {
  readonly #clock: Clock;
  #firstAt: number | null = null;
  #havePassed = false;
  readonly #lasting = new Set<Endpoint>();
  /** How many requests with a valid credential were denied since the last that was not. */
  #inARow = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a request that was already denied `times` times is sent again. */
  mayPass({ endpoint, isKnownGood }: Call, result: Pick<Reply, 'status'>, times: number): boolean {
    if (!isDenied(result) || isKnownGood?.() !== true) return false;
    this.#firstAt ??= this.#clock.now();
    if (this.#lasting.has(endpoint) && !this.#havePassed) return false;
    return times < (endpoint === 'toplists' ? Math.max(this.#most, TRIES_OF_TOKEN) : this.#most);
  }

  get #most(): number {
    return this.#havePassed ? TRIES_ONCE_PASSED : TRIES;
  }

  /** Whether a denial counts, given when the request was sent: late enough that every server should know the key. */
  counts(sentAt: number): boolean {
    return this.#firstAt !== null && sentAt - this.#firstAt >= SPREADING;
  }

  /** Learns the result of one try. */
  heard({ isKnownGood }: Call, result: WireResult): void {
    if (result.kind === 'answer' && isKnownGood?.() === true) this.#inARow = isDenied(result) ? this.#inARow + 1 : 0;
  }

  /** So many were denied that the credential may not be valid any more. */
  get areInARow(): boolean {
    return this.#inARow >= this.#most;
  }

  /** Learns the final answer to a request that was denied at first. */
  learn(endpoint: Endpoint, last: Pick<Reply, 'status'>): void {
    if (isDenied(last)) this.#lasting.add(endpoint);
    else this.#havePassed = true;
  }
}
