/** Which files are changed, and the module whose publishers judge the change. */
export const CHAPTERS = {
  health: { module: 'health', also: ['forecast.body-is-object'], mutate: ['02-health'] },
  reports: { module: 'reports', mutate: ['08-reports', 'report-request'] },
  errors: { module: 'errors', mutate: ['10-errors', 'malformed'] },
  auth: { module: 'auth', mutate: ['09-auth', 'wrong-keys', 'served-anyway', 'credentials'] },
  forecast: { module: 'forecast', mutate: ['04-forecast'] },
  inventory: { module: 'inventory', mutate: ['03-inventory', '03-inventory-paging', 'inventory-walk', 'id-set'] },
  idempotency: { module: 'idempotency', mutate: ['06-idempotency*'] },
  updates: { module: 'updates', mutate: ['07-updates*', 'same-ids'] },
  orders: { module: 'orders', mutate: ['05-orders*', 'booking', 'campaign', 'flights', 'unknown-slot'] },
};
