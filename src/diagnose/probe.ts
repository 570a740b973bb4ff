import { CallFailure, notHttp } from '../http/failure.ts';
import { systemClock } from '../http/clock.ts';
import type { Pace } from '../http/pace.ts';
import type { Transcript } from '../http/transcript.ts';
import type { Failure, Transport } from '../http/transport.ts';
import { MARKED_BYTES, whoAnswered, type WhoAnswered } from '../http/who-answered.ts';
import { NO_HEADERS, type GivenHeaders } from '../secrets/given-headers.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { parseJson, type Parsed } from '../text/parsed-json.ts';
import { quote } from '../text/printable.ts';

/** The result of one request of the diagnosis. */
export type Observation = Answered | Unanswered;

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Parsed;
  /** The beginning of the body. */
  readonly text: string;
  readonly durationMs: number;
  readonly size: number;
  readonly firstByteMs?: number;
  readonly callId: string;
}

export interface Unanswered {
  readonly failure: Failure;
  readonly callId: string;
}

export interface ProbeOptions {
  readonly userAgent: string;
  readonly signal: AbortSignal | undefined;
  /** Added to requests to the origin that the person typed. */
  readonly given: GivenHeaders;
  /** Shared by all probes; `null` without a limit. */
  readonly pace: Pace | null;
  /** `null` if no address can be read from what was typed. */
  readonly typedOrigin: string | null;
}

/** Sends the requests of a diagnosis. Each is sent once and recorded, with a key only if one is passed. */
export class Probe {
  readonly #transport: Transport;
  readonly #transcript: Transcript;
  readonly #redactor: Redactor;
  readonly #options: ProbeOptions;

  constructor(transport: Transport, transcript: Transcript, redactor: Redactor, options: ProbeOptions) {
    this.#transport = transport;
    this.#transcript = transcript;
    this.#redactor = redactor;
    this.#options = options;
  }

  async get(url: URL, key: string | null): Promise<Observation> {
    const { userAgent, signal, given, pace, typedOrigin } = this.#options;
    const added = url.origin === typedOrigin ? given : NO_HEADERS;
    const request = {
      method: 'GET' as const,
      url,
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...added.sent,
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
    };
    await pace?.turn(1, systemClock, signal);
    const record = this.#transcript.begin(request, 1, added.shown);
    const began = performance.now();
    const result = await this.#transport.send(request, signal);
    const durationMs = Math.round(performance.now() - began);
    const callId = record(result);
    if (result.kind === 'no-answer')
      return { failure: signal?.reason instanceof CallFailure ? signal.reason.failure : result.failure, callId };
    // This suite reads more than the client does.
    if (result.violation) return { failure: notHttp(result.violation).failure, callId };
    const { status, headers, body, firstByteMs } = result;
    return {
      status,
      headers,
      json: parseJson(body),
      text: Buffer.from(body.subarray(0, MARKED_BYTES)).toString('utf8'),
      durationMs,
      size: body.length,
      callId,
      ...(firstByteMs === undefined ? {} : { firstByteMs }),
    };
  }

  /** Text of the service, redacted, shortened and on one line. */
  text(text: string, most?: number): string {
    return quote(this.#redactor.redact(text), most);
  }
}

/** The service, or somebody in front of it. */
export function whoGave({ status, headers, text, json }: Answered, throughProxy = false): WhoAnswered {
  return whoAnswered({ status, headers, text, ...(json.ok && { json: json.value }) }, throughProxy);
}

/** The address of an endpoint. The path goes before the base address's query string (ad-server §1). */
export function endpoint(base: URL, path: string, query = ''): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  if (query !== '') url.search = url.search.length > 1 ? `${url.search}&${query}` : `?${query}`;
  return url;
}
