import { randomFrom } from '../trouble/random.ts';
import { CODINGS, drawBody, oneOf, type BodyChange, type Coding, type Random } from './bodies.ts';
import { credentialOf } from './servers.ts';
import type { Asked, Good, Hostility, Wire } from './front.ts';

/** A random hostile service, always the same for a seed. */
export interface Fuzzed {
  readonly seed: number;
  readonly hostility: Hostility;
  /** The endpoint whose answers it changes; `any` for all. */
  readonly endpoint: string;
}

const ENDPOINTS = ['health', 'inventory', 'forecast', 'orders', 'reports', 'token', 'toplists', 'any'] as const;

export function fuzzed(seed: number): Fuzzed {
  const random = randomFrom(seed);
  // The first numbers of neighbouring seeds are similar.
  for (let skipped = 0; skipped < 5; skipped++) random();
  const endpoint = oneOf(random, ENDPOINTS);
  const spoil = drawSpoiling(random);
  const isSpoilt = drawShare(random);
  const hostility: Hostility = (good, asked) =>
    (endpoint === 'any' || asked.endpoint === endpoint) && isSpoilt(good, asked) ? spoil(good, asked) : good;
  return { seed, endpoint, hostility };
}

type Chosen = (good: Good, asked: Asked) => boolean;

/** Which answers are changed: all, errors, successes, every third, or those at the start or the end. */
function drawShare(random: Random): Chosen {
  let count = 0;
  const from = Math.floor(random() * 200);
  const every = 2 + Math.floor(random() * 6);
  return oneOf<Chosen>(random, [
    () => true,
    () => true,
    ({ status }) => status >= 400,
    ({ status }) => status < 400,
    () => count++ % every === 0,
    ({ status }) => status < 400 && count++ % every === 0,
    ({ before }: Good & { before?: number }, asked) => (before ?? asked.before) >= from,
    (_good, { before }) => before < from,
  ]);
}

const STATUSES = [
  undefined,
  undefined,
  undefined,
  200,
  201,
  202,
  204,
  206,
  226,
  299,
  301,
  304,
  307,
  400,
  401,
  403,
  404,
  409,
  413,
  422,
  429,
  451,
  500,
  501,
  502,
  503,
  504,
  599,
  600,
  799,
  999,
  99,
  1,
] as const;
const LINES = [
  'HTTP/1.1 %',
  'HTTP/1.1 %',
  'HTTP/1.1 %',
  'HTTP/1.1 % OK',
  'HTTP/1.0 % OK',
  'HTTP/2 %',
  'HTTP/1.1  % OK',
  'ICY % OK',
  'HTTP/1.1 abc',
  '',
  'HTTP/1.1 % \u001b[31mOK',
] as const;
const FRAMINGS = [
  'length',
  'length',
  'length',
  'chunked',
  'none',
  'longer',
  'shorter',
  'negative',
  'twice',
  'broken-chunks',
  'endless-chunks',
  'both',
  'trailing',
] as const;
const ENDINGS = ['close', 'close', 'close', 'reset', 'hang'] as const;
type Framing = (typeof FRAMINGS)[number];

const HEADERS: readonly [(asked: Asked) => string, ...((asked: Asked) => string)[]] = [
  () => '',
  () => '',
  () => 'retry-after: 0',
  () => 'retry-after: 1',
  () => 'retry-after: -1',
  () => 'retry-after: 1e9',
  () => 'retry-after: Fri, 31 Dec 2999 23:59:59 GMT',
  () => 'location: /login',
  () => 'location: https://evil.example/',
  () => 'content-type: text/html',
  () => 'content-type: application/json; charset=utf-16',
  () => `x-long: ${'v'.repeat(50_000)}`,
  () => `x-long: ${'v'.repeat(90_000)}`,
  () => Array.from({ length: 300 }, (_none, at) => `x-${at}: ${at}`).join('\r\n'),
  () => 'x-odd: \u001b]0;owned\u0007\u009b',
  () => 'no colon',
  () => ': no name',
  () => ' folded: x',
  () => 'set-cookie: a=b\r\nset-cookie: c=d; Path=/',
  () => 'connection: upgrade\r\nupgrade: websocket',
  () => '__proto__: x\r\nconstructor: y',
  (asked) => `x-request: ${credentialOf(asked)}`,
  (asked) => `www-authenticate: Bearer error="${credentialOf(asked).slice(0, -2)}…"`,
  (asked) => `${credentialOf(asked).replaceAll(/[^\w-]/g, '')}: x`,
];

