import { told } from './outage.ts';
import type { Healed, OutageTold } from '../causes/reason.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { cookiesSet, NO_HEADERS, type GivenHeaders } from '../secrets/given-headers.ts';
import type { Secret } from '../secrets/secret.ts';
import { noAnswer, replyOf } from './answer.ts';
import { Between, readable, type ToldBetween } from './between.ts';
import { carrying, shownHeaders, type Call, type Lane } from './call.ts';
import { systemClock, type Clock } from './clock.ts';
import { Controls, othersThan, type Control } from './controls.ts';
import { InFlight } from './in-flight.ts';
import { KeptAnswers } from './kept-answers.ts';
import { PLAIN_HTTP } from './failure.ts';
import type { Limiter } from './limiter.ts';
import { Locks } from './locks.ts';
import { comesFrom, passing, type Reply, type Unsteadiness } from './reply.ts';
import { Retries } from './retries.ts';
import { Tries, type Attempt } from './tries.ts';
import { endOfRun, isUnsettled, timeLimitReached } from './time-limit.ts';
import { isTimeout, isTrouble, statusOf } from './results.ts';
import type { Transcript } from './transcript.ts';
import type { Transport, WireRequest, WireResult } from './transport.ts';

export type { Authorization, Call, Lane } from './call.ts';

export interface ClientOptions {
  readonly base: URL;
  /** `--local`: the service may be called without TLS, and the key sent to it. */
  readonly allowPlain: boolean;
  readonly transport: Transport;
  readonly transcript: Transcript;
  readonly redactor: Redactor;
  readonly limiter: Limiter;
  readonly userAgent: string;
  readonly headers?: GivenHeaders;
  readonly signal?: AbortSignal;
  /** Times the waits between retries; by default the system's clock. */
  readonly clock?: Clock;
  /** Called before a wait long enough for a person to notice, with a sentence about it. */
  readonly onWait?: (notice: string) => void;
}

/** Failures that went away, or that say nothing about a single request. */
export interface Trouble {
  readonly outages: readonly OutageTold[];
  readonly healed: readonly Healed[];
  /** Why nothing more was sent to endpoints, or to the whole service, that answered 429. */
  readonly limits: readonly string[];
  /** How many 503s were waited for as if they were a rate limit. */
  readonly busy: number;
  readonly between: readonly ToldBetween[];
  readonly isGone: boolean;
  /** Whether requests often fail at first and succeed when they are sent again. */
  readonly isUnsteady: boolean;
  readonly hadTokenTrouble: boolean;
}

/** A shorter text that was sent in place of a credential, such as `undefined`, may be in an answer by chance. */
const SHORTEST_CREDENTIAL = 20;

/**
 * Calls a service as the platform's client does (ad-server §7, §8): it follows no redirects, retries with backoff and
 * honours `Retry-After`.
 */
export class Client {
  readonly #options: ClientOptions;
  readonly #retries: Retries;
  readonly #between: Between;
  readonly #inFlight = new InFlight();
  readonly #kept = new KeptAnswers();
  readonly #locks = new Locks();
  readonly #controls = new Controls();
  readonly #clock: Clock;
  readonly #base: { readonly prefix: string; readonly query: string };

  constructor(options: ClientOptions) {
    this.#options = options;
    const { origin, pathname, search } = options.base;
    this.#base = { prefix: origin + pathname.replace(/\/+$/, ''), query: search.slice(1) };
    this.#clock = options.clock ?? systemClock;
    const others = ({ call }: Control) =>
      othersThan(call).map((other) => ({ call: other, request: this.#request(other) }));
    this.#retries = new Retries({
      ...options,
      clock: this.#clock,
      controls: this.#controls,
      locks: this.#locks,
      probe: (control, alone) => this.#probe(control, alone),
      others,
    });
    this.#between = new Between({
      controls: this.#controls,
      probe: async (control) => (await this.#probe(control, false))?.result ?? null,
      others,
      redact: (text) => options.redactor.redact(text),
      end: (failure) => {
        this.#retries.endAll(failure);
      },
    });
  }

  /** Known for certain at the end of the run only. */
  readonly #unsteadiness = (): Unsteadiness | null => this.#retries.trouble.unsteadiness;

