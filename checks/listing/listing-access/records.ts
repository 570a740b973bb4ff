import type { Reply } from '../../../src/http/reply.ts';
import { notBlocked, templateId } from '../../givens.ts';
import { listing } from '../phases.ts';
import type { GoodTokens, Uses } from './use-tokens.ts';

export const listingAccess = listing.module('listing-access', 'Access to listings');

/** The tokens of the run: those with the scope that were served, and those without it. */
export const goodTokens = listingAccess.declares<GoodTokens>('listing-access.good-tokens');

/** What the requests need that are made with the tokens of the run. */
export const withTokens = { notBlocked, tokens: goodTokens, templateId };

/** The answers to all tokens when they are used again, at each moment of the run. */
export const usedAt = {
  again: listingAccess.declares<Uses>('listing-access.used-again'),
  between: listingAccess.declares<Uses>('listing-access.used-between'),
  afterWrong: listingAccess.declares<Uses>('listing-access.used-after-wrong'),
  late: listingAccess.declares<Uses>('listing-access.used-last'),
};

/** The refusal of a good token after wrong ones, if this address may be shut out for them. */
export const shutOut = listingAccess.declares<Reply | null>('listing-access.shut-out');
