import { withoutCredentials } from '../secrets/address-secrets.ts';
import { withoutLookalikes } from '../secrets/lookalikes.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { cut, CUT_MARK } from '../text/cut.ts';
import { decodeUtf8, wholeCharacters } from '../text/utf8.ts';
import type { RecordedCall, RecordedBody } from './recorded-call.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** How much of a call is kept: characters of its address, headers, characters of a header, bytes of a body. */
interface Bounds {
  readonly address: number;
  readonly headers: number;
  readonly header: number;
  readonly body: number;
}

const WHOLE: Bounds = { address: 8_000, headers: 100, header: 4_000, body: 64 * 1024 };
/** For pages that showed nothing wrong, and for calls that are no longer kept whole. */
const EXCERPT: Bounds = { address: 2_000, headers: 20, header: 200, body: 512 };
/** For all but the first pages that showed nothing wrong: proof that the page was read, and when. */
const TRACE: Bounds = { address: 300, headers: 0, header: 0, body: 64 };
const EXCERPTS = 100;
/** The size of all calls of a run that are kept whole. Beyond it, the oldest become excerpts. */
const MOST_KEPT = 4 * 1024 * 1024;
/** What does not count of each call, because a large inventory makes thousands of short ones. */
const SHORT = 2048;

type Headers = Readonly<Record<string, string>>;

interface Message {
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The size of the whole body. */
  readonly size: number;
}

/** A call, secrets included. */
interface Kept extends Pick<RecordedCall, 'id' | 'startedAt' | 'durationMs' | 'attempt'> {
  readonly method: string;
  readonly url: string;
  readonly sent: Message;
  readonly came: (Message & { readonly status: number }) | null;
  readonly error?: string;
}

/** All calls of a run in the order they were sent. They are redacted once the run is over and all secrets are known. */
export class Transcript {
  readonly #redactor: Redactor;
  readonly #calls: (Kept | null)[] = [];
  /** The sizes of those that are kept whole, by their place. */
  readonly #whole = new Map<number, number>();
  #size = 0;
  readonly #cited = new Set<string>();
  #plainPages = 0;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /**
   * Starts the record of a request. The headers in `shown` replace those that must not be shown. Call the returned
   * function with the result; it returns the call's id.
   */
  begin(
    { method, url, headers, body }: WireRequest,
    attempt: number,
    shown: Headers = {},
  ): (result: WireResult) => string {
    const index = this.#calls.push(null) - 1;
    const id = `x${index + 1}`;
    const startedAt = new Date().toISOString();
    const began = performance.now();
    return (result) => {
      const durationMs = Math.round((performance.now() - began) * 10) / 10;
      const about = { id, startedAt, durationMs, attempt, method, url: url.href };
      const sent = messageOf({ ...headers, ...shown }, Buffer.from(body ?? ''));
      this.#keepWhole(
        index,
        result.kind === 'answer'
          ? { ...about, sent, came: { status: result.status, ...messageOf(result.headers, result.body, result.size) } }
          : { ...about, sent, came: null, error: result.failure.message },
      );
      return id;
    };
  }

  /** Keeps only the beginning of a page that no check will cite, so that reading a large inventory takes little memory. */
  shorten(id: string): void {
    this.#shorten(Number(id.slice(1)) - 1, ++this.#plainPages > EXCERPTS ? TRACE : EXCERPT);
  }

  /** Marks calls as cited by a check that did not pass, so that they are kept whole for longer. */
  cite(ids: readonly string[]): void {
    for (const id of ids) this.#cited.add(id);
  }

  get requests(): number {
    return this.#calls.length;
  }

  get calls(): RecordedCall[] {
    const redact = this.#redactor.remembering();
    return this.#calls.flatMap((kept) => (kept === null ? [] : [this.#shown(within(WHOLE, kept), redact)]));
  }

  #keepWhole(index: number, recordedCall: Kept): void {
    const size = Math.max(0, sizeOf(recordedCall) - SHORT);
    this.#calls[index] = recordedCall;
    this.#whole.set(index, size);
    this.#size += size;
    for (const isSpared of [(id: string) => this.#cited.has(id), () => false])
      for (const [place, weight] of this.#whole) {
        if (this.#size <= MOST_KEPT) return;
        if (weight > 0 && !isSpared(`x${place + 1}`)) this.#shorten(place, EXCERPT);
      }
  }

  #shorten(index: number, bounds: Bounds): void {
    const recordedCall = this.#calls[index];
    if (!recordedCall) return;
    this.#calls[index] = within(bounds, recordedCall);
    this.#size -= this.#whole.get(index) ?? 0;
    this.#whole.delete(index);
  }

  #shown({ method, url, sent, came, error, ...about }: Kept, redact: Redact): RecordedCall {
    const request = {
      method,
      url: redact(withoutCredentials(url)),
      headers: redactedHeaders(sent.headers, redact),
      ...this.#body(sent, (text, options) => this.#redactor.redactBody(text, options)),
    };
    if (came === null) return { ...about, request, response: null, ...(error && { error: redact(error) }) };
    const { status } = came;
    const body = this.#body(came, (text, options) => {
      const redacted = this.#redactor.redact(text, options);
      // An error may reveal secrets of the service itself, which must not reach others who read the report.
      return status >= 400 ? withoutLookalikes(redacted) : redacted;
    });
    return { ...about, request, response: { status, headers: redactedHeaders(came.headers, redact), ...body } };
  }

  #body({ body, size }: Message, redact: (text: string, options: { cut: boolean }) => string): RecordedBody {
    if (size === 0) return {};
    const options = { cut: size > body.length };
    const bytes = options.cut ? wholeCharacters(body) : body;
    const truncated = options.cut ? { bodyTruncated: size } : {};
    const text = decodeUtf8(bytes);
    if (text !== null) return { body: redact(text, options), ...truncated };
    const redacted = this.#redactor.redact(Buffer.from(bytes).toString('latin1'), options);
    return { bodyBase64: Buffer.from(redacted, 'latin1').toString('base64'), ...truncated };
  }
}

