import { Secret } from '../http/secret.ts';
import { COPY_ANEW, isSendable, isWhole, NOT_WHOLE, UNSENDABLE } from '../http/sendable.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** The environment variable of each credential, which is also its name wherever it is shown. */
export const SECRETS = {
  apiKey: 'ADSERVER_API_KEY',
  keyWithoutRead: 'ADSERVER_KEY_WITHOUT_READ',
  keyWithoutDraft: 'ADSERVER_KEY_WITHOUT_DRAFT',
  keyWithoutReport: 'ADSERVER_KEY_WITHOUT_REPORT',
  expiredKey: 'ADSERVER_EXPIRED_KEY',
  listingKey: 'LISTING_KEY',
  listingSecret: 'LISTING_SECRET',
  listingToken: 'LISTING_TOKEN',
  listingLimitedKey: 'LISTING_LIMITED_KEY',
  listingLimitedSecret: 'LISTING_LIMITED_SECRET',
  listingLimitedToken: 'LISTING_LIMITED_TOKEN',
} as const satisfies Partial<Record<keyof CertifyOptions, string>>;

/** What is sent in the body of the exchange, and in no header. */
const IN_A_BODY: readonly string[] = ['listingKey', 'listingSecret', 'listingLimitedKey', 'listingLimitedSecret'];

/** Why the credential of an option cannot be sent, unless it is empty; `null` where it can. */
export function whyUnsendable(option: string, text: string): string | null {
  if (IN_A_BODY.includes(option)) return isWhole(text) ? null : NOT_WHOLE;
  return isSendable(text) ? null : UNSENDABLE;
}

/** The credentials of a run, by the name of their variable. */
export type Secrets = Readonly<Record<string, Secret>>;

/**
 * The credentials that the options hold: opaque, any visible ASCII; key and secret of an exchange any text.
 * @throws UsageError for one that cannot be sent.
 */
export function readSecrets(options: CertifyOptions): Secrets {
  const entries = Object.entries(SECRETS).flatMap(([option, name]) => {
    const text = options[option as keyof typeof SECRETS];
    if (text === undefined) return [];
    const why = whyUnsendable(option, text);
    if (why !== null) throw new UsageError(`The credential in ${name} is empty or ${why}. ${COPY_ANEW}`);
    return [[name, new Secret(name, text)] as const];
  });
  return Object.fromEntries(entries);
}
