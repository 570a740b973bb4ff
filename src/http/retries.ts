import type { Healed } from '../causes/reason.ts';
import { nameOf } from './outage.ts';
import type { Call } from './call.ts';
import { ClosedEndpoints } from './closed-endpoints.ts';
import type { Control } from './controls.ts';
import { Denials } from './denials.ts';
import type { Limiter } from './limiter.ts';
import type { Locks } from './locks.ts';
import { RateLimits } from './rate-limits.ts';
import { excuse, isDenied, passing, type Endpoint, type Reply } from './reply.ts';
import {
  busyFor,
  isBusy,
  isRateLimited,
  isServed,
  isTrouble,
  pauseAfter,
  RATE_LIMITED_TRIES,
  statusOf,
} from './results.ts';
import type { Attempt, Tries } from './tries.ts';
import { TroubleJudge, type TroubleOptions } from './trouble.ts';
import type { Failure, WireResult } from './transport.ts';

export interface RetriesOptions extends Omit<TroubleOptions, 'closed'> {
  readonly limiter: Limiter;
  readonly locks: Locks;
}

/** Milliseconds for which the attempt that failed may still be running, so that the next one is refused as a conflict. */
const STILL_RUNNING = 10_000;
const RUNNING_PAUSE = 2000;
/** Milliseconds to wait before a request is sent again whose valid credential was denied, while the key may be spreading. */
const DENIED_PAUSE = 5000;
/** The first such pause later on, when a denial counts anyway; each is twice as long as the one before, up to a limit. */
const LATER_DENIED_PAUSE = 500;
const LONGEST_DENIED_PAUSE = 2000;

const MOST_BUSY = 3;
/** Even if one machine of three fails, an order hardly meets it at so many more tries. */
const MORE_TRIES = 3;
const MOST_KEYS_IN_VAIN = 2;
const MOST_SENT_AS_OTHER = 3;

/** Decides whether a request is sent again, and waits before it is. */
export class Retries {
  readonly trouble: TroubleJudge;
  readonly healed: Healed[] = [];
  readonly #options: RetriesOptions;
  readonly #closed = new ClosedEndpoints();
  readonly #rateLimits: RateLimits;
  readonly #denials: Denials;
  #burnsKeys = false;
  /** How many orders failed under a new key, too. */
  #keysInVain = 0;
  /** How many orders were sent as others. Each leaves a draft. */
  #sentAsOther = 0;
  /** The test whether everything is denied, while it is under way. */
  #testing: Promise<void> | null = null;
  readonly #busyInVain = new Set<Endpoint>();
  hadTokenTrouble = false;
  /** How many 503s were waited for as if they were a rate limit, and were served then. */
  busy = 0;

