import { listingCredentials } from '../../givens.ts';
import { beyondTen, isBeyondEveryLimit, isBeyondTen } from '../readers/limit-of-ten.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import { exchangeUntilRefused, longerPause, type Row } from './exchanges-in-a-row.ts';
import { exchangeThrottle, paced, readings, rowsWhileSpent, spent } from './records.ts';

/*
 * Whether this machine calls from several addresses, each of which has its own ten a minute.
 */

/** A row of which each exchange has a connection of its own, and one over a single connection. */
export interface Connections {
  readonly many: Row;
  readonly single: Row;
}

/**
 * Both rows, if more was served than a limit of ten allows: a machine that calls from several addresses in turn, connection
 * by connection, has ten for each of them. `null` if what was too much cannot come from that.
 */
export const connections = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.connections',
    phase: 'fresh window',
    uses: { spent, credentials: listingCredentials },
    mayUse: { rowsWhileSpent, readings, paced },
    sends: { token: 0 },
  },
  async ({ http, spent, credentials, rowsWhileSpent, readings = [], paced }): Promise<Connections | null> => {
    const { windowMs } = http.ledger;
    const isUnlimited = isBeyondEveryLimit(spent, windowMs);
    const isTooBrisk = paced ? isBeyondEveryLimit(paced.brisk, windowMs) : false;
    const isTooMuch = isUnlimited || isTooBrisk || rowsWhileSpent?.excess || beyondTen(readings, windowMs).length > 0;
    if (!isTooMuch) return null;
    const row = async (how: string, connection: { connection?: 'kept' } = {}) => {
      await longerPause(http, how);
      return exchangeUntilRefused(http, keyAndSecret(http, credentials), { since: http.ledger.now(), ...connection });
    };
    const many = isUnlimited ? spent : await row('one after the other');
    if (!isTooBrisk && !isBeyondTen(many, windowMs)) return null;
    return { many, single: await row('over one connection', { connection: 'kept' }) };
  },
);
