import { setMaxListeners } from 'node:events';
import { request as makeRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Connections } from './connections.ts';
import { Connector } from './connector.ts';
import { AnswerReader, type RawAnswer } from './answer-reader.ts';
import { decodeBody, LARGEST_ERROR } from './body.ts';
import { answerFailure, asError, CallFailure } from './failure.ts';
import { hostOf } from './host.ts';
import { type Proxy, proxyFor, UnusableProxy } from './proxy.ts';
import { systemResolve } from './resolve.ts';
import { certificateMissing } from './tls-failure.ts';
import { Turn } from './turn.ts';
import type { Transport, TransportOptions, WireRequest, WireResult } from './transport.ts';

/** Calls services over the network as the platform's client does (ad-server §4.1, §8). */
export function createTransport(options: TransportOptions): Transport {
  return new NetworkTransport(options);
}

class NetworkTransport implements Transport {
  readonly #options: TransportOptions & Required<Pick<TransportOptions, 'environment' | 'resolve'>>;
  readonly #connector: Connector;
  /** By the origin of the service or proxy that they lead to. */
  readonly #connections = new Map<string, Connections>();
  /** By origin. */
  readonly #proxies = new Map<string, Proxy | undefined>();
  readonly #waiting = new Map<AnswerReader, AbortSignal | undefined>();
  readonly #watchedSignals = new WeakSet<AbortSignal>();
  readonly #closing = new AbortController();
  /** Large bodies are read and decompressed one at a time, to save memory. */
  readonly #reading = new Turn();
  readonly #unpacking = new Turn();

