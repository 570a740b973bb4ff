import type { ListingCircumstance } from '../circumstance.ts';
import { accessCircumstances } from './access.ts';
import { atOnceCircumstances } from './at-once.ts';
import { blockedCircumstances } from './blocked.ts';
import { exchangeCircumstances } from './exchange.ts';
import { givenCircumstances } from './given.ts';
import { grantCircumstances } from './grants.ts';
import { nearCircumstances } from './near.ts';
import { throttleCircumstances } from './throttle.ts';

export const listingCircumstances: readonly ListingCircumstance[] = [
  ...exchangeCircumstances,
  ...grantCircumstances,
  ...givenCircumstances,
  ...accessCircumstances,
  ...atOnceCircumstances,
  ...blockedCircumstances,
  ...nearCircumstances,
  ...throttleCircumstances,
];
