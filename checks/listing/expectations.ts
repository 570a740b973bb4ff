import type { Found } from '../../src/causes/found.ts';
import {
  describe,
  expect,
  rateLimited,
  violation,
  because,
  noAnswerTo,
  otherAnswer,
  answerOf,
  notJson,
} from '../../src/engine/expect.ts';
import { inconclusive } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { cut } from '../../src/text/cut.ts';
import { isMarkup } from '../../src/text/markup.ts';
import { valueAt, isObject } from '../json.ts';
import {
  hasExpiredEarly,
  isGranted,
  isLetIn,
  isOffAllowlist,
  lacksScope,
  namesCode,
  timeLeftIn,
  tokenIn,
  wrongTimeIn,
} from './readers/answers.ts';

export function requireVerdict(reply: Reply): void {
  requireAnswer(reply);
  if (reply.status === 429) inconclusive(rateLimited(reply), reply);
}

export function requireAnswer(reply: Reply): void {
  if (reply.status === null) inconclusive(noAnswerTo(reply), reply);
}

export function expectStatus(reply: Reply, status: number, circumstance?: string): void {
  requireVerdict(reply);
  expect(reply, circumstance).status(status);
}

export function expectRefusal(reply: Reply, to = '', served: Reply | null = null): void {
  requireVerdict(reply);
  if (isGranted(reply)) violation(otherAnswer(reply, 'a refusal', { circumstance: to }));
  const leaked = served ? leakedData(reply, served) : [];
  if (leaked.length > 0)
    violation(
      otherAnswer(reply, 'a refusal without data', {
        circumstance: to,
        brings: 'data',
        more: `It holds ${cut(leaked.slice(0, 3).join(', '), 200)}.`,
      }),
    );
}

/** Of the token: what granted it, and what it was answered later. */
interface AboutToken {
  readonly grant?: Reply;
  readonly later?: readonly (Reply | undefined)[];
}

/** Expects data of any form. The template may be `guessed`, the token of `grant` known to have the scope (`scoped`). */
export function expectServed(reply: Reply, is: { guessed: boolean; scoped: boolean } & AboutToken, to?: string): void {
  if (isGranted(reply)) return;
  if (is.guessed) requireTemplate(reply);
  if (!is.scoped && lacksScope(reply))
    inconclusive(because('This credential lacks the scope for GET /toplists', reply), reply);
  requireVerdict(reply);
  if (saysUnknown(reply))
    violation(
      otherAnswer(reply, [200], {
        ...(to !== undefined && { circumstance: to }),
        more: 'If there is no template of the number given with --listing-template-id, name one that exists.',
      }),
    );
  expect(reply, to, ofToken(reply, is)).status(200);
}

/** What is known of a token, and may be why it is denied. */
function ofToken(reply: Reply, { grant, later = [] }: AboutToken): Pick<Found, 'more' | 'fix' | 'slip'> {
  if (reply.status !== 401) return {};
  const isOfItsTime = grant !== undefined && wrongTimeIn(grant) !== null;
  if (!isOfItsTime && later.some((one) => one && isGranted(one))) return { slip: 'in-turn' };
  return grant === undefined ? {} : ofItsTime(reply, grant);
}

/** What the times in a JWT say of its refusal. */
function ofItsTime(reply: Reply, grant: Reply): Pick<Found, 'more' | 'fix' | 'slip'> {
  const time = wrongTimeIn(grant);
  if (time !== null) return { more: `The token is a JWT ${time} when it was granted.`, fix: FIX_OF_TIMES };
  if (hasExpiredEarly(grant, reply)) return { slip: 'short-lived' };
  const left = timeLeftIn(grant, reply);
  return left === null || left <= 0
    ? {}
    : { more: `The token is a JWT whose \`exp\` is still ${Math.round(left)} s ahead.`, fix: FIX_OF_COMPARISON };
}

const FIX_OF_TIMES =
  'Set `exp` and `nbf` in seconds since 1970, in UTC: a local time that is taken for UTC is hours away.';

const FIX_OF_COMPARISON =
  'Find out why a token that has not expired is refused. `exp` is in seconds: compare it with seconds, not with milliseconds. Every machine behind this address must check the signature with the same secret, and give the token the scopes of its key.';

