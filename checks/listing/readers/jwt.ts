import { isObject } from '../../json.ts';

/** Reads a token as a JWT: its lifetime in seconds, and what it is like without its signature; `null` if it is not one. */
export function readJwt(token: string) {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head === undefined || claims === undefined || signature === undefined || rest.length > 0) return null;
  const header = decoded(head);
  const payload = decoded(claims);
  if (header === null || payload === null || !('alg' in header)) return null;
  const lifetime = Number(payload['exp'] ?? NaN) - Number(payload['iat'] ?? NaN);
  return { lifetime: Number.isFinite(lifetime) ? lifetime : null, stripped: `${head}.${claims}.` };
}

function decoded(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
