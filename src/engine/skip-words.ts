import { ONLY_LIMITS, WENT_AWAY } from '../http/outage-words.ts';

/**
 * The sentences by which a check that did not run says why. A report holds nothing else about it, so whoever reads one
 * goes by them: they are written and read here alone.
 */
export const INTERRUPTED = 'The run was interrupted before it.';
export const UNDER_LOCAL = 'Not judged under --local.';

/** Said of what waits for another check. */
export function waitsFor(id: string, what: string): string {
  return `Waits for ${id}, which ${what}.`;
}

/** The same where that one was itself skipped: the first cause is passed on. */
export function waitsForSkipped(id: string, why: string): string {
  if (waitedFor(why) !== undefined) return why;
  return waitsFor(id, `was skipped: ${why.charAt(0).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`);
}

/** The id of the check that a skip waits for; `undefined` where it has another reason. */
export function waitedFor(message: string): string | undefined {
  return /^Waits for ([^\s,]+),/.exec(message)?.[1];
}

/** Why a skip came about in the first place: of one that waits for a skipped check, that one's reason. */
export function firstReason(message: string): string {
  const reason = /^Waits for [^\s,]+, which was skipped: (.+)$/s.exec(message)?.[1];
  return reason === undefined ? message : reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Said of what an option leaves out. */
export function leftOutBy(option: string, why = ''): string {
  return `Left out by ${option}${why === '' ? '' : `: ${why}`}.`;
}

export function isLeftOut(message: string): boolean {
  return message.startsWith('Left out by ');
}

/** Whether a check was not asked for, of a module that was therefore not asked for as a whole. */
export function isNotAskedFor(message: string): boolean {
  return /^Left out by --(?:only|failed-from)\b/.test(message);
}

/** Whether the end of the run is why, for the check itself or for what it waits for. */
export function isInterrupted(message: string): boolean {
  return firstReason(message) === INTERRUPTED;
}

/** Whether a check is inconclusive because the service as a whole was not there any more. */
export function isForWantOfService(message: string): boolean {
  return message.startsWith(WENT_AWAY) || message.startsWith(ONLY_LIMITS);
}
