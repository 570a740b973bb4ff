import { type IncomingMessage, request as makeRequest, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { readHeaders, type RawAnswer } from './answer-reader.ts';
import { asError, codeOf, isOwnFault } from './failure.ts';
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
  try {
    return await new Promise<RawAnswer>((resolve, reject) => {
      const request = makeRequest({
        ...parser,
        createConnection: () => socket,
        path,
        headers: { ...headers, connection: 'close' },
        signal,
      });
      request.on('error', reject);
      request.on('upgrade', () => {
        reject(new Error('another protocol'));
      });
      request.on('response', (response) => {
        if (response.statusCode === 101) reject(new Error('another protocol'));
        const firstByteMs = Math.round(performance.now() - started);
        bodyOf(response, limit).then(
          (body) => {
            resolve({ status: response.statusCode ?? 0, headers: readHeaders(response.rawHeaders), body, firstByteMs });
          },
          (error: unknown) => {
            reject(asError(error));
          },
        );
      });
      request.end();
    });
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
