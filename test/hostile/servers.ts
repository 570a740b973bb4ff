import { gzipSync } from 'node:zlib';
import type { Asked, Good, Hostility, Wire } from './front.ts';

const MB = 1024 * 1024;

/** A hostile service: its description in a few words, and its behaviour. */
export interface HostileServer {
  readonly name: string;
  readonly does: string;
  /** Called once per server, so that it can count. */
  readonly begin: () => Hostility;
}

const always = (hostility: Hostility) => () => hostility;

/** Each of these took too much memory or time at some point, or is similar to one that did. */
export const servers: readonly HostileServer[] = (
  [
    ['conformant', 'Nothing: what an ordinary service takes.', always((good) => good)],
    ['long-texts', 'Nothing wrong: each slot has 20 kB of text.', () => withText(20_000)],
    [
      'long-errors',
      'Every error has a message of 5 MB.',
      () => errorsWith(filler(5 * MB), (good) => good.status >= 400),
    ],
    ['errors-only', 'Every answer is an error with a message of 5 MB.', () => errorsWith(filler(5 * MB), () => true)],
    ['long-members', 'Every answer has one more member, of 5 MB.', moreOf(() => text(filler(5 * MB)))],
    ['deep', 'Every answer has one more member, nested 100,000 deep.', moreOf(() => nested(100_000))],
    [
      'deep-wide',
      'Every answer has forty more arrays, each nested 100,000 deep.',
      moreOf(() => `[${Array.from({ length: 40 }, () => nested(100_000)).join(',')}]`),
    ],
    ['gzip-bomb', 'Every answer unpacks to 1 GB.', gzipBomb],
    [
      'gzip-blanks',
      'Every answer is packed, and unpacks to nearly 16 MB of blanks before the right one.',
      always((good) => packed(good, Buffer.concat([Buffer.alloc(15 * MB, ' '), good.body]))),
    ],
    [
      'gzip-7-mb',
      'Every answer is packed, and unpacks to 7 MB of blanks before the right one.',
      always((good) => packed(good, Buffer.concat([Buffer.alloc(7 * MB, ' '), good.body]))),
    ],
    ['many-names', 'Every answer has 400,000 more members.', moreOf(() => names(400_000))],
    ['fewer-names', 'Every answer has 150,000 more members.', moreOf(() => names(150_000))],
    ['many-values', 'Every answer has an array of four million numbers.', moreOf(() => `[${'0,'.repeat(4e6)}0]`)],
    [
      'many-objects',
      'Every answer has an array of 150,000 empty objects.',
      moreOf(() => `[${'{},'.repeat(150_000)}{}]`),
    ],
    [
      'other-names',
      'Every answer has 60,000 objects, each with a name of its own.',
      moreOf(() => `[${Array.from({ length: 60_000 }, (_none, index) => `{"n${index}":0}`).join(',')}]`),
    ],
    ['secrets', 'Every answer repeats the credential, 5 MB of it.', () => echoing((credential) => `${credential} `)],
    [
      'half-secrets',
      'Every answer repeats all but the end of the credential, in escapes, 5 MB of it.',
      () => echoing((credential) => escaped(credential.slice(0, -9))),
    ],
    [
      'blanks',
      'Every answer begins with 7 MB of blanks.',
      always((good) => body(good, Buffer.concat([Buffer.alloc(7 * MB, ' '), good.body]))),
    ],
    ['blanks-only', 'Every error is 15 MB of blanks.', () => blankErrors(Buffer.alloc(15 * MB, ' '))],
    [
      'backtracking',
      'Every answer is made for patterns that look for secrets and markup.',
      moreOf(() => text(BACKTRACKING)),
    ],
    [
      'backtracking-errors',
      'Every error is 250 kB made for patterns that look for secrets and markup.',
      () => blankErrors(Buffer.from(text('eyJ-'.repeat(20_000) + BACKTRACKING.slice(0, 150_000)))),
    ],
    ['backslashes', 'Every answer has 5 MB of backslashes.', moreOf(() => text('\\'.repeat(2 * MB)))],
    [
      'many-lines',
      'An order is answered with 100,000 more lines.',
      always((good, { endpoint }) => (endpoint === 'orders' && good.status < 300 ? moreLines(good, 100_000) : good)),
    ],
    [
      '10000-lines',
      'An order is answered with 10,000 more lines.',
      always((good, { endpoint }) => (endpoint === 'orders' && good.status < 300 ? moreLines(good, 10_000) : good)),
    ],
    [
      'many-slots',
      'A page of the inventory has 60,000 slots.',
      always((good, { endpoint }) =>
        endpoint === 'inventory' && good.status === 200 ? moreSlots(good, 60_000) : good,
      ),
    ],
    [
      '5000-slots',
      'A page of the inventory has 5,000 slots.',
      always((good, { endpoint }) => (endpoint === 'inventory' && good.status === 200 ? moreSlots(good, 5_000) : good)),
    ],
    [
      'empty-slots',
      'A page of the inventory has 60,000 slots without members.',
      always((good, { endpoint }) =>
        endpoint === 'inventory' && good.status === 200
          ? body(good, `{"data":[${'{},'.repeat(60_000)}{}],"next_cursor":null}`)
          : good,
      ),
    ],
    [
      'long-ids',
      'Every id is 1 MB long.',
      always((good) => (good.status < 300 ? body(good, longIds(good.body.toString())) : good)),
    ],
    [
      'many-headers',
      'Every answer has 60 kB of headers.',
      always((good) => ({ ...good, headers: { ...good.headers, ...manyHeaders() } })),
    ],
    ['random-bytes', 'Every answer is 7 MB of bytes that are not UTF-8.', () => bytesOnly(Buffer.alloc(7 * MB, 0xfe))],
    [
      'endless-errors',
      'Every answer is an error without an end.',
      always(() => ({
        raw: [
          'HTTP/1.1 400 Bad\r\ntransfer-encoding: chunked\r\n\r\n',
          ...Array.from({ length: 40 }, () => chunk(filler(MB))),
        ],
        then: 'hang',
      })),
    ],
    ['endless-inventory', 'The inventory never ends: each page has 200 new slots and a new cursor.', endlessInventory],
    ['429-bare', 'Every answer is 429, without Retry-After.', always(() => limited(undefined))],
    ...['0', '1', '-5', 'soon', '3', '60', '119', '0.001', 'Thu, 01 Jan 1970 00:00:00 GMT'].map(
      (value) =>
        [
          `429-${value.replace(/\W+/g, '-').toLowerCase()}`,
          `Every answer is 429, with Retry-After: ${value}.`,
          always(() => limited(value)),
        ] as const,
    ),
    [
      '429-in-a-second',
      'Every answer is 429, with a date in a second as Retry-After.',
      always(() => limited(new Date(Date.now() + 1000).toUTCString())),
    ],
    ['429-now-and-then', 'Three of four answers are 429, without Retry-After.', () => nowAndThen(4)],
    [
      '429-but-health',
      'Every answer is 429, with Retry-After: 1, but for those of GET /health.',
      always((good, { endpoint }) => (endpoint === 'health' ? good : limited('1'))),
    ],
    [
      '429-at-writing',
      'Every answer to POST is 429, with Retry-After: 2.',
      always((good, { endpoint }) => (['orders', 'forecast', 'reports'].includes(endpoint) ? limited('2') : good)),
    ],
  ] as readonly (readonly [name: string, does: string, begin: () => Hostility])[]
).map(([name, does, begin]) => ({ name, does, begin }));

