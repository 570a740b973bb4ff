import type { Outage } from './outage.ts';
import type { Endpoint } from './reply.ts';
import type { Failure } from './transport.ts';
import type { OutageTold } from '../causes/reason.ts';

const NAMES: Readonly<Record<Endpoint, string>> = {
  health: 'GET /health',
  inventory: 'GET /inventory',
  forecast: 'POST /forecast',
  orders: 'POST /orders',
  reports: 'POST /reports',
  token: 'POST /auth/token',
  toplists: 'GET /toplists',
};

/** The endpoint as people write it. */
export function nameOf(endpoint: Endpoint): string {
  return NAMES[endpoint];
}

/** Why nothing more is sent to the service. */
export function gone(outage: Outage): Failure {
  return {
    reason: 'gone',
    message: `The service went away: from ${timeOf(outage)} on it was not available (${cameInWords(outage)}) for ${secondsOf(outage)}.`,
  };
}

/** Why nothing more is sent to this endpoint. */
export function down(outage: Outage): Failure {
  const name = nameOf(outage.endpoint);
  return {
    reason: 'down',
    message: `${name} was not available (${cameInWords(outage)}) from ${timeOf(outage)} on for ${secondsOf(outage)}, while other endpoints answered.`,
  };
}

/** What came instead of an answer. */
export function cameInWords({ status }: Pick<Outage, 'status'>): string {
  return status === null ? 'no answer' : `status ${status}`;
}

function timeOf({ startedAt }: Outage): string {
  return `${startedAt.toISOString().slice(11, 19)} UTC`;
}

function secondsOf({ durationMs }: Outage): string {
  return `${Math.max(1, Math.round(durationMs / 1000))} s`;
}

/** An outage as the report tells it. */
export function told(outage: Outage): OutageTold {
  const { isWhole, endpoint, status, startedAt, durationMs, met, end } = outage;
  return {
    endpoint: isWhole ? null : nameOf(endpoint),
    status,
    startedAt: startedAt.toISOString(),
    durationMs,
    met,
    isOver: end !== 'down',
  };
}
