import { DEFAULT_TIMEOUT } from '../settings.ts';
import type { Conclusion } from './walk.ts';

/** How long the client waits for an answer, in milliseconds (ad-server §8). */
const PATIENCE_MS = DEFAULT_TIMEOUT * 1000;
/** The share of the client's timeout from which an answer counts as slow. In a busy hour it may take much longer. */
const NEAR = 1 / 3;

export type Pace = 'in-time' | 'near' | 'too-slow';

/** How close an answer of this duration came to the client's timeout. */
export function paceOf(milliseconds: number): Pace {
  if (milliseconds > PATIENCE_MS) return 'too-slow';
  return milliseconds >= PATIENCE_MS * NEAR ? 'near' : 'in-time';
}

export function tooSlow(call: string, seconds: string): Conclusion {
  return {
    cause: `${call} takes ${seconds}; the client waits ${DEFAULT_TIMEOUT} s.`,
    whose: 'publisher',
    publisher: [FASTER],
  };
}

/** The warning for an answer that nearly exceeded the client's timeout. */
export function nearPatience(call: string, seconds: string): string {
  return `Make ${call} answer faster: it took ${seconds}, and the client gives up after ${DEFAULT_TIMEOUT} s.`;
}

export const FASTER =
  'Make GET /health answer at once: read the account from memory or a small table, and wait for nothing else.';
