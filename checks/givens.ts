import { given } from '../src/engine/node.ts';
import type { Route } from '../src/http/route.ts';
import type { Secret } from '../src/secrets/secret.ts';
import type { RunIdentity } from '../src/engine/run-identity.ts';
import type { BookingTerms } from '../src/contract/booking-terms.ts';

/** The run: its id, its clock, the names and references of what it creates. */
export const run = given<RunIdentity>('run');

/** The ad server's base address, as the user gave it. */
export const baseAddress = given<URL>('base address');
/** Where the base address leads: what its host resolves to, and through which proxy. */
export const route = given<() => Promise<Route>>('route');
export const apiKey = given<Secret>('--api-key');
export const keyWithoutRead = given<Secret>('--key-without-read');
export const keyWithoutDraft = given<Secret>('--key-without-draft');
export const keyWithoutReport = given<Secret>('--key-without-report');
export const expiredKey = given<Secret>('--expired-key');
export const revokedKey = given<Secret>('--revoked-key');
/** There if a key is given that is not valid any more, of either kind. */
export const anyFormerKey = given<true>('--expired-key or --revoked-key');
/** The body of `POST /reports`, with its placeholders still in it. */
export const reportTemplate = given<unknown>('--report-request');
/** What the publisher states about where and how tests may book; nothing, if it states nothing. */
export const bookingTerms = given<BookingTerms>('booking');
/** How many pages a walk over the inventory may read. */
export const maxPages = given<number>('--max-pages');
/** Whether orders may be created. */
export const readOnly = given<boolean>('--read-only');

export interface KeyAndSecret {
  readonly key: Secret;
  readonly secret: Secret;
}

/** The listing API's base address, as the user gave it. */
export const listingAddress = given<URL>('listing address');
export const listingCredentials = given<KeyAndSecret>('--listing-key and --listing-secret');
export const listingToken = given<Secret>('--listing-token');
export const limitedCredentials = given<KeyAndSecret>('--listing-limited-key and --listing-limited-secret');
/** There if a credential without the scope for lists is given, of either kind. */
export const anyLimited = given<true>('--listing-limited-token, or --listing-limited-key and --listing-limited-secret');
export const limitedToken = given<Secret>('--listing-limited-token');
/** A `template_id`: one that exists, or where the user named none a guess. */
export const templateId = given<{ readonly id: number; readonly guessed: boolean }>('--listing-template-id');
/** There only where this machine is said not to be on the allowlist. */
export const blocked = given<true>('--listing-blocked');
/** There only where this machine is not said to be off the allowlist. */
export const notBlocked = given<true>('without --listing-blocked');
/** The window of the exchange limit, in seconds. */
export const throttleWindow = given<number>('--throttle-window');