  constructor(options: TransportOptions) {
    this.#options = {
      ...options,
      // A copy, because reading `process.env` is slow and every request reads it.
      environment: { ...(options.environment ?? process.env) },
      resolve: options.resolve ?? systemResolve,
    };
    this.#connector = new Connector(this.#options);
  }

  async send(request: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const { totalTimeoutMs, maxBodyBytes } = this.#options;
    const reader = new AnswerReader(maxBodyBytes, this.#reading);
    const answer = reader.answer();
    const stop = afterTime(totalTimeoutMs, reader, () => {
      reader.fail(new CallFailure('timeout', `${reader.progress} within ${totalTimeoutMs / 1000} s.`));
    });
    this.#waiting.set(reader, signal);
    if (signal) this.#abortWith(signal);
    if (signal?.aborted || this.#closing.signal.aborted) reader.fail(givenUp());
    try {
      const connections = reader.finished ? null : this.#dispatch(request, reader);
      connections?.catch((error: unknown) => {
        reader.break(asError(error));
      });
      const raw = await answer;
      await (await connections)?.rest();
      return { kind: 'answer', ...raw, ...(await this.#unpacked(raw)) };
    } catch (error) {
      if (error instanceof UnusableProxy) return noAnswer(new CallFailure('proxy', error.message));
      return noAnswer(this.#explained(request.url, error, reader.begun), reader.begun);
    } finally {
      stop();
      reader.done();
      this.#waiting.delete(reader);
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    for (const reader of this.#waiting.keys()) reader.fail(givenUp());
    this.#connector.close();
    for (const connections of this.#connections.values()) connections.destroy();
    return Promise.resolve();
  }

  /** Decompresses the body. The status of an error counts even if its body cannot be read. */
  async #unpacked({ status, headers, body, size }: RawAnswer): Promise<Unpacked> {
    const coding = headers['content-encoding'] ?? '';
    if (coding === '') return { body };
    const isError = status >= 400;
    const end = await this.#unpacking.take();
    try {
      if (size !== undefined) return { body: Buffer.alloc(0) };
      return { body: await decodeBody(body, coding, isError ? LARGEST_ERROR : this.#options.maxBodyBytes) };
    } catch (error) {
      if (!isError || !(error instanceof CallFailure)) throw error;
      if (error.failure.reason === 'too-large') return { body: Buffer.alloc(0), size: LARGEST_ERROR };
      const why = error.message.replace(/^The/, 'the').replace(/\.$/, '');
      return { body, undecodable: `a body that cannot be decoded (${why})` };
    } finally {
      end();
    }
  }

  /** A service that requires a client certificate may only say so by closing the connection. */
  #explained({ origin }: URL, error: unknown, begun: boolean): unknown {
    if (begun || !this.#connector.lacksCertificate(new URL(origin))) return error;
    const { reason, code } = answerFailure(error, begun);
    return reason === 'reset' || reason === 'tls' ? certificateMissing(hostOf(new URL(origin)), code) : error;
  }

  /** Adds one listener per signal for all requests, because adding one per request is slow. */
  #abortWith(signal: AbortSignal): void {
    if (this.#watchedSignals.has(signal)) return;
    this.#watchedSignals.add(signal);
    // Any number of transports may share a signal.
    setMaxListeners(0, signal);
    const abort = () => {
      for (const [reader, its] of this.#waiting) if (its === signal) reader.fail(givenUp());
    };
    signal.addEventListener('abort', abort, { once: true, signal: this.#closing.signal });
  }

  /** Sends the request over one of the connections it returns; `null` if the call was given up first. */
  async #dispatch(request: WireRequest, reader: AnswerReader): Promise<Connections | null> {
    const { url, headers } = request;
    const proxy = this.#proxyFor(url);
    const path = url.pathname + url.search;
    if (proxy && url.protocol === 'http:') {
      await this.#connector.judgeProxied(url, this.#closing.signal);
      if (reader.finished) return null;
      const connections = this.#connectionsTo(`proxy ${proxy.url.origin}`, () => this.#connector.openProxy(proxy));
      // The proxy itself reads these headers and forwards the request.
      const authorization = proxy.authorization ? { 'proxy-authorization': proxy.authorization } : {};
      write({ ...request, headers: { ...headers, ...authorization } }, url.origin + path, connections, reader);
      return connections;
    }
    const connections = this.#connectionsTo(url.origin, () => this.#connector.open(new URL(url.origin)));
    write(request, path, connections, reader);
    return connections;
  }

  #proxyFor(url: URL): Proxy | undefined {
    const { origin } = url;
    if (!this.#proxies.has(origin)) this.#proxies.set(origin, proxyFor(url, this.#options.environment));
    return this.#proxies.get(origin);
  }

  #connectionsTo(end: string, open: () => Promise<Socket>): Connections {
    const known = this.#connections.get(end);
    if (known) return known;
    const made = new Connections(open);
    this.#connections.set(end, made);
    return made;
  }
}

type Unpacked = Pick<WireResult & { kind: 'answer' }, 'body' | 'size' | 'undecodable'>;

/** Calls `giveUp` after this many milliseconds, not counting the time in which the answer waited to be read. */
function afterTime(milliseconds: number, reader: AnswerReader, giveUp: () => void): () => void {
  let given = milliseconds;
  const look = () => {
    const left = milliseconds + reader.waitedMs - given;
    given += left;
    if (left < 1) giveUp();
    else timer = setTimeout(look, left);
  };
  let timer = setTimeout(look, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}

/** Sends a request over one of these connections, and has its answer read. */
function write(
  { method, url, headers, body = '', last }: WireRequest,
  path: string,
  connections: Connections,
  reader: AnswerReader,
): void {
  const request = makeRequest({
    agent: connections,
    method,
    path,
    headers: Object.entries({
      host: url.host,
      ...headers,
      ...(body.length > 0 || method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
      ...(last === true ? { connection: 'close' } : {}),
    }).flat(),
    // Gateways add long cookies and policies to the headers.
    maxHeaderSize: 64 * 1024,
  });
  // Otherwise the last of more than a thousand are dropped. `maxHeaderSize` bounds them.
  request.maxHeadersCount = 0;
  reader.follow(request, (received) => {
    connections.heard(request, received);
  });
  request.end(body);
}

function noAnswer(error: unknown, begun = false): WireResult {
  return { kind: 'no-answer', failure: answerFailure(error, begun) };
}

function givenUp(): CallFailure {
  return new CallFailure('aborted', 'The call was given up.');
}
