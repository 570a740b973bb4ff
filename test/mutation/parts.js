import { existsSync, readdirSync } from 'node:fs';
import { URL } from 'node:url';

const adServer = (module, also = [], more = []) => ({
  contract: 'ad-server',
  modules: [module],
  also,
  mutate: [`checks/ad-server/${module}/*.ts`, ...more.map((file) => `checks/ad-server/${file}.ts`)],
});

/** What has a test of its own, which shows it without a publisher, and so in every detail. */
const TESTED_ALONE = [
  'ad-server/values',
  'ad-server/readers',
  'ad-server/auth',
  'listing/values',
  'listing/readers',
].flatMap((folder) =>
  readdirSync(new URL(`../../checks/${folder}`, import.meta.url))
    .filter((file) => existsSync(new URL(`../checks/${file.replace('.ts', '.test.ts')}`, import.meta.url)))
    .map((file) => `checks/${folder}/${file}`),
);

/**
 * Which files are changed, and the modules whose publishers judge the change; `also` are checks that depend on them.
 * Without modules, the tests in `test/checks` judge.
 */
export const PARTS = {
  connection: adServer('connection'),
  health: adServer('health', ['forecast.body-is-object']),
  inventory: adServer('inventory'),
  forecast: adServer('forecast', [], ['desk/forecasts']),
  orders: adServer('orders', [], ['desk/desk', 'desk/first-booking', 'desk/kinds', 'desk/together']),
  idempotency: adServer('idempotency', [], ['desk/together']),
  updates: adServer('updates', [], ['desk/updating', 'desk/changes']),
  reports: adServer('reports'),
  auth: adServer('auth'),
  errors: adServer('errors'),
  listing: {
    contract: 'listing',
    modules: ['token-exchange', 'listing-access', 'exchange-throttle'],
    also: [],
    mutate: ['checks/listing/**/*.ts', ...TESTED_ALONE.map((file) => `!${file}`)],
  },
  alone: { mutate: TESTED_ALONE },
};
