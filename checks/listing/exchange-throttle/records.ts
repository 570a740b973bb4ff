import type { Tally } from '../../../src/http/exchange-ledger.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { OpenedByRefusal } from '../expectations.ts';
import { listing } from '../phases.ts';

export const exchangeThrottle = listing.module('exchange-throttle', 'Limit of the exchange');

/** Whether data was refused; `null` if that was not asked. */
type Data = { readonly refusal: Reply | null } | null;

/** Exchanges in a row. The tally also has those that were made before since a given moment. */
export interface Row extends Tally {
  /** The first refusal, which may be no answer; `null` if so many were served that no limit is left to look for. */
  readonly refused: Reply | null;
  readonly last: Reply;
  /** How many connections were opened for it. */
  readonly connections: number;
  readonly endedAt: number;
}

/** The row that uses up the limit. */
interface Spent extends Row {
  readonly windowMs: number;
  readonly isFromTheFirst: boolean;
  readonly opened: readonly OpenedByRefusal[];
  readonly data: Data;
}

/** A row in a window of which all is known. */
interface Fresh {
  readonly row: Row;
  readonly others: readonly Reply[];
  readonly dataAfter: Data;
}

/** Exchanges at a pace. */
export interface Series extends Pick<Tally, 'served' | 'spanMs'> {
  readonly last: Reply;
}

interface Paced {
  readonly brisk: Series;
  readonly alone: Series;
  readonly withData: Series | null;
}

/** What uses up the rest of the limit, with data calls while the exchange is throttled. */
export const spent = exchangeThrottle.declares<Spent>('exchange-throttle.spent');

/** The refusal of a throttled exchange. */
export const throttled = exchangeThrottle.declares<Reply>('exchange-throttle.throttled');

/** Exchanges that no limit of ten a window serves: in rows, each so long after the first refusal. */
export interface Excess extends Pick<Tally, 'served' | 'spanMs'> {
  readonly rows: readonly { readonly served: number; readonly afterMs: number }[];
  readonly last: Reply;
}

interface WhileSpent {
  readonly excess: Excess | null;
  /** When an exchange was served last. */
  readonly servedAt: number;
}

/** Further rows while the limit should last. */
export const rowsWhileSpent = exchangeThrottle.declares<WhileSpent>('exchange-throttle.rows-while-spent');

/** When exchanges worked again. */
export const recovered = exchangeThrottle.declares<{ readonly since: number }>('exchange-throttle.recovered');

/** What a window serves of which all is known. */
export const freshWindow = exchangeThrottle.declares<Fresh>('exchange-throttle.fresh-window');

/** What is known of how many are served in a row. */
export const readings = exchangeThrottle.declares<readonly Row[]>('exchange-throttle.readings');

/** Exchanges at a pace; `null` if ten in a row were served. */
export const paced = exchangeThrottle.declares<Paced | null>('exchange-throttle.paced');
