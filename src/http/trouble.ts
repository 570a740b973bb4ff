import type { Failure, WireResult } from './transport.ts';

const DROPPED: readonly Failure['reason'][] = [
  'reset',
  'cut-off',
  'refused',
  'timeout',
  'connect-timeout',
  'unreachable',
];

/** A server error, or no answer, which the same call may not meet when it is sent again (ad-server §8). */
export function isTrouble(result: WireResult): boolean {
  if (result.kind === 'no-answer') return DROPPED.includes(result.failure.reason);
  return result.status >= 500 && result.status !== 501;
}

/** Whether an endpoint answered at all, however. */
export function isAlive(result: WireResult): boolean {
  return result.kind === 'answer' && !isTrouble(result);
}

export function isTimeout(result: WireResult): boolean {
  return result.kind === 'no-answer' && result.failure.reason.endsWith('timeout');
}

/** Whether something on the way to the service may have answered for it, or nothing did. */
export function isOfGateway(result: WireResult): boolean {
  return result.kind === 'no-answer' || [502, 503, 504].includes(result.status);
}

/** What came, in two words: `status 503`, `no answer`. */
export function troubleInWords(result: WireResult): string {
  return result.kind === 'answer' ? `status ${result.status}` : 'no answer';
}
