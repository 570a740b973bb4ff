import type { Authorization } from '../../../src/http/client.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { inOtherCase, OTHER_HEADERS, PLACEHOLDERS, withOtherEnd } from '../../near-misses.ts';

/** In three parts, as signed tokens are, and longer than some hash functions of passwords accept. */
const NEVER_ISSUED =
  'conformance-test-key.that-was-never-issued-by-the-publisher-nor-by-anybody.whoever-accepts-it-accepts-any';

const WRONG_KEYS = ['wrong', 'altered-last'];
const NONE_OR_WRONG = ['none', ...WRONG_KEYS];

interface Way {
  /** For messages such as `status 200 from GET /health to …`. */
  readonly words: string;
  /** Plainer credentials: if one of these gets the same wrong answer, that one is reported. */
  readonly plainer: readonly string[];
  /** The service finds no key, so a lockout after wrong keys does not count the request. */
  readonly isNoKey?: true;
  /** The header itself is malformed, so 400 is right, too. */
  readonly mayBe400?: true;
}

const WAYS = {
  none: { words: 'a request without a key', plainer: [], isNoKey: true },
  empty: { words: 'an empty key', plainer: NONE_OR_WRONG, isNoKey: true, mayBe400: true },
  wrong: { words: 'a key that was never issued', plainer: ['none'] },
  null: { words: '`Bearer null`', plainer: NONE_OR_WRONG },
  undefined: { words: '`Bearer undefined`', plainer: NONE_OR_WRONG },
  'altered-last': { words: 'the key with another last character', plainer: ['none'] },
  truncated: { words: 'the key without its last character', plainer: WRONG_KEYS },
  extended: { words: 'the key with an x behind it', plainer: WRONG_KEYS },
  'other-case': { words: 'the key with upper and lower case swapped', plainer: WRONG_KEYS },
  'token-scheme': { words: 'the key under the scheme Token', plainer: NONE_OR_WRONG, isNoKey: true },
  'digest-scheme': { words: 'the key under the scheme Digest', plainer: NONE_OR_WRONG, isNoKey: true },
  bare: { words: 'the key without a scheme', plainer: NONE_OR_WRONG, isNoKey: true },
  // A service that reads only the first word or only the last one finds the key.
  'two-words': { words: 'the key twice, with a blank between', plainer: NONE_OR_WRONG, mayBe400: true },
  'other-header': { words: 'the key in X-API-Key and the like', plainer: NONE_OR_WRONG, isNoKey: true },
  expired: { words: 'the expired key', plainer: WRONG_KEYS },
  revoked: { words: 'the revoked key', plainer: WRONG_KEYS },
} as const satisfies Record<string, Way>;

export type Presentation = keyof typeof WAYS;

export const PRESENTATIONS: Readonly<Record<Presentation, Way>> = WAYS;

export interface FormerKeys {
  readonly expired?: Secret | undefined;
  readonly revoked?: Secret | undefined;
}

/** All that can be made from the keys of a run. `null` is a request without the header. */
export function wrongCredentialsFor(
  key: Secret,
  { expired, revoked }: FormerKeys,
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
    // A service that cuts off seven characters takes it for `Bearer`.
    ['digest-scheme', { scheme: 'Digest ', secret: key }],
    ['bare', { scheme: '', secret: key }],
    ['two-words', bearer(key.derive('two-words', (text) => `${text} ${text}`))],
    ['other-header', { scheme: '', secret: key, headers: OTHER_HEADERS }],
    ['wrong', { scheme: `Bearer ${NEVER_ISSUED}`, secret: null }],
    ['null', { scheme: PLACEHOLDERS.null, secret: null }],
    ['undefined', { scheme: PLACEHOLDERS.undefined, secret: null }],
    ...variant('altered-last', withOtherEnd),
    // Base64 without its padding is still the same key.
    ...variant('truncated', (text) => (text.endsWith('=') ? text : text.slice(0, -1))),
    ...variant('extended', (text) => `${text}x`),
    ...variant('other-case', (text) => (hasMeaningfulCase(text) ? inOtherCase(text) : text)),
    ...(expired === undefined ? [] : [['expired', bearer(expired)] as const]),
    ...(revoked === undefined ? [] : [['revoked', bearer(revoked)] as const]),
  ];
}

/** Whether letter case counts: hexadecimal, Base32 and ULIDs have one case, and a leading word says nothing. */
function hasMeaningfulCase(key: string): boolean {
  return key
    .split(/[^\da-z]+/i)
    .some((part) => /[a-z]/.test(part) && /[A-Z]/.test(part) && !/^[A-Z][a-z]*$/.test(part));
}
