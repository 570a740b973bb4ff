import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { notBlocked, templateId, type KeyAndSecret } from '../../givens.ts';
import { listing } from '../phases.ts';

export const listingAccess = listing.module('listing-access', 'Access to listings');

/** How a token was got: exchanged for key and secret (mode B), or issued as it is (mode A). */
export const MODES = ['exchanged', 'static'] as const;
export type Mode = (typeof MODES)[number];
export type ByMode<T> = Readonly<Record<Mode, T | null>>;

export interface GoodTokens {
  readonly full: ByMode<Secret>;
  readonly limited: ByMode<Secret>;
  readonly credentials: KeyAndSecret | null;
}

export interface Uses {
  readonly full: ByMode<Reply>;
  readonly limited: ByMode<Reply>;
  /** A token that was recognised: the address is not shut out. */
  readonly recognised: Reply | null;
}

/** The tokens of the run: those with the scope that were served, and those without it. */
export const goodTokens = listingAccess.declares<GoodTokens>('listing-access.good-tokens');

export const withTokens = { notBlocked, tokens: goodTokens, templateId };

/** The answers to all tokens when they are used again, at each moment of the run. */
export const usedAt = {
  again: listingAccess.declares<Uses>('listing-access.used-again'),
  afterWrong: listingAccess.declares<Uses>('listing-access.used-after-wrong'),
  late: listingAccess.declares<Uses>('listing-access.used-last'),
};

/** The refusal (401 or 403) of a good token after wrong ones, if this address may be shut out for them. */
export const shutOut = listingAccess.declares<Reply | null>('listing-access.shut-out');
