import { withoutCredentials } from '../secrets/address-secrets.ts';
import { withoutLookalikes } from '../secrets/lookalikes.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { cut, CUT_MARK } from '../text/cut.ts';
import { decodeUtf8, wholeCharacters } from '../text/utf8.ts';
import type { Exchange, RecordedBody, RecordedRequest } from './exchange.ts';
import type { WireRequest, WireResult } from './transport.ts';

/**
 * How much of an exchange is kept: characters of its address, number of headers, characters per header, bytes of a
 * body.
 */
interface Bounds {
  readonly address: number;
  readonly headers: number;
  readonly header: number;
  readonly body: number;
}

const WHOLE: Bounds = { address: 8_000, headers: 100, header: 4_000, body: 64 * 1024 };
/** For pages that showed nothing wrong, and for exchanges that are no longer kept whole. */
const EXCERPT: Bounds = { address: 2_000, headers: 20, header: 200, body: 512 };
/** For all but the first pages that showed nothing wrong: proof that the page was read, and when. */
const TRACE: Bounds = { address: 300, headers: 0, header: 0, body: 64 };
const EXCERPTS = 100;
/**
 * The characters of all exchanges of a run. Beyond the first limit, the oldest that no failed check cites are shortened,
 * beyond the second all.
 */
const MOST_KEPT = { uncited: 8 * 1024 * 1024, cited: 12 * 1024 * 1024 };
/** Characters of each exchange that do not count, because a large inventory makes thousands of short ones. */
const SHORT = 2048;

/** How many ended exchanges wait to be recorded. Meanwhile whoever awaits the answer can have it shortened. */
const HELD = 8;

/** All exchanges of a run in the order they were sent, redacted when they are recorded. */
export class Transcript {
  readonly #redactor: Redactor;
  readonly #exchanges: (Exchange | null)[] = [];
  /**
   * Exchanges that have ended but are not recorded yet, by their place. Each function records one within the given
   * bounds.
   */
  readonly #ended = new Map<number, (bounds: Bounds) => void>();
  #kept = 0;
  readonly #cited = new Set<string>();
  /** Positions up to which exchanges were shortened: uncited ones up to the first, all up to the second. */
  #shortened = 0;
  #citedShortened = 0;
  #plainPages = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * Starts the record of a request. The headers in `shown` replace those that must not be shown. Call the returned
   * function with the result; it returns the exchange's id.
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
    return (whole) => {
      const durationMs = Math.round((performance.now() - at) * 10) / 10;
      const result = withoutRest(whole);
      if (this.#ended.size === HELD)
        setImmediate(() => {
          this.#recordEnded(HELD);
        });
      this.#ended.set(index, (bounds) => {
        const sent = { ...request, headers: { ...request.headers, ...shown } };
        const redact = this.#redactFor(sent, result, bounds);
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
        this.#bound();
      });
      return id;
    };
  }

  /**
   * Keeps only the beginning of a body that no check will cite, so that reading a large inventory takes little memory.
   */
  shorten(id: string): void {
    const index = Number(id.slice(1)) - 1;
    const bounds = ++this.#plainPages > EXCERPTS ? TRACE : EXCERPT;
    const record = this.#ended.get(index);
    this.#ended.delete(index);
    if (record === undefined) this.#shorten(index, bounds);
    else record(bounds);
  }

  /** Marks exchanges as cited by a check that did not pass, so that they are kept whole for longer. */
  cite(ids: readonly string[]): void {
    for (const id of ids) this.#cited.add(id);
  }

  #bound(): void {
    for (; this.#kept > MOST_KEPT.uncited && this.#shortened < this.#exchanges.length; this.#shortened++)
      if (!this.#cited.has(`x${this.#shortened + 1}`)) this.#shorten(this.#shortened, EXCERPT);
    for (; this.#kept > MOST_KEPT.cited && this.#citedShortened < this.#exchanges.length; this.#citedShortened++)
      this.#shorten(this.#citedShortened, EXCERPT);
  }

  #shorten(index: number, bounds: Bounds): void {
    const exchange = this.#exchanges[index];
    if (!exchange) return;
    const { request, response } = exchange;
    const fewer = (headers: Readonly<Record<string, string>>) => headersOf(headers, (text) => text, bounds);
    const shorter = {
      ...exchange,
      request: {
        ...request,
        ...beginning(request, bounds.body),
        ...(bounds === TRACE && { url: cut(request.url, bounds.address), headers: fewer(request.headers) }),
      },
      response: response && { ...response, ...beginning(response, bounds.body), headers: fewer(response.headers) },
    };
    this.#exchanges[index] = shorter;
    this.#kept += sizeOf(shorter) - sizeOf(exchange);
  }

  get exchanges(): Exchange[] {
    this.#recordEnded();
    return this.#exchanges.filter((exchange) => exchange !== null);
  }

  get requests(): number {
    return this.#exchanges.length;
  }

  #recordEnded(spared = 0): void {
    for (const [index, record] of this.#ended) {
      if (this.#ended.size <= spared) return;
      this.#ended.delete(index);
      record(WHOLE);
    }
  }

  /**
   * Redacts the texts of an exchange other than bodies. They are searched in one go first, because few contain a
   * secret. No secret contains the separator.
   */
  #redactFor({ url, headers }: WireRequest, result: WireResult, bounds: Bounds): Redact {
    const answered = () =>
      result.kind === 'answer' ? Object.entries(result.headers).flat() : [result.failure.message];
    const texts = bounds === TRACE ? [url.href] : [url.href, ...Object.values(headers), ...answered()];
    const isClean = this.#redactor.isClean(texts.join('\0'));
    return isClean ? (text) => text : (text) => this.#redactor.redact(text);
  }

  #request({ method, url, headers, body }: WireRequest, redact: Redact, bounds: Bounds): RecordedRequest {
    return {
      method,
      url: redact(withoutCredentials(cut(url.href, bounds.address))),
      headers: headersOf(headers, redact, bounds),
      ...(body === undefined ? {} : this.#body(Buffer.from(body), WHOLE.body, 'sent')),
    };
  }

  #response(result: WireResult, redact: Redact, bounds: Bounds): Pick<Exchange, 'response' | 'error'> {
    if (result.kind === 'no-answer') return { response: null, error: redact(result.failure.message) };
    const { status, headers, body, size } = result;
    const recorded = this.#body(body, bounds.body, 'received', size);
    // An error may reveal secrets of the service itself, which must not reach others who read the report.
    const shown =
      status >= 400 && recorded.body !== undefined ? { ...recorded, body: withoutLookalikes(recorded.body) } : recorded;
    return { response: { status, headers: headersOf(headers, redact, bounds), ...shown } };
  }

  #body(bytes: Uint8Array, keptBytes: number, way: 'sent' | 'received', size = bytes.length): RecordedBody {
    if (size === 0) return {};
    const isCut = size > bytes.length || bytes.length > keptBytes;
    const kept = isCut ? wholeCharacters(bytes.subarray(0, keptBytes)) : bytes;
    const options = { cut: isCut };
    const truncated = isCut ? { bodyTruncated: size } : {};
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