type Redact = (text: string) => string;

function messageOf(headers: Headers, body: Uint8Array, size = body.length): Message {
  return { headers, body: beginning(body, WHOLE.body), size };
}

/** A copy if a view would keep much more than itself in memory. */
function beginning(body: Uint8Array, most: number): Uint8Array {
  const view = body.subarray(0, most);
  return view.buffer.byteLength <= 2 * view.length ? view : Uint8Array.prototype.slice.call(view);
}

function within(bounds: Bounds, recordedCall: Kept): Kept {
  const bounded = <M extends Message>(message: M): M => ({
    ...message,
    headers: fewerHeaders(message.headers, bounds),
    body: beginning(message.body, bounds.body),
  });
  const { url, sent, came } = recordedCall;
  return { ...recordedCall, url: cut(url, bounds.address), sent: bounded(sent), came: came && bounded(came) };
}

function fewerHeaders(all: Headers, bounds: Bounds): Headers {
  const { [CUT_MARK]: earlier = '0', ...headers } = all;
  const entries = Object.entries(headers);
  const kept = entries
    .slice(0, bounds.headers)
    .map(([name, value]) => [cut(name.toLowerCase(), bounds.header), cut(value, bounds.header)]);
  const left = Number.parseInt(earlier, 10) + entries.length - kept.length;
  if (left > 0) kept.push([CUT_MARK, `${left} more headers`]);
  return Object.fromEntries(kept) as Headers; // Pairs of texts, which the type does not say.
}

function redactedHeaders(headers: Headers, redact: Redact): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]));
}

function sizeOf({ url, sent, came }: Kept): number {
  let size = url.length;
  for (const { headers, body } of came === null ? [sent] : [sent, came]) {
    size += body.length;
    for (const name in headers) size += name.length + (headers[name] ?? '').length;
  }
  return size;
}
