import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { Control } from './controls.ts';
import { isDenied, type Endpoint, type Reply } from './reply.ts';
import { isServed } from './results.ts';
import type { WireResult } from './transport.ts';

/** How often a denied request is sent again: at first, and once a denial has passed. */
const TRIES = 3;
const TRIES_ONCE_PASSED = 6;
/** Milliseconds that a new key may take to reach every server of a service. */
const SPREADING = 5000;
/** Endpoints that a plain request to is harmless. */
const READING: readonly Endpoint[] = ['inventory', 'health'];

/** Denials (401, 403) of a valid credential. A key may take a while to reach every server of a service. */
export class Denials {
  readonly #clock: Clock;
  #firstAt: number | null = null;
  #havePassed = false;
  readonly #lasting = new Set<Endpoint>();
  /** How many requests with a valid credential were denied since the last that was not. */
  #inARow = 0;
  /** Requests with it that were served, by endpoint. */
  readonly #served = new Map<Endpoint, Control>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a request that was already denied `times` times is sent again. */
  mayPass({ endpoint, isKnownGood }: Call, result: Pick<Reply, 'status'>, times: number): boolean {
    if (!isDenied(result) || isKnownGood?.() !== true) return false;
    this.#firstAt ??= this.#clock.now();
    return times < (this.#lasting.has(endpoint) && !this.#havePassed ? 0 : this.#most);
  }

  get #most(): number {
    return this.#havePassed ? TRIES_ONCE_PASSED : TRIES;
  }

  /** Whether a denial counts, given when the request was sent: late enough that every server should know the key. */
  counts(sentAt: number): boolean {
    return this.#firstAt !== null && sentAt - this.#firstAt >= SPREADING;
  }

  /** Learns the result of one try. */
  heard(sent: Control, result: WireResult): void {
    const { endpoint, isKnownGood } = sent.call;
    if (result.kind === 'no-answer' || isKnownGood?.() !== true) return;
    this.#inARow = isDenied(result) ? this.#inARow + 1 : 0;
    if (isServed(result)) this.#served.set(endpoint, sent);
  }

  /** So many were denied that the credential may not be valid any more. */
  get areInARow(): boolean {
    return this.#inARow >= this.#most;
  }

  /** A plain request that was served, best one to another endpoint: if it is denied now, everything is. */
  controlFor({ endpoint }: Call): Control | undefined {
    const served = READING.flatMap((one) => this.#served.get(one) ?? []);
    return served.find(({ call }) => call.endpoint !== endpoint) ?? served[0];
  }

  /** Learns the final answer to a request that was denied at first. */
  learn(endpoint: Endpoint, last: Pick<Reply, 'status'>): void {
    if (isDenied(last)) this.#lasting.add(endpoint);
    else this.#havePassed = true;
  }
}
