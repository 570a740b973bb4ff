/** The environment variable of each credential. Its name also replaces the credential wherever it would be shown. */
export const CREDENTIALS = {
  apiKey: 'ADSERVER_API_KEY',
  keyWithoutRead: 'ADSERVER_KEY_WITHOUT_READ',
  keyWithoutDraft: 'ADSERVER_KEY_WITHOUT_DRAFT',
  keyWithoutReport: 'ADSERVER_KEY_WITHOUT_REPORT',
  expiredKey: 'ADSERVER_EXPIRED_KEY',
  revokedKey: 'ADSERVER_REVOKED_KEY',
  listingKey: 'LISTING_KEY',
  listingSecret: 'LISTING_SECRET',
  listingToken: 'LISTING_TOKEN',
  listingLimitedKey: 'LISTING_LIMITED_KEY',
  listingLimitedSecret: 'LISTING_LIMITED_SECRET',
  listingLimitedToken: 'LISTING_LIMITED_TOKEN',
} as const;

export type CredentialOption = keyof typeof CREDENTIALS;

/** Sent in the body of the token exchange, not in a header. */
const IN_A_BODY: readonly string[] = ['listingKey', 'listingSecret', 'listingLimitedKey', 'listingLimitedSecret'];

export const COPY_AGAIN = 'Copy it again, without quotes and without "Bearer ".';
const UNSENDABLE = 'holds a space, a line break or a character that is not visible ASCII';
const NOT_WHOLE = 'begins or ends with a space, or holds a line break or an invisible character';

/** Whether a credential can be sent in a header, which allows only visible ASCII. */
export const isSendable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Whether a credential can be sent in a body. Invisible characters are a sign of a copying mistake. */
const isWhole = (text: string) => /^(?:[^\p{Cc}\p{Cf}\p{Z}]| )+$/u.test(text) && text.trim() === text;

/** What is wrong with a credential, as the end of a sentence, and what to do about it. */
export interface Unfit {
  readonly why: string;
  readonly remedy: string;
}

/** Why the credential of an option cannot be used; `null` if it can. */
export function whyUnfit(option: string, text: string): Unfit | null {
  const standIn = standInFor(text);
  if (standIn !== null) return standIn;
  if (IN_A_BODY.includes(option)) return isWhole(text) ? null : { why: NOT_WHOLE, remedy: COPY_AGAIN };
  return isSendable(text) ? null : { why: UNSENDABLE, remedy: COPY_AGAIN };
}

/** What stands in place of a credential, such as a variable that nothing expanded; `null` if it may be a credential. */
export function standInFor(text: string): Unfit | null {
  return STAND_INS.find(({ looks }) => looks.test(text)) ?? null;
}

/** Whole texts that no key generator makes. */
const STAND_INS: readonly (Unfit & { readonly looks: RegExp })[] = [
  {
    // Azure leaves an undefined `$(variable)` as it is.
    looks: /^(?:\$\([\w.-]+\)|\$\{[\w.:-]+\}|\$[A-Z_][A-Z\d_]*|\$?\{\{[^{}]*\}\}|%[A-Za-z_]\w*%)$/,
    why: 'is the name of a variable that was not replaced by its value',
    remedy: 'Define that variable where the job gets its secrets, or do not set this one.',
  },
  {
    looks: /^(?:\*{3,}|x{3,}|X{3,})$/,
    why: 'is a mask, as logs show in place of a secret',
    remedy: 'Copy the credential itself from where it was issued.',
  },
  {
    looks: /^<[^<>]*>$/,
    why: 'is a placeholder from an example',
    remedy: 'Put the credential itself in its place, without the angle brackets.',
  },
  {
    looks: /^(["'`]).*\1$/s,
    why: 'is in quotes, which would be sent as a part of it',
    remedy: 'Give it without them.',
  },
];

/** Pairs of credentials that must differ: one must be accepted, the other refused. `wanted` says what the other is. */
const MUST_DIFFER = [
  ['apiKey', 'keyWithoutRead', 'a key that lacks the scope'],
  ['apiKey', 'keyWithoutDraft', 'a key that lacks the scope'],
  ['apiKey', 'keyWithoutReport', 'a key that lacks the scope'],
  ['apiKey', 'expiredKey', 'a key that has expired'],
  ['apiKey', 'revokedKey', 'a key that was revoked'],
  ['listingKey', 'listingLimitedKey', 'credentials that lack the scope'],
  ['listingToken', 'listingLimitedToken', 'a token that lacks the scope'],
] as const satisfies readonly (readonly [CredentialOption, CredentialOption, string])[];

export interface Alike {
  readonly full: CredentialOption;
  readonly other: CredentialOption;
  readonly wanted: string;
}

/** Every credential that must be refused but is the same as the one that must be accepted. */
export function alikeAmong(given: Readonly<Partial<Record<CredentialOption, string | undefined>>>): Alike[] {
  return MUST_DIFFER.filter(([full, other]) => {
    // The same key with another secret may be another credential.
    const hasOtherSecret = other === 'listingLimitedKey' && given.listingLimitedSecret !== given.listingSecret;
    return given[other] !== undefined && given[other] === given[full] && !hasOtherSecret;
  }).map(([full, other, wanted]) => ({ full, other, wanted }));
}
