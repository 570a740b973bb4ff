import type { OutageTold } from '../causes/reason.ts';
import type { Control } from './controls.ts';
import type { Endpoint } from './reply.ts';
import { inWords } from '../text/in-words.ts';
import { statusOf } from './results.ts';
import type { Failure, WireResult } from './transport.ts';

/** Milliseconds that an outage is waited out: while anything else is served, and where nothing is. */
const LONGEST_OF_ENDPOINT = 30_000;
const LONGEST_OF_SERVICE = 60_000;
/** Milliseconds between two controls: at first, and later. */
const PAUSE = 1000;
const LATER_PAUSE = 4000;
const SHORT_PAUSES = 10;
/** An outage is over after this many successful controls in a row. */
const SERVED_IN_A_ROW = 3;

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
  end: 'over' | 'down' | null = null;
  /** Resolves after the next control. */
  round: Promise<void> = Promise.resolve();
  readonly #began: number;
  readonly #controls: readonly Control[];
  #alone: number | null;
  #asked = 0;
  #failed = 0;
  #inARow = 0;
  #wasServed = false;

  constructor(endpoint: Endpoint, first: WireResult, isWhole: boolean, controls: readonly Control[], now: number) {
    this.endpoint = endpoint;
    this.status = statusOf(first);
    this.isRefused = first.kind === 'no-answer' && first.failure.reason === 'refused';
    this.isWhole = isWhole;
    this.#controls = controls;
    this.#began = now;
    this.#alone = isWhole ? null : now;
  }

  /** What is asked next. Each control may have trouble of its own, so another one follows one that failed. */
  get control(): Control | undefined {
    return this.#controls[this.#failed % this.#controls.length];
  }

  get pauseMs(): number {
    return this.#inARow > 0 || this.#asked < SHORT_PAUSES ? PAUSE : LATER_PAUSE;
  }

  served(now: number): void {
    this.#asked += 1;
    this.#inARow += 1;
    this.#wasServed = true;
    if (this.#inARow === SERVED_IN_A_ROW) this.ends('over', now);
  }

  failed(now: number, isWhole: boolean): void {
    this.#asked += 1;
    this.#failed += 1;
    this.#inARow = 0;
    this.isWhole = isWhole;
    if (!isWhole) this.#alone ??= now;
    const isTooLong =
      this.#alone === null ? now - this.#began >= LONGEST_OF_SERVICE : now - this.#alone >= LONGEST_OF_ENDPOINT;
    // What is served now and then is unsteady, not down.
    if (isTooLong) this.ends(this.#wasServed ? 'over' : 'down', now);
  }

  ends(end: 'over' | 'down', now: number): void {
    this.end = end;
    this.durationMs = now - this.#began;
  }
}

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
  return {
    reason: 'gone',
    message: `The service went away: from ${timeOf(outage)} on it was not available (${cameInWords(outage)}) for ${secondsOf(outage)}.`,
  };
}

export function down(outage: Outage): Failure {
  const name = nameOf(outage.endpoint);
  return {
    reason: 'down',
    message: `${name} was not available (${cameInWords(outage)}) from ${timeOf(outage)} on for ${secondsOf(outage)}, after ${outage.after} calls that it answered, while other endpoints answered.`,
  };
}

export function fatal(endpoint: Endpoint, callIds: readonly string[]): Failure {
  const name = nameOf(endpoint);
  const message = `${name} is not called any more: the service went down at ${inWords(callIds, 'and')}, each time they were sent.`;
  return { reason: 'fatal', message };
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
