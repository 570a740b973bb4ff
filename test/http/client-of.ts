import { Client, type Call } from '../../src/http/client.ts';
import { Limiter } from '../../src/http/limiter.ts';
import { Transcript } from '../../src/http/transcript.ts';
import type { WireRequest, WireResult } from '../../src/http/transport.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import type { JumpingClock } from '../jumping-clock.ts';

export const call: Call = { endpoint: 'inventory', method: 'GET', path: '/inventory', authorization: null };

/**
 * A client of a service that ends each request in this way, and the client's notices about waits. Time is that of the
 * given clock.
 */
export function clientOf(
  clock: JumpingClock,
  send: (request: WireRequest) => WireResult | Promise<WireResult>,
): { client: Client; notices: readonly string[] } {
  const notices: string[] = [];
  const redactor = new Redactor();
  const client = new Client({
    base: new URL('https://ads.example.com/api/v1'),
    allowPlain: false,
    transport: { send: (request) => Promise.resolve(send(request)), close: () => Promise.resolve() },
    transcript: new Transcript(redactor),
    redactor,
    limiter: new Limiter(6, clock),
    userAgent: 'test',
    clock,
    onWait: (notice) => notices.push(notice),
  });
  return { client, notices };
}

/** An answer with an empty object. */
export function answer(status: number, headers: Readonly<Record<string, string>> = {}): WireResult {
  return { kind: 'answer', status, headers, body: Buffer.from('{}') };
}
