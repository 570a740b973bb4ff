import type { Redactor } from '../secrets/redaction.ts';
import type { Secret } from '../secrets/secret.ts';
import { Answer, noAnswer, type Circumstances } from './answer.ts';
import type { Authorization, Call, Lane } from './call.ts';
import { systemClock, type Clock } from './clock.ts';
import { Denials } from './denials.ts';
import type { Limiter } from './limiter.ts';
import { GONE, isRefused, Outage } from './outage.ts';
import type { Reply } from './reply.ts';
import { isBusy, isRateLimited, isTransient, RATE_LIMITED_TRIES, triesFor } from './retry.ts';
import { SilentEndpoints } from './silent-endpoints.ts';
import type { Transcript } from './transcript.ts';
import type { Failure, Transport, WireRequest, WireResult } from './transport.ts';
import { Waits } from './waits.ts';

export type { Authorization, Call, Lane } from './call.ts';

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
  /** Times the waits between tries; by default the system's clock. */
  readonly clock?: Clock;
  /** Told before a wait that a person would notice, in a sentence. */
  readonly onWait?: (notice: string) => void;
}

/** One request that went out, and how it ended. */
interface Attempt {
  readonly result: WireResult;
  readonly exchange: string;
  readonly durationMs: number;
}

/** What happened to a call so far. */
interface Tries {
  readonly exchanges: string[];
  readonly rateLimited: Reply[];
  readonly denied: Reply[];
  failures: number;
  wasBusy: boolean;
  hasReachedService: boolean;
}

/** A shorter text in an answer may be there by chance. */
const SHORTEST_CREDENTIAL = 8;

/** Calls a service as the platform's client does (ad-server §7, §8): no redirects, retries with backoff, `Retry-After`. */
export class Client {
  readonly #options: ClientOptions;
  readonly #outage: Outage;
  readonly #waits: Waits;
  readonly #silent = new SilentEndpoints();
  readonly #denials = new Denials();
  /** The base address before its query string, and that query string. */
  readonly #base: { readonly prefix: string; readonly query: string };

  constructor(options: ClientOptions) {
    this.#options = options;
    const { origin, pathname, search } = options.base;
    this.#base = { prefix: origin + pathname.replace(/\/+$/, ''), query: search.slice(1) };
    const clock = options.clock ?? systemClock;
    this.#outage = new Outage(clock);
    this.#waits = new Waits({ ...options, clock, outage: this.#outage });
  }

