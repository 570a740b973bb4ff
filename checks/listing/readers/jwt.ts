import { parseJson } from '../../../src/text/parsed-json.ts';
import { member } from '../../json.ts';

/** Reads a token as a JWT: its lifetime in seconds, and what it is like without its signature; `null` if it is not one. */
export function readJwt(token: string) {
  const [, unsigned, claims] = /^(eyJ[\w-]*\.(eyJ[\w-]*)\.)[\w-]+$/.exec(token) ?? [];
  if (unsigned === undefined || claims === undefined) return null;
  const json = parseJson(Buffer.from(claims, 'base64url'));
  const time = (name: string) => Number(member(json.ok ? json.value : null, name) ?? NaN);
  const lifetime = time('exp') - time('iat');
  return { lifetime: Number.isFinite(lifetime) ? lifetime : null, stripped: unsigned };
}
