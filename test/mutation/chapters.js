import { existsSync, readdirSync } from 'node:fs';
import { URL } from 'node:url';

const adServer = (module, mutate, also = []) => ({
  contract: 'ad-server',
  modules: [module],
  also,
  mutate: mutate.map((file) => `checks/ad-server/${file}.ts`),
});

/** What checks are made of and what has a test of its own, which shows it without a publisher, and so in every detail. */
const PARTS = ['ad-server', 'listing'].flatMap((contract) =>
  readdirSync(new URL(`../../checks/${contract}/parts`, import.meta.url))
    .filter((file) => existsSync(new URL(`../checks/${file.replace('.ts', '.test.ts')}`, import.meta.url)))
    .map((file) => `checks/${contract}/parts/${file}`),
);

/**
 * Which files are changed, and the modules whose publishers judge the change; `also` are checks that depend on them.
 * Without modules, the tests in `test/checks` judge.
 */
export const CHAPTERS = {
  connection: adServer('connection', ['01-connection']),
  health: adServer('health', ['02-health'], ['forecast.body-is-object']),
  inventory: adServer('inventory', ['03-inventory*']),
  forecast: adServer('forecast', ['04-forecast*']),
  orders: adServer('orders', ['05-orders*', '05-forecast-booked', 'parts/candidates', 'parts/order-forms']),
  idempotency: adServer('idempotency', ['06-idempotency*']),
  updates: adServer('updates', ['07-updates*']),
  reports: adServer('reports', ['05-reported', '08-reports', 'parts/report-request']),
  auth: adServer('auth', ['09-auth*']),
  errors: adServer('errors', ['10-errors*', 'parts/malformed']),
  listing: {
    contract: 'listing',
    modules: ['token-exchange', 'listing-access', 'exchange-throttle'],
    also: [],
    mutate: ['checks/listing/**/*.ts', '!checks/listing/statements.ts', ...PARTS.map((part) => `!${part}`)],
  },
  parts: { mutate: PARTS },
};
