import { onBody } from '../../../fixtures/behaviours/replies.ts';
import type { ListingCircumstance } from '../circumstance.ts';

const TOKEN = 'token-exchange.token';
const SITE = 'token-exchange.site-is-object';
const WAITS_FOR_TOKEN = /^Waits for token-exchange\.token, which did not pass\.$/;
const WAITS_FOR_SITE = /^Waits for token-exchange\.site-is-object, which did not pass\.$/;

/** Messages about grants that lack what other checks need. */
export const grantCircumstances: readonly ListingCircumstance[] = [
  {
    name: 'A grant in a wrapping is told as such, and its site is not looked into',
    behaviour: (base) => onBody(base, { route: 'token', status: 200 }, (body) => ({ data: body })),
    fails: [TOKEN, SITE, 'token-exchange.type-is-bearer', 'token-exchange.expires-in-3600', 'token-exchange.scopes'],
    verdict: 'failed',
    says: {
      [TOKEN]: /got no token, but token inside data\./,
      [SITE]: /got no site, but site inside data\./,
      'token-exchange.site-id': WAITS_FOR_SITE,
      'token-exchange.site-domain': WAITS_FOR_SITE,
      'token-exchange.first-token-stays-valid': WAITS_FOR_TOKEN,
    },
    ends: { 'token-exchange.repeatable': 'pass' },
  },
];
