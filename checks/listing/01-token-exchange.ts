import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import { ACCESS_TOKEN } from '../../src/secrets/issued-tokens.ts';
import type { Reply } from '../../src/http/reply.ts';
import { Secret } from '../../src/http/secret.ts';
import { isSendable } from '../../src/secrets/sendable.ts';
import { shownMember } from '../../src/schema/faults.ts';
import { token as tokenShape } from '../../src/schema/generated/validators.js';
import { listingCredentials, notBlocked, templateId } from '../givens.ts';
import { isObject, member, valueAt, type JsonObject } from '../json.ts';
import { namesCode } from './parts/error-code.ts';
import { isGranted, keyAndSecret, rightCredentials } from './parts/exchange-request.ts';
import { readJwt } from './parts/jwt.ts';

export const tokenExchange = chapter('listing', 'token-exchange', 'Token exchange');

export const firstExchange = tokenExchange.stage(
  { id: 'token-exchange.first-exchange', needs: { notBlocked, credentials: listingCredentials }, sends: { token: 1 } },
  ({ http, credentials }) => http.exchange(keyAndSecret(http, credentials), rightCredentials),
);

/** The answer to the first exchange: whatever needs a token or a right key waits for it. */
export const credentialsAccepted = tokenExchange.check(
  {
    id: 'token-exchange.credentials-accepted',
    level: 'must',
    section: 'listing §5',
    requirement: '`POST /auth/token` exchanges the right key and secret for a token.',
    fix: 'Check the address (a web page, a redirect or 404 means that the API is elsewhere), and that key and secret are complete, current and made for it. If there is an allowlist, see that this machine is on it, and that the code of that refusal is `ip_not_allowed`. Otherwise see why the exchange refuses them.',
    needs: { reply: firstExchange },
  },
  ({ reply }) => {
    if (isGranted(reply) && isPage(reply))
      violation({ expected: 'a token', actual: `${describe(reply)}: a web page`, replies: [reply] });
    if (isGranted(reply)) return reply;
    if (reply.status === null)
      inconclusive(`POST /auth/token was not answered: ${reply.failure?.message ?? ''}`, reply);
    if (reply.status === 429) inconclusive('The exchange answered 429 after a quiet window too.', reply);
    if (isOffAllowlist(reply)) inconclusive(OFF_ALLOWLIST, reply);
    return violation({ expected: 'a token', actual: describe(reply), replies: [reply] });
  },
);

/** Web sites answer any address with their start page or a login form, and call it 200. */
function isPage({ body }: Reply): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(Buffer.from(body).toString());
}

/** The right answer to an address that is not on the allowlist; whether this one should be, nobody can tell here. */
const OFF_ALLOWLIST =
  "This machine's address is not on the allowlist (403 ip_not_allowed). Put it there, or check the refusals of other addresses with --listing-blocked.";

function isOffAllowlist(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'ip_not_allowed');
}

/** A data endpoint answers 401 to an address that the exchange says is not on the allowlist. */
export function mayBeOffAllowlist(reply: Reply, exchange: Reply | undefined): void {
  if (reply.status === 401 && exchange !== undefined && isOffAllowlist(exchange)) inconclusive(OFF_ALLOWLIST, reply);
}

/** Every answer that grants a token, as an object whose members are still to be judged. */
const bodyIsObject = tokenExchange.watch(
  {
    id: 'token-exchange.body-is-object',
    level: 'must',
    section: 'listing §4.1',
    requirement: 'The answer of `POST /auth/token` is a JSON object.',
    fix: 'Answer with one JSON object, not with a bare token, a list or text; its members are judged one by one.',
    needs: { accepted: credentialsAccepted },
  },
  {
    concerns: (reply) => reply.endpoint === 'token' && isGranted(reply),
    judge: (reply) => {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: kindOf(value), pointer: '', replies: [reply] });
    },
  },
);

/** Where the first grant is no object, there is nothing to look for a member in. */
const firstGrant = tokenExchange.stage(
  { id: 'token-exchange.first-grant', needs: { reply: credentialsAccepted } },
  ({ reply }) => {
    if (!isGrant(reply)) blockedBy(bodyIsObject);
    return reply;
  },
);

tokenExchange.watch(
  {
    id: 'token-exchange.answers-200',
    level: 'must',
    section: 'listing §4.1',
    requirement: 'An exchange that is granted is answered 200.',
    fix: 'Answer `POST /auth/token` with status 200.',
    needs: { accepted: credentialsAccepted },
  },
  {
    concerns: (reply) => reply.endpoint === 'token' && isGranted(reply),
    judge: (reply) => {
      expect(reply).status(200);
    },
  },
);

const tokenIsSendable = tokenExchange.watch(
  {
    id: 'token-exchange.token',
    level: 'must',
    section: 'listing §4.1',
    requirement: '`token` is there: a string that can be sent as a bearer token.',
    fix: 'Send the token as a JSON string of visible ASCII characters, without spaces, in every answer that grants one.',
    needs: { firstGrant },
  },
  {
    concerns: isGrant,
    judge: (reply) => {
      if (sendableToken(reply) !== null) return;
      const value = member(grantOf(reply), 'token');
      violation({
        expected: 'a string of visible ASCII characters without spaces, as a bearer token is sent',
        actual:
          value === undefined
            ? shownMember(value, 'token', grantOf(reply))
            : typeof value === 'string' && value !== ''
              ? 'a string with other characters'
              : kindOf(value),
        pointer: value === undefined ? '' : '/token',
        replies: [reply],
      });
    },
  },
);

