import { onTestFinished } from 'vitest';
import { canonical, memberAt } from '../../fixtures/publisher/json.ts';
import { type Publisher, type PublisherOptions, startPublisher } from '../../fixtures/publisher/index.ts';

/** The time of the tests. In Berlin, too, it is 2027-03-10. */
export const noon = new Date('2027-03-10T12:00:00Z');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON value of the body; undefined if it is not JSON. */
  readonly body: unknown;
}

/** A publisher for one test, by default with the clock at noon. */
export async function publisherFor(options: PublisherOptions = {}): Promise<Publisher> {
  const publisher = await startPublisher({ now: () => noon, ...options });
  onTestFinished(() => publisher.stop());
  return publisher;
}

async function answerOf(reply: Response): Promise<Answer> {
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function bearing(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Sends GET with a token, or without one if it is null. */
export async function get(
  publisher: Publisher,
  path: string,
  token: string | null = publisher.keys.full,
): Promise<Answer> {
  return answerOf(await fetch(publisher.baseUrl + path, { headers: bearing(token ?? undefined) }));
}

/** Sends POST with a JSON value, or with a text unchanged. */
export async function post(
  publisher: Publisher,
  path: string,
  body: unknown,
  headers: Record<string, string> = bearing(publisher.keys.full),
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'Content-Type': 'application/json', ...headers };
  return answerOf(await fetch(publisher.baseUrl + path, { method: 'POST', headers: all, body: text }));
}

/** Sends POST /orders with the header that matches the body. */
export function order(publisher: Publisher, body: unknown, token: string = publisher.keys.full): Promise<Answer> {
  const key = memberAt(body, 'idempotency_key');
  return post(publisher, '/orders', body, {
    ...bearing(token),
    ...(typeof key === 'string' && key !== '' ? { 'Idempotency-Key': key } : {}),
  });
}

/** Sends POST /auth/token. */
export function exchange(
  publisher: Publisher,
  { key, secret }: { key: string; secret: string } = publisher.listing,
): Promise<Answer> {
  return post(publisher, '/auth/token', { key, secret }, {});
}

/** The string at a path in the body. */
export function textAt(answer: Answer, ...path: readonly string[]): string {
  const value = memberAt(answer.body, ...path);
  return typeof value === 'string' ? value : canonical(value);
}
