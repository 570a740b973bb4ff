import type { Healed } from '../causes/reason.ts';
import type { Call } from './call.ts';
import { ClosedEndpoints } from './closed-endpoints.ts';
import type { Clock } from './clock.ts';
import type { Control } from './controls.ts';
import { Denials } from './denials.ts';
import { healed } from './healed-errors.ts';
import { Outages, type OutagesOptions } from './outages.ts';
import { RateLimits } from './rate-limits.ts';
import { excuse, type Endpoint, type Reply } from './reply.ts';
import { isRateLimited, RATE_LIMITED_TRIES } from './retry.ts';
import { SilentEndpoints } from './silent-endpoints.ts';
import { PassingTrouble } from './passing-trouble.ts';
import { isTrouble } from './trouble.ts';
import type { Failure, WireResult } from './transport.ts';
import { Waits, type WaitOptions } from './waits.ts';

/** One try of a request and its result. */
export interface Attempt {
  readonly result: WireResult;
  readonly exchange: string;
  readonly durationMs: number;
  /** Whether another request to the same endpoint was in flight at the same time. */
  readonly together: boolean;
  /** In milliseconds of the clock. */
  readonly sentAt: number;
}

/** The history of a request over all its tries. */
export class Tries {
  readonly exchanges: string[];
  readonly rateLimited: Reply[] = [];
  readonly denied: Reply[] = [];
  /** Server errors after which it was sent again. Trouble excuses a status, not what the answer says. */
  readonly serverErrors: Reply[] = [];
  /** The refusal that a lock may be the cause of, after which it was sent again alone. */
  locked?: Reply;
  /** Failures since the last outage, except 503s that may be due to overload. */
  failed: Attempt[] = [];
  /** How many 503s it got that may be due to overload. */
  busy = 0;
  outages = 0;

  constructor(...exchanges: string[]) {
    this.exchanges = exchanges;
  }
}

export interface RetriesOptions extends WaitOptions, Omit<OutagesOptions, 'closed' | 'onFlicker'> {
  readonly clock: Clock;
}

/** How many outages are waited out for one request. */
const MOST_OUTAGES = 5;

/** A larger share of failures than this is more than an occasional one. */
const UNSTEADY = 0.1;

/** A server error that need not be the service's own: a gateway answers in its place while it restarts. */
export function passing(reply: Reply): Reply {
  const { status } = reply;
  if (status !== null && ([502, 503, 504].includes(status) || (status >= 520 && status <= 530)))
    reply.isOfGateway = true;
  return reply;
}

/** Decides whether a request is sent again, and waits before it is. */
export class Retries {
  readonly outages: Outages;
  readonly healed: Healed[] = [];
  readonly #options: RetriesOptions;
  readonly #waits: Waits;
  readonly #closed = new ClosedEndpoints();
  readonly #rateLimits = new RateLimits(this.#closed);
  readonly #silent = new SilentEndpoints();
  readonly #denials: Denials;
  readonly #passingTrouble = new PassingTrouble();
  /** Whether the last request to each endpoint failed. */
  readonly #isDown = new Map<Endpoint, boolean>();
  /** The last exchange with each endpoint that failed or was rate-limited. */
  readonly #shownBy = new Map<Endpoint, string>();

  constructor(options: RetriesOptions) {
    this.#options = options;
    this.#waits = new Waits(options);
    this.#denials = new Denials(options.clock);
    this.outages = new Outages({
      ...options,
      closed: this.#closed,
      onFlicker: (failed) => {
        this.#passingTrouble.passed(failed + 1, failed);
      },
    });
  }

  /** Whether no endpoint works any more. */
  get isGone(): boolean {
    return this.#isDown.size > 0 && [...this.#isDown.values()].every(Boolean);
  }

  /** Whether any token exchange failed. */
  hadTokenTrouble = false;

  /** Whether requests often fail at first and succeed when sent again. */
  get isUnsteady(): boolean {
    return this.#passingTrouble.share >= UNSTEADY;
  }

  /** Nothing more is sent to the service. */
  endAll(failure: Failure): void {
    this.#closed.closeAll(failure);
  }

  /** Why nothing more is sent to what answered 429. */
  get limits(): readonly string[] {
    return this.#closed.failures.flatMap(({ reason, message }) => (reason === 'rate-limited' ? [message] : []));
  }

  /** Why a request is not sent, and the exchange that shows it; `null` if it may be sent. */
  whyNotSent(call: Call): { readonly failure: Failure; readonly exchange?: string } | null {
    const failure = this.#closed.why(call);
    if (failure === null) return this.#silent.whyNotCalled(call.endpoint);
    const exchange = this.#shownBy.get(call.endpoint);
    return { failure, ...(exchange !== undefined && { exchange }) };
  }

  /** If the failed request's endpoint is closed, why; `null` if the failure may be due to the request itself. */
  whyLost(call: Call, { result }: Attempt): Failure | null {
    return isTrouble(result) && call.retry !== 'never' ? this.#closed.why(call) : null;
  }