  constructor(options: RetriesOptions) {
    this.#options = options;
    this.#rateLimits = new RateLimits(this.#closed, options);
    this.#denials = new Denials(options.clock);
    this.trouble = new TroubleJudge({ ...options, closed: this.#closed });
  }

  endAll(failure: Failure): void {
    this.#closed.closeAll(failure);
  }

  get limits(): readonly string[] {
    return this.#closed.failures.flatMap(({ reason, message }) => (reason === 'rate-limited' ? [message] : []));
  }

  /** Why a request is not sent, and the call that shows it; `null` if it may be sent. */
  whyNotSent(call: Call): { readonly failure: Failure; readonly callId?: string } | null {
    const failure = this.#closed.why(call);
    if (failure === null) return null;
    const callId = this.trouble.shownBy(call.endpoint);
    return { failure, ...(callId !== undefined && { callId }) };
  }

  /** If the failed request's endpoint is closed, why; `null` if the failure may be due to the request itself. */
  whyLost(call: Call, { result }: Attempt): Failure | null {
    return isTrouble(result) && call.retry !== 'never' ? this.#closed.why(call) : null;
  }

  /** Called as soon as a request has ended, so that no other is sent until it is decided how long they must wait. */
  holdBack(result: WireResult): void {
    const mayBeShutOut = result.kind === 'answer' && isDenied(result) && this.#denials.areInARow;
    if (isRateLimited(result) || mayBeShutOut || busyFor(result) !== null) this.#options.limiter.pause(1);
  }

  learn(call: Call, attempt: Omit<Attempt, 'ended' | 'beside'>): void {
    const { result, sentAt } = attempt;
    this.hadTokenTrouble ||= call.endpoint === 'token' && isTrouble(result);
    this.#denials.heard(call, result);
    this.#options.locks.heard(call, result);
    this.#rateLimits.learn(call, result, sentAt);
    this.trouble.learn(call, attempt);
  }

  /** Waits as long as needed before a request is sent again; `false` if the answer is final. */
  async isSentAgain(sent: Control, attempt: Attempt, tries: Tries, alone: () => Reply): Promise<boolean> {
    const { call } = sent;
    const { result } = attempt;
    const { clock, signal } = this.#options;
    if (call.retry === 'never' || signal?.aborted === true) return false;
    if (isRateLimited(result)) {
      if (tries.rateLimited.length >= RATE_LIMITED_TRIES || this.#closed.why(call) !== null) return false;
      if (!this.#rateLimits.wait(result, tries.rateLimited.length, call.longestPause)) return false;
      tries.rateLimited.push(alone());
      return true;
    }
    if (isTrouble(result)) {
      tries.hadTrouble = true;
      const again =
        this.#waitsAsAsked(call, result, tries) ||
        (await this.trouble.isSentAgain(sent, attempt, tries)) ||
        (await this.#isAnsweredAtLast(sent, result, tries));
      if (again && result.kind === 'answer') tries.serverErrors.push(passing(alone()));
      return again;
    }
    if (tries.hadTrouble && this.#options.locks.isRefusedKey(call, result)) return this.#mayRecover(tries);
    if (result.kind === 'no-answer' || !this.#denials.mayPass(call, result, tries.denied.length)) return false;
    const denied = alone();
    const counts = this.#denials.counts(attempt.sentAt);
    if (!counts)
      excuse(denied, {
        because: { kind: 'observed', what: 'A key takes its time to reach every machine.' },
        shownBy: [denied],
      });
    tries.denied.push(denied);
    const later = Math.min(LATER_DENIED_PAUSE * 2 ** (tries.denied.length - 1), LONGEST_DENIED_PAUSE);
    const pause = counts ? later : DENIED_PAUSE;
    if (this.#denials.areInARow) this.#options.limiter.pause(pause);
    await clock.sleep(pause, signal);
    if (this.#denials.areInARow && this.#closed.why(call) === null)
      await (this.#testing ??= this.#endIfShutOut(sent, result.status).finally(() => (this.#testing = null)));
    return true;
  }

  /** A service that has accepted the credential, and denies it everywhere now, is asked no more. */
  async #endIfShutOut({ call }: Control, status: number): Promise<void> {
    // Health may need no key.
    const control = this.#options.controls.plain(call, ['inventory', 'health']);
    const attempt = control === undefined ? null : await this.#options.probe(control, false);
    if (attempt?.result.kind !== 'answer' || !isDenied(attempt.result)) return;
    const message = `The API key was accepted at first, and was refused (status ${status}) several times in a row later.`;
    this.endAll({ reason: 'denied', message });
  }

  /** A 503 that says when to come back is first taken at its word, like a 429, unless that was in vain there. */
  #waitsAsAsked({ endpoint }: Call, result: WireResult, tries: Tries): boolean {
    const asked = busyFor(result);
    const seconds = asked ?? (isBusy(result) && this.trouble.isLimited ? 1 : null);
    if (seconds === null || this.#busyInVain.has(endpoint)) return false;
    if (tries.busy === MOST_BUSY) {
      this.#busyInVain.add(endpoint);
      return false;
    }
    this.#options.limiter.slowDown(pauseAfter(tries.busy, seconds) * 1000);
    tries.busy += 1;
    if (asked === null) tries.guessedBusy += 1;
    return true;
  }

  /**
   * Tries an order under a new key that fails again and again some more times, and then under another key: if it is
   * served under that alone, an error is stored under its own. If it is only served as another order, its first attempt
   * left something behind.
   */
  async #isAnsweredAtLast(sent: Control, result: WireResult, tries: Tries): Promise<boolean> {
    const { call, request } = sent;
    // What was booked before must stay as it is.
    const renewed = call.odd !== true && this.#options.locks.isNew(call) ? call.afresh?.(request) : undefined;
    if (renewed === undefined || result.kind !== 'answer' || this.#keysInVain >= MOST_KEYS_IN_VAIN) return false;
    if (this.#closed.why(call) !== null || this.trouble.unsteadiness !== null) return false;
    for (let time = 0; time < MORE_TRIES; time++) {
      const attempt = await this.#options.probe(sent, false);
      if (attempt === null || isTrouble(attempt.result)) continue;
      tries.answer = attempt;
      return true;
    }
    const attempt = await this.#options.probe({ call, request: renewed }, false);
    tries.isKeyBurnt = attempt !== null && isServed(attempt.result);
    if (tries.isKeyBurnt) return false;
    tries.isLeftBehind = this.#sentAsOther < MOST_SENT_AS_OTHER && (await this.#isServedAsOther(sent));
    if (!tries.isLeftBehind) this.#keysInVain += 1;
    return false;
  }

  /** Whether an order that fails is served under other references and another name, and still fails after that. */
  async #isServedAsOther({ call, request }: Control): Promise<boolean> {
    const { probe } = this.#options;
    const isServedAs = async (mark: string) => {
      const other = call.asOther?.(request, mark);
      if (other === undefined) return false;
      this.#sentAsOther += 1;
      const attempt = await probe({ call: { ...call, ...other }, request: other.request }, false);
      return attempt !== null && isServed(attempt.result);
    };
    // The first attempt of another order may fail as well.
    if (!(await isServedAs('q')) && !(await isServedAs('z'))) return false;
    const again = await probe({ call, request }, false);
    return again?.result.kind === 'answer' && isTrouble(again.result);
  }

  /** A key whose first attempt failed is asked for again, until that attempt cannot be running any more. */
  async #mayRecover(tries: Tries): Promise<boolean> {
    const { clock, signal } = this.#options;
    tries.refusedSince ??= clock.now();
    this.#burnsKeys ||= clock.now() - tries.refusedSince >= STILL_RUNNING;
    tries.isKeyBurnt = this.#burnsKeys;
    if (!tries.isKeyBurnt) await clock.sleep(RUNNING_PAUSE, signal);
    return !tries.isKeyBurnt;
  }

  ended({ call }: Control, { result }: Attempt, tries: Tries): void {
    const { endpoint } = call;
    if (tries.denied.length > 0 && result.kind === 'answer') this.#denials.learn(endpoint, result);
    const isHealed = !isTrouble(result) && !tries.isKeyBurnt;
    const own = this.trouble.ended(call, tries, isHealed);
    if (!isHealed) return;
    this.busy += tries.guessedBusy;
    // Served when sent alone: too many requests at once were the cause.
    if (tries.failed.length > 1 && tries.failed.some((one) => isBusy(one.result))) this.#options.limiter.slowDown(0);
    for (const { result: met, callId, beside } of own) {
      this.healed.push({
        endpoint: nameOf(endpoint),
        status: statusOf(met),
        exchange: callId,
        together: met.kind === 'answer' ? beside === 'like' : tries.hungTogether,
      });
      const failed = tries.serverErrors.find((reply) => reply.callId === callId);
      if (failed !== undefined) failed.healed = beside === undefined ? 'alone' : 'together';
    }
  }
}
