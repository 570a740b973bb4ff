import type { Authorization } from '../../src/http/client.ts';
import type { Secret } from '../../src/http/secret.ts';

/** The ways in which a credential can be presented that is none. */
export type Presentation =
  | 'none'
  | 'empty'
  | 'wrong'
  | 'altered'
  | 'truncated'
  | 'beheaded'
  | 'extended'
  | 'prefixed'
  | 'other-case'
  | 'token-scheme'
  | 'basic-scheme'
  | 'bare'
  | 'expired';

/** The rule that each presentation is judged by. */
export const PRESENTATIONS: readonly {
  readonly id: string;
  readonly requirement: string;
  readonly fix: string;
  readonly presentations: readonly Presentation[];
}[] = [
  {
    id: 'missing-key-is-401',
    requirement: 'A request without an `Authorization` header is answered 401 at every endpoint.',
    fix: 'Require the header at every endpoint, `GET /health` included.',
    presentations: ['none'],
  },
  {
    id: 'empty-key-is-401',
    requirement: 'A bearer credential without a key is answered 401 at every endpoint.',
    fix: 'Treat an empty key like none, and never look it up.',
    presentations: ['empty'],
  },
  {
    id: 'wrong-key-is-401',
    requirement: 'A key that was never issued is answered 401 at every endpoint.',
    fix: 'Look the whole key up, and answer 401 where it is not known.',
    presentations: ['wrong', 'altered'],
  },
  {
    id: 'truncated-key-is-401',
    requirement: 'The key without its last or its first character is answered 401 at every endpoint.',
    fix: 'Compare whole keys, in constant time, not a part of one.',
    presentations: ['truncated', 'beheaded'],
  },
  {
    id: 'extended-key-is-401',
    requirement: 'The key with one more character, behind or before it, is answered 401 at every endpoint.',
    fix: 'Compare whole keys, in constant time, not a part of one.',
    presentations: ['extended', 'prefixed'],
  },
  {
    id: 'key-is-case-sensitive',
    requirement: 'The key in another letter case is answered 401 at every endpoint.',
    fix: 'Compare keys exactly; check the collation of the column that they are stored in.',
    presentations: ['other-case'],
  },
  {
    id: 'other-scheme-is-401',
    requirement: 'The key under another scheme than `Bearer`, or under none, is answered 401 at every endpoint.',
    fix: 'Read the key from `Authorization: Bearer <key>` only.',
    presentations: ['token-scheme', 'basic-scheme', 'bare'],
  },
  {
    id: 'expired-key-is-401',
    requirement: 'An expired or revoked key is answered 401 at every endpoint.',
    fix: 'Check that the key is still valid at every endpoint, and empty the caches when one is revoked.',
    presentations: ['expired'],
  },
];

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
      { scheme: 'Basic ', secret: key.derive('basic', (text) => Buffer.from(`${text}:`).toString('base64')) },
    ],
    ['bare', { scheme: '', secret: key }],
    ['wrong', { scheme: 'Bearer conformance-test-key-that-was-never-issued', secret: null }],
    ...variant('altered', (text) => replacedAt(text, Math.floor(text.length / 2))),
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

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
