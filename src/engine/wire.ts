import { randomUUID } from 'node:crypto';
import type { Authorization, Call, Lane } from '../http/client.ts';
import { noAnswer } from '../http/answer.ts';
import type { Failure, WireRequest } from '../http/transport.ts';
import type { CreatedOrder } from '../report/model.ts';
import { asOtherOrder } from './other-order.ts';
import type { ExchangeLedger, Expectation } from '../http/exchange-ledger.ts';
import { issuedTokens } from '../secrets/issued-tokens.ts';
import { LONGEST_PAUSE } from '../http/results.ts';
import { onTheWay } from '../http/on-the-way.ts';
import { excuse, isFromBetween, passing, type Endpoint, type Reply } from '../http/reply.ts';
import type { Secret } from '../secrets/secret.ts';
import { given } from '../text/given.ts';
import { isObject, member } from '../text/json.ts';
import { rateLimited } from './expect.ts';
import type { Payload } from './created.ts';
import type { ContractId } from './rule.ts';
import type { Session } from './session.ts';

export interface CallOptions {
  /** Sent instead of the run's own credential; `null` sends none. */
  readonly as?: Secret | Authorization | null;
  /** Added to the usual headers; on a conflict these win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `never` sends the request once, without retries. */
  readonly retry?: 'never';
  /** Closes the connection afterwards. */
  readonly last?: true;
  /** Its idempotency key is what it tries, so it is not sent under another. */
  readonly ownKey?: true;
  /** Sent over a new connection, which may lead to another process of the service. */
  readonly fresh?: true;
  /** The same for all requests that must be in flight together. */
  readonly together?: object;
  /** Sent when nothing else is in flight. */
  readonly alone?: true;
  /** Set if `as` is a valid credential too: a denied request is then sent again. */
  readonly isKnownGood?: boolean;
  /** In seconds. If a 429 asks for a longer wait, it is taken as the answer. */
  readonly longestPause?: number;
  /** What distinguishes the request from similar ones, in words of the report: `an update of the name`. */
  readonly what?: string;
  /** Answers that the rules about every answer must not see, because the check itself judges them. */
  readonly unheeded?: (reply: Reply) => boolean;
}

/** How many requests to each endpoint a conformant service gets, without retries. */
export type Sends = Readonly<Partial<Record<Endpoint, number>>>;

const TIME_IS_UP: Failure = {
  reason: 'rate-limited',
  message: 'The limit of token exchanges is used up, and this run waits for it no longer.',
};

/** Services lock a client out after fewer wrong credentials than this. After more, an outage has another cause. */
const MOST_BEFORE_LOCKOUT = 24;

/** The node that sends. Every call is recorded under its id. */
export interface Sender {
  readonly id: string;
  readonly contract: ContractId;
  readonly sends: Sends;
  /** What it sends need not fit the schema of its request. */
  readonly odd: boolean;
}

/** The endpoints of both contracts, as traffic calls them. Every call is recorded under the sender's id. */
export class Wire {
  readonly #sender: Sender;
  readonly #session: Session;
  readonly #lane: Lane;
  readonly #callIds: string[] = [];
  #lost: Reply | null = null;

  constructor(sender: Sender, session: Session, lane: Lane) {
    this.#sender = sender;
    this.#session = session;
    this.#lane = lane;
  }

  get callIds(): readonly string[] {
    return this.#callIds;
  }

  /** The first request that could no longer be sent, or whose answer was lost for good. */
  get lost(): Reply | null {
    return this.#lost;
  }

  /** `GET /health` (ad-server §4.1). */
  health(options: CallOptions = {}): Promise<Reply> {
    return this.#call('health', 'GET', '/health', options);
  }

  /** `GET /inventory` (ad-server §4.2). Values are sent as given, in or out of range. */
  inventory(query: Readonly<Record<string, number | string>> = {}, options: CallOptions = {}): Promise<Reply> {
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    return this.#call('inventory', 'GET', '/inventory', options, { query: Object.fromEntries(texts) });
  }

