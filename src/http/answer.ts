import { LARGEST_ERROR } from './body.ts';
import { parseJson, weightOf, type Parsed } from '../text/parsed-json.ts';
import { placeWhere } from '../text/pointer.ts';
import type { Keepable, KeptAnswers } from './kept-answers.ts';
import { excuse, type Endpoint, type Excuse, type Reply, type Unsteadiness } from './reply.ts';
import type { Failure, WireResult } from './transport.ts';
import type { Violation } from './violation.ts';

/** The facts around an answer that are not in its status, headers or body. */
export interface Circumstances extends Pick<
  Reply,
  | 'endpoint'
  | 'exchanges'
  | 'rateLimited'
  | 'denied'
  | 'failed'
  | 'locked'
  | 'unsteadiness'
  | 'isKeyBurnt'
  | 'durationMs'
> {
  readonly kept: KeptAnswers;
  /** True if a text contains a credential of this run. */
  readonly echoes: (text: string) => boolean;
  /** True if a text contains what may be a credential, or an ordinary word. */
  readonly suspects: (text: string) => boolean;
}

/** JSON values in a report of 80,000 rows. The contract does not limit the rows of a page. */
const MOST_OF_REPORT = 400_000;

export class Answer implements Reply, Keepable {
  readonly failure = null;
  readonly exchange: string;
  declare readonly endpoint: Endpoint;
  declare readonly exchanges: readonly string[];
  declare readonly rateLimited: readonly Reply[];
  declare readonly denied: readonly Reply[];
  declare readonly failed: readonly Reply[];
  declare readonly locked?: Reply;
  declare readonly unsteadiness?: () => Unsteadiness | null;
  declare readonly isKeyBurnt?: true;
  declare readonly durationMs: number;
  declare isOfGateway?: true;
  declare healed?: 'alone' | 'together';
  declare excuse?: Excuse;
  declare unreadable?: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  readonly violation?: Violation;
  weight: number;
  readonly #echoes: (text: string) => boolean;
  readonly #suspects: (text: string) => boolean;
  readonly #kept: KeptAnswers;
  #json: Parsed | null;
  #echoesCredential: boolean | null = null;

  constructor(result: WireResult & { kind: 'answer' }, { kept, echoes, suspects, ...about }: Circumstances) {
    Object.assign(this, about);
    this.exchange = about.exchanges.at(-1) ?? '';
    this.status = result.status;
    this.headers = result.headers;
    this.body = result.body;
    if (result.violation) this.violation = result.violation;
    this.weight = result.body.length;
    this.#echoes = echoes;
    this.#suspects = suspects;
    this.#json = unreadable(result);
    this.#kept = kept;
    kept.weigh(this);
  }

  get json(): Parsed {
    if (this.#json === null) {
      this.#json = this.endpoint === 'reports' ? parseJson(this.body, MOST_OF_REPORT) : parseJson(this.body);
      if (!this.#json.ok && this.violation) this.#json = undecoded(this.violation, this.#json);
      this.weight += weightOf(this.#json, this.body.length);
      this.#kept.weigh(this);
    }
    return this.#json;
  }

  get echoesCredential(): boolean {
    return (this.#echoesCredential ??= this.#holds(this.#echoes));
  }

  get mayEchoCredential(): boolean {
    // Names of members, such as `code`, may be the words of a key.
    const isSuspect = (value: unknown) => typeof value === 'string' && this.#suspects(value);
    return this.json.ok ? placeWhere(this.json.value, isSuspect) !== null : this.#holds(this.#suspects);
  }

  /**
   * Drops the raw text once it is parsed. The listing API's is kept, because its text is searched for data that must
   * not be in it.
   */
  lighten(): void {
    if (this.#json?.ok !== true || this.endpoint === 'token' || this.endpoint === 'toplists') return;
    this.#echoesCredential ??= this.#holds(this.#echoes);
    this.weight -= this.body.length;
    this.body = new Uint8Array();
  }

  letGo(): void {
    this.body = new Uint8Array();
    this.#json = { ok: false, kind: 'unreadable', problem: 'not kept' };
    this.weight = 0;
    excuse(this, { because: { kind: 'observed', what: NOT_KEPT }, shownBy: [this] });
  }

  #holds(isTrue: (text: string) => boolean): boolean {
    return isTrue(Buffer.from(this.body.subarray(0, SEARCHED)).toString());
  }

  get credentialAt(): string | undefined {
    const isEcho = (value: unknown) => typeof value === 'string' && this.#echoes(value);
    return this.json.ok ? placeWhere(this.json.value, isEcho)?.pointer : undefined;
  }
}

/** The result of parsing a body that was not read to its end. */
function unreadable({ size }: WireResult & { kind: 'answer' }): Parsed | null {
  if (size === undefined) return null;
  const most = LARGEST_ERROR.toLocaleString('en');
  return { ok: false, kind: 'too-much', problem: `a body of more than ${most} bytes, which is not read to its end` };
}

/** The result of parsing a body that cannot be decompressed. */
function undecoded({ kind, does }: Violation, json: Parsed): Parsed {
  if (kind !== 'unknown-coding' && kind !== 'false-coding') return json;
  return { ok: false, kind: 'unreadable', problem: `a body that cannot be decoded (the answer ${does})` };
}

/** How many bytes of a body are searched for a credential. A service that repeats one does so early. */
const SEARCHED = 512 * 1024;

const NOT_KEPT =
  'The answers of this service are so large that not all of them could be kept until they were judged. Make them smaller.';

export function noAnswer(endpoint: Endpoint, exchanges: readonly string[], failure: Failure, durationMs = 0): Reply {
  return {
    endpoint,
    exchange: exchanges.at(-1) ?? '',
    exchanges,
    rateLimited: [],
    denied: [],
    failed: [],
    status: null,
    failure,
    ...(failure.violation && { violation: failure.violation }),
    headers: {},
    body: new Uint8Array(),
    json: { ok: false, kind: 'empty', problem: 'no answer' },
    echoesCredential: false,
    mayEchoCredential: false,
    durationMs,
  };
}
