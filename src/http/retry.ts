import type { WireResult } from './transport.ts';

/** How often a request is sent again after a 429. */
export const RATE_LIMITED_TRIES = 6;
/**
 * The longest `Retry-After` that the suite waits for, in seconds. If a 429 asks for more, it is taken as the answer.
 */
export const LONGEST_PAUSE = 120;

/** The same for a 503 that says when to come back. */
export const LONGEST_BUSY_PAUSE = 10;
export const MOST_BUSY = 3;

export function isBusy(result: WireResult): boolean {
  return result.kind === 'answer' && result.status === 503;
}

export function isRateLimited(result: WireResult): result is WireResult & { kind: 'answer' } {
  return result.kind === 'answer' && result.status === 429;
}

/** Seconds to wait after this many 429s. It exceeds what the service asked for if that was not enough twice. */
export function pauseAfter(tries: number, asked: number | null): number {
  const growing = Math.min(2 ** tries, 8);
  return asked === null ? growing : Math.max(asked, tries < 2 ? 0 : growing / 2);
}

/** `Retry-After` in seconds (ad-server §7), or from a date, which HTTP also allows. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['retry-after']?.trim();
  if (text === undefined || text === '') return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
