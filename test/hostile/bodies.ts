import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Asked, Good } from './front.ts';
import { credentialOf, filler, nested } from './servers.ts';

/** Returns random numbers from 0 to 1. */
export type Random = () => number;

export function oneOf<T>(random: Random, all: readonly [T, ...T[]]): T {
  return all[Math.floor(random() * all.length)] ?? all[0];
}

/** Makes another body from the right one. */
export type BodyChange = (good: Good, asked: Asked) => Buffer | string;

/** Values that no member should have. */
const ODD: readonly [unknown, ...unknown[]] = [
  null,
  '',
  0,
  -1,
  1.5,
  1e308,
  true,
  {},
  [],
  [[]],
  '\u0000\u001b[2J\u202e',
  '</script><script>alert(1)</script>',
  '::error::x',
  'x'.repeat(70_000),
  { toString: 1, constructor: null, hasOwnProperty: [] },
];

/** Kinds of bodies. The random choices are made once per server. */
const KINDS: readonly [(random: Random) => BodyChange, ...((random: Random) => BodyChange)[]] = [
  () =>
    ({ body }) =>
      body,
  () => () => '',
  () => () => '<!doctype html><title>Sign in</title><p>…',
  (random) => {
    const share = random();
    return ({ body }) => body.subarray(0, Math.floor(body.length * share));
  },
  (random) => {
    const depth = Math.floor(random() * 30_000);
    return ({ body }) => withMember(body, nested(depth));
  },
  (random) => {
    const count = Math.floor(random() * 20_000);
    return ({ body }) =>
      withMember(body, `{${Array.from({ length: count }, (_none, at) => `"n${at}":${at}`).join(',')}}`);
  },
  (random) => {
    const length = Math.floor(random() * 400_000);
    return ({ body }) => withMember(body, JSON.stringify(filler(400_000).slice(0, length)));
  },
  (random) => {
    const length = Math.floor(random() * 400_000);
    return () => JSON.stringify({ code: 'invalid_request', message: filler(400_000).slice(0, length) });
  },
  (random) => {
    const spelling = oneOf(random, SPELLINGS);
    const times = Math.ceil(random() * 2000);
    return (good, asked) => withMember(good.body, JSON.stringify(spelling(credentialOf(asked)).repeat(times)));
  },
  (random) => {
    const spelling = oneOf(random, SPELLINGS);
    return (_good, asked) => `${spelling(credentialOf(asked))} is not allowed`;
  },
  () =>
    (_good, { headers }) =>
      JSON.stringify({ code: 'invalid_request', message: 'no', headers }),
  () =>
    ({ body }) =>
      withMember(body, '{"__proto__":{"status":"ACTIVE"},"constructor":1,"__proto__":2}'),
  () =>
    ({ body }) =>
      Buffer.concat([Buffer.from('\ufeff'), body]),
  () =>
    ({ body }) =>
      Buffer.from(body.toString(), 'utf16le'),
  () =>
    ({ body }) =>
      Buffer.concat([body, body]),
  (random) => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, () => Math.floor(random() * 256)));
    return () => bytes;
  },
  (random) => {
    const text = oneOf(random, [
      'null',
      '[]',
      '{}',
      '""',
      '0',
      '[{}]',
      '{"data":[],"next_cursor":"again"}',
      '{"line_items":[]}',
    ]);
    return () => text;
  },
  odd,
  odd,
  odd,
];

const SPELLINGS: readonly [(credential: string) => string, ...((credential: string) => string)[]] = [
  (credential) => credential,
  (credential) => credential.toUpperCase(),
  (credential) => Buffer.from(credential).toString('base64'),
  (credential) => Buffer.from(`user:${credential}`).toString('base64url'),
  (credential) => Buffer.from(credential).toString('hex'),
  (credential) =>
    Array.from(credential)
      .map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
      .join(''),
  (credential) =>
    Array.from(credential)
      .map((letter) => `&#${letter.charCodeAt(0)};`)
      .join(''),
  (credential) => `${credential.slice(0, -3)}…`,
];

/** Chooses a kind of body. */
export function drawBody(random: Random): BodyChange {
  return oneOf(random, KINDS)(random);
}

/** Replaces some values, in the same places each time. */
function odd(random: Random): BodyChange {
  const seed = random();
  const share = random() * 0.2;
  const value = oneOf(random, ODD);
  return ({ body }) => {
    let place = seed;
    const draw = () => (place = (place * 997.13 + 0.1234) % 1);
    return JSON.stringify(replaced(JSON.parse(body.toString() || 'null'), value, () => draw() < share));
  };
}

function replaced(value: unknown, by: unknown, isMeant: () => boolean): unknown {
  if (isMeant()) return by;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by, isMeant));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, by, isMeant)]));
}

function withMember(body: Buffer, member: string): string {
  const whole = body.toString();
  return whole.startsWith('{') && whole !== '{}' ? `{"more":${member},${whole.slice(1)}` : whole;
}

/** How a body is compressed, and which compression is declared. */
export interface Coding {
  readonly said: string | null;
  readonly pack: (body: Buffer) => Buffer;
}

const asIs = (body: Buffer) => body;
// Quickly rather than well: some bodies are large, and each answer is compressed anew.
const gzip = (body: Buffer) => gzipSync(body, { level: 1 });
const brotli = (body: Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } });
const blanks = gzip(Buffer.alloc(3_000_000, ' '));

export const CODINGS: readonly [Coding, ...Coding[]] = [
  { said: null, pack: asIs },
  { said: null, pack: asIs },
  { said: null, pack: asIs },
  { said: 'gzip', pack: gzip },
  { said: 'br', pack: brotli },
  { said: 'deflate', pack: (body) => deflateSync(body, { level: 1 }) },
  { said: 'deflate', pack: (body) => deflateRawSync(body, { level: 1 }) },
  { said: 'gzip, br', pack: (body) => brotli(gzip(body)) },
  { said: 'gzip', pack: asIs },
  { said: 'zstd', pack: asIs },
  { said: null, pack: gzip },
  { said: 'gzip', pack: (body) => gzip(body).subarray(0, -9) },
  { said: 'gzip', pack: (body) => Buffer.concat([blanks, gzip(body)]) },
];
