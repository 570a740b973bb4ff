import type { OutageTold } from '../causes/reason.ts';
import type { Endpoint } from './reply.ts';
import { amount, inWords } from '../text/in-words.ts';
import { statusOf } from './results.ts';
import type { Failure, WireResult } from './transport.ts';
import type { Attempt } from './tries.ts';

export class Outage {
  readonly endpoint: Endpoint;
  readonly startedAt = new Date();
  /** The status that came instead of an answer; `null` if none did. */
  readonly status: number | null;
  readonly isRefused: boolean;
  isWhole: boolean;
  met = 0;
  /** How many calls of the endpoint were answered before. */
  after = 0;
  durationMs = 0;
  /** The first request that met it and the last one before its end, in the order of sending. */
  cause = Infinity;
  last = 0;
  /** The calls that were under way when it began. */
  inFlight: readonly string[] = [];
  end: 'over' | 'down' | null = null;
  /** Resolves after the next control. */
  round: Promise<void> = Promise.resolve();

  constructor(endpoint: Endpoint, first: WireResult, isWhole: boolean) {
    this.endpoint = endpoint;
    this.status = statusOf(first);
    this.isRefused = isRefused(first);
    this.isWhole = isWhole;
  }
}

/** Whether it may be a limit of the rate that is answered with 503. */
export const isOfLimit = ({ status, end, durationMs }: Outage): boolean =>
  status === 503 && end === 'over' && durationMs < LONGEST_OF_LIMIT;

const LONGEST_OF_LIMIT = 10_000;

/** The calls that got no answer when the first of these failed: the process may have ended in one of them. */
export function inFlightAtFirst(failing: readonly Attempt[]): string[] {
  const first = Math.min(...failing.map(({ ended }) => ended));
  const isLost = ({ result, began }: Attempt) => result.kind === 'no-answer' && !isRefused(result) && began <= first;
  return failing
    .filter(isLost)
    .sort((one, other) => one.began - other.began)
    .map(({ callId }) => callId);
}

const isRefused = (result: WireResult): boolean => result.kind === 'no-answer' && result.failure.reason === 'refused';

const NAMES: Readonly<Record<Endpoint, string>> = {
  health: 'GET /health',
  inventory: 'GET /inventory',
  forecast: 'POST /forecast',
  orders: 'POST /orders',
  reports: 'POST /reports',
  token: 'POST /auth/token',
  toplists: 'GET /toplists',
};

export function nameOf(endpoint: Endpoint): string {
  return NAMES[endpoint];
}

export function gone(outage: Outage): Failure {
  const { after, inFlight } = outage;
  const since = after === 0 ? 'The service served no call' : 'The service went away';
  const calls = `${inWords(inFlight, 'and')} ${inFlight.length === 1 ? 'was' : 'were'} in flight then`;
  const suspects = inFlight.length > 0 ? ` ${calls}: your log says whether one of these calls ended the process.` : '';
  return {
    reason: 'gone',
    message: `${since}: from ${timeOf(outage)} on it was not available (${cameInWords(outage)}) for ${secondsOf(outage)}.${after > 0 ? suspects : ''}`,
  };
}

export function down(outage: Outage): Failure {
  const name = nameOf(outage.endpoint);
  return {
    reason: 'down',
    message: `${name} was not available (${cameInWords(outage)}) from ${timeOf(outage)} on for ${secondsOf(outage)}, after ${amount(outage.after, 'call')} that it answered, while other endpoints answered.`,
  };
}

/** `null`: the whole service. */
export function fatal(endpoint: Endpoint | null, callIds: readonly string[]): Failure {
  const [name, what] = endpoint === null ? ['The service', 'it'] : [nameOf(endpoint), 'the service'];
  const message = `${name} is not called any more: ${what} went down at ${inWords(callIds, 'and')}, each time they were sent.`;
  return { reason: 'fatal', message };
}

export function hanging(endpoint: Endpoint, times: number): Failure {
  const message = `${times} requests to ${nameOf(endpoint)} got no answer, although each was sent again. It is no longer called.`;
  return { reason: 'hanging', message };
}

export function silent(times: number): Failure {
  const message = `${times} requests timed out, and none was answered`;
  return { reason: 'timeout', message };
}

export function cameInWords({ status }: Pick<Outage, 'status'>): string {
  return status === null ? 'no answer' : `status ${status}`;
}

function timeOf({ startedAt }: Outage): string {
  return `${startedAt.toISOString().slice(11, 19)} UTC`;
}

function secondsOf({ durationMs }: Outage): string {
  return `${Math.max(1, Math.round(durationMs / 1000))} s`;
}

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
