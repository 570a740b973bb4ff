import type { Call } from './call.ts';
import { ClosedEndpoints } from './closed-endpoints.ts';
import type { Clock } from './clock.ts';
import type { Control } from './controls.ts';
import { Denials } from './denials.ts';
import { healed, type Healed } from './healed.ts';
import { WENT_AWAY } from './outage-words.ts';
import { Outages, type OutagesOptions } from './outages.ts';
import { RateLimits } from './rate-limits.ts';
import { excuse, type Endpoint, type Reply } from './reply.ts';
import { isRateLimited, RATE_LIMITED_TRIES } from './retry.ts';
import { SilentEndpoints } from './silent-endpoints.ts';
import { Steadiness } from './steadiness.ts';
import { isTrouble } from './trouble.ts';
import type { Failure, WireResult } from './transport.ts';
import { Waits, type WaitOptions } from './waits.ts';

/** One request that went out, and how it ended. */
export interface Attempt {
  readonly result: WireResult;
  readonly exchange: string;
  readonly durationMs: number;
  /** Whether another request to the same endpoint was in flight. */
  readonly together: boolean;
  /** In milliseconds of the clock. */
  readonly sentAt: number;
}

/** What happened to a call so far. */
export class Tries {
  readonly exchanges: string[];
  readonly rateLimited: Reply[] = [];
  readonly denied: Reply[] = [];
  /** Trouble since the last outage, other than that of a service under load. */
  failed: Attempt[] = [];
  /** How often it met a 503 that may be due to the load. */
  busy = 0;
  outages = 0;

  constructor(...exchanges: string[]) {
    this.exchanges = exchanges;
  }
}

export interface RetriesOptions extends WaitOptions, Omit<OutagesOptions, 'closed' | 'onFlicker'> {
  readonly clock: Clock;
}

/** So many outages are waited out for one call. */
const MOST_OUTAGES = 5;

/** Of all requests: more than a passing fault or two. */
const UNSTEADY = 0.1;

/** Decides whether a call is sent again, and waits before it is. */
export class Retries {
  readonly outages: Outages;
  readonly healed: Healed[] = [];
  readonly #options: RetriesOptions;
  readonly #waits: Waits;
  readonly #closed = new ClosedEndpoints();
  readonly #rateLimits = new RateLimits(this.#closed);
  readonly #silent = new SilentEndpoints();
  readonly #denials: Denials;
  readonly #steadiness = new Steadiness();
  /** Whether the last call to each endpoint met trouble. */
  readonly #isDown = new Map<Endpoint, boolean>();
  /** The last exchange with each endpoint that met trouble, or a rate limit. */
  readonly #shownBy = new Map<Endpoint, string>();

  constructor(options: RetriesOptions) {
    this.#options = options;
    this.#waits = new Waits(options);
    this.#denials = new Denials(options.clock);
    this.outages = new Outages({
      ...options,
      closed: this.#closed,
      onFlicker: (failed) => {
        this.#steadiness.passed(failed + 1, failed);
      },
    });
  }

  /** Whether no endpoint is served any more. */
  get isGone(): boolean {
    return this.#isDown.size > 0 && [...this.#isDown.values()].every(Boolean);
  }

  /** Whether a token exchange ever met trouble. */
  hadTokenTrouble = false;

  /** Whether calls meet trouble now and then that is gone when they are sent again. */
  get isUnsteady(): boolean {
    return this.#steadiness.share >= UNSTEADY;
  }

  /** Why nothing more is sent where the answers are 429. */
  get limits(): readonly string[] {
    return this.#closed.failures.flatMap(({ reason, message }) => (reason === 'rate-limited' ? [message] : []));
  }

  /** Why a call is not sent, and an exchange that shows it; `null` if it is. */
  whyNotSent(call: Call): { readonly failure: Failure; readonly exchange?: string } | null {
    const failure = this.#closed.why(call);
    if (failure === null) return this.#silent.whyNotCalled(call.endpoint);
    const exchange = this.#shownBy.get(call.endpoint);
    return { failure, ...(exchange !== undefined && { exchange }) };
  }

  /** Why nothing more is sent where a call met trouble; `null` if that may be its own. */
  whyLost(call: Call, { result }: Attempt): Failure | null {
    return isTrouble(result) && call.retry !== 'never' ? this.#closed.why(call) : null;
  }

