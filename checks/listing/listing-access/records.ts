import type { Reply } from '../../../src/http/reply.ts';
import { notBlocked, templateId } from '../../givens.ts';
import { listing } from '../phases.ts';
import type { GoodTokens, Uses } from './use-tokens.ts';

/** What is asked with right tokens. It comes before wrong ones, which may get this address shut out. */
export const listingAccess = listing.module('listing-access', 'Access to listings');

/** The answer to a static token that holds the scope. */
export const staticUse = listingAccess.declares<Reply>('listing-access.static-use');

/** The answers to the tokens that lack it. */
export const limitedUse = {
  exchanged: listingAccess.declares<Reply>('listing-access.limited-exchanged-use'),
  static: listingAccess.declares<Reply>('listing-access.limited-static-use'),
};

/** The tokens of the run: those with the scope that were served, and those without it. */
export const goodTokens = listingAccess.declares<GoodTokens>('listing-access.good-tokens');

/** What the requests need that are made with the tokens of the run. */
export const withTokens = { notBlocked, tokens: goodTokens, templateId };

/** Data as it is served to a good credential, to recognise it elsewhere; `null` if it is served to none. */
export const servedData = listingAccess.declares<Reply | null>('listing-access.served-data');

/** The answers to all tokens when they are used again, at each moment of the run. */
export const usedAt = {
  again: listingAccess.declares<Uses>('listing-access.used-again'),
  between: listingAccess.declares<Uses>('listing-access.used-between'),
  afterWrong: listingAccess.declares<Uses>('listing-access.used-after-wrong'),
  late: listingAccess.declares<Uses>('listing-access.used-last'),
};

/** The refusal of a good token after wrong ones, if this address may be shut out for them. */
export const shutOut = listingAccess.declares<Reply | null>('listing-access.shut-out');
