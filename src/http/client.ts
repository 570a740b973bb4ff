import { Answer, noAnswer, type Circumstances } from './answer.ts';
import { systemClock, type Clock } from './clock.ts';
import { Congestion } from './congestion.ts';
import type { Limiter } from './limiter.ts';
import { GONE, isRefused, Outage, OUTAGE_PAUSE } from './outage.ts';
import type { Redactor } from './redaction.ts';
import { isDenied, type Endpoint, type Reply } from './reply.ts';
import {
  backoff,
  isBusy,
  isRateLimited,
  isTransient,
  LONGEST_BACKOFF,
  LONGEST_BUSY_PAUSE,
  LONGEST_PAUSE,
  pauseAfter,
  RATE_LIMITED_TRIES,
  retryAfter,
  triesFor,
} from './retry.ts';
import type { Secret } from './secret.ts';
import type { Transcript } from './transcript.ts';
import type { Failure, Transport, WireRequest, WireResult } from './transport.ts';

/** A request as a check asks for it. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  /** Appended to the base address, before its query string. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole `Authorization` header: its scheme and the secret behind it; `null` leaves the header out. */
  readonly authorization: Authorization | null;
  readonly body?: string;
  /** `never` sends once: the connect probe and the token exchange make no retry. */
  readonly retry?: 'never';
  /** Whether the credential is known to be good: a call that is denied all the same is sent again. */
  readonly isKnownGood?: () => boolean;
  /** Seconds; a 429 that asks for a longer wait stands as the answer. */
  readonly longestPause?: number;
  /** The connection is closed behind the answer. */
  readonly last?: boolean;
  /** Shown each result before it is recorded, so that a secret in it is known by then. */
  readonly learn?: (result: WireResult) => void;
}

export interface Authorization {
  /** `Bearer `, with its space; may be empty. */
  readonly scheme: string;
  readonly secret: Secret | null;
  /** The headers that carry it; `authorization` alone where nothing is said. */
  readonly headers?: readonly string[];
}

/** Where a causal sequence of requests has got to: counts how many had to wait for each other. */
export interface Lane {
  depth: number;
  /** How many requests, one after the other, hang on this one: the longest sequence goes first. */
  readonly urgency?: number;
}

export interface ClientOptions {
  readonly base: URL;
  /** `--local`: an address without TLS may be called, and the key sent to it. */
  readonly allowPlain: boolean;
  readonly transport: Transport;
  readonly transcript: Transcript;
  readonly redactor: Redactor;
  readonly limiter: Limiter;
  readonly userAgent: string;
  readonly signal?: AbortSignal;
  /** What waits between tries go by; the system's by default. */
  readonly clock?: Clock;
  /** Told before a wait that a person would notice, in a sentence. */
  readonly onWait?: (notice: string) => void;
}

/** A shorter text in an answer may be there by chance. */
const SHORTEST_CREDENTIAL = 8;
/** An endpoint that let so many calls time out, and answered none, is not called any more. */
const DEAF_AFTER = 2;
/** How often a call is sent again that is denied, and how often where denials are known to pass. */
const DENIED_TRIES = 3;
const RELENTING_TRIES = 6;

/** Calls a service as the platform's client does (ad-server §7, §8): no redirects, retries with backoff, `Retry-After`. */
export class Client {
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #congestion: Congestion;
  readonly #outage: Outage;
  readonly #deaf = new Map<Endpoint, { timeouts: number; answered: boolean; exchange: string }>();
  /** Whether a call that was denied was answered when it was sent again. */
  #relents = false;
  /** The endpoints that went on denying a call. */
  readonly #adamant = new Set<Endpoint>();
  /** The base address before its query string, and that query string. */
  readonly #base: { readonly prefix: string; readonly query: string };

  constructor(options: ClientOptions) {
    this.#options = options;
    const { origin, pathname, search } = options.base;
    this.#base = { prefix: origin + pathname.replace(/\/+$/, ''), query: search.slice(1) };
    this.#clock = options.clock ?? systemClock;
    this.#congestion = new Congestion(options.limiter);
    this.#outage = new Outage(this.#clock);
  }

