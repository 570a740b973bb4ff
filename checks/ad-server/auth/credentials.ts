import type { Authorization } from '../../../src/http/client.ts';
import type { Secret } from '../../../src/secrets/secret.ts';

/** The ways to present a credential that is not valid. */
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

/** What presents no key where one is looked for: who locks out after wrong keys does not count it. */
export const WITHOUT_KEY: ReadonlySet<Presentation> = new Set([
  'none',
  'empty',
  'token-scheme',
  'basic-scheme',
  'digest-scheme',
  'bare',
  'other-header',
]);

const WRONG_KEYS: readonly Presentation[] = ['wrong', 'altered'];
const NONE_OR_WRONG: readonly Presentation[] = ['none', 'wrong'];

/** By presentation, plainer ones: if one of these gets the same wrong answer, that is the mistake to tell. */
export const PLAINER: Readonly<Record<Presentation, readonly Presentation[]>> = {
  none: [],
  empty: NONE_OR_WRONG,
  wrong: ['none'],
  altered: ['none'],
  'altered-last': ['none'],
  truncated: WRONG_KEYS,
  beheaded: WRONG_KEYS,
  extended: WRONG_KEYS,
  prefixed: WRONG_KEYS,
  'other-case': WRONG_KEYS,
  'token-scheme': NONE_OR_WRONG,
  'basic-scheme': NONE_OR_WRONG,
  'digest-scheme': NONE_OR_WRONG,
  bare: NONE_OR_WRONG,
  'two-words': NONE_OR_WRONG,
  'other-header': NONE_OR_WRONG,
  expired: ['wrong'],
};

/** Where services look for a key that is not in the `Authorization` header. */
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