/** The first token, as callers would cache it. */
export const firstToken = tokenExchange.stage(
  { id: 'token-exchange.first-token', needs: { reply: firstGrant } },
  ({ reply }) => sendableToken(reply) ?? blockedBy(tokenIsSendable),
);

const siteIsObject = tokenExchange.watch(
  {
    id: 'token-exchange.site-is-object',
    level: 'must',
    section: 'listing §4.1',
    requirement: '`site` is an object.',
    fix: 'Send `site` as a JSON object with id, name, code and domain.',
    needs: { firstGrant },
  },
  {
    concerns: isGrant,
    judge: (reply) => {
      const site = siteOf(reply);
      if (!isObject(site))
        violation({
          expected: 'an object with id, name, code and domain',
          actual: shownMember(site, 'site', grantOf(reply)),
          pointer: site === undefined ? '' : '/site',
          replies: [reply],
        });
    },
  },
);

const MEMBERS = [
  ['/type', 'type-is-bearer', '`type` is `bearer`.', 'Send `"type": "bearer"`, in lower case.'],
  [
    '/expires_in',
    'expires-in-3600',
    '`expires_in` is the integer 3600.',
    'Issue tokens that are good for one hour, and say so with the number 3600, without quotes.',
  ],
  [
    '/scopes',
    'scopes',
    '`scopes` is an array of strings.',
    'List the granted scopes as a JSON array of strings, one scope each.',
  ],
  ['/site/id', 'site-id', '`site.id` is an integer.', 'Send the number of the site without quotes.'],
  ['/site/name', 'site-name', '`site.name` is a string.', 'Send the name of the site as a JSON string.'],
  ['/site/code', 'site-code', '`site.code` is a string.', 'Send the code of the site as a JSON string.'],
  ['/site/domain', 'site-domain', '`site.domain` is a string.', 'Send the domain of the site as a JSON string.'],
] as const;

for (const [pointer, rule, requirement, fix] of MEMBERS)
  tokenExchange.watch(
    {
      id: `token-exchange.${rule}`,
      level: 'must',
      section: 'listing §4.1',
      requirement,
      fix,
      needs: { firstGrant },
      prefers: isOfSite(pointer) ? { siteIsObject } : {},
    },
    {
      concerns: isOfSite(pointer) ? (reply) => isObject(siteOf(reply)) : isGrant,
      judge: (reply) => {
        expect(reply).fits(tokenShape, pointer);
      },
    },
  );

tokenExchange.check(
  {
    id: 'token-exchange.jwt-expiry',
    level: 'info',
    section: 'listing §4.1',
    requirement: 'What the token says of its own expiry, where it reads as a JWT.',
    fix: 'Nothing to fix here: callers take the token as opaque and go by `expires_in`.',
    needs: { token: firstToken },
  },
  ({ token, note }) => {
    const jwt = readJwt(token.reveal());
    if (jwt === null) note('The token is opaque.');
    else if (jwt.expires === null) note('The token reads as a JWT without an expiry.');
    else if (jwt.issued === null) note('The token reads as a JWT with an expiry, but does not say when it was issued.');
    else note(`The token reads as a JWT that is good for ${jwt.expires - jwt.issued} s.`);
  },
);

/** The first token at the data endpoint, twice, before another exchange is made. */
export const firstUses = tokenExchange.stage(
  { id: 'token-exchange.first-uses', needs: { token: firstToken, templateId }, sends: { toplists: 2 } },
  async ({ http, token, templateId: { id } }) => {
    const first = await http.toplists(id, { as: token });
    return { first, second: await http.toplists(id, { as: token }) };
  },
);

/** The token of a granted exchange; `null` where it has none that can be sent. */
export function sendableToken(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  return grantOf(reply) === null ? null : tokenIn(reply, name);
}

/** The token in an answer, whatever its status. */
export function tokenIn(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  const text = valueAt(reply, 'token');
  return typeof text === 'string' && isSendable(text) ? new Secret(name, text) : null;
}

/** What a value is, without the value: it may be or hold a token. */
function kindOf(value: unknown): string {
  if (value === null || value === '') return JSON.stringify(value);
  return Array.isArray(value) ? 'an array' : `a JSON ${typeof value}`;
}

function isGrant(reply: Reply): boolean {
  return grantOf(reply) !== null;
}

/** An exchange was granted without a token that could be used: the rules about every grant say so. */
export function isWithoutToken(reply: Reply): never {
  blockedBy(isGrant(reply) ? tokenIsSendable : bodyIsObject);
}

/** The object that grants a token; `null` where an answer is none. */
function grantOf(reply: Reply): JsonObject | null {
  const { json } = reply;
  return reply.endpoint === 'token' && isGranted(reply) && json.ok && isObject(json.value) ? json.value : null;
}

function isOfSite(pointer: string): boolean {
  return pointer.startsWith('/site/');
}

function siteOf(reply: Reply): unknown {
  return member(grantOf(reply), 'site');
}
