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

/** The status of an answer; `null` if none came. */
export function statusOf(result: WireResult): number | null {
  return result.kind === 'answer' ? result.status : null;
}
