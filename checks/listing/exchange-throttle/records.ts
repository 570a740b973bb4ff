import { listing } from '../phases.ts';

export const exchangeThrottle = listing.module('exchange-throttle', 'Limit of the exchange');

/** When exchanges worked again: from then on there is room for those of other modules. */
export const recovered = exchangeThrottle.declares<{ readonly since: number }>('exchange-throttle.recovered');