/** The answer with no more of its body than can be recorded, because it may wait in memory. */
function withoutRest(result: WireResult): WireResult {
  if (result.kind === 'no-answer' || result.body.length <= WHOLE.body) return result;
  const { body, size = body.length } = result;
  return { ...result, body: Uint8Array.prototype.slice.call(body, 0, WHOLE.body), size };
}

/** The beginning of a recorded body, copied: a slice would keep the whole string in memory. */
function beginning({ body, bodyBase64, bodyTruncated }: RecordedBody, most: number): RecordedBody {
  const start = (text: string) => Buffer.from(text.slice(0, most)).toString();
  if (body !== undefined && body.length > most)
    return { body: start(body), bodyTruncated: bodyTruncated ?? Buffer.byteLength(body) };
  if (bodyBase64 !== undefined && bodyBase64.length > most)
    return { bodyBase64: start(bodyBase64), bodyTruncated: bodyTruncated ?? Buffer.byteLength(bodyBase64, 'base64') };
  return {};
}

function headersOf(all: Readonly<Record<string, string>>, redact: Redact, bounds: Bounds): Record<string, string> {
  const shown = new Map<string, string>();
  let left = Number.parseInt(all[CUT_MARK] ?? '0', 10);
  for (const [name, value] of Object.entries(all)) {
    if (name === CUT_MARK) continue;
    if (shown.size < bounds.headers)
      shown.set(redact(cut(name.toLowerCase(), bounds.header)), redact(cut(value, bounds.header)));
    else left++;
  }
  if (left > 0) shown.set(CUT_MARK, `${left} more headers`);
  return Object.fromEntries(shown);
}

function sizeOf({ request, response }: Exchange): number {
  let characters = request.url.length;
  for (const part of response === null ? [request] : [request, response]) {
    characters += (part.body ?? part.bodyBase64 ?? '').length;
    for (const name in part.headers) characters += name.length + (part.headers[name] ?? '').length;
  }
  return Math.max(0, characters - SHORT);
}
