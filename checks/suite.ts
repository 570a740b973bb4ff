import { suite as define } from '../src/engine/suite.ts';
import { Yields } from '../src/engine/yields.ts';
import { statements } from '../src/generated/statements.ts';
import { connection, health, inventory, forecast } from './ad-server/records.ts';
import './ad-server/connection/rules.ts';
import './ad-server/health/rules.ts';
import './ad-server/inventory/rules.ts';
import './ad-server/forecast/rules.ts';
import './ad-server/forecast/speed-rule.ts';
import './ad-server/forecast/refused-rules.ts';
import { orders, idempotency, updates, reports } from './ad-server/booking-records.ts';
import './ad-server/orders/booking-requests.ts';
import { termsTaken } from './ad-server/orders/two-at-once-requests.ts';
import './ad-server/orders/refused-requests.ts';
import './ad-server/orders/rules.ts';
import './ad-server/orders/answer-rules.ts';
import './ad-server/orders/refusal-rules.ts';
import './ad-server/idempotency/requests.ts';
import './ad-server/idempotency/rules.ts';
import './ad-server/updates/requests.ts';
import './ad-server/updates/refused-requests.ts';
import './ad-server/updates/rules.ts';
import './ad-server/updates/refused-rules.ts';
import './ad-server/updates/report-rules.ts';
import './ad-server/reports/rules.ts';
import { auth } from './ad-server/auth/requests.ts';
import './ad-server/auth/rules.ts';
import { errors } from './ad-server/errors/requests.ts';
import './ad-server/errors/rules.ts';
import { yields as rowsOfAdServer } from './ad-server/yields.ts';
import { tokenExchange } from './listing/token-exchange/right-credential-requests.ts';
import './listing/token-exchange/rules.ts';
import { listingAccess } from './listing/listing-access/requests.ts';
import './listing/listing-access/token-rules.ts';
import './listing/listing-access/forbidden-rules.ts';
import { exchangeThrottle } from './listing/exchange-throttle/requests.ts';
import './listing/exchange-throttle/rules.ts';
import { yields as rowsOfListing } from './listing/yields.ts';

export const suite = define({
  termsTaken,
  yields: new Yields([...rowsOfAdServer, ...rowsOfListing]),
  modules: [
    ...[connection, health, inventory, forecast, orders, idempotency, updates, reports, auth, errors],
    ...[tokenExchange, listingAccess, exchangeThrottle],
  ],
  ...statements,
});
