import { ENDLESS_LIMITS, ONLY_LIMITS, WENT_AWAY } from '../http/outage-words.ts';

/**
 * The sentences that say why a check did not run. A report has no other field for the reason, so it is read back from
 * these sentences. They are written and parsed only in this file.
 */
export const INTERRUPTED = 'The run was interrupted before it.';
export const UNDER_LOCAL = 'Not judged under --local.';

/** The sentence for a check that another check blocks. */
export function waitsFor(id: string, what: string): string {
  return `Waits for ${id}, which ${what}.`;
}

/** The same if the blocking check was itself skipped: the original cause is kept. */
export function waitsForSkipped(id: string, why: string): string {
  if (waitedFor(why) !== undefined) return why;
  return waitsFor(id, `was skipped: ${why.charAt(0).toLowerCase()}${why.slice(1).replace(/\.$/, '')}`);
}

/** The id of the blocking check; `undefined` if the check was skipped for another reason. */
export function waitedFor(message: string): string | undefined {
  return /^Waits for ([^\s,]+),/.exec(message)?.[1];
}

/** The original reason of a skip: if the blocking check was itself skipped, the reason why. */
export function firstReason(message: string): string {
  const reason = /^Waits for [^\s,]+, which was skipped: (.+)$/s.exec(message)?.[1];
  return reason === undefined ? message : reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** The sentence for a check that an option excludes. */
export function leftOutBy(option: string, why = ''): string {
  return `Left out by ${option}${why === '' ? '' : `: ${why}`}.`;
}

export function isLeftOut(message: string): boolean {
  return message.startsWith('Left out by ');
}

/** True if the run was limited to other checks with `--only` or `--failed-from`. */
export function isNotAskedFor(message: string): boolean {
  return /^Left out by --(?:only|failed-from)\b/.test(message);
}

/** True if the check, or the one that blocks it, did not run because the run was interrupted. */
export function isInterrupted(message: string): boolean {
  return firstReason(message) === INTERRUPTED;
}

/** True if a check is inconclusive because the whole service became unavailable. */
export function isForWantOfService(message: string): boolean {
  return [WENT_AWAY, ONLY_LIMITS, ENDLESS_LIMITS].some((beginning) => message.startsWith(beginning));
}
