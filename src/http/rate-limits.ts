import type { Call } from './call.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import type { Limiter } from './limiter.ts';
import { nameOf } from './outage.ts';
import { isRateLimited, LONGEST_PAUSE, pauseAfter, retryAfter } from './results.ts';
import type { Failure, WireResult } from './transport.ts';

const ONLY_LIMITS = 'The service answered nothing but 429 (rate limit)';

/** After this long with nothing but 429, in milliseconds, a service is no longer called. */
const LONGEST = 60_000;
/**
 * The same for a listing API that has answered nothing else yet. It is longer than one window, because an earlier run
 * may have used up the limit.
 */
const LONGEST_OF_LISTING = 150_000;

export interface RateLimitOptions {
  readonly limiter: Limiter;
  readonly onWait?: (notice: string) => void;
}

/** Waits as a rate limit asks. Stops calling a service or an endpoint whose rate limit does not end. */
export class RateLimits {
  readonly #closed: ClosedEndpoints;
  readonly #options: RateLimitOptions;
  #since: number | null = null;
  #hasServedListing = false;
  readonly #sinceAt = new Map<Call['endpoint'], number>();

  constructor(closed: ClosedEndpoints, options: RateLimitOptions) {
    this.#closed = closed;
    this.#options = options;
  }

  /** Holds all requests back for as long as a 429 asks; `false` if that is longer than the suite waits. */
  wait({ headers }: WireResult & { kind: 'answer' }, tries: number, longest = LONGEST_PAUSE): boolean {
    const asked = retryAfter(headers);
    if (asked !== null && asked > longest) return false;
    const seconds = Math.min(pauseAfter(tries, asked), longest);
    this.#options.limiter.slowDown(seconds * 1000);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s, as the service asked with its 429`);
    return true;
  }

  /** `sentAt` is when the request was sent: its answer may come after a wait that it was not part of. */
  learn(call: Call, result: WireResult, sentAt: number): void {
    // Whether a rate limit of the listing API ends is the subject of its own checks.
    if (call.endpoint === 'token' || call.endpoint === 'toplists') {
      this.#learnOfListing(result, sentAt);
      return;
    }
    if (!isRateLimited(result)) {
      if (result.kind === 'no-answer') return;
      this.#since = null;
      this.#sinceAt.delete(call.endpoint);
      return;
    }
    this.#since ??= sentAt;
    const since = this.#sinceAt.get(call.endpoint) ?? sentAt;
    this.#sinceAt.set(call.endpoint, since);
    // A request with its own limit for waits expects to be rate-limited.
    if (call.longestPause !== undefined || call.retry === 'never') return;
    const asked = retryAfter(result.headers);
    if (asked !== null && asked > LONGEST_PAUSE)
      this.#close(call, {
        reason: 'rate-limited',
        message: `${nameOf(call.endpoint)} answered 429 (rate limit) and asked to wait ${asked.toLocaleString('en')} s, longer than this suite waits.`,
      });
    if (sentAt - this.#since >= LONGEST)
      this.#closed.closeAll({ reason: 'rate-limited', message: `${ONLY_LIMITS} for a minute.`, isOfAll: true });
    else if (sentAt - since >= LONGEST)
      this.#close(call, {
        reason: 'rate-limited',
        message: `${nameOf(call.endpoint)} answered nothing but 429 (rate limit) for a minute.`,
      });
  }

  #learnOfListing(result: WireResult, sentAt: number): void {
    if (!isRateLimited(result)) this.#hasServedListing ||= result.kind === 'answer';
    else if (!this.#hasServedListing) {
      this.#since ??= sentAt;
      if (sentAt - this.#since >= LONGEST_OF_LISTING)
        this.#closed.closeAll({
          reason: 'rate-limited',
          message: `${ONLY_LIMITS} for more than two minutes.`,
          isOfAll: true,
        });
    }
  }

  /** If the run's own key is limited, the endpoint is closed for every request; otherwise only for that credential. */
  #close(call: Call, failure: Failure): void {
    if (call.isKnownGood === undefined) this.#closed.closeTo(call, failure);
    else this.#closed.close(call.endpoint, failure);
  }
}
