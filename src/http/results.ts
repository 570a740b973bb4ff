import type { Failure, WireResult } from './transport.ts';

const DROPPED: readonly Failure['reason'][] = [
  'reset',
  'cut-off',
  'refused',
  'timeout',
  'connect-timeout',
  'unreachable',
];

/** A server error or no answer. The same request may succeed when it is sent again (ad-server §8). */
export function isTrouble(result: WireResult): boolean {
  if (result.kind === 'no-answer') return DROPPED.includes(result.failure.reason);
  return result.status >= 500 && result.status !== 501;
}

/** Whether the endpoint works: it gave an answer that is not a server error. */
export function isAlive(result: WireResult): boolean {
  return result.kind === 'answer' && !isTrouble(result);
}

export function isServed(result: WireResult): boolean {
  return result.kind === 'answer' && result.status >= 200 && result.status < 300;
}

export function isTimeout(result: WireResult): boolean {
  return result.kind === 'no-answer' && result.failure.reason.endsWith('timeout');
}

export function statusOf(result: WireResult): number | null {
  return result.kind === 'answer' ? result.status : null;
}

/** How often a request is sent again after a 429. */
export const RATE_LIMITED_TRIES = 6;
/**
 * The longest `Retry-After` that the suite waits for, in seconds. If a 429 asks for more, it is taken as the answer.
 */
export const LONGEST_PAUSE = 120;

/** The same for a 503 that says when to come back. */
const LONGEST_BUSY_PAUSE = 10;

export function isBusy(result: WireResult): boolean {
  return result.kind === 'answer' && result.status === 503;
}

/** Seconds after which a 503 asks to come back; `null` if it does not, or if that is longer than the suite waits. */
export function busyFor(result: WireResult): number | null {
  const seconds = result.kind === 'answer' && isBusy(result) ? retryAfter(result.headers) : null;
  return seconds === null || seconds > LONGEST_BUSY_PAUSE ? null : seconds;
}

export function isRateLimited(result: WireResult): result is WireResult & { kind: 'answer' } {
  return result.kind === 'answer' && result.status === 429;
}

/** Seconds to wait after this many 429s. It exceeds what the service asked for if that was not enough twice. */
export function pauseAfter(tries: number, asked: number | null): number {
  const growing = Math.min(2 ** tries, 8);
  return asked === null ? growing : Math.max(asked, tries < 2 ? 0 : growing / 2);
}

/** `Retry-After` in seconds (ad-server §7); or from a date, which HTTP also allows, or from a time in seconds since 1970. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  if (number !== null && !isTime(number)) return number;
  const date = number === null ? Date.parse(text) : number * 1000;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** Whether a number can only be a point in time in seconds since 1970, not a time to wait. */
export function isTime(seconds: number): boolean {
  return Math.abs(seconds - Date.now() / 1000) < YEAR;
}

const YEAR = 366 * 86_400;
