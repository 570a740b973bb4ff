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
  /** Endpoints that answered the run's own key 429, with nothing served since the first of them. */
  readonly #limited = new Set<Call['endpoint']>();
  /** What one of them asked to wait, in seconds, if that is longer than this suite waits. */
  #longWait: number | null = null;

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
      this.#limited.clear();
      this.#longWait = null;
      return;
    }
    this.#since ??= now;
    const sinceAt = this.#sinceAt.get(call.endpoint) ?? now;
    this.#sinceAt.set(call.endpoint, sinceAt);
    const asked = retryAfter(result.headers);
    if (call.isKnownGood !== undefined) this.#noteLimit(call, asked);
    // A caller that says how long it waits is prepared for a limit.
    if (call.longestPause !== undefined || call.retry === 'never') return;
    if (asked !== null && asked > LONGEST_PAUSE)
      this.#close(call, {
        reason: 'rate-limited',
        message: `Not sent: ${nameOf(call.endpoint)} answered 429 (rate limit) and ${askedToWait(asked)}`,
      });
    if (now - this.#since >= LONGEST)
      this.#closed.closeAll({ reason: 'rate-limited', message: `${ONLY_LIMITS} for a minute.` });
    else if (now - sinceAt >= LONGEST)
      this.#close(call, {
        reason: 'rate-limited',
        message: `${nameOf(call.endpoint)} answered nothing but 429 (rate limit) for a minute.`,
      });
  }

  /** What reads and what writes may each have a quota; if both refuse for long, and nothing is served, all does. */
  #noteLimit({ endpoint }: Call, asked: number | null): void {
    if (asked !== null && asked > LONGEST_PAUSE) this.#longWait = asked;
    this.#limited.add(endpoint);
    if (this.#longWait !== null && new Set(Array.from(this.#limited, isReading)).size === 2)
      this.#closed.closeAll({
        reason: 'rate-limited',
        message: `${ONLY_LIMITS}, and ${askedToWait(this.#longWait)}`,
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

function isReading(endpoint: Call['endpoint']): boolean {
  return endpoint === 'health' || endpoint === 'inventory';
}

function askedToWait(seconds: number): string {
  return `asked to wait ${seconds.toLocaleString('en')} s, longer than this suite waits.`;
}
