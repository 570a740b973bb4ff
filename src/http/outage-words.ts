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

/** The endpoint as people write it. */
export function nameOf(endpoint: Endpoint): string {
  return NAMES[endpoint];
}

/** How every message begins that says the whole service became unavailable, or answered 429 only or too often. */
export const WENT_AWAY = 'The service went away';
export const ONLY_LIMITS = 'The service answered nothing but 429 (rate limit)';
export const ENDLESS_LIMITS = 'The service went on answering 429 (rate limit)';

/** Why nothing more is sent to the service. */
export function gone(outage: Outage): Failure {
  return {
    reason: 'gone',
    message: `${WENT_AWAY}: from ${timeOf(outage)} on it was not available (${outage.came}) for ${secondsOf(outage)}.`,
  };
}

/** Why nothing more is sent to this endpoint. */
export function down(outage: Outage): Failure {
  const name = nameOf(outage.endpoint);
  return {
    reason: 'down',
    message: `${name} was not available (${outage.came}) from ${timeOf(outage)} on for ${secondsOf(outage)}, while other endpoints answered.`,
  };
}

function timeOf({ startedAt }: Outage): string {
  return `${startedAt.toISOString().slice(11, 19)} UTC`;
}

function secondsOf({ durationMs }: Outage): string {
  return `${Math.max(1, Math.round(durationMs / 1000))} s`;
}

/** An outage as the report tells it. */
export interface OutageTold {
  /** `The service`, or the name of an endpoint. */
  readonly what: string;
  readonly isWhole: boolean;
  /** `status 503`, `no answer`. */
  readonly came: string;
  /** `from 10:04:12 UTC on for 8 s` */
  readonly when: string;
  readonly durationMs: number;
  /** How many requests met it. */
  readonly met: number;
  readonly isOver: boolean;
}

export function told(outage: Outage): OutageTold {
  const { isWhole, endpoint, came, durationMs, met, end } = outage;
  return {
    what: isWhole ? 'The service' : nameOf(endpoint),
    isWhole,
    came,
    when: `from ${timeOf(outage)} on for ${secondsOf(outage)}`,
    durationMs,
    met,
    isOver: end !== 'down',
  };
}