function errorsWith(message: string, isMeant: (good: Good) => boolean): Hostility {
  const bytes = JSON.stringify({ code: 'invalid_request', message });
  return (good) =>
    isMeant(good)
      ? { status: Math.max(400, good.status), headers: { 'content-type': 'application/json' }, body: bytes }
      : good;
}

function blankErrors(bytes: Buffer): Hostility {
  return (good) => (good.status < 400 ? good : body(good, bytes));
}

function bytesOnly(bytes: Buffer): Hostility {
  return (good) => body(good, bytes);
}

/** Repeats the credential that was sent, in some spelling. */
function echoing(spelling: (credential: string) => string): Hostility {
  const made = new Map<string, string>();
  return (good, asked) => {
    const credential = credentialOf(asked);
    const member = made.get(credential) ?? text(repeated(spelling(credential), 5 * MB));
    made.set(credential, member);
    return more(good, member);
  };
}

function withText(length: number): Hostility {
  const description = filler(length).slice(0, length);
  return (good, { endpoint }) => {
    if (endpoint !== 'inventory' || good.status !== 200) return good;
    const page = JSON.parse(good.body.toString()) as Listed; // The publisher's own answer.
    return body(good, JSON.stringify({ ...page, data: page.data.map((slot) => ({ ...slot, description })) }));
  };
}

function endlessInventory(): Hostility {
  let page = 0;
  let first: Good | null = null;
  return (good, { endpoint, url }) => {
    if (endpoint !== 'inventory') return good;
    if (good.status === 200) first ??= good;
    return first !== null && (good.status === 200 || url.includes('cursor=')) ? endlessPage(first, page++) : good;
  };
}

function nowAndThen(every: number): Hostility {
  let count = 0;
  return (good) => (count++ % every === 0 ? good : limited(undefined));
}

const fillers = new Map<number, string>();

