import type { Outage } from './outage.ts';
import type { Endpoint } from './reply.ts';
import type { Failure } from './transport.ts';

const NAMES: Readonly<Record<Endpoint, string>> = {
  health: 'GET /health',
  inventory: 'GET /inventory',
  forecast: 'POST /forecast',
  orders: 'POST /orders',
  reports: 'POST /reports',
  token: 'POST /auth/token',
  toplists: 'GET /toplists',
};

/** An endpoint as people write it. */
export function nameOf(endpoint: Endpoint): string {
  return NAMES[endpoint];
}

/** How every message begins that says that the whole service stayed away. */
export const WENT_AWAY = 'The service went away';

/** Why nothing more is sent to a service. */
export function gone(outage: Outage): Failure {
  return {
    reason: 'gone',
    message: `${WENT_AWAY}: from ${at(outage)} on it was not available (${outage.came}) for ${seconds(outage)}.`,
  };
}

/** Why nothing more is sent to an endpoint. */
export function down(outage: Outage): Failure {
  const name = nameOf(outage.endpoint);
  return {
    reason: 'down',
    message: `${name} was not available (${outage.came}) from ${at(outage)} on for ${seconds(outage)}, while other endpoints answered.`,
  };
}

function at({ startedAt }: Outage): string {
  return `${startedAt.toISOString().slice(11, 19)} UTC`;
}

function seconds({ durationMs }: Outage): string {
  return `${Math.max(1, Math.round(durationMs / 1000))} s`;
}
