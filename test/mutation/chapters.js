const adServer = (module, mutate, also = []) => ({
  contract: 'ad-server',
  modules: [module],
  also,
  mutate: mutate.map((file) => `checks/ad-server/${file}.ts`),
});

/** Which files are changed, and the modules whose publishers judge the change; `also` are checks that depend on them. */
export const CHAPTERS = {
  connection: adServer('connection', ['01-connection']),
  health: adServer('health', ['02-health'], ['forecast.body-is-object']),
  inventory: adServer('inventory', [
    '03-inventory',
    '03-inventory-paging',
    'inventory-walk',
    'inventory-sight',
    'id-set',
  ]),
  forecast: adServer('forecast', ['04-forecast*']),
  orders: adServer('orders', ['05-orders*', 'booking', 'campaign', 'flights', 'unknown-slot']),
  idempotency: adServer('idempotency', ['06-idempotency*', 'conflicting', 'same-ids']),
  updates: adServer('updates', ['07-updates*']),
  reports: adServer('reports', ['08-reports', 'report-request']),
  auth: adServer('auth', ['09-auth', 'wrong-keys', 'served-anyway', 'credentials']),
  errors: adServer('errors', ['10-errors*', 'malformed']),
  listing: {
    contract: 'listing',
    modules: ['token-exchange', 'listing-access', 'exchange-throttle'],
    also: [],
    mutate: ['checks/listing/*.ts', '!checks/listing/statements.ts'],
  },
};