/** A long text of words that are all different. */
export function filler(length: number): string {
  const known = fillers.get(length);
  if (known !== undefined) return known;
  let made = '';
  for (let word = 0; made.length < length; word++) made += `word${word} `;
  fillers.set(length, made);
  return made;
}

const text = (value: string) => JSON.stringify(value);

export function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

function names(count: number): string {
  return `{${Array.from({ length: count }, (_none, index) => `"name ${index}":${index}`).join(',')}}`;
}

function repeated(part: string, length: number): string {
  return part.repeat(Math.ceil(length / Math.max(1, part.length)));
}

function escaped(credential: string): string {
  return Array.from(credential)
    .map((letter) => `%${letter.charCodeAt(0).toString(16)}`)
    .join('');
}

export function credentialOf({ headers, body: sent }: Asked): string {
  return /^\S+ (.+)$/.exec(headers['authorization'] ?? '')?.[1] ?? /"key":"([^"]+)"/.exec(sent.toString())?.[1] ?? '';
}

const BACKTRACKING = [
  'server='.repeat(100_000),
  'a'.repeat(200_000),
  '://'.repeat(100_000),
  'https://a:'.repeat(50_000),
  '-----BEGIN PRIVATE KEY-----'.repeat(20_000),
  'eyJ'.repeat(100_000),
  `eyJ${'a-'.repeat(100_000)}.`.repeat(3),
  '<'.repeat(100_000),
  '&#'.repeat(100_000),
  'Bearer '.repeat(50_000),
].join(' ');

/** An answer with another body. */
function body({ status, headers }: Good, bytes: Buffer | string): Wire {
  const { 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, body: bytes };
}

/** An answer whose object has an additional first member. Other answers are not changed. */
function more(good: Good, member: string): Wire {
  const whole = good.body.toString();
  return whole.startsWith('{') && whole !== '{}'
    ? body(good, `{"more":${member},${whole.slice(1)}`)
    : body(good, whole);
}

/** Adds a member to every answer. Its text is made only once. */
function moreOf(member: () => string): () => Hostility {
  return () => {
    const made = member();
    return (good) => more(good, made);
  };
}

function packed(good: Good, bytes: Buffer): Wire {
  const zipped = gzipSync(bytes);
  const { 'content-length': _length, ...rest } = good.headers;
  return { status: good.status, headers: { ...rest, 'content-encoding': 'gzip' }, body: zipped };
}

/** A gigabyte of zeros in a megabyte. */
function gzipBomb(): Hostility {
  const bomb: Wire = {
    status: 200,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    // A gzip stream may have any number of members.
    body: Buffer.concat(Array.from({ length: 50 }, () => gzipSync(Buffer.alloc(20 * MB, '0')))),
  };
  return () => bomb;
}

interface Listed {
  line_items: Record<string, unknown>[];
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

function moreLines(good: Good, count: number): Wire {
  const order = JSON.parse(good.body.toString()) as Listed; // The publisher's own answer.
  const lines = Array.from({ length: count }, (_none, index) => ({
    ...order.line_items[0],
    line_item_id: `line-${index}`,
    external_ref: `ref-${index}`,
  }));
  return body(good, JSON.stringify({ ...order, line_items: [...order.line_items, ...lines] }));
}

function moreSlots(good: Good, count: number): Wire {
  const page = JSON.parse(good.body.toString()) as Listed; // The publisher's own answer.
  if (!Array.isArray(page.data)) return body(good, good.body);
  const slots = Array.from({ length: count }, (_none, index) => ({ ...page.data[0], inventory_id: `slot-${index}` }));
  return body(good, JSON.stringify({ ...page, data: [...page.data, ...slots] }));
}

function endlessPage(good: Good, page: number): Wire {
  const one = JSON.parse(good.body.toString()) as Listed; // The publisher's own answer.
  const slots = Array.from({ length: 200 }, (_none, index) => ({
    ...one.data[0],
    inventory_id: `slot-${page}-${index}`,
  }));
  return body(good, JSON.stringify({ ...one, data: slots, next_cursor: `cursor-${page}` }));
}

function longIds(whole: string): string {
  return whole.replace(
    /"(inventory_id|order_id|line_item_id)":"([^"]*)"/,
    (_all, name: string, id: string) => `"${name}":"${id}${'i'.repeat(MB)}"`,
  );
}

function manyHeaders(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 600 }, (_none, index) => [`x-header-${index}`, 'v'.repeat(80)]));
}

export function chunk(bytes: string): string {
  return `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;
}

function limited(retryAfter: string | undefined): Wire {
  return {
    status: 429,
    headers: { 'content-type': 'application/json', ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
    body: '{"code":"rate_limited","message":"Slow down."}',
  };
}
