import type { Reply } from '../../../src/http/reply.ts';
import type { KeyAndSecret } from '../../givens.ts';

// Whether answers to one question can be told from answers to another: by the status, by the body, or by a header that
// only one of them has. Values of headers may be of the moment, the connection or the machine.

export function difference(ones: readonly Reply[], others: readonly Reply[], sent: readonly KeyAndSecret[] = []) {
  const [left, right] = [ones, others].map((replies) => replies.map((reply) => partsOf(reply, sent)));
  const places = new Set([left, right].flatMap((parts = []) => parts.flatMap((each) => [...each.keys()])));
  for (const place of places) {
    const [one, other] = comparable(valuesAt(place, left), valuesAt(place, right));
    if (one !== other) return { where: place, ...firstWords(one, other) };
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

function partsOf(reply: Reply, sent: readonly KeyAndSecret[]): ReadonlyMap<string, string> {
  const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
    `the header ${name}`,
    name === 'www-authenticate' ? value : 'present',
  ]);
  // One key or secret may begin with another.
  const echoes = sent.flatMap(({ key, secret }) => [[key.reveal(), '(key)'] as const, [secret.reveal(), '(secret)']]);
  const longestFirst = echoes.sort(([one], [other]) => other.length - one.length);
  const body = longestFirst.reduce((text, [echo, sign]) => text.replaceAll(echo, sign), textOf(reply));
  return new Map([['the status', String(reply.status)], ...headers, ['the body', body]]);
}

const textOf = ({ body }: Reply) => Buffer.from(body).toString();

/** The first words that differ, in quotes. */
function firstWords(one: Value, other: Value) {
  const wordsOf = (text: Value) => text?.split(/[\s"]+|(?<=[,:{}[\]])/) ?? [];
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  const at = ones.findIndex((word, index) => word !== others[index]);
  const index = at < 0 ? ones.length : at;
  const shown = (text: Value, word: string | undefined) =>
    text === undefined ? 'absent' : word === undefined ? 'nothing more' : JSON.stringify(word.slice(0, 200));
  return { one: shown(one, ones[index]), other: shown(other, others[index]) };
}
