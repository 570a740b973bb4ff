import { Secret } from './secret.ts';
import { parseJson } from './reply.ts';
import type { WireResult } from './transport.ts';

/** How a member that holds a token may be called, right or wrong. */
const TOKEN_MEMBER = /^((access|id|refresh|bearer|auth)[_-]?)?token$|^(jwt|bearer|secret)$/i;
const JWT = /eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;
/** Shorter texts under such a name are words such as `bearer`, or of no use as a credential. */
const SHORTEST = 8;

/** Every text in the answer of a token exchange that may be a credential. */
export function issuedTokens(result: WireResult): Secret[] {
  if (result.kind !== 'answer') return [];
  const text = new TextDecoder().decode(result.body);
  const written = [text, ...Object.values(result.headers)].flatMap((each) => each.match(JWT) ?? []);
  const json = parseJson(result.body);
  const named = json.ok ? namedTokens(json.value) : [];
  return [...new Set([...named, ...written])].map((token) => new Secret('LISTING_ACCESS_TOKEN', token));
}

function namedTokens(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namedTokens(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, inner]) => namedTokens(inner, member));
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return TOKEN_MEMBER.test(name) && text.length >= SHORTEST ? [text] : [];
}