  /** Resolves when requests to this endpoint need no longer be held back; `null` if they need not. */
  hindrance({ endpoint }: Call): Promise<unknown> | null {
    return this.outages.hindrance(endpoint);
  }

  /** Called as soon as a request has ended, so that no other is sent first. */
  holdBack(result: WireResult): void {
    this.#waits.holdBack(result);
  }

  /** Records the result of one try. */
  learn(sent: Control, { result, exchange, sentAt }: Pick<Attempt, 'result' | 'exchange' | 'sentAt'>): void {
    this.#silent.learn(sent.call.endpoint, result, exchange);
    this.hadTokenTrouble ||= sent.call.endpoint === 'token' && isTrouble(result);
    this.#isDown.set(sent.call.endpoint, isTrouble(result));
    if (isTrouble(result) || isRateLimited(result)) this.#shownBy.set(sent.call.endpoint, exchange);
    this.#rateLimits.learn(sent.call, result, sentAt);
    this.outages.learn(sent, result);
  }

  /** Waits as long as needed before a request is sent again; `false` if the answer is final. */
  async isSentAgain(sent: Control, attempt: Attempt, tries: Tries, alone: () => Reply): Promise<boolean> {
    const { call } = sent;
    const { result } = attempt;
    if (call.retry === 'never' || this.#options.signal?.aborted === true) return false;
    if (isRateLimited(result)) {
      this.#giveUpAtLimits();
      if (tries.rateLimited.length >= RATE_LIMITED_TRIES || this.#closed.why(call) !== null) return false;
      if (!this.#waits.asAsked(result.headers, tries.rateLimited.length, call.longestPause)) return false;
      tries.rateLimited.push(alone());
      return true;
    }
    if (isTrouble(result)) {
      const again = await this.#isSentAgainAfterTrouble(sent, attempt, tries);
      if (again && result.kind === 'answer') tries.serverErrors.push(passing(alone()));
      return again;
    }
    if (result.kind === 'no-answer' || !this.#denials.mayPass(call, result, tries.denied.length)) return false;
    const denied = alone();
    if (!this.#denials.counts(attempt.sentAt))
      excuse(denied, {
        because: { kind: 'observed', what: 'A key takes its time to reach every machine.' },
        shownBy: [denied],
      });
    tries.denied.push(denied);
    await this.#waits.forKey();
    return true;
  }

  #giveUpAtLimits(): void {
    const seconds = this.#waits.tooLong;
    if (seconds === null) return;
    const message = `The service went on answering 429 (rate limit), however long this suite waited: ${seconds} s in all.`;
    this.#closed.closeAll({ reason: 'rate-limited', message, isOfAll: true });
  }

  async #isSentAgainAfterTrouble(sent: Control, attempt: Attempt, tries: Tries): Promise<boolean> {
    const { result } = attempt;
    if (this.#waits.mayBeLoad(result, tries.busy)) {
      this.#waits.forLoad(result, tries.busy++, sent.call.longestPause);
      return true;
    }
    tries.failed.push(attempt);
    let finding = await this.outages.diagnose(sent, result);
    // A round-robin load balancer can stay in step with a client that always sends the same number of requests, so vary
    // it.
    for (let more = tries.failed.length % 3; more > 0 && finding === 'served' && this.isUnsteady; more--)
      finding = await this.outages.diagnose(sent, result);
    if (finding === 'over') return this.#isSentAnew(tries);
    const isAnswer = finding !== 'served' || tries.failed.length >= this.#passingTrouble.triesFor(result);
    if (!isAnswer) await this.#waits.backOff(result, tries.failed.length - 1);
    return !isAnswer;
  }

  /** What happened to a request during an outage says nothing about it, so its history starts anew. */
  #isSentAnew(tries: Tries): boolean {
    this.#waits.wasOutage();
    this.#passingTrouble.passed(tries.failed.length, tries.failed.length);
    tries.failed = [];
    tries.busy = 0;
    tries.outages += 1;
    if (tries.outages <= MOST_OUTAGES) return true;
    this.#closed.closeAll({ reason: 'gone', message: 'The service went away again and again.' });
    return false;
  }

  /** Records the final result of a request. */
  ended({ call: { endpoint } }: Control, { result }: Attempt, tries: Tries): void {
    if (tries.busy > 0) this.#waits.learnEndOfBusy(result);
    if (tries.denied.length > 0 && result.kind === 'answer') this.#denials.learn(endpoint, result);
    if (isTrouble(result)) {
      if (tries.failed.length > 1) this.#passingTrouble.lasted();
      return;
    }
    this.#passingTrouble.passed(tries.exchanges.length, tries.failed.length);
    for (const { result: met, exchange, together } of tries.failed) {
      this.healed.push(healed(endpoint, met, exchange, together));
      const failed = tries.serverErrors.find((reply) => reply.exchange === exchange);
      if (failed !== undefined) failed.healed = together ? 'together' : 'alone';
    }
  }
}