/** A guessed template may not exist or be somebody else's, and a service may look for it before the token. */
export function requireTemplate(reply: Reply): void {
  const isForbidden = reply.status === 403 && !lacksScope(reply) && !isOffAllowlist(reply);
  if (saysUnknown(reply) || isForbidden)
    inconclusive(
      `The template was guessed, and may not exist here: ${describe(reply)}. Name one that exists with --listing-template-id.`,
      reply,
    );
}

function saysUnknown({ status }: Reply): boolean {
  return status !== null && [400, 404, 410, 422].includes(status);
}

export function expectStillAccepted(before: Reply, now: Reply, when: string, about: AboutToken = {}): void {
  if (!isLetIn(before)) inconclusive('The token was not accepted the first time it was used.', before);
  requireVerdict(now);
  if (isLetIn(now) && (isGranted(now) || !isGranted(before))) return;
  const expected = `${isGranted(before) ? 'data' : `status ${before.status ?? 0}`}, as before`;
  const { slip } = ofToken(now, about);
  violation(otherAnswer(now, expected, { circumstance: when, beside: [before], slip }));
}

export function expectCode(reply: Reply, code: string): void {
  requireVerdict(reply);
  if (namesCode(reply, code)) return;
  const text = Buffer.from(reply.body).toString();
  if (isMarkup(text)) violation(notJson(reply, `an error with the code \`${code}\``));
  const lack = text === '' ? 'with an empty body' : /"code"\s*:/.test(text) ? '' : 'without a `code`';
  const isAltered = text.includes(code);
  const circumstance = lack === '' ? {} : { circumstance: lack };
  const found: Found = { kind: 'error-code', code, answer: answerOf(reply), ...circumstance, isAltered };
  violation({ found, replies: [reply] });
}

/** Expects a refusal not to grant a token. One without a lifetime may be there to trace the call by. */
export function expectNoToken(refusal: Reply): void {
  if (tokenIn(refusal) === null || typeof valueAt(refusal, 'expires_in') !== 'number') return;
  const expected = `status ${refusal.status ?? ''} with the error alone`;
  const circumstance = 'and its `expires_in`';
  violation({ ...otherAnswer(refusal, expected, { brings: 'token', circumstance }), pointer: '/token' });
}

export const OFF_ALLOWLIST =
  "This machine's address is not on the allowlist (403 ip_not_allowed). Add it, or check the refusals of other addresses with --listing-blocked.";

/** To an address that is not on the allowlist the exchange says so with 403, and a data endpoint answers 401. */
export function requireAllowlisted(reply: Reply, exchange: Reply | undefined): void {
  if (reply.status === 401 && exchange !== undefined && isOffAllowlist(exchange)) inconclusive(OFF_ALLOWLIST, reply);
}

/** One text says little; so many are no chance. */
const ENOUGH = 3;
/** Members whose values an error may share with data. */
const DESCRIBING = /^(?:type|kind|code|status|state|scopes?|locale|lang|language|currency|country)$/i;

/**
 * Texts of served lists that a refusal holds: any under the same name, or several under other names. What is around the
 * lists, such as the name of the site, may be around an error too.
 */
export function leakedData(refusal: Reply, served: Reply): string[] {
  const listed = textsIn(served).filter(({ isListed }) => isListed);
  const inRefusal = textsIn(refusal);
  const named = listed.filter((one) => inRefusal.some(({ name, text }) => name === one.name && text === one.text));
  const body = Buffer.from(refusal.body).toString();
  const anywhere = listed.filter(({ text }) =>
    refusal.json.ok ? inRefusal.some((one) => one.text === text) : body.includes(text),
  );
  const leaked = named.length > 0 ? named : anywhere.length < ENOUGH ? [] : anywhere;
  return leaked.map(({ name, text }) => `${name}: ${text}`);
}

interface Text {
  readonly name: string;
  readonly text: string;
  readonly isListed: boolean;
}

/** Every text of a JSON body, except links, scopes, short words and members that describe the answer. */
function textsIn({ json }: Reply): Text[] {
  return json.ok ? collected(json.value, '', false) : [];
}

function collected(value: unknown, name: string, isListed: boolean): Text[] {
  if (Array.isArray(value)) return value.flatMap((item) => collected(item, name, isListed || isObject(item)));
  if (isObject(value)) return Object.entries(value).flatMap(([member, inner]) => collected(inner, member, isListed));
  const isText = typeof value === 'string' && value.length >= 3 && !/[/:]/.test(value) && !DESCRIBING.test(name);
  return isText ? [{ name, text: value, isListed }] : [];
}
