import type { Authorization, Call, Lane } from '../http/client.ts';
import type { ExchangeLedger, Expectation } from '../http/exchange-ledger.ts';
import { issuedTokens } from '../secrets/issued-tokens.ts';
import { excuse, type Endpoint, type Reply } from '../http/reply.ts';
import type { Secret } from '../secrets/secret.ts';
import { member } from '../text/json.ts';
import { rateLimited } from './expect.ts';
import type { Payload } from './payload.ts';
import type { ContractId } from './rule.ts';
import type { Session } from './session.ts';

export interface CallOptions {
  /** Another credential than the run's own; `null` sends none. */
  readonly as?: Secret | Authorization | null;
  /** Headers besides the usual ones; they win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `never` sends once. */
  readonly retry?: 'never';
  /** Another credential that is good too: a call that is denied all the same is sent again. */
  readonly isKnownGood?: boolean;
  /** Seconds; a 429 that asks for a longer wait stands as the answer. */
  readonly longestPause?: number;
  /** Answers that the rules about every answer are not shown: the check itself finds out what they mean. */
  readonly unheeded?: (reply: Reply) => boolean;
}

/** How many calls to each endpoint are made on a conformant service, retries aside. */
export type Sends = Readonly<Partial<Record<Endpoint, number>>>;

/** After more wrong credentials than that, it is not they that lock a client out. */
const MOST_BEFORE_LOCKOUT = 24;

/** Who sends: under this name every exchange is recorded. */
export interface Sender {
  readonly id: string;
  readonly contract: ContractId;
  readonly sends: Sends;
}

/** The endpoints of both contracts, as a check calls them. Every exchange is recorded under the check's name. */
export class Wire {
  readonly #sender: Sender;
  readonly #session: Session;
  readonly #lane: Lane;
  readonly #exchanges: string[] = [];
  #lost: Reply | null = null;

  constructor(sender: Sender, session: Session, lane: Lane) {
    this.#sender = sender;
    this.#session = session;
    this.#lane = lane;
  }

  /** The exchanges made so far. */
  get exchanges(): readonly string[] {
    return this.#exchanges;
  }

  /** The first call that nothing was sent for any more, or whose answer is lost for good. */
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
        onReplay: (reply) => {
          this.#session.created.record(payload, reply);
        },
      }),
    );
  }

  /** `POST /reports` (ad-server §4.5). */
  reports(payload: Payload, options: CallOptions = {}): Promise<Reply> {
    return this.#call('reports', 'POST', '/reports', options, { body: textOf(payload) });
  }

  /**
   * `POST /auth/token` (listing §4.1): sent when the ledger of exchange calls has room for it; at once where being
   * throttled is the point. Callers exchange once an hour, so that no exchange shares its connection with the next,
   * unless it is to be kept open: exchanges that follow one another at once then share it.
   */
  exchange(
    payload: Payload,
    expected: Expectation | 'throttled',
    connection: 'closed' | 'kept' = 'closed',
  ): Promise<Reply> {
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
        { as: null, retry: 'never', unheeded },
        { body: textOf(payload), last: connection === 'closed', learn },
      );
    return expected === 'throttled' ? this.ledger.sendNow(send) : this.ledger.spend(expected, send);
  }

  /** Makes a secret known that is sent in a body: nothing that is recorded from here on shows it. */
  protect(secret: Secret): void {
    this.#session.client(this.#sender.contract).protect(secret);
  }

  /** The account of all token exchanges of the run. */
  get ledger(): ExchangeLedger {
    return this.#session.ledger;
  }

  /** `GET /toplists?template_id=…` (listing §4.2), without the parameter where there is no template. */
  toplists(templateId: number | null, options: CallOptions): Promise<Reply> {
    const query = templateId === null ? {} : { query: { template_id: String(templateId) } };
    return this.#call('toplists', 'GET', '/toplists', options, query);
  }

  /** A page that was read and judged needs no full record any more. */
  shorten(reply: Reply): void {
    for (const id of reply.exchanges) this.#session.transcript.shorten(id);
  }

  async #call(
    endpoint: Endpoint,
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions,
    {
      asked,
      ...rest
    }: Pick<Call, 'query' | 'headers' | 'body' | 'last' | 'learn' | 'subject' | 'onReplay'> & {
      readonly asked?: unknown;
    } = {},
  ): Promise<Reply> {
    if (this.#sender.sends[endpoint] === undefined)
      throw new Error(`${this.#sender.id} calls ${path} without saying so in \`sends\``);
    const { contract } = this.#sender;
    const isOwn = options.as === undefined;
    if (contract === 'ad-server' && isMadeUp(options)) this.#session.guesses += 1;
    const reply = await this.#session.client(contract).send(
      {
        endpoint,
        method,
        path,
        authorization: this.#authorization(options),
        ...rest,
        headers: { ...rest.headers, ...options.headers },
        ...(options.retry === undefined ? {} : { retry: options.retry }),
        ...(isOwn || options.isKnownGood ? { isKnownGood: () => !isOwn || !this.#session.hasGuessed } : {}),
        mayBeLockedOut: () => this.#session.hasGuessed && this.#session.guesses <= MOST_BEFORE_LOCKOUT,
        ...(options.longestPause === undefined ? {} : { longestPause: options.longestPause }),
      },
      this.#lane,
    );
    this.#exchanges.push(...reply.exchanges);
    reply.asked = asked;
    if (isLeftToOthers(reply, options, contract)) return reply;
    for (const each of [...reply.rateLimited, ...reply.denied, reply])
      if (!this.#isLeakedData(each, options) && options.unheeded?.(each) !== true) this.#session.observe(each, isOwn);
    if (reply.status === 429 && isOwn && options.longestPause === undefined)
      excuse(reply, { why: rateLimited(reply), shownBy: [reply] });
    if (isNotSentAnyMore(reply)) this.#lost ??= reply;
    return reply;
  }

  /** A success for another credential than the run's own: that it was leaked is judged, and nothing else about it. */
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

/** Whether the credential is none that was given for the run. */
function isMadeUp({ as }: CallOptions): boolean {
  return as !== undefined && (as === null || 'scheme' in as);
}

/** Trouble of a call that is sent once: whether it stays shows when others ask for the same. */
function isLeftToOthers({ status }: Reply, { retry }: CallOptions, contract: ContractId): boolean {
  return retry === 'never' && contract === 'ad-server' && status !== null && status >= 500 && status !== 501;
}

/** Whether nothing more is sent where a call would have gone. */
function isNotSentAnyMore({ failure }: Reply): boolean {
  return failure !== null && ['gone', 'down', 'rate-limited'].includes(failure.reason);
}

/** What a call is about, where its payload says so. */
function subject(payload: Payload, ...path: readonly string[]): { readonly subject?: string } {
  const named = 'json' in payload ? path.reduce<unknown>(member, payload.json) : undefined;
  return typeof named === 'string' ? { subject: named } : {};
}

/** What a payload says: `undefined` where it is not sent as JSON is. */
function askedIn(payload: Payload): unknown {
  return 'json' in payload ? payload.json : undefined;
}

function textOf(payload: Payload): string {
  return 'text' in payload ? payload.text : JSON.stringify(payload.json);
}

function keyOf(payload: Payload): string | null {
  const key = 'text' in payload ? undefined : member(payload.json, 'idempotency_key');
  return typeof key === 'string' ? key : null;
}
