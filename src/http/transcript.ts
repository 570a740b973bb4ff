import { withoutCredentials } from './address-secrets.ts';
import type { Exchange, RecordedBody, RecordedRequest } from './exchange.ts';
import type { Redactor } from './redaction.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** Recorded bodies are cut at this size, in bytes: enough to show any page of an inventory. */
const KEPT_BYTES = 96 * 1024;
/** What is kept of a page that was read, judged and found clean. */
const EXCERPT_BYTES = 512;

/** So many that ended last are not recorded yet: whoever waits for an answer goes on first, and may let go of a page. */
const HELD = 8;

/** All exchanges of a run in the order they were sent, redacted as they are recorded. */
export class Transcript {
  readonly #redactor: Redactor;
  readonly #exchanges: (Exchange | null)[] = [];
  /** What ended just now, by its place: records it, with so many bytes of the answer's body. */
  readonly #ended = new Map<number, (keptBytes: number) => void>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * Notes that a request goes out, with headers in `shown` standing for those that must not be seen; the returned function records how it ended and gives the exchange's id.
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
      this.#ended.set(index, (keptBytes) => {
        const sent = { ...request, headers: { ...request.headers, ...shown } };
        const redact = this.#redactFor(sent, result);
        this.#exchanges[index] = {
          id,
          startedAt: new Date(began).toISOString(),
          durationMs,
          attempt,
          request: this.#request(sent, redact),
          ...this.#response(result, redact, keptBytes),
        };
      });
      return id;
    };
  }

  /** Lets go of most of a body that nobody will cite, so that a walk over a large inventory stays small. */
  shorten(id: string): void {
    const index = Number(id.slice(1)) - 1;
    const record = this.#ended.get(index);
    if (record !== undefined) {
      this.#ended.delete(index);
      record(EXCERPT_BYTES);
      return;
    }
    const exchange = this.#exchanges[index];
    if (!exchange?.response?.body || exchange.response.body.length <= EXCERPT_BYTES) return;
    const { body, bodyTruncated } = exchange.response;
    this.#exchanges[index] = {
      ...exchange,
      response: {
        ...exchange.response,
        body: Buffer.from(body.slice(0, EXCERPT_BYTES)).toString(),
        bodyTruncated: bodyTruncated ?? Buffer.byteLength(body),
      },
    };
  }

  get exchanges(): Exchange[] {
    this.#recordEnded();
    return this.#exchanges.filter((exchange) => exchange !== null);
  }

  /** How many requests went out, answered or not. */
  get requests(): number {
    return this.#exchanges.length;
  }

  /** Records what has ended, but for the last so many. */
  #recordEnded(spared = 0): void {
    for (const [index, record] of this.#ended) {
      if (this.#ended.size <= spared) return;
      this.#ended.delete(index);
      record(KEPT_BYTES);
    }
  }

  /** How an exchange's texts are redacted, bodies aside. Hardly ever is a secret in one: a look at all at once tells. */
  #redactFor({ url, headers }: WireRequest, result: WireResult): Redact {
    const answered = result.kind === 'answer' ? Object.values(result.headers) : [result.failure.message];
    const isClean = this.#redactor.isClean([url.href, ...Object.values(headers), ...answered].join('\n'));
    return isClean ? (text) => text : (text) => this.#redactor.redact(text);
  }

  #request({ method, url, headers, body }: WireRequest, redact: Redact): RecordedRequest {
    return {
      method,
      url: redact(withoutCredentials(url.href)),
      headers: headersOf(headers, redact),
      ...(body === undefined ? {} : this.#body(Buffer.from(body), KEPT_BYTES, 'sent')),
    };
  }

  #response(result: WireResult, redact: Redact, keptBytes: number): Pick<Exchange, 'response' | 'error'> {
    if (result.kind === 'no-answer') return { response: null, error: redact(result.failure.message) };
    const { status, headers, body } = result;
    return { response: { status, headers: headersOf(headers, redact), ...this.#body(body, keptBytes) } };
  }

  #body(bytes: Uint8Array, keptBytes: number, way: 'sent' | 'received' = 'received'): RecordedBody {
    if (bytes.length === 0) return {};
    const kept = bytes.length > keptBytes ? wholeCharacters(bytes.subarray(0, keptBytes)) : bytes;
    const cut = kept.length < bytes.length;
    const truncated = cut ? { bodyTruncated: bytes.length } : {};
    const text = decodeUtf8(kept);
    if (text !== null)
      return {
        body: way === 'sent' ? this.#redactor.redactBody(text, { cut }) : this.#redactor.redact(text, { cut }),
        ...truncated,
      };
    const redacted = this.#redactor.redact(Buffer.from(kept).toString('latin1'), { cut });
    return { bodyBase64: Buffer.from(redacted, 'latin1').toString('base64'), ...truncated };
  }
}

type Redact = (text: string) => string;

function headersOf(headers: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), redact(value)]));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of UTF-8 bytes; `null` where they are something else. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes without the beginning of a character that a cut left at their end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const lead = bytes[end - 1] ?? 0;
  return lead >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}
