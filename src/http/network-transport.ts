import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pool as ConnectionPool } from 'undici';
import { parseJson } from '../text/parsed-json.ts';
import { AnswerReader, isDocument, Turns, type RawAnswer } from './answer-reader.ts';
import { decodeBody, LARGEST_ERROR } from './body.ts';
import { Connector } from './connector.ts';
import { answerFailure, asError, CallFailure, certificateMissing, notHttp } from './failure.ts';
import { hostOf } from './host.ts';
import { type Proxy, proxyFor, UnusableProxy } from './proxy.ts';
import { systemResolve } from './resolve.ts';
import type { Failure, Handshake, Transport, TransportOptions, WireRequest, WireResult } from './transport.ts';
import { proxyRefusal } from './tunnel.ts';
import { Pool } from './undici.ts';
import { askAgain } from './unreadable.ts';
import { violationOf } from './violation.ts';

export function createTransport(options: TransportOptions): Transport {
  return new NetworkTransport(options);
}

const POOL = {
  // If a server closes an idle connection just when it is used again, it looks as if the request was dropped. So none is
  // kept for long, nor within two seconds of the time after which the server says it closes it.
  keepAliveTimeout: 2000,
  keepAliveMaxTimeout: 2000,
  keepAliveTimeoutThreshold: 2000,
  // Gateways add long cookies and policies to the headers.
  maxHeaderSize: 64 * 1024,
  // One time-out covers the whole call.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Milliseconds in which what follows a document that was cut off should have come. */
const SURPLUS_MS = 50;

/** After this many requests were dropped, each connection is used only once. */
const MOST_DROPPED = 3;

/** How requests get to a service. */
interface Way {
  /** Set if the proxy itself reads the requests and forwards them. */
  readonly proxy: Proxy | undefined;
  readonly pool: ConnectionPool;
  readonly connect: () => Promise<Socket>;
  dropped: number;
}

type Answered = WireResult & { kind: 'answer' };

class NetworkTransport implements Transport {
  readonly #options: TransportOptions & Required<Pick<TransportOptions, 'environment' | 'resolve'>>;
  readonly #closing = new AbortController();
  readonly #connector: Connector;
  readonly #ways = new Map<string, Way>();
  /** Large bodies are read and decompressed one at a time, to save memory. */
  readonly #turns = new Turns();
  readonly #unpacking = new Turns();
  /** Whether the service went on behind the length that it stated. */
  #understates = false;

  constructor(options: TransportOptions) {
    this.#options = {
      ...options,
      // A copy, because reading `process.env` is slow and every connection reads it.
      environment: { ...(options.environment ?? process.env) },
      resolve: options.resolve ?? systemResolve,
    };
    this.#connector = new Connector({ ...this.#options, closing: this.#closing.signal });
  }

  async send(request: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const { totalTimeoutMs, maxBodyBytes: limit } = this.#options;
    const timeoutMs = Math.min(request.timeoutMs ?? totalTimeoutMs, totalTimeoutMs);
    const signals = signal ? [signal, this.#closing.signal] : [this.#closing.signal];
    if (signals.some(({ aborted }) => aborted)) return { kind: 'no-answer', failure: givenUp().failure };
    const reader = new AnswerReader({ limit, timeoutMs, totalTimeoutMs, turns: this.#turns });
    const giveUp = () => {
      reader.giveUp(givenUp());
    };
    // Any number of requests and transports may share a signal.
    setMaxListeners(0, ...signals);
    for (const each of signals) each.addEventListener('abort', giveUp);
    try {
      return this.#orRefusal(request.url, await this.#unpacked(await this.#receive(request, reader)));
    } catch (error) {
      return await this.#unanswered(request, reader, error, signals);
    } finally {
      for (const each of signals) each.removeEventListener('abort', giveUp);
      reader.done();
      // One turn of the event loop later, undici uses the connection again, or knows that it is lost.
      await setImmediate();
    }
  }

  inspect = async (origin: URL): Promise<Handshake | Failure> => {
    try {
      return await this.#connector.inspect(origin);
    } catch (error) {
      return this.#failureOf(origin, error, false);
    }
  };

  async close(): Promise<void> {
    this.#closing.abort(givenUp());
    await Promise.all([...this.#ways.values()].map(({ pool }) => pool.destroy(givenUp())));
  }

  async #receive(request: WireRequest, reader: AnswerReader): Promise<RawAnswer> {
    const { method, url, body = null, last, fresh } = request;
    const way = this.#wayTo(url);
    if (way.proxy) await this.#connector.judgeProxied(url);
    const isLast = fresh === true || last === true || way.dropped >= MOST_DROPPED;
    const pool = fresh === true ? this.#poolTo(url.origin, way.connect) : way.pool;
    try {
      pool.dispatch({ ...headOf(request, way), method, body, reset: isLast }, reader);
      return await reader.answer;
    } finally {
      if (pool !== way.pool) await pool.destroy();
    }
  }

  #wayTo(url: URL): Way {
    const { origin } = url;
    const known = this.#ways.get(origin);
    if (known) return known;
    const proxy = url.protocol === 'http:' ? proxyFor(url, this.#options.environment) : undefined;
    const connect = () => (proxy ? this.#connector.openProxy(proxy) : this.#connector.open(new URL(origin)));
    const way = { proxy, pool: this.#poolTo(origin, connect), connect, dropped: 0 };
    this.#ways.set(origin, way);
    return way;
  }

  /**
   * A document that ends too early has too short a length, if more came behind it. Bodies whose first byte opens none,
   * such as a blank line, are not waited for.
   */
  async #orCutOff(answer: Answered): Promise<Answered> {
    const { body, headers } = answer;
    const opensDocument = body[0] === 0x7b || body[0] === 0x5b;
    if (!opensDocument || headers['content-length'] !== String(body.length)) return answer;
    const json = parseJson(body);
    if (json.ok) return { ...answer, json };
    if (!this.#understates) await setTimeout(SURPLUS_MS);
    return this.#understates ? { ...answer, violation: violationOf('length-too-short') } : answer;
  }

  #poolTo(origin: string, connect: Way['connect']): ConnectionPool {
    const pool = new Pool(origin, {
      ...POOL,
      connect: (_target, connected) => {
        connect().then(
          (socket) => {
            connected(null, socket);
          },
          (error: unknown) => {
            connected(asError(error), null);
          },
        );
      },
    });
    // The parser of undici stumbles over what comes behind an answer, and closes the connection.
    return pool.on('disconnect', (_origin, _targets, error) => {
      this.#understates ||= error.name === 'HTTPParserError' || error.message === 'bad response';
    });
  }

  /** A proxy's own refusal is not an answer of the service. */
  #orRefusal({ origin, host }: URL, answer: Answered): WireResult {
    const { proxy } = this.#ways.get(origin) ?? {};
    if (!proxy || answer.status !== 407) return answer;
    const { 'proxy-authenticate': schemes = '' } = answer.headers;
    return { kind: 'no-answer', failure: proxyRefusal(proxy, host, 407, schemes).failure };
  }

  /** Decompresses the body, or leaves it as it came if it cannot be. */
  async #unpacked(raw: RawAnswer): Promise<Answered> {
    const { status, headers, body, size } = raw;
    const coding = headers['content-encoding'] ?? '';
    if (coding === '') return this.#orCutOff({ kind: 'answer', ...raw });
    if (size !== undefined) return { kind: 'answer', ...raw, body: Buffer.alloc(0) };
    const isError = status >= 400;
    const end = await this.#unpacking.take();
    try {
      const limit = isError ? LARGEST_ERROR : this.#options.maxBodyBytes;
      return { kind: 'answer', ...raw, body: await decodeBody(body, coding, limit) };
    } catch (error) {
      const { violation } = error instanceof CallFailure ? error.failure : {};
      if (violation) return { kind: 'answer', ...raw, violation };
      if (!isError || !(error instanceof CallFailure)) throw error;
      // The status of an error counts even if its body cannot be read.
      return { kind: 'answer', ...raw, body: Buffer.alloc(0), size: LARGEST_ERROR };
    } finally {
      end();
    }
  }

  async #unanswered(
    request: WireRequest,
    reader: AnswerReader,
    error: unknown,
    signals: readonly AbortSignal[],
  ): Promise<WireResult> {
    const failure = this.#failureOf(request.url, error, reader.begun);
    if (failure.reason === 'cut-off' || (failure.reason === 'timeout' && reader.begun)) {
      const whole = await this.#wholeAllTheSame(reader);
      if (whole) return whole;
    }
    const way = this.#ways.get(request.url.origin);
    if (way && failure.reason === 'reset') way.dropped++;
    if (failure.reason !== 'not-http' || request.method !== 'GET' || !way) return { kind: 'no-answer', failure };
    const { maxBodyBytes: limit, totalTimeoutMs } = this.#options;
    const signal = AbortSignal.any([...signals, AbortSignal.timeout(totalTimeoutMs)]);
    const again = await askAgain(
      { ...headOf(request, way), connect: way.connect, limit, signal },
      failure.violation ?? null,
    );
    if (again.answer === null)
      return { kind: 'no-answer', failure: again.violation === null ? failure : notHttp(again.violation).failure };
    return { ...(await this.#unpacked(again.answer)), ...(again.violation && { violation: again.violation }) };
  }

  /** An answer that ends too early or not at all, although its body is a whole JSON document. */
  async #wholeAllTheSame(reader: AnswerReader): Promise<Answered | null> {
    const unpacked = await this.#unpacked(reader.received);
    if (unpacked.violation || !isDocument(unpacked.body)) return null;
    const hasLength = unpacked.headers['content-length'] !== undefined;
    return { ...unpacked, violation: violationOf(hasLength ? 'length-too-long' : 'no-last-chunk') };
  }

  /** A service that requires a client certificate may only say so by closing the connection. */
  #failureOf({ origin }: URL, error: unknown, begun: boolean): Failure {
    if (error instanceof UnusableProxy) return new CallFailure('proxy', error.message).failure;
    const failure = answerFailure(error, begun);
    if (begun || !this.#connector.lacksCertificate(new URL(origin))) return failure;
    const mayLackCertificate = failure.reason === 'reset' || failure.reason === 'tls';
    return mayLackCertificate ? certificateMissing(hostOf(new URL(origin)), failure.code).failure : failure;
  }
}

function headOf({ url, headers }: WireRequest, { proxy }: Way) {
  const path = url.pathname + url.search;
  const all = { host: url.host, ...headers };
  if (!proxy) return { path, headers: all };
  const { authorization } = proxy;
  return {
    path: url.origin + path,
    headers: authorization ? { ...all, 'proxy-authorization': authorization } : all,
  };
}

function givenUp(): CallFailure {
  return new CallFailure('aborted', 'The call was given up.');
}
