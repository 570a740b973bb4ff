import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';
import { isSendable } from '../../../src/secrets/credentials.ts';
import { ACCESS_TOKEN } from '../../../src/secrets/issued-tokens.ts';
import { WEB_TOKEN } from '../../../src/secrets/lookalikes.ts';
import { Secret } from '../../../src/secrets/secret.ts';
import { jsonOf } from '../../../src/text/json.ts';
import { isMarkup } from '../../../src/text/markup.ts';
import { isObject, member, valueAt, type JsonObject } from '../../json.ts';

export const isGranted: (reply: Reply) => boolean = isSuccess;

export function isLetIn({ status }: Reply): boolean {
  return status !== null && status !== 401 && status !== 403;
}

/** A service that names the missing scope knows the token, so the address is not shut out. */
export function lacksScope(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'insufficient_scope');
}

export function isRecognised(reply: Reply): boolean {
  return isGranted(reply) || lacksScope(reply);
}

export function isOffAllowlist(reply: Reply): boolean {
  return reply.status === 403 && namesCode(reply, 'ip_not_allowed');
}

/** Web sites answer any address with their start page or a login form, and status 200. */
export function isPage({ body }: Reply): boolean {
  return isMarkup(Buffer.from(body).toString());
}

/**
 * Whether an answer carries a code, anywhere in its body or in the header that OAuth has for it: the contract fixes no
 * place. With a prefix and a full stop before it, it is another code.
 */
export function namesCode({ body, headers }: Reply, code: string): boolean {
  const named = new RegExp(`(?<![\\w-]|\\w\\.)${code}(?![\\w-])`);
  return named.test(headers['www-authenticate'] ?? '') || named.test(Buffer.from(body).toString());
}

export function grantOf(reply: Reply): JsonObject | null {
  const { json } = reply;
  return reply.endpoint === 'token' && isGranted(reply) && json.ok && isObject(json.value) ? json.value : null;
}

export function isGrant(reply: Reply): boolean {
  return grantOf(reply) !== null;
}

export function siteOf(reply: Reply): unknown {
  return member(grantOf(reply), 'site');
}

export function sendableToken(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  return isGrant(reply) ? tokenIn(reply, name) : null;
}

export function tokenIn(reply: Reply, name = ACCESS_TOKEN): Secret | null {
  const text = valueAt(reply, 'token');
  return typeof text === 'string' && isSendable(text) ? new Secret(name, text) : null;
}

/** Beyond the year 5000 even in milliseconds: no time that anybody meant. */
const LATEST = 1e14;

/** Whether a JWT is expired, or not valid yet, when it is granted: by its own claims and the clock of the service. */
export function wrongTimeIn(reply: Reply): string | null {
  const value = grantedClaims(reply);
  const now = Date.parse(reply.headers['date'] ?? '') / 1000;
  const [expires, begins] = ['exp', 'nbf']
    .map((name) => member(value, name))
    .map((time) => (typeof time === 'number' && Math.abs(time) <= LATEST ? time : undefined));
  const far = (seconds: number) =>
    seconds < 3600 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 3600).toLocaleString('en')} h`;
  if (expires !== undefined && expires < now) return `whose \`exp\` was already ${far(now - expires)} in the past`;
  return begins !== undefined && begins > now + 1 ? `whose \`nbf\` was still ${far(begins - now)} in the future` : null;
}

/** In seconds, well below the hour: less is not meant as one. */
const SHORTEST_LIFETIME = 3000;

/** The seconds after which a JWT expires by its own claims, if that is well before its hour. */
export function shortLifetimeIn(reply: Reply): number | null {
  const claims = grantedClaims(reply);
  const [expires, issued] = [member(claims, 'exp'), member(claims, 'iat')];
  const seconds = typeof expires === 'number' && typeof issued === 'number' ? expires - issued : -1;
  return seconds >= 0 && seconds < SHORTEST_LIFETIME ? seconds : null;
}

/** The seconds that a granted JWT was still good for when an answer came; `null` if that is not known. */
export function timeLeftIn(grant: Reply, { headers }: Reply): number | null {
  const expires = member(grantedClaims(grant), 'exp');
  const left = typeof expires === 'number' ? expires - Date.parse(headers['date'] ?? '') / 1000 : NaN;
  return Number.isNaN(left) ? null : left;
}

/** Whether a JWT that was granted for less than its hour had expired when an answer came. */
export function hasExpiredEarly(grant: Reply, at: Reply): boolean {
  return shortLifetimeIn(grant) !== null && (timeLeftIn(grant, at) ?? 1) <= 0;
}

/** The claims of every JWT in a text, as they are written. */
export function claimsIn(text: string): readonly string[] {
  return [...text.matchAll(WEB_TOKEN)].map(([token]) => claimsOf(token));
}

function claimsOf(token: string): string {
  const [, claims = ''] = token.split('.');
  return Buffer.from(claims, 'base64url').toString();
}

const grantedClaims = (grant: Reply): unknown => jsonOf(claimsOf(String(valueAt(grant, 'token'))));

/** The kind of a value, not the value: that may be a token. */
export function kindOf(value: unknown): string {
  if (value === null || value === '') return JSON.stringify(value);
  return Array.isArray(value) ? 'an array' : `a JSON ${typeof value}`;
}

/** The scope of the contract's default; an endpoint may require another. */
export const TOPLIST_SCOPE = 'toplist:read';

export function scopesOf(reply: Reply): readonly unknown[] | null {
  const scopes = valueAt(reply, 'scopes');
  return Array.isArray(scopes) ? scopes : null;
}

export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function windowInWords(milliseconds: number): string {
  return milliseconds === 60_000 ? 'minute' : `window of ${milliseconds / 1000} s`;
}

/*
 * What ten a minute allows, whatever the algorithm; W is the window.
 * - A sliding window serves 10 in any stretch of W.
 * - A bucket that holds 10 and refills 10 a window serves 10 + 10·t/W in a stretch t.
 * - Fixed windows serve 10 each: 20 in a stretch shorter than W that has an edge in it, 30 in one shorter than 2·W.
 */

type Served = Pick<Tally, 'served' | 'spanMs'>;

export function isBeyondEveryLimit({ served, spanMs }: Served, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT * (2 + Math.floor(spanMs / windowMs));
}

/** More than a limit of ten lets through, unless a fixed window ended between them. */
export function isBeyondTen({ served, spanMs }: Served, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT + Math.floor((EXCHANGE_LIMIT * spanMs) / windowMs);
}

export function isTen(tally: Tally, windowMs: number): boolean {
  return tally.admitted >= EXCHANGE_LIMIT && !isBeyondTen(tally, windowMs);
}
