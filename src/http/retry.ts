import type { Failure, WireResult } from './transport.ts';

/** Waits before the second, third and fourth try of a call that met a 5xx or a dropped connection, in milliseconds. */
const BACKOFF = [200, 600, 1800];
/** How often a call is asked again after a 429. */
export const RATE_LIMITED_TRIES = 6;
/** The longest `Retry-After` that the suite waits for, in seconds; beyond it the 429 stands as the answer. */
export const LONGEST_PAUSE = 120;

const DROPPED: readonly Failure['reason'][] = [
  'reset',
  'cut-off',
  'refused',
  'timeout',
  'connect-timeout',
  'unreachable',
];

/** Whether the same call may succeed when it is sent again (ad-server §8: backoff on 5xx). */
export function isTransient(result: WireResult): boolean {
  if (result.kind === 'no-answer') return DROPPED.includes(result.failure.reason);
  return result.status >= 500 && result.status !== 501;
}

/** A timeout takes long, so such a call is sent again only once. */
export function triesFor(result: WireResult): number {
  return result.kind === 'no-answer' && result.failure.reason.endsWith('timeout') ? 1 : BACKOFF.length;
}

/**
 * Milliseconds to wait after so many failures before a call is sent again: at least what the service asks for, unless
 * that is longer than `longest`, in seconds.
 */
export function backoff(failures: number, result: WireResult, longest: number): number {
  const seconds = result.kind === 'answer' ? (retryAfter(result.headers) ?? 0) : 0;
  return Math.max(BACKOFF[failures] ?? 0, seconds <= longest ? seconds * 1000 : 0);
}

/** The longest `Retry-After`, in seconds, after which a failed call is sent again. */
export const LONGEST_BACKOFF = 10;
/** The same where the service may be overloaded. */
export const LONGEST_BUSY_PAUSE = 60;

export function isBusy(result: WireResult): boolean {
  return result.kind === 'answer' && result.status === 503;
}

export function isRateLimited(result: WireResult): result is WireResult & { kind: 'answer' } {
  return result.kind === 'answer' && result.status === 429;
}

/** Seconds to wait after so many 429s: more than the service asked for if that was not enough twice. */
export function pauseAfter(tries: number, asked: number | null): number {
  const growing = Math.min(2 ** tries, 8);
  return asked === null ? growing : Math.max(asked, tries < 2 ? 0 : growing / 2);
}

/** `Retry-After` in seconds (ad-server §7), or as a date, which HTTP also allows. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
