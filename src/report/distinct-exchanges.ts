import type { Exchange } from '../http/exchange.ts';
import { requestLine } from './exchange-line.ts';
import { jsonOf } from '../text/json.ts';
import { printable } from './text.ts';

/**
 * For each exchange, what distinguishes it from the one before if both have the same request line: `the same again`,
 * `new key, /order/name "B"`. Empty if the request line already differs.
 */
export function distinctions(exchanges: readonly Exchange[]): string[] {
  return exchanges.map((exchange, index) => {
    const before = exchanges.slice(0, index).findLast((other) => requestLine(other) === requestLine(exchange));
    return before === undefined ? '' : differenceOf(before, exchange);
  });
}

const KEY = '/idempotency_key';
const LONGEST_VALUE = 60;

function differenceOf({ request: before }: Exchange, { request: now }: Exchange): string {
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
