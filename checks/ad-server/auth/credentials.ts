import type { Authorization } from '../../../src/http/client.ts';
import type { Secret } from '../../../src/http/secret.ts';

/** The ways in which a credential can be presented that is none. */
export type Presentation =
  | 'none'
  | 'empty'
  | 'wrong'
  | 'altered'
  | 'altered-last'
  | 'truncated'
  | 'beheaded'
  | 'extended'
  | 'prefixed'
  | 'other-case'
  | 'token-scheme'
  | 'basic-scheme'
  | 'digest-scheme'
  | 'bare'
  | 'two-words'
  | 'other-header'
  | 'expired';

/** What came with the request, as in `status 200 from GET /health to …`. */
export const IN_WORDS: Readonly<Record<Presentation, string>> = {
  none: 'a request without a key',
  empty: 'an empty key',
  wrong: 'a key that was never issued',
  altered: 'the key with another character in its middle',
  'altered-last': 'the key with another last character',
  truncated: 'the key without its last character',
  beheaded: 'the key without its first character',
  extended: 'the key with an x behind it',
  prefixed: 'the key with an x before it',
  'other-case': 'the key with upper and lower case swapped',
  'token-scheme': 'the key under the scheme Token',
  'basic-scheme': 'the key as user and password of Basic',
  'digest-scheme': 'the key under the scheme Digest',
  bare: 'the key without a scheme',
  'two-words': 'the key with a second word behind it',
  'other-header': 'the key in X-API-Key and the like',
  expired: 'the expired key',
};

/** The rule that each presentation is judged by. */
export const PRESENTATIONS: readonly {
  readonly id: string;
  readonly requirement: string;
  readonly fix: string;
  readonly presentations: readonly Presentation[];
  /** Where one of these gets the same answer, that of this rule's follows from it. */
  readonly follows: readonly Presentation[];
}[] = [
  {
    id: 'missing-key-is-401',
    requirement: 'A request without an `Authorization` header is answered 401 at every endpoint.',
    fix: 'Require the header at every endpoint, `GET /health` included, before anything else is looked at, a repeat of an order too. Send the error alone with the 401.',
    presentations: ['none'],
    follows: [],
  },
  {
    id: 'empty-key-is-401',
    requirement: 'A bearer credential without a key is answered 401 at every endpoint.',
    fix: 'Treat an empty key like none, and never look it up.',
    presentations: ['empty'],
    follows: ['none', 'wrong'],
  },
  {
    id: 'wrong-key-is-401',
    requirement: 'A key that was never issued is answered 401 at every endpoint.',
    fix: 'Look the whole key up, not its beginning, end or length, and answer 401 where it is not known.',
    presentations: ['wrong', 'altered', 'altered-last'],
    follows: ['none'],
  },
  {
    id: 'truncated-key-is-401',
    requirement: 'The key without its last or its first character is answered 401 at every endpoint.',
    fix: 'Compare whole keys, in constant time, not a part of one.',
    presentations: ['truncated', 'beheaded'],
    follows: ['wrong', 'altered'],
  },
  {
    id: 'extended-key-is-401',
    requirement: 'The key with one more character, behind or before it, is answered 401 at every endpoint.',
    fix: 'Compare whole keys, in constant time, not a part of one.',
    presentations: ['extended', 'prefixed'],
    follows: ['wrong', 'altered'],
  },
  {
    id: 'key-is-case-sensitive',
    requirement: 'The key in another letter case is answered 401 at every endpoint.',
    fix: 'Compare keys exactly; check the collation of the column that they are stored in.',
    presentations: ['other-case'],
    follows: ['wrong', 'altered'],
  },
  {
    id: 'other-scheme-is-401',
    requirement:
      'The key under another scheme than `Bearer` or under none, with a word behind it, or in another header is answered 401 at every endpoint.',
    fix: 'Read the key from `Authorization: Bearer <key>` only.',
    presentations: ['token-scheme', 'basic-scheme', 'digest-scheme', 'bare', 'two-words', 'other-header'],
    follows: ['none', 'wrong'],
  },
  {
    id: 'expired-key-is-401',
    requirement: 'An expired or revoked key is answered 401 at every endpoint.',
    fix: 'Check that the key is still valid at every endpoint, and empty the caches when one is revoked.',
    presentations: ['expired'],
    follows: ['wrong'],
  },
];

/** The rule that a presentation is judged by. */
export function ruleOf(presentation: Presentation): (typeof PRESENTATIONS)[number] {
  const rule = PRESENTATIONS.find(({ presentations }) => presentations.includes(presentation));
  if (rule === undefined) throw new Error(`no rule is about the presentation ${presentation}`);
  return rule;
}

/** Where services look for a key that stands in no `Authorization` header. */
const OTHER_HEADERS = ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'];

/** Every presentation that can be made of the keys of a run; `null` is no header at all. */
export function credentials(
  key: Secret,
  expired: Secret | undefined,
): (readonly [Presentation, Authorization | null])[] {
  const bearer = (secret: Secret): Authorization => ({ scheme: 'Bearer ', secret });
  const variant = (presentation: Presentation, change: (text: string) => string) => {
    const secret = key.derive(presentation, change);
    return secret.reveal() === key.reveal() || secret.reveal() === '' ? [] : [[presentation, bearer(secret)] as const];
  };
  return [
    ['none', null],
    ['empty', { scheme: 'Bearer ', secret: null }],
    ['token-scheme', { scheme: 'Token ', secret: key }],
    [
      'basic-scheme',
      { scheme: 'Basic ', secret: key.derive('basic', (text) => Buffer.from(`${text}:${text}`).toString('base64')) },
    ],
    // As long as `Bearer`: to whoever counts letters, it is.
    ['digest-scheme', { scheme: 'Digest ', secret: key }],
    ['bare', { scheme: '', secret: key }],
    ['two-words', bearer(key.derive('two-words', (text) => `${text} conformance`))],
    ['other-header', { scheme: '', secret: key, headers: OTHER_HEADERS }],
    ['wrong', { scheme: 'Bearer conformance-test-key-that-was-never-issued', secret: null }],
    ...variant('altered', (text) => replacedAt(text, Math.floor(text.length / 2))),
    ...variant('altered-last', (text) => (text.endsWith('=') ? text : text.slice(0, -1) + otherEnd(text))),
    // Without its padding, Base64 is still the same key.
    ...variant('truncated', (text) => (text.endsWith('=') ? text : text.slice(0, -1))),
    ...variant('beheaded', (text) => text.slice(1)),
    ...variant('extended', (text) => `${text}x`),
    ...variant('prefixed', (text) => `x${text}`),
    // A number in hexadecimal, such as a UUID, is the same in either case.
    ...variant('other-case', (text) => (/^[\da-f-]+$/i.test(text) ? text : text.replace(/[a-z]/gi, swapped))),
    ...(expired === undefined ? [] : [['expired', bearer(expired)] as const]),
  ];
}

function replacedAt(text: string, index: number): string {
  const letter = text.charAt(index);
  return text.slice(0, index) + (letter === 'k' ? 'q' : 'k') + text.slice(index + 1);
}

/** Another last character; in Base64 it may stand for as little as its first bit. */
function otherEnd(text: string): string {
  return /[A-Za-f]$/.test(text) ? 'q' : 'B';
}

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
