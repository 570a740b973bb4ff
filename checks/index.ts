import { suite as define } from '../src/engine/suite.ts';
import { connection } from './ad-server/01-connection.ts';
import { health } from './ad-server/02-health.ts';
import { inventory } from './ad-server/03-inventory.ts';
import './ad-server/03-inventory-paging.ts';
import './ad-server/03-inventory-later.ts';
import { forecast } from './ad-server/04-forecast.ts';
import './ad-server/04-forecast-answers.ts';
import './ad-server/04-forecast-kinds.ts';
import './ad-server/04-forecast-refused.ts';
import { orders } from './ad-server/05-orders.ts';
import './ad-server/05-orders-kinds.ts';
import './ad-server/05-forecast-booked.ts';
import './ad-server/05-orders-odd-slots.ts';
import './ad-server/05-orders-together.ts';
import './ad-server/05-orders-answers.ts';
import './ad-server/05-orders-unknown-slots.ts';
import './ad-server/05-orders-refused.ts';
import './ad-server/05-orders-mended.ts';
import { idempotency } from './ad-server/06-idempotency.ts';
import './ad-server/06-idempotency-conflicts.ts';
import './ad-server/06-idempotency-later.ts';
import './ad-server/06-idempotency-races.ts';
import { updates } from './ad-server/07-updates.ts';
import './ad-server/07-updates-ids.ts';
import './ad-server/07-updates-lines.ts';
import './ad-server/07-updates-refused.ts';
import './ad-server/07-updates-large.ts';
import './ad-server/07-updates-reported.ts';
import './ad-server/07-updates-retried.ts';
import { reports } from './ad-server/08-reports.ts';
import { auth } from './ad-server/09-auth.ts';
import './ad-server/09-auth-scopes.ts';
import './ad-server/09-auth-keys.ts';
import { errors } from './ad-server/10-errors.ts';
import './ad-server/10-errors-bodies.ts';
import { attested, client } from './ad-server/statements.ts';
import { tokenExchange } from './listing/01-token-exchange.ts';
import './listing/01-token-exchange-again.ts';
import { listingAccess } from './listing/02-listing-access.ts';
import './listing/02-listing-access-refused.ts';
import './listing/02-listing-access-scopes.ts';
import './listing/02-listing-access-granted.ts';
import './listing/02-listing-access-blocked.ts';
import { exchangeThrottle } from './listing/03-exchange-throttle.ts';
import './listing/03-exchange-throttle-ten.ts';
import * as listing from './listing/statements.ts';

/** Every module in the order of the report: the one array that lists, filters, documents and runs the checks. */
export const suite = define({
  chapters: [
    connection,
    health,
    inventory,
    forecast,
    orders,
    idempotency,
    updates,
    reports,
    auth,
    errors,
    tokenExchange,
    listingAccess,
    exchangeThrottle,
  ],
  attested: [
    ...attested.map((statement) => ({ ...statement, contract: 'ad-server' as const })),
    ...listing.attested.map((statement) => ({ ...statement, contract: 'listing' as const })),
  ],
  client: [
    ...client.map((statement) => ({ ...statement, contract: 'ad-server' as const })),
    ...listing.client.map((statement) => ({ ...statement, contract: 'listing' as const })),
  ],
});
