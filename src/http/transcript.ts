import { withoutCredentials } from '../secrets/address-secrets.ts';
import { withoutLookalikes } from '../secrets/lookalikes.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { cut, CUT_MARK } from '../text/cut.ts';
import { decodeUtf8, wholeCharacters } from '../text/utf8.ts';
import type { Exchange, RecordedBody, RecordedRequest } from './exchange.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** How much of an exchange is kept: characters of its address, number of headers, characters of each, bytes of a body. */
interface Bounds {
  readonly address: number;
  readonly headers: number;
  readonly header: number;
  readonly body: number;
}

/** Enough to show any page of an inventory. */
const WHOLE: Bounds = { address: 8_000, headers: 100, header: 4_000, body: 96 * 1024 };
/** For pages that showed nothing wrong, and for everything once a run has kept `MOST_KEPT`. */
const EXCERPT: Bounds = { address: 2_000, headers: 20, header: 200, body: 512 };
/** In characters and bytes. */
const MOST_KEPT = 32 * 1024 * 1024;

/** How many exchanges wait to be recorded: first whoever waits for an answer goes on, and may shorten it. */
const HELD = 8;

/** All exchanges of a run in the order they were sent, redacted as they are recorded. */
export class Transcript {
  readonly #redactor: Redactor;
  readonly #exchanges: (Exchange | null)[] = [];
  /** Exchanges that have ended and are not recorded yet, by their place: each function records one within bounds. */
  readonly #ended = new Map<number, (bounds: Bounds) => void>();
  #kept = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * Notes that a request goes out; the headers in `shown` replace those that must not be shown. The returned function
   * records how the request ended, and returns the exchange's id.
   */
  begin(
    request: WireRequest,
    attempt: number,
    shown: Readonly<Record<string, string>> = {},
  ): (result: WireResult) => string {
    const index = this.#exchanges.push(null) - 1;
    const id = `x${index + 1}`;
    const began = Date.now();
    const at = performance.now();
    return (result) => {
      const durationMs = Math.round((performance.now() - at) * 10) / 10;
      if (this.#ended.size === HELD)
        setImmediate(() => {
          this.#recordEnded(HELD);
        });
      this.#ended.set(index, (wanted) => {
        const bounds = this.#kept > MOST_KEPT ? EXCERPT : wanted;
        const sent = { ...request, headers: { ...request.headers, ...shown } };
        const redact = this.#redactFor(sent, result);
        const exchange: Exchange = {
          id,
          startedAt: new Date(began).toISOString(),
          durationMs,
          attempt,
          request: this.#request(sent, redact, bounds),
          ...this.#response(result, redact, bounds),
        };
        this.#exchanges[index] = exchange;
        this.#kept += sizeOf(exchange);
      });
      return id;
    };
  }

  /** Keeps only the beginning of a body that nobody will cite, so that a walk over a large inventory takes little memory. */
  shorten(id: string): void {
    const index = Number(id.slice(1)) - 1;
    const record = this.#ended.get(index);
    if (record !== undefined) {
      this.#ended.delete(index);
      record(EXCERPT);
      return;
    }
    const exchange = this.#exchanges[index];
    if (!exchange?.response?.body || exchange.response.body.length <= EXCERPT.body) return;
    const { body, bodyTruncated } = exchange.response;
    this.#exchanges[index] = {
      ...exchange,
      response: {
        ...exchange.response,
        body: Buffer.from(body.slice(0, EXCERPT.body)).toString(),
        bodyTruncated: bodyTruncated ?? Buffer.byteLength(body),
      },
    };
  }

  get exchanges(): Exchange[] {
    this.#recordEnded();
    return this.#exchanges.filter((exchange) => exchange !== null);
  }

  get requests(): number {
    return this.#exchanges.length;
  }

  /** Records what has ended, except for the last so many. */
  #recordEnded(spared = 0): void {
    for (const [index, record] of this.#ended) {
      if (this.#ended.size <= spared) return;
      this.#ended.delete(index);
      record(WHOLE);
    }
  }

  /** How an exchange's texts other than bodies are redacted. Few contain a secret, so all are searched at once first. */
  #redactFor({ url, headers }: WireRequest, result: WireResult): Redact {
    const answered = result.kind === 'answer' ? Object.entries(result.headers).flat() : [result.failure.message];
    const isClean = this.#redactor.isClean([url.href, ...Object.values(headers), ...answered].join('\n'));
    return isClean ? (text) => text : (text) => this.#redactor.redact(text);
  }

  #request({ method, url, headers, body }: WireRequest, redact: Redact, bounds: Bounds): RecordedRequest {
    return {
      method,
      url: redact(withoutCredentials(cut(url.href, bounds.address))),
      headers: headersOf(headers, redact, WHOLE),
      ...(body === undefined ? {} : this.#body(Buffer.from(body), WHOLE.body, 'sent')),
    };
  }

  #response(result: WireResult, redact: Redact, bounds: Bounds): Pick<Exchange, 'response' | 'error'> {
    if (result.kind === 'no-answer') return { response: null, error: redact(result.failure.message) };
    const { status, headers, body } = result;
    const recorded = this.#body(body, bounds.body);
    // What an error reveals of the service's own secrets is shown to nobody else.
    const shown =
      status >= 400 && recorded.body !== undefined ? { ...recorded, body: withoutLookalikes(recorded.body) } : recorded;
    return { response: { status, headers: headersOf(headers, redact, bounds), ...shown } };
  }

  #body(bytes: Uint8Array, keptBytes: number, way: 'sent' | 'received' = 'received'): RecordedBody {
    if (bytes.length === 0) return {};
    const kept = bytes.length > keptBytes ? wholeCharacters(bytes.subarray(0, keptBytes)) : bytes;
    const options = { cut: kept.length < bytes.length };
    const truncated = options.cut ? { bodyTruncated: bytes.length } : {};
    const text = decodeUtf8(kept);
    if (text !== null)
      return {
        body: way === 'sent' ? this.#redactor.redactBody(text, options) : this.#redactor.redact(text, options),
        ...truncated,
      };
    const redacted = this.#redactor.redact(Buffer.from(kept).toString('latin1'), options);
    return { bodyBase64: Buffer.from(redacted, 'latin1').toString('base64'), ...truncated };
  }
}

type Redact = (text: string) => string;

function headersOf(all: Readonly<Record<string, string>>, redact: Redact, bounds: Bounds): Record<string, string> {
  const entries = Object.entries(all);
  const kept = entries
    .slice(0, bounds.headers)
    .map(
      ([name, value]) => [redact(cut(name.toLowerCase(), bounds.header)), redact(cut(value, bounds.header))] as const,
    );
  const left = entries.length - kept.length;
  return Object.fromEntries(left === 0 ? kept : [...kept, [CUT_MARK, `${left} more headers`]]);
}

/** The size of the parts of an exchange that a service can make large, in characters. */
function sizeOf({ request: { url }, response }: Exchange): number {
  const { headers = {}, body = '', bodyBase64 = '' } = response ?? {};
  const ofHeaders = Object.entries(headers).reduce((size, [name, value]) => size + name.length + value.length, 0);
  return url.length + ofHeaders + body.length + bodyBase64.length;
}
