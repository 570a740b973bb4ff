import { once } from 'node:events';
import { type IncomingMessage, request as makeRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { readHeaders, type RawAnswer } from './answer-reader.ts';
import { codeOf, isOwnFault } from './failure.ts';
import { type Violation, violationByReason, violationOf } from './violation.ts';

export interface Unread {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: () => Promise<Socket>;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** What could be read all the same, and what is wrong with it; `null` if nothing is. */
export interface ReadAgain {
  readonly answer: RawAnswer | null;
  readonly violation: Violation | null;
}

/** As much as undici reads, and more than any gateway adds. */
const HEADERS = { strict: 64 * 1024, lenient: 256 * 1024 };

/**
 * Asks again with Node's own client, first strictly, because its parser names what is wrong, then leniently, which undici
 * cannot do. Nothing else uses `node:http`.
 */
export async function askAgain(unread: Unread, known: Violation | null): Promise<ReadAgain> {
  try {
    return { answer: await ask(unread, { maxHeaderSize: HEADERS.strict }), violation: null };
  } catch (error) {
    if (isOwnFault(error)) throw error;
    const violation = violationIn(error) ?? known;
    const lenient = { maxHeaderSize: HEADERS.lenient, insecureHTTPParser: true };
    return { answer: await ask(unread, lenient).catch(() => null), violation };
  }
}

function violationIn(error: unknown): Violation | null {
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return violationOf('large-headers');
  if (!code.startsWith('HPE_')) return null;
  const reason = error instanceof Error && 'reason' in error ? error.reason : undefined;
  return violationByReason(typeof reason === 'string' ? reason : '');
}

async function ask({ path, headers, connect, limit, signal }: Unread, parser: RequestOptions): Promise<RawAnswer> {
  const socket = await connect();
  const started = performance.now();
  const options = { path, headers: { ...headers, connection: 'close' }, createConnection: () => socket, signal };
  const request = makeRequest({ ...parser, ...options }).end();
  const failed = new Promise<never>((_resolve, reject) => {
    for (const event of ['error', 'upgrade']) request.on(event, reject);
  });
  const read = async (): Promise<RawAnswer> => {
    const [response] = (await once(request, 'response')) as [IncomingMessage]; // As Node documents the event.
    const { statusCode: status = 0, rawHeaders } = response;
    if (status === 101) throw new Error('another protocol');
    const firstByteMs = Math.round(performance.now() - started);
    return { status, headers: readHeaders(rawHeaders), body: await bodyOf(response, limit), firstByteMs };
  };
  try {
    return await Promise.race([read(), failed]);
  } finally {
    socket.destroy();
  }
}

async function bodyOf(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
