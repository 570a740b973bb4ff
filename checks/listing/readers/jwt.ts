import { isObject } from '../../json.ts';

/** Reads a token as a JWT: its times in seconds, and what it is like forged; `null` if it is not one. */
export function readJwt(token: string) {
  const [head, claims, signature, ...rest] = token.split('.');
  if (head === undefined || claims === undefined || signature === undefined || rest.length > 0) return null;
  const header = decoded(head);
  const payload = decoded(claims);
  if (header === null || payload === null || !('alg' in header)) return null;
  const expires = seconds(payload['exp']);
  const under = (alg: string) => `${encoded({ ...header, alg })}.${claims}.`;
  return {
    expires,
    issued: seconds(payload['iat']),
    unsigned: under('none'),
    unsignedInCapitals: under('NONE'),
    stripped: `${head}.${claims}.`,
    changed: `${head}.${encoded({ ...payload, exp: (expires ?? 0) + 60 })}.${signature}`,
  };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const seconds = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
