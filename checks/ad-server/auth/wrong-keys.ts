import type { Authorization } from '../../../src/http/client.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { inOtherCase, OTHER_HEADERS, PLACEHOLDERS, withOtherEnd } from '../../near-misses.ts';
import { describe, expect, otherAnswer, violation, because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { CallOptions } from '../../../src/engine/wire.ts';
import { isServed, type Endpoint, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { placeWhere } from '../../../src/text/pointer.ts';

/** In three parts, as signed tokens are, and longer than some hash functions of passwords accept. */
const NEVER_ISSUED =
  'conformance-test-key.that-was-never-issued-by-the-publisher-nor-by-anybody.whoever-accepts-it-accepts-any';

const WRONG_KEYS = ['wrong', 'altered-last'];
const NONE_OR_WRONG = ['none', ...WRONG_KEYS];

interface Way {
  readonly words: string;
  /** Simpler mistakes: if one of these gets the same wrong answer, only that one is reported. */
  readonly plainer: readonly string[];
  /** The service finds no key in it, so it does not count towards a lockout. */
  readonly isNoKey?: true;
  /** The header itself is malformed, so 400 is right, too. */
  readonly mayBe400?: true;
  /** Sent over a new connection: Jetty reads a header as an earlier one of its connection that differs in case alone. */
  readonly isFresh?: true;
}

const WAYS = {
  none: { words: 'a request without a key', plainer: [], isNoKey: true },
  empty: { words: 'an empty key', plainer: NONE_OR_WRONG, isNoKey: true, mayBe400: true },
  wrong: { words: 'a key that was never issued', plainer: ['none'] },
  null: { words: '`Bearer null`', plainer: NONE_OR_WRONG },
  undefined: { words: '`Bearer undefined`', plainer: NONE_OR_WRONG },
  'altered-last': { words: 'the key with another last character', plainer: ['none'] },
  truncated: { words: 'the key without its last character', plainer: WRONG_KEYS },
  extended: { words: 'the key with an x behind it', plainer: WRONG_KEYS },
  'other-case': { words: 'the key with upper and lower case swapped', plainer: WRONG_KEYS, isFresh: true },
  'token-scheme': { words: 'the key under the scheme Token', plainer: NONE_OR_WRONG, isNoKey: true },
  'digest-scheme': { words: 'the key under the scheme Digest', plainer: NONE_OR_WRONG, isNoKey: true },
  bare: { words: 'the key without a scheme', plainer: NONE_OR_WRONG, isNoKey: true, mayBe400: true },
  // A service that reads only the first word or only the last one finds the key.
  'two-words': { words: 'the key twice, with a space between', plainer: NONE_OR_WRONG, mayBe400: true },
  'other-header': { words: 'the key in another header, such as `X-API-Key`', plainer: NONE_OR_WRONG, isNoKey: true },
  expired: { words: 'the expired key', plainer: WRONG_KEYS },
  revoked: { words: 'the revoked key', plainer: WRONG_KEYS },
} as const satisfies Record<string, Way>;

export type Presentation = keyof typeof WAYS;

export const EVERY_WAY = Object.keys(WAYS) as readonly Presentation[]; // It has no other keys.

const PRESENTATIONS: Readonly<Record<Presentation, Way>> = WAYS;

export interface FormerKeys {
  readonly expired?: Secret | undefined;
  readonly revoked?: Secret | undefined;
}

export function wrongCredentialsFor(
  key: Secret,
  { expired, revoked }: FormerKeys,
): (readonly [Presentation, Authorization | null])[] {
  const bearer = (secret: Secret): Authorization => ({ scheme: 'Bearer ', secret });
  const variant = (presentation: Presentation, change: (text: string) => string) => {
    const secret = key.derive(presentation, change);
    return secret.reveal() === key.reveal() || secret.reveal() === '' ? [] : [[presentation, bearer(secret)] as const];
  };
  return [
    ['none', null],
    ['empty', { scheme: 'Bearer ', secret: null }],
    ['token-scheme', { scheme: 'Token ', secret: key }],
    // Code that cuts off seven characters takes it for `Bearer`.
    ['digest-scheme', { scheme: 'Digest ', secret: key }],
    ['bare', { scheme: '', secret: key }],
    ['two-words', bearer(key.derive('two-words', (text) => `${text} ${text}`))],
    ['other-header', { scheme: '', secret: key, headers: OTHER_HEADERS }],
    ['wrong', { scheme: `Bearer ${NEVER_ISSUED}`, secret: null }],
    ['null', { scheme: PLACEHOLDERS.null, secret: null }],
    ['undefined', { scheme: PLACEHOLDERS.undefined, secret: null }],
    ...variant('altered-last', withOtherEnd),
    // Base64 without its padding is still the same key.
    ...variant('truncated', (text) => (text.endsWith('=') ? text : text.slice(0, -1))),
    ...variant('extended', (text) => `${text}x`),
    ...variant('other-case', (text) => (hasMeaningfulCase(text) ? inOtherCase(text) : text)),
    ...(expired === undefined ? [] : [['expired', bearer(expired)] as const]),
    ...(revoked === undefined ? [] : [['revoked', bearer(revoked)] as const]),
  ];
}

/** Whether a key mixes upper and lower case, as hexadecimal, Base32 and ULIDs do not; a capitalised word does not count. */
function hasMeaningfulCase(key: string): boolean {
  return key
    .split(/[^\da-z]+/i)
    .some((part) => /[a-z]/.test(part) && /[A-Z]/.test(part) && !/^[A-Z][a-z]*$/.test(part));
}

export interface Guarded {
  readonly endpoint: string;
  readonly how?: string;
  readonly call: (options: CallOptions) => Promise<Reply>;
}

export interface Attempt extends Guarded {
  readonly presentation: Presentation;
  readonly reply: Reply | null;
  readonly certain: boolean;
  /** The answer to the right key, requested if the wrong one was neither refused nor accepted. */
  readonly usual?: Reply | undefined;
}

export interface Attempts {
  readonly list: readonly Attempt[];
  readonly lockedOut: Reply | null;
}

export function isOtherAnswer(reply: Reply): boolean {
  return !isServed(reply) && reply.status !== 401 && reply.status !== 429;
}

function isMistaken(attempt: Attempt, lockedOut: Reply | null): boolean {
  const { reply, usual, certain } = attempt;
  if (reply === null || reply.status === 429 || isRefused(attempt) || isUsualRefusal(reply, usual)) return false;
  return certain || (reply.status !== null && reply.status !== lockedOut?.status);
}

function isRefused({ presentation, reply }: Attempt): boolean {
  return reply?.status === 401 || (reply?.status === 400 && PRESENTATIONS[presentation].mayBe400 === true);
}

/** Expects every attempt to get 401 with only the error in it. Returns a sentence about which endpoints refused. */
export function expectUnauthorised(attempts: readonly Attempt[], lockedOut: Reply | null): string {
  const answered = attempts.flatMap(({ reply, ...attempt }) => (reply === null ? [] : [{ ...attempt, reply }]));
  const accepted = answered.filter((attempt) => isMistaken(attempt, lockedOut));
  const [first] = accepted;
  if (first !== undefined) {
    const [own = '', ...others] = endpoints(accepted);
    const how = own.replace(/^\S+(?: \/\S+)?/, '');
    const like = others.length === 0 ? '' : `, the same at ${inWords(others, 'and')}`;
    const circumstance = `${holding(first.reply)}to ${inWords(keys(accepted), 'and')}${how}${like}`;
    if (first.reply.status === null) expect(first.reply, circumstance).status(401);
    violation(otherAnswer(first.reply, [401], { circumstance, ...contrast(answered, accepted) }));
  }
  const judged = answered.filter(isRefused);
  for (const { reply } of judged) expectNothingServed(reply);
  if (lockedOut !== null && attempts.some(({ certain }) => !certain))
    inconclusive(
      `The service locked this client out after wrong keys${orLimits(lockedOut)} (the right key got ${describe(lockedOut)}), so this was not tried to the end.`,
      lockedOut,
    );
  const limited = answered.find(({ reply }) => reply.status === 429);
  if (limited !== undefined)
    inconclusive(`${limited.endpoint} answered wrong keys with 429 (rate limit).`, limited.reply);
  const unjudged = answered.find((attempt) => !isRefused(attempt));
  if (judged.length === 0 && unjudged !== undefined)
    inconclusive(because('The same request is refused for the right key too', unjudged.reply), unjudged.reply);
  return `Refused by ${inWords([...new Set(judged.map(({ endpoint }) => endpoint))], 'and')}.`;
}

/** A lockout by 429 cannot be told from a rate limit. */
export function orLimits({ status }: Reply): string {
  return status === 429 ? ', or limits how often it is called' : '';
}

/** A service may check the request before the key: a refusal that the right key gets too shows nothing. */
export function isUsualRefusal(reply: Reply, usual: Reply | undefined): boolean {
  return usual !== undefined && !isServed(usual) && reply.status === usual.status;
}

/** Where else the same keys are refused, and what else is refused there. */
function contrast(answered: readonly Attempt[], accepted: readonly Attempt[]): { more?: string } {
  const refused = answered.filter(({ reply }) => reply?.status === 401);
  const isAs = (one: Attempt, by: 'endpoint' | 'presentation') => accepted.some((each) => each[by] === one[by]);
  const others = endpoints(refused.filter((one) => isAs(one, 'presentation') && !isAs(one, 'endpoint')));
  const words = keys(refused.filter((one) => isAs(one, 'endpoint') && !isAs(one, 'presentation')));
  const calls = others.length === 1 ? `${others.join()} answers` : `The other ${others.length} calls answer`;
  const more = [
    ...(others.length === 0 ? [] : [`${calls} 401.`]),
    ...(words.length === 0 ? [] : [`Refused as they should be: ${inWords(words, 'and')}.`]),
  ];
  return more.length === 0 ? {} : { more: more.join(' ') };
}

function keys(attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map(({ presentation }) => PRESENTATIONS[presentation].words))];
}

