import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { parseJson } from '../../../src/text/parsed-json.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isObject } from '../../json.ts';

// Whether answers to one question can be told from answers to another: by the status, by all of the body, or by a header
// that is not of the moment, the connection or the machine.

/** Headers that tell of the moment or the connection, or what the body tells already. */
const BESIDE_THE_POINT = ['date', 'age', 'connection', 'keep-alive', 'content-length', 'etag', 'content-md5'];
/** How long something took is not part of the error: `Server-Timing`, `X-Runtime`, `X-Envoy-Upstream-Service-Time`. */
const DURATION = /(?:^|-)(?:timing|runtime|time|duration|elapsed|latency)$/;
/** Which machine answered: `X-Served-By`, `X-Backend-Server`, `X-Instance-Id`. */
const MACHINE = /(?:^|-)(?:served-by|backend|instance|replica|pod|node|host|hostname)(?:-|$)/;

export function difference(ones: readonly Reply[], others: readonly Reply[], sent: readonly KeyAndSecret[] = []) {
  const echoes = echoesOf(sent);
  const [left, right] = [ones, others].map((replies) => replies.map((reply) => partsOf(reply, echoes)));
  const places = new Set([left, right].flatMap((parts = []) => parts.flatMap((each) => [...each.keys()])));
  for (const place of places) {
    const [one, other] = comparable(valuesAt(place, left), valuesAt(place, right));
    if (one !== other) return { where: place, ...firstWords(one, other, sent) };
  }
  return null;
}

type Value = string | undefined;

const valuesAt = (place: string, parts: readonly ReadonlyMap<string, string>[] = []): Value[] =>
  parts.map((each) => each.get(place));

/** What each side shares at a place: what differs between answers to the same question too, such as an id, counts by its shape alone. */
function comparable(left: readonly Value[], right: readonly Value[]): readonly [Value, Value] {
  for (const read of [(value: Value) => value, shapeOf]) {
    const [ones, others] = [new Set(left.map(read)), new Set(right.map(read))];
    if (ones.size === 1 && others.size === 1) return [[...ones][0], [...others][0]];
  }
  return [undefined, undefined];
}

/** A text with a sign for each word that has a digit in it: an id, a time, a count. */
function shapeOf(text: Value): Value {
  return text?.replace(/[\w+/=~:-]*\d[\w+/=~:-]*(?:\.\d[\w+/=~:-]*)*/g, '#');
}

function partsOf(reply: Reply, echoes: ReturnType<typeof echoesOf>): ReadonlyMap<string, string> {
  const signed = (text: string) => echoes.reduce((rest, echo) => rest.replaceAll(echo.text, echo.sign), text);
  const headers = Object.entries(reply.headers).filter(
    ([name]) => !BESIDE_THE_POINT.includes(name) && !DURATION.test(name) && !MACHINE.test(name),
  );
  return new Map([
    ['the status', String(reply.status)],
    ...headers.map(([name, value]): [string, string] => [`the header ${name}`, signed(value)]),
    ...placesIn(signed(Buffer.from(reply.body).toString())),
  ]);
}

/** The texts of the questions, and what stands for each in every answer that repeats it: all keys have one sign. */
function echoesOf(sent: readonly KeyAndSecret[]) {
  const spelt = (secret: Secret, sign: string) => {
    const text = secret.reveal();
    const spellings = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)];
    return spellings.filter((each) => each !== '').map((each) => ({ text: each, sign }));
  };
  const echoes = sent.flatMap(({ key, secret }) => [...spelt(key, '(key)'), ...spelt(secret, '(secret)')]);
  // One secret begins with another.
  return echoes.sort((one, other) => other.text.length - one.text.length);
}

/** The first words that differ, in quotes. A piece of what was sent is not shown: nothing else would recognise it as such. */
function firstWords(one: Value, other: Value, sent: readonly KeyAndSecret[]) {
  const wordsOf = (text: Value) => text?.split(/\s+|(?<=[,{}[\]])/) ?? [];
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  const at = ones.findIndex((word, index) => word !== others[index]);
  const index = at < 0 ? ones.length : at;
  const shown = (text: Value, words: readonly string[]) => {
    const word = words[index];
    if (text === undefined || word === undefined) return text === undefined ? 'absent' : 'nothing more';
    const isPiece = sent.some(({ key, secret }) => key.reveal().includes(word) || secret.reveal().includes(word));
    return word.length > 2 && isPiece ? 'a part of what was sent' : JSON.stringify(word.slice(0, 200));
  };
  return { one: shown(one, ones), other: shown(other, others) };
}

/** All of a body, in pairs of place and value. For JSON: which members there are, in whatever order, and each value. */
function placesIn(text: string): readonly (readonly [place: string, value: string])[] {
  const json = parseJson(Buffer.from(text));
  return json.ok
    ? [['the members of the body', membersOf(json.value)], ...valuesIn(json.value, '')]
    : [['the body', text]];
}

function membersOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(membersOf).join(',')}]`;
  if (!isObject(value)) return '…';
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}:${membersOf(inner)}`);
  return `{${members.sort().join(',')}}`;
}

function valuesIn(value: unknown, pointer: string): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => valuesIn(item, `${pointer}/${index}`));
  if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => valuesIn(inner, `${pointer}/${name}`));
  return [[`the body at ${pointer}`, typeof value === 'string' ? value : JSON.stringify(value)]];
}