  /** `POST /forecast` (ad-server §4.3). */
  forecast(payload: Payload, options: CallOptions = {}): Promise<Reply> {
    return this.#call('forecast', 'POST', '/forecast', options, {
      body: textOf(payload),
      asked: askedIn(payload),
      ...subject(payload, 'inventory_id'),
    });
  }

  /** `POST /orders` (ad-server §4.4), with the body's key as the `Idempotency-Key` header unless another is given. */
  orders(payload: Payload, options: CallOptions & { readonly idempotencyKey?: string | null } = {}): Promise<Reply> {
    const key = options.idempotencyKey === undefined ? keyOf(payload) : options.idempotencyKey;
    const headers = key === null ? {} : { 'idempotency-key': key };
    return this.#session.booking(this.#sender, payload, () =>
      this.#call('orders', 'POST', '/orders', options, {
        body: textOf(payload),
        headers,
        asked: askedIn(payload),
        ...subject(payload, 'order', 'external_ref'),
        ...(key !== null && options.ownKey !== true && { afresh: underNewKey(payload) }),
        ...(options.ownKey !== true && {
          asOther: (request: WireRequest, mark: string) => this.#asOther(request, payload, mark),
        }),
        onReplay: (reply) => {
          this.#session.created.record(payload, reply);
        },
      }),
    );
  }

  #asOther(request: WireRequest, payload: Payload, mark: string): ReturnType<NonNullable<Call['asOther']>> {
    const order = member(askedIn(payload), 'order');
    const isOfOrder = ({ externalRef, name, uncertain }: CreatedOrder) =>
      externalRef === member(order, 'external_ref') ? uncertain !== true : name === member(order, 'name');
    const body = this.#session.created.list().some(isOfOrder) ? undefined : asOtherOrder(askedIn(payload), mark);
    if (body === undefined) return undefined;
    const record = (reply: Reply) => {
      this.#session.created.record({ json: body }, reply);
    };
    return { request: underNewKey({ json: body })(request), onReplay: record };
  }

  /** `POST /reports` (ad-server §4.5). */
  reports(payload: Payload, options: CallOptions = {}): Promise<Reply> {
    return this.#call('reports', 'POST', '/reports', options, { body: textOf(payload) });
  }

  /**
   * `POST /auth/token` (listing §4.1). It is sent as soon as the exchange ledger allows, or at once if the rate limit
   * is what is tested.
   * The connection is closed afterwards, because real callers exchange once an hour, and the next may lead to another
   * process of the service.
   */
  async exchange(payload: Payload, expected: Expectation | 'throttled'): Promise<Reply> {
    const client = this.#session.client(this.#sender.contract);
    const grants = 'json' in payload ? payload.grants : undefined;
    const learn: Call['learn'] = (result) => {
      for (const token of issuedTokens(result, grants)) client.protect(token);
    };
    const isForNothing = expected !== 'throttled' && expected.grantsNothing === true;
    const unheeded = ({ status }: Reply) => isForNothing && status !== null && status < 300;
    const send = () =>
      this.#call(
        'token',
        'POST',
        '/auth/token',
        { as: null, retry: 'never', unheeded, last: true },
        { body: textOf(payload), learn },
      );
    if (expected === 'throttled') return this.ledger.sendNow(send);
    return (await this.ledger.spend(expected, send)) ?? { ...noAnswer('token', [], TIME_IS_UP), isUnsent: true };
  }

  /** Declares a secret that is sent in a body, so that no later record shows it. */
  protect(secret: Secret): void {
    this.#session.client(this.#sender.contract).protect(secret);
  }

  /** The record of all token exchanges of the run. */
  get ledger(): ExchangeLedger {
    return this.#session.ledger;
  }

  /** `GET /toplists?template_id=…` (listing §4.2). */
  toplists(templateId: number, options: CallOptions): Promise<Reply> {
    const query = { query: { template_id: String(templateId) } };
    const longestPause = Math.min(LONGEST_PAUSE, this.ledger.timeLeft / 1000);
    const timed: CallOptions = longestPause < 1 ? { retry: 'never' } : { longestPause };
    return this.#call('toplists', 'GET', '/toplists', { ...timed, ...options }, query);
  }

  /** Keeps only an excerpt of a page that was read and judged, to save memory. Call it when nothing uses the page any more. */
  shorten(reply: Reply): void {
    for (const id of reply.callIds) this.#session.transcript.shorten(id);
    this.#session.client(this.#sender.contract).forget(reply);
  }

  async #call(
    endpoint: Endpoint,
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions,
    {
      asked,
      ...rest
    }: Pick<Call, 'query' | 'headers' | 'body' | 'learn' | 'subject' | 'afresh' | 'onReplay'> & {
      readonly asked?: unknown;
    } = {},
  ): Promise<Reply> {
    if (this.#sender.sends[endpoint] === undefined)
      throw new Error(`${this.#sender.id} calls ${path} without saying so in \`sends\``);
    const { contract } = this.#sender;
    const { last, fresh, retry, together, alone, longestPause, what } = options;
    const headers = { ...rest.headers, ...options.headers };
    const isOwn = options.as === undefined;
    if (contract === 'ad-server' && isMadeUp(options)) this.#session.guesses += 1;
    const reply = await this.#session.client(contract).send(
      {
        endpoint,
        method,
        path,
        authorization: this.#authorization(options),
        ...(this.#sender.odd && { odd: true }),
        ...rest,
        headers,
        ...given({ last, fresh, retry, together, alone, longestPause }),
        ...(isOwn || options.isKnownGood ? { isKnownGood: () => !isOwn || !this.#session.hasGuessed } : {}),
        mayBeLockedOut: () => this.#session.hasGuessed && this.#session.guesses <= MOST_BEFORE_LOCKOUT,
      },
      this.#lane,
    );
    this.#callIds.push(...reply.callIds);
    for (const id of reply.callIds) this.#session.senders.set(id, this.#sender.id);
    reply.asked = asked;
    if (what !== undefined) reply.what = what;
    const way = onTheWay(reply, { isOwn, headers, hasQuery: rest.query !== undefined });
    if (way !== undefined) reply.way = way;
    if (isNotSentAnyMore(reply)) this.#lost ??= reply;
    if (reply.isUnsent === true) return reply;
    if (isLeftToOthers(reply, options, contract)) passing(reply);
    for (const each of [...reply.rateLimited, ...reply.denied, ...reply.failed, reply])
      if (!isFromBetween(each) && !this.#isLeakedData(each, options) && options.unheeded?.(each) !== true)
        this.#session.observe(each, isOwn);
    if (reply.status === 429 && isOwn && longestPause === undefined)
      excuse(reply, { because: rateLimited(reply), shownBy: [reply] });
    return reply;
  }

  /**
   * True for a success with another credential than the run's own. Only the leak itself is judged in such an answer.
   */
  #isLeakedData({ status, endpoint }: Reply, { as }: CallOptions): boolean {
    return as !== undefined && endpoint !== 'toplists' && endpoint !== 'token' && status !== null && status < 300;
  }

  #authorization({ as }: CallOptions): Authorization | null {
    if (as === null) return null;
    const given = as ?? this.#session.credential;
    if (given === null) return null;
    return 'scheme' in given ? given : { scheme: 'Bearer ', secret: given };
  }
}

/** True if the credential is not one that was given for the run. */
function isMadeUp({ as }: CallOptions): boolean {
  return as !== undefined && (as === null || 'scheme' in as);
}

/** A server error on a request that is sent only once. Similar requests show whether it lasts; what it says counts. */
function isLeftToOthers({ status }: Reply, { retry }: CallOptions, contract: ContractId): boolean {
  return retry === 'never' && contract === 'ad-server' && status !== null && status >= 500 && status !== 501;
}

const ENDS = ['gone', 'down', 'fatal', 'hanging', 'rate-limited', 'denied', 'in-between', 'time-limit'];

/** True if no answer came because the service is no longer called. */
function isNotSentAnyMore({ failure }: Reply): boolean {
  return failure !== null && ENDS.includes(failure.reason);
}

/** The inventory id or order reference that a request is about, if its payload names one. */
function subject(payload: Payload, ...path: readonly string[]): { readonly subject?: string } {
  const named = 'json' in payload ? path.reduce<unknown>(member, payload.json) : undefined;
  return typeof named === 'string' ? { subject: named } : {};
}

/** The JSON value of a payload; `undefined` if the payload is raw text. */
function askedIn(payload: Payload): unknown {
  return 'json' in payload ? payload.json : undefined;
}

function textOf(payload: Payload): string {
  return 'text' in payload ? payload.text : JSON.stringify(payload.json);
}

const underNewKey =
  (payload: Payload): NonNullable<Call['afresh']> =>
  (request) => {
    const idempotency_key = randomUUID();
    const json = askedIn(payload);
    return {
      ...request,
      headers: { ...request.headers, 'idempotency-key': idempotency_key },
      ...(isObject(json) && { body: JSON.stringify({ ...json, idempotency_key }) }),
    };
  };

function keyOf(payload: Payload): string | null {
  const key = 'text' in payload ? undefined : member(payload.json, 'idempotency_key');
  return typeof key === 'string' ? key : null;
}
