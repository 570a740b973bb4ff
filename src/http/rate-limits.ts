import type { Call } from './call.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import { nameOf, ONLY_LIMITS } from './outage-words.ts';
import { isRateLimited, LONGEST_PAUSE, retryAfter } from './retry.ts';
import type { Failure, WireResult } from './transport.ts';

/** For so long, in milliseconds, a service may answer nothing but 429. */
const LONGEST = 60_000;
/** The same of a listing API that never answered anything else: an earlier run may have spent its limit of one window. */
const LONGEST_OF_LISTING = 150_000;

/** Whether a rate limit ever ends: where it does not, nothing more is sent. */
export class RateLimits {
  readonly #closed: ClosedEndpoints;
  #since: number | null = null;
  #hasServedListing = false;
  readonly #sinceAt = new Map<Call['endpoint'], number>();

  constructor(closed: ClosedEndpoints) {
    this.#closed = closed;
  }

  /** Learns how a call ended, and when. */
  learn(call: Call, result: WireResult, now: number): void {
    // Whether a limit of the listing API ends is a question of its own checks.
    if (call.endpoint === 'token' || call.endpoint === 'toplists') {
      this.#learnOfListing(result, now);
      return;
    }
    if (!isRateLimited(result)) {
      if (result.kind === 'no-answer') return;
      this.#since = null;
      this.#sinceAt.delete(call.endpoint);
      return;
    }
    this.#since ??= now;
    const sinceAt = this.#sinceAt.get(call.endpoint) ?? now;
    this.#sinceAt.set(call.endpoint, sinceAt);
    // A caller that says how long it waits is prepared for a limit.
    if (call.longestPause !== undefined || call.retry === 'never') return;
    const asked = retryAfter(result.headers);
    if (asked !== null && asked > LONGEST_PAUSE)
      this.#close(call, {
        reason: 'rate-limited',
        message: `Not sent: ${nameOf(call.endpoint)} answered 429 (rate limit) and asked to wait ${asked.toLocaleString('en')} s, longer than this suite waits.`,
      });
    if (now - this.#since >= LONGEST)
      this.#closed.closeAll({ reason: 'rate-limited', message: `${ONLY_LIMITS} for a minute.` });
    else if (now - sinceAt >= LONGEST)
      this.#close(call, {
        reason: 'rate-limited',
        message: `${nameOf(call.endpoint)} answered nothing but 429 (rate limit) for a minute.`,
      });
  }

  #learnOfListing(result: WireResult, now: number): void {
    if (!isRateLimited(result)) this.#hasServedListing ||= result.kind === 'answer';
    else if (!this.#hasServedListing) {
      this.#since ??= now;
      if (now - this.#since >= LONGEST_OF_LISTING)
        this.#closed.closeAll({ reason: 'rate-limited', message: `${ONLY_LIMITS} for more than two minutes.` });
    }
  }

  /** What the run's own key may not ask for, nobody asks for; a limit of another one is that one's. */
  #close(call: Call, failure: Failure): void {
    if (call.isKnownGood === undefined) this.#closed.closeTo(call, failure);
    else this.#closed.close(call.endpoint, failure);
  }
}
