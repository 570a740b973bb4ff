import { listingCredentials } from '../../givens.ts';
import { isBeyondTen, beyondTen } from '../readers/limit-of-ten.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import { exchangeUntilRefused, type Row, longerPause } from './exchanges-in-a-row.ts';
import { exchangeThrottle, spent, readings, paced } from './records.ts';

/*
 * Whether this machine calls from several addresses, each of which has its own ten a minute.
 */

/**
 * A row over one connection, if more than ten were served, one after the other, each over a connection of its own: a
 * machine that calls from several addresses in turn, connection by connection, has ten for each of them.
 */
export const overOneConnection = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.over-one-connection',
    phase: 'fresh window',
    uses: { spent, credentials: listingCredentials },
    mayUse: { readings, paced },
    sends: { token: 0 },
  },
  async ({ http, spent, credentials, readings = [] }): Promise<Row | null> => {
    const { ledger } = http;
    const row = async (how: string, connection: { connection?: 'kept' } = {}) => {
      await longerPause(http, how);
      return exchangeUntilRefused(http, keyAndSecret(http, credentials), { since: ledger.now(), ...connection });
    };
    if (beyondTen([spent], ledger.windowMs).length === 0) {
      if (beyondTen(readings, ledger.windowMs).length === 0) return null;
      if (!isBeyondTen(await row('one after the other'), ledger.windowMs)) return null;
    }
    return row('over one connection', { connection: 'kept' });
  },
);
