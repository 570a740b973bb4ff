import { suite as define } from '../src/engine/suite.ts';
import { Yields } from '../src/engine/yields.ts';
import { statements } from '../src/generated/statements.ts';
import { connection } from './ad-server/connection/records.ts';
import './ad-server/connection/requests.ts';
import './ad-server/connection/rules.ts';
import './ad-server/connection/body-rules.ts';
import { health } from './ad-server/health/records.ts';
import './ad-server/health/requests.ts';
import './ad-server/health/rules.ts';
import { inventory } from './ad-server/inventory/records.ts';
import './ad-server/inventory/requests.ts';
import './ad-server/inventory/rules.ts';
import './ad-server/inventory/paging-rules.ts';
import './ad-server/inventory/second-look-rules.ts';
import { forecast } from './ad-server/forecast/records.ts';
import './ad-server/forecast/requests.ts';
import './ad-server/forecast/option-requests.ts';
import './ad-server/forecast/refused-requests.ts';
import './ad-server/forecast/rules.ts';
import './ad-server/forecast/comparison-rules.ts';
import './ad-server/forecast/refused-rules.ts';
import { orders } from './ad-server/orders/records.ts';
import './ad-server/orders/booking-requests.ts';
import './ad-server/orders/other-slot-requests.ts';
import { termsTaken } from './ad-server/orders/two-at-once-requests.ts';
import './ad-server/orders/refused-requests.ts';
import './ad-server/orders/odd-text-requests.ts';
import './ad-server/orders/rules.ts';
import './ad-server/orders/answer-rules.ts';
import './ad-server/orders/refusal-rules.ts';
import './ad-server/orders/odd-text-rules.ts';
import './ad-server/orders/forecast-rules.ts';
import { idempotency } from './ad-server/idempotency/records.ts';
import './ad-server/idempotency/requests.ts';
import './ad-server/idempotency/later-requests.ts';
import './ad-server/idempotency/race-requests.ts';
import './ad-server/idempotency/rules.ts';
import './ad-server/idempotency/race-rules.ts';
import { updates } from './ad-server/updates/records.ts';
import './ad-server/updates/requests.ts';
import './ad-server/updates/refused-requests.ts';
import './ad-server/updates/rules.ts';
import './ad-server/updates/refused-rules.ts';
import './ad-server/updates/reported-rules.ts';
import { reports } from './ad-server/reports/records.ts';
import './ad-server/reports/requests.ts';
import './ad-server/reports/rules.ts';
import { auth } from './ad-server/auth/requests.ts';
import './ad-server/auth/rules.ts';
import { errors } from './ad-server/errors/requests.ts';
import './ad-server/errors/rules.ts';
import { yields as rowsOfAdServer } from './ad-server/yields.ts';
import { tokenExchange } from './listing/token-exchange/right-credential-requests.ts';
import './listing/token-exchange/wrong-credential-requests.ts';
import './listing/token-exchange/grant-rules.ts';
import './listing/token-exchange/rules.ts';
import { listingAccess } from './listing/listing-access/good-token-requests.ts';
import './listing/listing-access/wrong-token-requests.ts';
import './listing/listing-access/good-token-rules.ts';
import './listing/listing-access/refused-token-rules.ts';
import './listing/listing-access/forbidden-rules.ts';
import { exchangeThrottle } from './listing/exchange-throttle/requests.ts';
import './listing/exchange-throttle/rules.ts';
import { yields as rowsOfListing } from './listing/yields.ts';

/** Every module in the order of the report: the one array that lists, filters, documents and runs the checks. */
export const suite = define({
  termsTaken,
  yields: new Yields([...rowsOfAdServer, ...rowsOfListing]),
  modules: [
    ...[connection, health, inventory, forecast, orders, idempotency, updates, reports, auth, errors],
    ...[tokenExchange, listingAccess, exchangeThrottle],
  ],
  ...statements,
});
