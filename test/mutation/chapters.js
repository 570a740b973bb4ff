const adServer = (module, mutate, also = []) => ({
  contract: 'ad-server',
  modules: [module],
  also,
  mutate: mutate.map((file) => `checks/ad-server/${file}.ts`),
});

/** What checks are made of: tests of their own show them without a publisher, and so in every detail. */
const PARTS = [
  ...[
    ...['booking', 'campaign', 'conflicting', 'countries', 'credentials', 'even-sample', 'flights', 'id-set'],
    ...['inventory-sight', 'inventory-walk'],
    ...[
      'let-in-alike',
      'order-edits',
      'other-case',
      'page-sizes',
      'report-rows',
      'same-ids',
      'served-anyway',
      'unfitting-sizes',
      'unknown-slot',
    ],
    ...['walk-comparison', 'wrong-keys'],
  ].map((part) => `ad-server/${part}`),
  ...['exchange-request', 'granted-scopes', 'jwt', 'leaked-data', 'near-miss', 'same-answer'].map(
    (part) => `listing/${part}`,
  ),
];

/**
 * Which files are changed, and the modules whose publishers judge the change; `also` are checks that depend on them.
 * Without modules, the tests in `test/checks` judge.
 */
export const CHAPTERS = {
  connection: adServer('connection', ['01-connection']),
  health: adServer('health', ['02-health'], ['forecast.body-is-object']),
  inventory: adServer('inventory', ['03-inventory', '03-inventory-paging']),
  forecast: adServer('forecast', ['04-forecast*']),
  orders: adServer('orders', ['05-orders*', 'order-forms']),
  idempotency: adServer('idempotency', ['06-idempotency*']),
  updates: adServer('updates', ['07-updates*']),
  reports: adServer('reports', ['05-reported', '08-reports', 'report-request']),
  auth: adServer('auth', ['09-auth*']),
  errors: adServer('errors', ['10-errors*', 'malformed']),
  listing: {
    contract: 'listing',
    modules: ['token-exchange', 'listing-access', 'exchange-throttle'],
    also: [],
    mutate: [
      'checks/listing/*.ts',
      '!checks/listing/statements.ts',
      ...PARTS.filter((part) => part.startsWith('listing/')).map((part) => `!checks/${part}.ts`),
    ],
  },
  parts: { mutate: PARTS.map((part) => `checks/${part}.ts`) },
};