function endpoints(attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map(({ endpoint, how = '' }) => endpoint + how))];
}

const SERVED_MEMBERS: Readonly<Partial<Record<Endpoint, string>>> = {
  health: 'capabilities',
  inventory: 'inventory_id',
  forecast: 'available_impressions',
  orders: 'line_item_id',
  reports: 'impressions',
};

export function expectNothingServed(reply: Reply): void {
  const found = servedAnyway(reply);
  if (found !== null)
    violation({
      expected: `status ${reply.status ?? ''} with the error alone`,
      actual: `${found.name} ${shown(found.value)}`,
      pointer: found.pointer,
      replies: [reply],
    });
}

/** Whether a key that should be refused got data. */
export function holding(reply: Reply): string {
  if (!isServed(reply)) return '';
  return servedAnyway(reply) === null ? 'without data ' : 'with data ';
}

function servedAnyway({ endpoint, json }: Reply) {
  const name = SERVED_MEMBERS[endpoint];
  if (name === undefined || !json.ok) return null;
  const found = placeWhere(json.value, (value, member) => member === name && value !== null);
  return found && { name, ...found };
}

/** Whether the same endpoint gives a plainer wrong credential the same wrong answer, so that only that one is reported. */
export function isSameMistake(attempt: Attempt, { list, lockedOut }: Attempts): boolean {
  if (!isWrong(attempt, lockedOut)) return false;
  const { plainer } = PRESENTATIONS[attempt.presentation];
  const others = list.filter(
    ({ endpoint, presentation }) => endpoint === attempt.endpoint && plainer.includes(presentation),
  );
  return others.some((other) => isWrong(other, lockedOut) && isAlike(other.reply, attempt.reply));
}

