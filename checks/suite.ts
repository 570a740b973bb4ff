import { suite as define } from '../src/engine/suite.ts';
import { Yields } from '../src/engine/yields.ts';
import { connection } from './ad-server/connection/requests.ts';
import './ad-server/connection/rules.ts';
import { health } from './ad-server/health/requests.ts';
import './ad-server/health/rules.ts';
import { inventory } from './ad-server/inventory/requests.ts';
import './ad-server/inventory/rules.ts';
import './ad-server/inventory/paging-rules.ts';
import './ad-server/inventory/later-rules.ts';
import { forecast } from './ad-server/forecast/requests.ts';
import './ad-server/forecast/rules.ts';
import './ad-server/forecast/refused-rules.ts';
import { orders } from './ad-server/orders/booking-requests.ts';
import './ad-server/orders/rules.ts';
import './ad-server/orders/rules-on-answers.ts';
import './ad-server/orders/rules-on-creatives.ts';
import './ad-server/orders/rules-on-refusals.ts';
import './ad-server/orders/rules-on-forecasts.ts';
import { idempotency } from './ad-server/idempotency/requests.ts';
import './ad-server/idempotency/rules.ts';
import './ad-server/idempotency/later-rules.ts';
import { updates } from './ad-server/updates/requests.ts';
import './ad-server/updates/race-requests.ts';
import './ad-server/updates/refused-requests.ts';
import './ad-server/updates/rules.ts';
import './ad-server/updates/lines-rules.ts';
import './ad-server/updates/refused-rules.ts';
import './ad-server/updates/reported-rules.ts';
import { reports } from './ad-server/reports/requests.ts';
import './ad-server/reports/rules.ts';
import { auth } from './ad-server/auth/requests.ts';
import './ad-server/auth/rules.ts';
import { errors } from './ad-server/errors/requests.ts';
import './ad-server/errors/rules.ts';
import './ad-server/errors/every-error-rules.ts';
import { attested, client } from './ad-server/statements.ts';
import { yields as adServerYields } from './ad-server/yields.ts';
import { tokenExchange } from './listing/token-exchange/requests.ts';
import './listing/token-exchange/grant-rules.ts';
import './listing/token-exchange/rules.ts';
import { listingAccess } from './listing/listing-access/requests.ts';
import './listing/listing-access/rules.ts';
import './listing/listing-access/wrong-token-rules.ts';
import './listing/listing-access/scope-rules.ts';
import './listing/listing-access/blocked-rules.ts';
import { exchangeThrottle } from './listing/exchange-throttle/requests.ts';
import './listing/exchange-throttle/rules.ts';
import * as listing from './listing/statements.ts';
import { yields as listingYields } from './listing/yields.ts';

/** Every module in the order of the report: the one array that lists, filters, documents and runs the checks. */
export const suite = define({
  yields: new Yields([...adServerYields, ...listingYields]),
  modules: [
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