  /** Sends a call, again where the contract's client would, and returns its final answer. Never rejects. */
  async send(call: Call, lane: Lane): Promise<Reply> {
    if (this.#options.base.protocol !== 'https:' && !this.#options.allowPlain)
      return noAnswer(call.endpoint, [], PLAIN_HTTP);
    const request = this.#request(call);
    const exchanges: string[] = [];
    const rateLimited: Reply[] = [];
    const denied: Reply[] = [];
    let depth = lane.depth;
    let failures = 0;
    let limited = 0;
    let wasBusy = false;
    let gotThrough = false;
    for (;;) {
      const deaf = this.#deafness(call.endpoint);
      if (deaf !== null) return noAnswer(call.endpoint, [...exchanges, deaf.exchange], deaf.failure);
      const attempt = await this.#attempt(call, request, exchanges.length + 1, lane.urgency);
      if (attempt === null) return noAnswer(call.endpoint, exchanges, NOT_SENT);
      const { result, exchange, durationMs } = attempt;
      exchanges.push(exchange);
      lane.depth = Math.max(lane.depth, ++depth);
      this.#listen(call.endpoint, result, exchange);
      this.#lookOut(result);
      gotThrough ||= !isRefused(result);
      if (call.retry !== 'never' && this.#options.signal?.aborted !== true) {
        if (isRateLimited(result) && limited < RATE_LIMITED_TRIES) {
          rateLimited.push(this.#answer(call, result, { ...alone, exchanges: [exchange], durationMs }));
          if (this.#waitAsAsked(result.headers, limited++, call.longestPause)) continue;
          rateLimited.pop();
        } else if (this.#outage.mayPass) {
          await this.#clock.sleep(OUTAGE_PAUSE, this.#options.signal);
          continue;
        } else if (isTransient(result) && failures < triesFor(result) && !this.#outage.lasts) {
          wasBusy ||= isBusy(result);
          await this.#backOff(result, failures++, call.longestPause);
          continue;
        } else if (result.kind === 'answer' && this.#mayRelent(call, result, denied.length)) {
          denied.push(this.#answer(call, result, { ...alone, exchanges: [exchange], durationMs }));
          continue;
        }
        if (wasBusy) this.#congestion.learn(isTransient(result));
      }
      if (result.kind === 'no-answer') {
        const failure = this.#outage.lasts && !gotThrough ? GONE : result.failure;
        return noAnswer(call.endpoint, exchanges, failure, durationMs);
      }
      if (denied.length > 0 && isDenied(result)) this.#adamant.add(call.endpoint);
      else this.#relents ||= denied.length > 0;
      return this.#answer(call, result, { exchanges, rateLimited, denied, durationMs });
    }
  }

  /** Makes a secret known; nothing that is recorded from now on shows it. */
  protect(secret: Secret): void {
    this.#options.redactor.protect(secret);
  }

  /** The address of an endpoint: the path goes before the base address's query string (ad-server §1). */
  url(path: string, query?: Readonly<Record<string, string>>): URL {
    // A plus sign for a space is understood in forms only; `%20` everywhere.
    const added = query === undefined ? '' : new URLSearchParams(query).toString().replaceAll('+', '%20');
    const whole = [this.#base.query, added].filter((part) => part !== '').join('&');
    return new URL(`${this.#base.prefix}${path}${whole === '' ? '' : `?${whole}`}`);
  }

  #request(call: Call): WireRequest {
    const { authorization } = call;
    if (authorization?.secret) this.#options.redactor.protect(authorization.secret);
    return {
      method: call.method,
      url: this.url(call.path, call.query),
      headers: {
        accept: 'application/json',
        'user-agent': this.#options.userAgent,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === null ? {} : carrying(authorization, authorization.secret?.reveal() ?? '')),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.last === undefined ? {} : { last: call.last }),
    };
  }

  #answer(
    call: Call,
    result: WireResult & { kind: 'answer' },
    about: Omit<Circumstances, 'endpoint' | 'echoes'>,
  ): Answer {
    return new Answer(result, { ...about, endpoint: call.endpoint, echoes: (text) => this.#echoes(call, text) });
  }

  #echoes({ authorization }: Call, text: string): boolean {
    const sent = authorization?.secret === null ? authorization.scheme.replace(/^\w+ /, '') : '';
    return (
      this.#options.redactor.finds(text) ||
      (sent.length >= SHORTEST_CREDENTIAL && text.toLowerCase().includes(sent.toLowerCase()))
    );
  }

  /**
   * Sends a request when its turn comes; `null` where the run has ended by then. One that is sent again goes before all
   * others, and the more often it was sent the sooner.
   */
  #attempt({ authorization, learn }: Call, request: WireRequest, attempt: number, urgency?: number) {
    const { limiter, transcript, transport, signal } = this.#options;
    return limiter.run(
      async () => {
        if (signal?.aborted === true) return null;
        const record = transcript.begin(request, attempt, shownHeaders(authorization));
        const began = performance.now();
        const result = await transport.send(request, signal);
        learn?.(result);
        // Nobody takes its place before the wait that it asks for is known.
        if (isRateLimited(result) || (isBusy(result) && this.#congestion.isLikely)) limiter.pause(1);
        return { result, exchange: record(result), durationMs: performance.now() - began };
      },
      signal,
      attempt > 1 ? MOST_URGENT + attempt : urgency,
    );
  }

  /** Whether a good credential that was denied so many times before may be accepted yet. */
  #mayRelent({ endpoint, isKnownGood }: Call, result: Pick<Reply, 'status'>, times: number): boolean {
    const most = this.#relents ? RELENTING_TRIES : this.#adamant.has(endpoint) ? 0 : DENIED_TRIES;
    return isDenied(result) && isKnownGood?.() === true && times < most;
  }

  /** Holds all requests back as a 429 asks; `false` where it asks for more than the suite will wait. */
  #waitAsAsked(headers: Readonly<Record<string, string>>, tries: number, longest = LONGEST_PAUSE): boolean {
    const asked = retryAfter(headers);
    if (asked !== null && asked > longest) return false;
    const seconds = Math.min(pauseAfter(tries, asked), longest);
    this.#options.limiter.slowDown(seconds * 1000);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s: the service answered 429 and asked for it`);
    return true;
  }

  /** Waits before a call that failed is sent again; where it may be for the load, all others wait with it. */
  async #backOff(result: WireResult, failures: number, longestPause = LONGEST_BUSY_PAUSE): Promise<void> {
    const mayBeLoad = isBusy(result) && failures === 0 && this.#congestion.isLikely;
    const longest = mayBeLoad ? Math.min(longestPause, LONGEST_BUSY_PAUSE) : LONGEST_BACKOFF;
    const pauseMs = backoff(failures, result, longest);
    const allWait = isBusy(result) && this.#congestion.giveWay(pauseMs, triesFor(result) - failures);
    if (pauseMs >= 2000 && mayBeLoad)
      this.#options.onWait?.(`waiting ${pauseMs / 1000} s: the service answered 503 and asked for it`);
    if (!allWait) await this.#clock.sleep(pauseMs, this.#options.signal);
  }

  /** While a service refuses connections nothing is asked of it: it may be starting anew. */
  #lookOut(result: WireResult): void {
    if (this.#outage.learn(result))
      this.#options.onWait?.('waiting: the service refuses connections, as while it starts anew');
    if (this.#outage.mayPass) this.#options.limiter.pause(OUTAGE_PAUSE);
  }

  #listen(endpoint: Endpoint, result: WireResult, exchange: string): void {
    const heard = this.#deaf.get(endpoint) ?? { timeouts: 0, answered: false, exchange };
    const timedOut = result.kind === 'no-answer' && result.failure.reason.endsWith('timeout');
    this.#deaf.set(endpoint, {
      timeouts: heard.timeouts + Number(timedOut),
      answered: heard.answered || result.kind === 'answer',
      exchange,
    });
  }

  #deafness(endpoint: Endpoint): { exchange: string; failure: Failure } | null {
    const heard = this.#deaf.get(endpoint);
    if (heard === undefined || heard.answered || heard.timeouts < DEAF_AFTER) return null;
    const message = `not asked again: this endpoint let ${heard.timeouts} calls time out and answered none`;
    return { exchange: heard.exchange, failure: { reason: 'timeout', message } };
  }
}

/** The credential as it may be seen, however short it is. */
function shownHeaders(authorization: Authorization | null): Record<string, string> {
  return authorization?.secret ? carrying(authorization, authorization.secret.toString()) : {};
}

function carrying({ scheme, headers = ['authorization'] }: Authorization, text: string): Record<string, string> {
  return Object.fromEntries(headers.map((name) => [name, scheme + text]));
}

/** An answer with none before it. */
const alone = { rateLimited: [], denied: [] };

/** More than hang on any request that was not sent yet. */
const MOST_URGENT = 1e6;

/** The run ended while the call waited for its turn. */
const NOT_SENT: Failure = { reason: 'aborted', message: 'not sent: the run was interrupted' };

/** The client refuses such an address before any call (ad-server §5 rule 5). */
const PLAIN_HTTP: Failure = {
  reason: 'plain-http',
  message:
    'nothing was sent: the address does not start with https:// (--local allows that for a service under development)',
};
