import type { RecordedCall } from '../http/recorded-call.ts';
import { grouped, printable } from './text.ts';
import { jsonOf } from '../text/json.ts';

/** `POST /orders`: the method, and the address after its version segment, with its query. */
export function requestLine({ request }: RecordedCall): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^.*?\/api\/v1(?=\/|$)/, '') || '/';
  return printable(`${request.method} ${path}`, { max: 200 });
}

/** `POST /orders`: the same without the query. */
export const endpointLine = (call: RecordedCall) => requestLine(call).replace(/\?.*$/, '');

/** `500 text/html`, or why no answer came. */
export function answerLine({ response, error }: RecordedCall): string {
  if (response === null) return printable(`no answer: ${(error ?? 'unknown').replace(/\.$/, '')}`, { max: 300 });
  const type = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return printable(`${response.status} ${type}`, { max: 100 }).trim();
}

/** How the request differs from usual ones: another credential, a retry. */
export function circumstances({ request, attempt }: RecordedCall): string[] {
  const authorization = request.headers['authorization'];
  const usual =
    authorization === undefined
      ? /\/auth\/token(?:\?|$)/.test(request.url)
      : authorization === 'Bearer [ADSERVER_API_KEY]';
  const credential = authorization === undefined ? 'without authorization' : printable(authorization, { max: 120 });
  return [...(usual ? [] : [credential]), ...(attempt > 1 ? [`try ${attempt}`] : [])];
}

/** `84 ms`, `1.2 s`, `2 min 5 s` */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 100) / 10;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(milliseconds / 1_000);
  return `${grouped(Math.floor(whole / 60))} min ${whole % 60} s`;
}

/**
 * For each call, what distinguishes it from the one before if both have the same request line: `the same again`,
 * `new key, /order/name "B"`. Empty if the request line already differs.
 */
export function distinctions(calls: readonly RecordedCall[]): string[] {
  return calls.map((recordedCall, index) => {
    const before = calls.slice(0, index).findLast((other) => requestLine(other) === requestLine(recordedCall));
    return before === undefined ? '' : differenceOf(before, recordedCall);
  });
}

/** A call that is cited, and what distinguishes it from usual ones and from the one before. */
export interface CitedCall {
  readonly call: RecordedCall;
  readonly about: readonly string[];
}

/** The last calls that a check cites, which matter most. */
export function lastCited(cited: readonly RecordedCall[], most = Infinity): CitedCall[] {
  const apart = distinctions(cited);
  const about = (call: RecordedCall, index: number) => [...circumstances(call), apart[index] ?? ''].filter(Boolean);
  return cited.map((call, index) => ({ call, about: about(call, index) })).slice(-most);
}

export const MOST_CITED = 3;

const KEY = '/idempotency_key';
const LONGEST_VALUE = 60;

function differenceOf({ request: before }: RecordedCall, { request: now }: RecordedCall): string {
  const parts: string[] = [];
  if (before.headers['authorization'] !== now.headers['authorization']) parts.push('another credential');
  if (before.headers['idempotency-key'] !== now.headers['idempotency-key']) parts.push('new key');
  if (before.body !== now.body) {
    const place = firstDifference(json(before.body), json(now.body), '');
    if (place !== undefined) parts.push(place);
    else if (parts.length === 0) parts.push('another body');
  }
  return parts.length === 0 ? 'the same again' : parts.join(', ');
}

/** Some bodies are malformed on purpose; those are compared as text. */
const json = (body = 'null') => jsonOf(body) ?? body;

/** The first difference between two values, and what the later one has there. */
function firstDifference(before: unknown, now: unknown, pointer: string): string | undefined {
  if (pointer === KEY || Object.is(before, now)) return undefined;
  if (!isContainer(before) || !isContainer(now)) return `${pointer || 'body'} ${shown(now)}`;
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(now))];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const found = firstDifference(old.get(name), fresh.get(name), `${pointer}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'left out' : JSON.stringify(value);
  return printable(text, { max: 1_000 }).slice(0, LONGEST_VALUE) + (text.length > LONGEST_VALUE ? '…' : '');
}
