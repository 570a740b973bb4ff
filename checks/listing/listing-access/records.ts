import type { Reply } from '../../../src/http/reply.ts';
import { notBlocked, templateId } from '../../givens.ts';
import { listing } from '../phases.ts';
import type { AllUses, GoodTokens } from './use-tokens.ts';

/** What is asked with right tokens. It comes before wrong ones, which may get this address shut out. */
export const listingAccess = listing.module('listing-access', 'Access to listings');

/** The answer to a static token that holds the scope. */
export const staticUse = listingAccess.declares<Reply>('listing-access.static-use');

/** The answer to a static token that lacks it. */
export const limitedStaticUse = listingAccess.declares<Reply>('listing-access.limited-static-use');

/** The answer to an exchanged token that lacks it. */
export const limitedExchangedUse = listingAccess.declares<Reply>('listing-access.limited-exchanged-use');

/** The tokens of the run: those with the scope that were served, and those without it. */
export const goodTokens = listingAccess.declares<GoodTokens>('listing-access.good-tokens');

/** What the requests need that are made with the tokens of the run. */
export const withTokens = { notBlocked, tokens: goodTokens, templateId };

/** Data as it is served to a good credential, to recognise it elsewhere; `null` if it is served to none. */
export const servedData = listingAccess.declares<Reply | null>('listing-access.served-data');

/** The answers to all tokens when they are used again. */
export const usedAgain = listingAccess.declares<AllUses>('listing-access.used-again');

/** The refusal of a good token after wrong ones, if this address may be shut out for them. */
export const shutOut = listingAccess.declares<Reply | null>('listing-access.shut-out');

/** The answers to all tokens when all else has been asked. */
export const usedLast = listingAccess.declares<AllUses>('listing-access.used-last');
