import { describe, because } from '../../../src/engine/expect.ts';
import { inconclusive, becauseOf } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { cut } from '../../../src/text/cut.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import { limitedCredentials, listingCredentials, type KeyAndSecret } from '../../givens.ts';
import { isGranted, namesCode } from '../readers/answers.ts';
import * as exchange from '../values/credentials.ts';
import { wrongPairs, type WrongPair } from '../values/credentials.ts';
import { granted, tokenExchange } from './right-credential-requests.ts';

// Exchanges of wrong credentials, with right ones after every two: these show whether the service shuts out a client that
// was wrong.

export interface Attempt {
  readonly pair: WrongPair;
  readonly reply: Reply;
}

export const wrongCredentials = tokenExchange.traffic(
  {
    id: 'token-exchange.wrong-credentials',
    odd: true,
    phase: 'wrong credentials',
    uses: { granted, credentials: listingCredentials },
    mayUse: { limited: limitedCredentials },
    sends: { token: 9 },
  },
  async ({ http, credentials, limited }) => {
    const askMalformed = (json: unknown) => http.exchange({ json }, exchange.wrongCredentials);
    const attempts: Attempt[] = [];
    /** A right pair that was refused. */
    let lockout: Reply | null = null;
    for (const pair of wrongPairs(credentials, limited)) {
      attempts.push(await askWrong(http, pair));
      if (attempts.length % 2 > 0) continue;
      const right = await http.exchange(exchange.keyAndSecret(http, credentials), exchange.rightCredentials);
      lockout = isGranted(right) ? null : right;
      if (lockout) break;
    }
    for (const { reply } of attempts)
      if (lockout?.status === reply.status)
        excuse(reply, { because: becauseOf(lockedOutBy(lockout)), shownBy: [lockout] });
    const wrong = attempts.filter(({ pair, reply }) => !(pair.mayBeOfForm && exchange.isOfForm(reply)));
    if (lockout) return { wrong, lockout, malformed: null };
    const [key, secret] = [credentials.key.reveal(), credentials.secret.reveal()];
    const malformed = {
      keyless: await askMalformed({ secret }),
      missing: await askMalformed({ key }),
      mistyped: await askMalformed({ key, secret: [secret] }),
    };
    return { wrong, lockout, malformed };
  },
);

async function askWrong(http: Wire, pair: WrongPair): Promise<Attempt> {
  return { pair, reply: await http.exchange(exchange.keyAndSecret(http, pair), exchange.wrongCredentials) };
}

export function lockedOutBy(right: Reply): string {
  const got = describe(right);
  if (right.status === null || right.status === 429) return `The right key and secret, between wrong ones, got ${got}.`;
  return `The service shut this client out after wrong keys and secrets: the right ones, which were taken before, got ${got}.`;
}

/** What tells wrong keys from wrong secrets, if two more answers to each confirm it. */
export const comparedRefusals = tokenExchange.traffic(
  {
    id: 'token-exchange.compared-refusals',
    odd: true,
    phase: 'wrong credentials',
    uses: { wrongCredentials },
    sends: { token: 0 },
  },
  async ({ http, wrongCredentials: { wrong, lockout } }) => {
    if (lockout) inconclusive(lockedOutBy(lockout), lockout);
    expectAlike(wrong);
    const [key, secret] = [pairsWith(wrong, 'key')[0], pairsWith(wrong, 'secret')[0]];
    if (!key || !secret || differenceIn(wrong) === null) return { found: null, replies: [] };
    const more: Attempt[] = [];
    // What differs between two answers to the same pair tells nothing.
    for (const { pair } of [secret, key, key, secret]) more.push(await askWrong(http, pair));
    expectAlike(more);
    const [, , ofKey, ofSecret] = more.map(({ reply }) => reply);
    return {
      found: differenceIn([...wrong, ...more]),
      replies: [ofSecret, ofKey].filter((reply) => reply !== undefined),
    };
  },
);

function expectAlike(attempts: readonly Attempt[]): void {
  const other = attempts.find(({ reply }) => reply.status !== 401 || !namesCode(reply, 'invalid_credentials'))?.reply;
  if (other) inconclusive(because('A wrong pair was not refused with 401 and invalid_credentials', other), other);
}

function pairsWith(attempts: readonly Attempt[], wrong: WrongPair['wrong']): Attempt[] {
  return attempts.filter(({ pair }) => pair.wrong === wrong);
}

function differenceIn(attempts: readonly Attempt[]) {
  const repliesTo = (wrong: WrongPair['wrong']) => pairsWith(attempts, wrong).map(({ reply }) => reply);
  const sent = attempts.map(({ pair }) => pair);
  return difference(repliesTo('key'), repliesTo('secret'), sent);
}

// Whether answers to one question can be told from answers to another: by the status, the body, or the names of headers. The
// values of headers may depend on the moment, the connection or the machine.

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

/** What all answers of a side have in common: a value, or its shape where it differs even there, as an id does. */
function comparable(left: readonly Value[], right: readonly Value[]): readonly [Value, Value] {
  for (const read of [(value: Value) => value, shapeOf]) {
    const [ones, others] = [new Set(left.map(read)), new Set(right.map(read))];
    if (ones.size === 1 && others.size === 1) return [[...ones][0], [...others][0]];
  }
  return [undefined, undefined];
}

/** With a sign for each word that has a digit in it: an id, a time, a count. */
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

const MOST_WORDS = 7;

/** Where two texts begin to differ: up to the end of the sentence or value. */
function firstWords(one: Value, other: Value) {
  const wordsOf = (text: Value) => text?.split(/[\s"]+|(?<=[,:{}[\]])/) ?? [];
  const [ones, others] = [wordsOf(one), wordsOf(other)];
  const at = ones.findIndex((word, index) => word !== others[index]);
  const index = at < 0 ? ones.length : at;
  const shown = (text: Value, [word, ...more]: readonly string[]) => {
    if (text === undefined) return 'absent';
    if (word === undefined) return 'nothing more';
    const end = more.findIndex((next) => !/\w/.test(next));
    const words = [word, ...more.slice(0, end < 0 ? MOST_WORDS : Math.min(end, MOST_WORDS))].join(' ');
    return JSON.stringify(cut(words, 200));
  };
  return { one: shown(one, ones.slice(index)), other: shown(other, others.slice(index)) };
}