/** Whether a wrong key gets the same answer as a key that lacks a scope: then the mistake is not about scopes. */
export function isAsForWrongKey(reply: Reply, { list, lockedOut }: Attempts): boolean {
  const wrong = list.filter(({ presentation }) => ['wrong', 'altered-last'].includes(presentation));
  const there = wrong.filter((attempt) => attempt.reply?.endpoint === reply.endpoint);
  return there.some((attempt) => isWrong(attempt, lockedOut) && isAlike(attempt.reply, reply));
}

function isWrong(attempt: Attempt, lockedOut: Reply | null): boolean {
  const { reply } = attempt;
  return isMistaken(attempt, lockedOut) || (reply?.status === 401 && servedAnyway(reply) !== null);
}

/** A repeated order may get another one of these than the first. */
const STATUSES_OF_REPEATS: readonly unknown[] = [200, 201, 409];

function isAlike(one: Reply | null, other: Reply | null): boolean {
  const [first, second] = [one?.status, other?.status];
  return first === second || (STATUSES_OF_REPEATS.includes(first) && STATUSES_OF_REPEATS.includes(second));
}

/** Few enough for most lockouts. */
const KEYS_AT_ONCE = 4;

export interface Planned extends Guarded, Pick<Attempt, 'presentation'> {
  readonly as: Authorization | null;
}

type Sending = Planned & { reply: Reply | null; certain: boolean };

/**
 * Sends wrong credentials in batches, the right key beside the first and after each. The answers of a batch are certain
 * if the right key is accepted after it. If the right key is refused, the client is locked out and nothing more is sent.
 */
export async function sendInBatches(
  planned: readonly Planned[],
  withRightKey: () => Promise<Reply>,
): Promise<Attempts> {
  const list = planned.map((one): Sending => ({ ...one, reply: null, certain: false }));
  for (const [index, batch] of batchesOf(list).entries()) {
    const sending = batch.map(async (one) => {
      const { isFresh } = PRESENTATIONS[one.presentation];
      one.reply = await one.call({ as: one.as, longestPause: PATIENCE, ...(isFresh && { fresh: true }) });
    });
    // A service may keep the key of the latest request in one place.
    const beside = index === 0 ? withRightKey() : null;
    await Promise.all([...sending, beside]);
    const right = await withRightKey();
    if (!isServed(right)) return { list, lockedOut: right };
    for (const one of batch) one.certain = true;
  }
  return { list, lockedOut: null };
}

/** Requests without a key are spread over the batches. */
function batchesOf(list: readonly Sending[]): Sending[][] {
  const [others = [], keys = []] = [true, false].map((isNoKey) =>
    list.filter(({ presentation }) => (PRESENTATIONS[presentation].isNoKey ?? false) === isNoKey),
  );
  const count = Math.ceil(Math.max(keys.length, others.length) / KEYS_AT_ONCE);
  return Array.from({ length: count }, (_none, batch) => [
    ...others.filter((_one, index) => index % count === batch),
    ...keys.slice(batch * KEYS_AT_ONCE, (batch + 1) * KEYS_AT_ONCE),
  ]);
}

/** The longest `Retry-After` that is waited for, in seconds: a rate limit lasts a minute, a lockout longer. */
export const PATIENCE = 65;
