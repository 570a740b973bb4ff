import { parseJson, type Parsed } from '../text/parsed-json.ts';
import { placeWhere } from '../text/pointer.ts';
import type { Endpoint, Excuse, Reply } from './reply.ts';
import type { Failure, WireResult } from './transport.ts';

/** How an answer came about. */
export interface Circumstances extends Pick<Reply, 'endpoint' | 'exchanges' | 'rateLimited' | 'denied' | 'durationMs'> {
  /** Whether a text repeats a credential. */
  readonly echoes: (text: string) => boolean;
  /** Whether a text contains what may be a credential, or a word by chance. */
  readonly suspects: (text: string) => boolean;
}

/** An answer to a call; its body is parsed when it is first used. */
export class Answer implements Reply {
  readonly failure = null;
  readonly exchange: string;
  readonly endpoint: Endpoint;
  readonly exchanges: readonly string[];
  readonly rateLimited: readonly Reply[];
  readonly denied: readonly Reply[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly durationMs: number;
  declare excuse?: Excuse;
  declare unreadable?: string;
  readonly #echoes: (text: string) => boolean;
  readonly #suspects: (text: string) => boolean;
  #json: Parsed | null = null;

  constructor({ status, headers, body }: WireResult & { kind: 'answer' }, about: Circumstances) {
    const { endpoint, exchanges, rateLimited, denied, durationMs, echoes, suspects } = about;
    this.endpoint = endpoint;
    this.exchanges = exchanges;
    this.rateLimited = rateLimited;
    this.denied = denied;
    this.exchange = exchanges.at(-1) ?? '';
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.durationMs = durationMs;
    this.#echoes = echoes;
    this.#suspects = suspects;
  }

  get json(): Parsed {
    return (this.#json ??= parseJson(this.body));
  }

  get echoesCredential(): boolean {
    return this.#echoes(Buffer.from(this.body).toString());
  }

  get mayEchoCredential(): boolean {
    return this.#suspects(Buffer.from(this.body).toString());
  }

  get credentialAt(): string | undefined {
    const isEcho = (value: unknown) => typeof value === 'string' && this.#echoes(value);
    return this.json.ok ? placeWhere(this.json.value, isEcho)?.pointer : undefined;
  }
}

/** The lack of an answer, and why. */
export function noAnswer(endpoint: Endpoint, exchanges: readonly string[], failure: Failure, durationMs = 0): Reply {
  return {
    endpoint,
    exchange: exchanges.at(-1) ?? '',
    exchanges,
    rateLimited: [],
    denied: [],
    status: null,
    failure,
    headers: {},
    body: new Uint8Array(),
    json: { ok: false, problem: 'no answer' },
    echoesCredential: false,
    mayEchoCredential: false,
    durationMs,
  };
}
