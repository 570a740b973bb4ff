import { given } from '../src/engine/node.ts';
import type { Failure, Handshake } from '../src/http/transport.ts';
import type { Route } from '../src/http/route.ts';
import type { Secret } from '../src/secrets/secret.ts';
import type { RunIdentity } from '../src/engine/run-identity.ts';
import type { BookingTerms } from '../src/contract/booking-terms.ts';

export const run = given<RunIdentity>('run');
export const baseAddress = given<URL>('base address');
export const route = given<() => Promise<Route>>('route');
/** Looks at the certificate at an https:// address; `null` if the address is another or nothing can look. */
export type LookAtCertificate = () => Promise<Handshake | Failure | null>;
export const certificate = given<LookAtCertificate>('certificate');
export const listingCertificate = given<LookAtCertificate>('listing certificate');
export const apiKey = given<Secret>('--api-key');
export const keyWithoutRead = given<Secret>('--key-without-read');
export const keyWithoutDraft = given<Secret>('--key-without-draft');
export const keyWithoutReport = given<Secret>('--key-without-report');
export const expiredKey = given<Secret>('--expired-key');
export const revokedKey = given<Secret>('--revoked-key');
export const anyFormerKey = given<true>('--expired-key or --revoked-key');
export const reportTemplate = given<unknown>('--report-request');
export const bookingTerms = given<BookingTerms>('booking');
export const maxPages = given<number>('--max-pages');
export const readOnly = given<boolean>('--read-only');

export interface KeyAndSecret {
  readonly key: Secret;
  readonly secret: Secret;
}

export const listingAddress = given<URL>('listing address');
export const listingCredentials = given<KeyAndSecret>('--listing-key and --listing-secret');
export const listingToken = given<Secret>('--listing-token');
export const limitedCredentials = given<KeyAndSecret>('--listing-limited-key and --listing-limited-secret');
export const anyLimited = given<true>('--listing-limited-token, or --listing-limited-key and --listing-limited-secret');
export const limitedToken = given<Secret>('--listing-limited-token');
/** `guessed` if the user named none: then it need not exist. */
export const templateId = given<{ readonly id: number; readonly guessed: boolean }>('--listing-template-id');
export const blocked = given<true>('--listing-blocked', { conditional: true });
export const notBlocked = given<true>('without --listing-blocked', { conditional: true });
/** The window of the exchange limit, in seconds. */
export const throttleWindow = given<number>('--throttle-window');