  /** The end of what keeps calls to an endpoint from being sent; `null` if there is nothing. */
  hindrance({ endpoint }: Call): Promise<unknown> | null {
    return this.outages.hindrance(endpoint);
  }

  /** Learns how a request ended, at once. */
  holdBack(result: WireResult): void {
    this.#waits.holdBack(result);
  }

  /** Learns how a try of a call ended. */
  learn(sent: Control, { result, exchange }: Pick<Attempt, 'result' | 'exchange'>): void {
    this.#silent.learn(sent.call.endpoint, result, exchange);
    this.hadTokenTrouble ||= sent.call.endpoint === 'token' && isTrouble(result);
    this.#isDown.set(sent.call.endpoint, isTrouble(result));
    if (isTrouble(result) || isRateLimited(result)) this.#shownBy.set(sent.call.endpoint, exchange);
    this.#rateLimits.learn(sent.call, result, this.#options.clock.now());
    this.outages.learn(sent, result);
  }

  /** Waits as long as it takes before a call is sent again; `false` if its answer is the last one. */
  async isSentAgain(sent: Control, attempt: Attempt, tries: Tries, alone: () => Reply): Promise<boolean> {
    const { call } = sent;
    const { result } = attempt;
    if (call.retry === 'never' || this.#options.signal?.aborted === true) return false;
    if (isRateLimited(result)) {
      if (tries.rateLimited.length >= RATE_LIMITED_TRIES || this.#closed.why(call) !== null) return false;
      if (!this.#waits.asAsked(result.headers, tries.rateLimited.length, call.longestPause)) return false;
      tries.rateLimited.push(alone());
      return true;
    }
    if (isTrouble(result)) return this.#isSentAgainAfterTrouble(sent, attempt, tries);
    if (result.kind === 'no-answer' || !this.#denials.mayPass(call, result, tries.denied.length)) return false;
    const denied = alone();
    if (!this.#denials.counts(attempt.sentAt))
      excuse(denied, { why: 'A key takes its time to reach every machine.', shownBy: [denied] });
    tries.denied.push(denied);
    await this.#waits.forKey();
    return true;
  }

  async #isSentAgainAfterTrouble(sent: Control, attempt: Attempt, tries: Tries): Promise<boolean> {
    const { result } = attempt;
    if (this.#waits.mayBeLoad(result, tries.busy)) {
      this.#waits.forLoad(result, tries.busy++, sent.call.longestPause);
      return true;
    }
    tries.failed.push(attempt);
    let finding = await this.outages.diagnose(sent, result);
    // A balancer that goes round may keep step with a client that does the same each time.
    for (let more = tries.failed.length % 3; more > 0 && finding === 'served' && this.isUnsteady; more--)
      finding = await this.outages.diagnose(sent, result);
    if (finding === 'over') return this.#isSentAnew(tries);
    const isAnswer = finding !== 'served' || tries.failed.length >= this.#steadiness.triesFor(result);
    if (!isAnswer) await this.#waits.backOff(result, tries.failed.length - 1);
    return !isAnswer;
  }

  /** After an outage, nothing that came before says anything about a call. */
  #isSentAnew(tries: Tries): boolean {
    this.#waits.wasOutage();
    this.#steadiness.passed(tries.failed.length, tries.failed.length);
    tries.failed = [];
    tries.busy = 0;
    tries.outages += 1;
    if (tries.outages <= MOST_OUTAGES) return true;
    this.#closed.closeAll({ reason: 'gone', message: `${WENT_AWAY} again and again.` });
    return false;
  }

  /** Learns how a call ended after all its tries. */
  ended({ call: { endpoint } }: Control, { result }: Attempt, tries: Tries): void {
    if (tries.busy > 0) this.#waits.learnEndOfBusy(result);
    if (tries.denied.length > 0 && result.kind === 'answer') this.#denials.learn(endpoint, result);
    if (isTrouble(result)) {
      if (tries.failed.length > 1) this.#steadiness.lasted();
      return;
    }
    this.#steadiness.passed(tries.exchanges.length, tries.failed.length);
    for (const { result: met, exchange, together } of tries.failed)
      this.healed.push(healed(endpoint, met, exchange, together));
  }
}