/** Chooses what happens to an answer. */
function drawSpoiling(random: Random): Hostility {
  const status = oneOf<number | undefined>(random, STATUSES);
  const change = drawBody(random);
  const coding = oneOf(random, CODINGS);
  const header = oneOf(random, HEADERS);
  const delayMs = oneOf(random, [0, 0, 0, 0, 3, 12]);
  if (random() < 0.55) return ordinary({ status, change, coding, header, delayMs });
  const line = oneOf<string>(random, LINES);
  const framing = oneOf<Framing>(random, FRAMINGS);
  const then = oneOf<(typeof ENDINGS)[number]>(random, ENDINGS);
  const interim = oneOf(random, [
    '',
    '',
    '',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 103 Early\r\nlink: x\r\n\r\n'.repeat(30),
  ]);
  return (good, asked) => {
    const body = coding.pack(Buffer.from(change(good, asked)));
    const said = coding.said === null ? [] : [`content-encoding: ${coding.said}`];
    const head = [
      line.replace('%', String(status ?? good.status)),
      `content-type: ${good.headers['content-type'] ?? 'application/json'}`,
      ...said,
      ...[header(asked)].filter((text) => text !== ''),
    ];
    const [more, framed] = frame(framing, body);
    return { raw: [interim, `${[...head, ...more].join('\r\n')}\r\n\r\n`, ...framed], then, delayMs };
  };
}

interface Parts {
  readonly status: number | undefined;
  readonly change: BodyChange;
  readonly coding: Coding;
  readonly header: (asked: Asked) => string;
  readonly delayMs: number;
}

/** A complete answer with correct framing. */
function ordinary({ status, change, coding, header, delayMs }: Parts): Hostility {
  return (good, asked): Wire => {
    const body = coding.pack(Buffer.from(change(good, asked)));
    const wanted = status ?? good.status;
    const head = [
      `HTTP/1.1 ${wanted} X`,
      `content-type: ${good.headers['content-type'] ?? 'application/json'}`,
      `content-length: ${body.length}`,
      'connection: close',
      ...(coding.said === null ? [] : [`content-encoding: ${coding.said}`]),
      ...[header(asked)].filter((text) => text !== ''),
    ];
    return { raw: [`${head.join('\r\n')}\r\n\r\n`, body], then: 'close', delayMs };
  };
}

/** The headers about the length of a body, and the body as it is sent. */
function frame(
  framing: Framing,
  body: Buffer,
): readonly [headers: readonly string[], parts: readonly (Buffer | string)[]] {
  const chunked = (parts: readonly (Buffer | string)[]): readonly [string[], readonly (Buffer | string)[]] => [
    ['transfer-encoding: chunked'],
    parts,
  ];
  const whole = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];
  switch (framing) {
    case 'length':
      return [[`content-length: ${body.length}`], [body]];
    case 'none':
      return [[], [body]];
    case 'longer':
      return [[`content-length: ${body.length + 100}`], [body]];
    case 'shorter':
      return [[`content-length: ${Math.floor(body.length / 2)}`], [body]];
    case 'negative':
      return [['content-length: -5'], [body]];
    case 'twice':
      return [[`content-length: ${body.length}`, `content-length: ${body.length + 1}`], [body]];
    case 'chunked':
      return chunked(whole);
    case 'broken-chunks':
      return chunked([`${body.length.toString(16)}\r\n`, body, 'XYZ\r\n']);
    case 'endless-chunks':
      return chunked([...Array.from({ length: 200 }, () => `5\r\nblank\r\n`)]);
    case 'both':
      return [[`content-length: ${body.length}`, 'transfer-encoding: chunked'], whole];
    case 'trailing':
      return [[`content-length: ${body.length}`], [body, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}']];
  }
}