  /** Sends a call, again if the contract's client would, and returns its last answer. Never rejects. */
  async send(call: Call, lane: Lane): Promise<Reply> {
    if (this.#options.base.protocol !== 'https:' && !this.#options.allowPlain)
      return noAnswer(call.endpoint, [], PLAIN_HTTP);
    const request = this.#request(call);
    const { depth } = lane;
    const tries: Tries = {
      exchanges: [],
      rateLimited: [],
      denied: [],
      failures: 0,
      wasBusy: false,
      hasReachedService: false,
    };
    for (;;) {
      const silent = this.#silent.whyNotCalled(call.endpoint);
      if (silent !== null) return noAnswer(call.endpoint, [...tries.exchanges, silent.exchange], silent.failure);
      const attempt = await this.#attempt(call, request, tries.exchanges.length + 1, lane.urgency);
      if (attempt === null) return noAnswer(call.endpoint, tries.exchanges, NOT_SENT);
      this.#learn(call, attempt, tries);
      lane.depth = Math.max(lane.depth, depth + tries.exchanges.length);
      if (!(await this.#isSentAgain(call, attempt, tries))) return this.#reply(call, attempt, tries);
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
    about: Omit<Circumstances, 'endpoint' | 'echoes' | 'suspects'>,
  ): Answer {
    const echoes = (text: string) => this.#echoes(call, text);
    const suspects = (text: string) => this.#options.redactor.suspects(text);
    return new Answer(result, { ...about, endpoint: call.endpoint, echoes, suspects });
  }

  #echoes({ authorization }: Call, text: string): boolean {
    const sent = authorization?.secret === null ? authorization.scheme.replace(/^\w+ /, '') : '';
    return (
      this.#options.redactor.finds(text) ||
      (sent.length >= SHORTEST_CREDENTIAL && text.toLowerCase().includes(sent.toLowerCase()))
    );
  }

  /**
   * Sends a request when its turn comes; `null` if the run has ended by then. One that is sent again goes before all
   * others, and the more often it was sent the sooner.
   */
  #attempt(
    { authorization, learn }: Call,
    request: WireRequest,
    attempt: number,
    urgency?: number,
  ): Promise<Attempt | null> {
    const { limiter, transcript, transport, signal } = this.#options;
    return limiter.run(
      async () => {
        if (signal?.aborted === true) return null;
        const record = transcript.begin(request, attempt, shownHeaders(authorization));
        const began = performance.now();
        const result = await transport.send(request, signal);
        learn?.(result);
        this.#waits.holdBack(result);
        return { result, exchange: record(result), durationMs: performance.now() - began };
      },
      signal,
      attempt > 1 ? MOST_URGENT + attempt : urgency,
    );
  }

  #learn({ endpoint }: Call, { result, exchange }: Attempt, tries: Tries): void {
    tries.exchanges.push(exchange);
    this.#silent.learn(endpoint, result, exchange);
    this.#waits.learn(result);
    tries.hasReachedService ||= !isRefused(result);
  }

  /** Waits as long as it takes before a call is sent again; `false` if its answer is the last one. */
  async #isSentAgain(call: Call, attempt: Attempt, tries: Tries): Promise<boolean> {
    if (call.retry === 'never' || this.#options.signal?.aborted === true) return false;
    const isSentAgain = await this.#waitBeforeRetry(call, attempt, tries);
    if (!isSentAgain && tries.wasBusy) this.#waits.learnEndOfBusy(attempt.result);
    return isSentAgain;
  }

  async #waitBeforeRetry(call: Call, attempt: Attempt, tries: Tries): Promise<boolean> {
    const { result } = attempt;
    if (isRateLimited(result) && tries.rateLimited.length < RATE_LIMITED_TRIES) {
      if (!this.#waits.asAsked(result.headers, tries.rateLimited.length, call.longestPause)) return false;
      tries.rateLimited.push(this.#answer(call, result, alone(attempt)));
      return true;
    }
    if (this.#outage.mayPass) {
      await this.#waits.forReturn();
      return true;
    }
    if (isTransient(result) && tries.failures < triesFor(result) && !this.#outage.lasts) {
      tries.wasBusy ||= isBusy(result);
      await this.#waits.backOff(result, tries.failures++, call.longestPause);
      return true;
    }
    if (result.kind === 'no-answer' || !this.#denials.mayPass(call, result, tries.denied.length)) return false;
    tries.denied.push(this.#answer(call, result, alone(attempt)));
    return true;
  }

  #reply(call: Call, { result, durationMs }: Attempt, tries: Tries): Reply {
    const { exchanges, rateLimited, denied, hasReachedService } = tries;
    if (result.kind === 'no-answer') {
      const failure = this.#outage.lasts && !hasReachedService ? GONE : result.failure;
      return noAnswer(call.endpoint, exchanges, failure, durationMs);
    }
    if (denied.length > 0) this.#denials.learn(call.endpoint, result);
    return this.#answer(call, result, { exchanges, rateLimited, denied, durationMs });
  }
}

/** The credential as it may be shown, however short it is. */
function shownHeaders(authorization: Authorization | null): Record<string, string> {
  return authorization?.secret ? carrying(authorization, authorization.secret.toString()) : {};
}

function carrying({ scheme, headers = ['authorization'] }: Authorization, text: string): Record<string, string> {
  return Object.fromEntries(headers.map((name) => [name, scheme + text]));
}

/** An answer on the way to the last one, seen by itself. */
function alone({ exchange, durationMs }: Attempt): Omit<Circumstances, 'endpoint' | 'echoes' | 'suspects'> {
  return { rateLimited: [], denied: [], exchanges: [exchange], durationMs };
}

/** More than wait for any request that was not sent yet. */
const MOST_URGENT = 1e6;

/** The run ended while the call waited for its turn. */
const NOT_SENT: Failure = { reason: 'aborted', message: 'not sent: the run was interrupted' };

/** The client refuses such an address before any call (ad-server §5 rule 5). */
const PLAIN_HTTP: Failure = {
  reason: 'plain-http',
  message:
    'nothing was sent: the address does not start with https:// (--local allows that for a service under development)',
};
