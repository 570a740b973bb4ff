import { isSendable, isWhole, NOT_WHOLE, UNSENDABLE } from './sendable.ts';

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

/** Why the credential of an option cannot be sent; `null` if it can, or if it is empty. */
export function whyUnsendable(option: string, text: string): string | null {
  if (IN_A_BODY.includes(option)) return isWhole(text) ? null : NOT_WHOLE;
  return isSendable(text) ? null : UNSENDABLE;
}
