import { Secret } from '../http/secret.ts';
import { COPY_ANEW, isSendable, UNSENDABLE } from '../http/sendable.ts';
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

/** The credentials of a run, by the name of their variable. */
export type Secrets = Readonly<Record<string, Secret>>;

/**
 * The credentials that the options hold: opaque, any visible ASCII.
 * @throws UsageError for one that no header can carry.
 */
export function readSecrets(options: CertifyOptions): Secrets {
  const entries = Object.entries(SECRETS).flatMap(([option, name]) => {
    const text = options[option as keyof typeof SECRETS];
    if (text === undefined) return [];
    if (!isSendable(text)) throw new UsageError(`The credential in ${name} is empty or ${UNSENDABLE}. ${COPY_ANEW}`);
    return [[name, new Secret(name, text)] as const];
  });
  return Object.fromEntries(entries);
}
