import type { JsonProblem } from '../causes/found.ts';
import { cut } from './cut.ts';
import { excessOf, type JsonBounds } from './json-bounds.ts';
import { isMarkup } from './markup.ts';
import { decodeUtf8 } from './utf8.ts';

export type Parsed = { readonly ok: true; readonly value: unknown } | NotJson;

interface NotJson {
  readonly ok: false;
  readonly kind: JsonProblem;
  /** The same as a noun, for messages. */
  readonly problem: string;
}

/** Ten times as deep as any document of the contracts. The limit is needed because values are read recursively. */
const DEEPEST = 200;

/**
 * A page of 200 slots with a thousand values each has this many. Deeper values are cut off, not refused, so depth has
 * no limit here.
 */
const MOST: JsonBounds = { deepest: Number.POSITIVE_INFINITY, values: 200_000, names: 10_000 };
/** A shorter text, in characters, cannot contain too much. */
const SMALL = 128 * 1024;
/** A small body takes about this many times its bytes when parsed. */
const FACTOR = 3;
/** Approximate memory of a value, in bytes. */
const VALUE = 48;

/** Parses bytes as JSON (RFC 8259, UTF-8), or says why they are not JSON. Values nested too deeply become `null`. */
export function parseJson(bytes: Uint8Array, values = MOST.values): Parsed {
  if (bytes.length === 0) return { ok: false, kind: 'empty', problem: 'an empty body' };
  const text = decodeUtf8(bytes);
  if (text === null) return describeBytes(bytes);
  const excess = text.length > SMALL ? excessOf(text, { ...MOST, values }) : null;
  if (excess !== null) return { ok: false, kind: 'too-much', problem: `JSON with ${excess}` };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value: cutOff(value, DEEPEST) };
  } catch (error) {
    return describeText(text, error);
  }
}

/**
 * Approximate memory, in bytes, of the value parsed from a body of this size. For a small body it is a rough estimate.
 */
export function weightOf(parsed: Parsed, bytes: number): number {
  if (!parsed.ok) return 0;
  return bytes > SMALL ? weightOfValue(parsed.value) : FACTOR * bytes;
}

function weightOfValue(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length;
  if (typeof value !== 'object' || value === null) return VALUE;
  let weight = VALUE;
  for (const inner of Object.values(value)) weight += weightOfValue(inner);
  return weight;
}

/** Replaces objects and arrays below this many levels by `null`. It works in place, because it runs on every page. */
function cutOff(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (typeof item === 'object') items[index] = cutOff(item, levels - 1);
    }
    return items;
  }
  const members = value as Record<string, unknown>; // JSON has no other objects.
  for (const name in members) {
    const member = members[name];
    if (typeof member === 'object' && cutOff(member, levels - 1) === null) members[name] = null;
  }
  return members;
}

function describeBytes([first, second]: Uint8Array): NotJson {
  if (first === 0x1f && second === 0x8b)
    return { ok: false, kind: 'packed', problem: 'bytes packed by gzip, of which Content-Encoding does not tell' };
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16
    ? { ok: false, kind: 'utf-16', problem: 'text in UTF-16, not UTF-8' }
    : { ok: false, kind: 'not-utf-8', problem: 'bytes that are not UTF-8' };
}

function describeText(text: string, error: unknown): NotJson {
  if (isMarkup(text)) return { ok: false, kind: 'page', problem: 'HTML or XML, not JSON' };
  // Node quotes the text around the error, which may be part of a secret.
  const quotation = /, (?:\.\.\.)?"[\s\S]*$/;
  const reason = error instanceof Error ? error.message.replace(quotation, '').replace(/ in JSON/, '') : 'not JSON';
  return { ok: false, kind: 'text', problem: `text that is not JSON (${cut(reason, 120)})` };
}
