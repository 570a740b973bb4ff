import type { Call } from './call.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import type { Limiter } from './limiter.ts';
import { nameOf } from './outage.ts';
import type { Endpoint } from './reply.ts';
import { isRateLimited, LONGEST_PAUSE, pauseAfter, retryAfter } from './results.ts';
import type { Failure, WireResult } from './transport.ts';

/** After this long with nothing but 429, in milliseconds, a service is no longer called. */
const LONGEST = 60_000;
/**
 * The same for a listing API that has answered nothing else yet. It is longer than one window, because an earlier run
 * may have used up the limit.
 */
const LONGEST_OF_LISTING = 150_000;

/** A wait that is too long in seconds may be one in milliseconds. Up to this number, the suite tries that. */
const MOST_MILLISECONDS = 2000;
const MILLISECONDS = ' If this is in milliseconds, send seconds instead.';

export interface RateLimitOptions {
  readonly limiter: Limiter;
  readonly onWait?: (notice: string) => void;
}

/** Waits as a rate limit asks. Stops calling a service or an endpoint whose rate limit does not end. */
export class RateLimits {
  readonly #closed: ClosedEndpoints;
  readonly #options: RateLimitOptions;
  /** Since when the service, or an endpoint, has answered nothing but 429. */
  readonly #since = new Map<Endpoint | 'service', number>();
  #hasServedListing = false;

  constructor(closed: ClosedEndpoints, options: RateLimitOptions) {
    this.#closed = closed;
    this.#options = options;
  }

  /** Holds all requests back for as long as a 429 asks; `false` if that is longer than the suite waits. */
  wait({ headers }: WireResult & { kind: 'answer' }, tries: number, longest = LONGEST_PAUSE): boolean {
    const asked = retryAfter(headers);
    if (asked !== null && asked > longest) {
      if (longest < LONGEST_PAUSE || asked > MOST_MILLISECONDS) return false;
      this.#options.limiter.slowDown(asked);
      return true;
    }
    const seconds = Math.min(pauseAfter(tries, asked), longest);
    this.#options.limiter.slowDown(seconds * 1000);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s, as the service asked with its 429`);
    return true;
  }

  /** `sentAt` is when the request was sent: its answer may come after a wait that it was not part of. */
  learn(call: Call, result: WireResult, sentAt: number): void {
    const { endpoint } = call;
    if (result.kind === 'no-answer') return;
    const isOfListing = endpoint === 'token' || endpoint === 'toplists';
    if (!isRateLimited(result)) {
      this.#hasServedListing ||= isOfListing;
      this.#since.delete('service');
      this.#since.delete(endpoint);
      return;
    }
    const lasts = (of: Endpoint | 'service', longest: number) => {
      const since = this.#since.get(of) ?? sentAt;
      this.#since.set(of, since);
      return sentAt - since >= longest;
    };
    // Whether a rate limit of the listing API ends is the subject of its own checks, once it has answered anything else.
    if (isOfListing) {
      if (!this.#hasServedListing && lasts('service', LONGEST_OF_LISTING)) this.#closeAll('more than two minutes');
      return;
    }
    const [isLasting, isLastingThere] = [lasts('service', LONGEST), lasts(endpoint, LONGEST)];
    // A request with its own limit for waits expects to be rate-limited.
    if (call.longestPause !== undefined || call.retry === 'never') return;
    const asked = retryAfter(result.headers);
    const wasTried = asked !== null && (asked > MOST_MILLISECONDS || lasts(endpoint, 2 * asked));
    if (wasTried && asked > LONGEST_PAUSE)
      this.#close(
        call,
        `answered 429 (rate limit) and asked to wait ${asked.toLocaleString('en')} s, longer than this suite waits.${asked >= 1000 && asked % 1000 === 0 ? MILLISECONDS : ''}`,
      );
    if (isLasting) this.#closeAll('a minute');
    else if (isLastingThere) this.#close(call, 'answered nothing but 429 (rate limit) for a minute.');
  }

  #closeAll(time: string): void {
    const message = `The service answered nothing but 429 (rate limit) for ${time}.`;
    this.#closed.closeAll({ reason: 'rate-limited', message, isOfAll: true });
  }

  /** If the run's own key is limited, the endpoint is closed for every request; otherwise only for that credential. */
  #close(call: Call, what: string): void {
    const failure: Failure = { reason: 'rate-limited', message: `${nameOf(call.endpoint)} ${what}` };
    if (call.isKnownGood === undefined) this.#closed.closeTo(call, failure);
    else this.#closed.close(call.endpoint, failure);
  }
}