  get #headers(): GivenHeaders {
    return this.#options.headers ?? NO_HEADERS;
  }

  /** The failures that requests met and that no check is blamed for. */
  get trouble(): Trouble {
    const { trouble, healed, limits, busy, hadTokenTrouble } = this.#retries;
    const { outages, isGone } = trouble;
    return {
      outages: outages.map(told),
      between: this.#between.told,
      healed,
      limits,
      busy,
      isGone,
      isUnsteady: trouble.unsteadiness !== null,
      hadTokenTrouble,
    };
  }

  /**
   * Sends a request, retries it as the contract's client would, and returns the last answer. Rejects only if this suite
   * itself is at fault.
   */
  async send(call: Call, lane: Lane): Promise<Reply> {
    if (this.#options.base.protocol !== 'https:' && !this.#options.allowPlain)
      return noAnswer(call.endpoint, [], PLAIN_HTTP);
    const sent: Control = { call, request: this.#request(call) };
    const { depth } = lane;
    const tries = new Tries();
    this.#locks.begin(call);
    for (;;) {
      const why = this.#retries.whyNotSent(call);
      if (why !== null) {
        const shown = [...tries.callIds, ...(why.callId === undefined ? [] : [why.callId])];
        const failed = tries.serverErrors;
        return { ...noAnswer(call.endpoint, shown, why.failure), failed, isUnsent: tries.callIds.length === 0 };
      }
      const attempt =
        tries.answer ?? (await this.#attempt(tries.failedBefore ? afresh(sent) : sent, tries, lane.urgency));
      tries.answer = undefined;
      if (attempt === null) return this.#cutShort(call, tries);
      if ('until' in attempt) {
        await attempt.until;
        continue;
      }
      tries.callIds.push(attempt.callId);
      lane.depth = Math.max(lane.depth, depth + tries.callIds.length);
      const between = await this.#between.answeredBy(sent, attempt, tries.rateLimited.length === 0);
      if (between?.endsRun) continue;
      const alone = () => comesFrom(between, this.#reply(call, attempt, new Tries(attempt.callId)));
      if (between !== null && statusOf(attempt.result) !== 429)
        return comesFrom(between, this.#reply(call, attempt, tries));
      if (tries.locked === undefined && !tries.hadTrouble && this.#locks.mayBe(call, attempt)) {
        tries.locked = alone();
        continue;
      }
      if (await this.#retries.isSentAgain(sent, attempt, tries, alone)) continue;
      if (timeLimitReached(this.#options.signal) !== null && isUnsettled(attempt.result))
        return this.#cutShort(call, tries, attempt);
      this.#retries.ended(sent, attempt, tries);
      if (tries.locked) this.#locks.learn(tries.locked.status !== statusOf(attempt.result));
      const lost = this.#retries.whyLost(call, attempt);
      if (lost === null) {
        const reply = comesFrom(between, this.#reply(call, attempt, tries));
        return this.#retries.trouble.wentDown ? passing(reply) : reply;
      }
      const failed = [...tries.serverErrors, ...(attempt.result.kind === 'answer' ? [passing(alone())] : [])];
      return { ...noAnswer(call.endpoint, tries.callIds, lost), failed, unsteadiness: this.#unsteadiness };
    }
  }

  /** Declares a secret, so that no later record shows it. */
  protect(secret: Secret): void {
    this.#options.redactor.protect(secret);
  }

  /** Call this when nothing uses an answer any more, if that is soon after it came. */
  forget(reply: Reply): void {
    this.#kept.forget(reply);
  }

  /** The address of an endpoint. The path goes before the base address's query string (ad-server §1). */
  url(path: string, query?: Readonly<Record<string, string>>): URL {
    // `URLSearchParams` would write a space as `+`, which only forms decode.
    const added = Object.entries(query ?? {}).map((pair) => pair.map(encodeText).join('='));
    const whole = [this.#base.query, ...added].filter((part) => part !== '').join('&');
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
        ...this.#headers.sent,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === null ? {} : carrying(authorization, authorization.secret?.reveal() ?? '')),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      ...(call.odd && { odd: true }),
      ...(call.last === undefined ? {} : { last: call.last }),
      ...(call.fresh === undefined ? {} : { fresh: call.fresh }),
    };
  }

  #echoes({ authorization }: Call, text: string): boolean {
    const sent = authorization?.secret === null ? authorization.scheme.replace(/^\w+ /, '') : '';
    return (
      this.#options.redactor.finds(text) ||
      (sent.length >= SHORTEST_CREDENTIAL && text.toLowerCase().includes(sent.toLowerCase()))
    );
  }

  /**
   * Sends a request when its turn comes, unless an outage holds it back. `null` if the run was interrupted by then.
   * Retries go before first tries.
   */
  #attempt(sent: Control, tries: Tries, urgency = 0): Promise<Attempt | { readonly until: Promise<unknown> } | null> {
    const { limiter, signal } = this.#options;
    const attempt = tries.callIds.length + 1;
    const send = async () => {
      if (signal?.aborted === true) return null;
      const isLost = this.#retries.whyNotSent(sent.call) !== null;
      const hindrance = isLost ? Promise.resolve() : this.#retries.trouble.hindrance(sent.call.endpoint);
      if (hindrance !== null) return { until: hindrance };
      return this.#exchange(sent, attempt);
    };
    if (sent.call.alone === true || tries.isAlone(this.#unsteadiness() !== null))
      return limiter.alone(send, signal, MOST_URGENT + attempt);
    if (attempt > 1) return limiter.run(send, signal, MOST_URGENT + attempt);
    return limiter.run(send, signal, urgency, sent.call.together);
  }

  /** Repeats an earlier successful request, ahead of all others, to test whether its endpoint is up. */
  async #probe(control: Control, alone: boolean): Promise<Attempt | null> {
    const { limiter, signal } = this.#options;
    const send = () => (signal?.aborted === true ? Promise.resolve(null) : this.#exchange(afresh(control), 'control'));
    const attempt = await limiter[alone ? 'alone' : 'run'](send, signal, 2 * MOST_URGENT);
    if (attempt !== null) control.call.onReplay?.(this.#reply(control.call, attempt, new Tries(attempt.callId)));
    return attempt;
  }

  async #exchange(sent: Control, attempt: number | 'control'): Promise<Attempt> {
    const { transcript, transport, signal } = this.#options;
    const { call, request } = sent;
    const record = transcript.begin(request, attempt === 'control' ? 1 : attempt, {
      ...this.#headers.shown,
      ...shownHeaders(call.authorization),
    });
    const ended = this.#inFlight.begin(call);
    const startedAt = performance.now();
    const sentAt = this.#clock.now();
    const { trouble } = this.#retries;
    const began = trouble.begin();
    const timeoutMs = trouble.timeoutAt(call, attempt);
    const result = readable(await transport.send({ ...request, ...(timeoutMs && { timeoutMs }) }, signal));
    const durationMs = performance.now() - startedAt;
    const made = { result, sentAt, began, ended: trouble.sent, beside: ended(), durationMs };
    call.learn?.(result);
    this.#protectCookies(result);
    this.#retries.holdBack(result);
    const callId = record(result);
    this.#retries.learn(call, { ...made, callId });
    if (this.#between.learn(result)) this.#controls.learn(sent, result);
    return { ...made, callId };
  }

  /** Who passed a login gets cookies that let anybody in. */
  #protectCookies(result: WireResult): void {
    if (this.#headers === NO_HEADERS || result.kind === 'no-answer') return;
    cookiesSet(result.headers['set-cookie'] ?? '').forEach((cookie) => {
      this.protect(cookie);
    });
  }

  /** The end of the run is not the cause where nothing was ever answered. */
  #cutShort({ endpoint }: Call, { callIds, serverErrors, failed }: Tries, last = failed.at(-1)): Reply {
    const isOfService =
      !this.#retries.trouble.hasAnswered && last?.result.kind === 'no-answer' && isTrouble(last.result);
    const failure = isOfService ? last.result.failure : endOfRun(this.#options.signal);
    return { ...noAnswer(endpoint, callIds, failure), failed: serverErrors };
  }

  #reply(call: Call, { result, durationMs, beside }: Attempt, tries: Tries): Reply {
    const { callIds, rateLimited, denied, serverErrors: failed, locked, isKeyBurnt, isLeftBehind } = tries;
    const { trouble } = this.#retries;
    const timedOut = isTimeout(result);
    // A function that mentioned the result would keep its body for the whole run.
    const unsteadiness = () => trouble.explaining(timedOut);
    const ofTrouble = {
      ...(isTrouble(result) && callIds.length > 1 && { unsteadiness }),
      ...(tries.isBelieved && { isBelieved: true as const }),
    };
    if (result.kind === 'no-answer')
      return { ...noAnswer(call.endpoint, callIds, result.failure, durationMs), failed, ...ofTrouble };
    const wasLocked = locked !== undefined && locked.status !== result.status;
    return replyOf(result, {
      endpoint: call.endpoint,
      ...{ callIds, rateLimited, denied, failed, durationMs },
      ...ofTrouble,
      ...(wasLocked && { locked }),
      ...(isKeyBurnt && { isKeyBurnt }),
      ...(isLeftBehind && { isLeftBehind }),
      ...(beside && { beside }),
      kept: this.#kept,
      echoes: (text) => this.#echoes(call, text),
      suspects: (text) => this.#options.redactor.suspects(text),
    });
  }
}

function encodeText(text: string): string {
  // Half of a pair of units, as a cursor may contain, would throw.
  return encodeURIComponent(text.toWellFormed());
}

function afresh({ call, request }: Control): Control {
  return { call, request: { ...request, fresh: true } };
}

const MOST_URGENT = 1e6;
