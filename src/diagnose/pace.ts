import { DEFAULT_TIMEOUT } from '../settings.ts';
import type { Conclusion } from './conclusion.ts';

/** How long the client waits for an answer (ad-server §8). */
const PATIENCE_MS = DEFAULT_TIMEOUT * 1000;
/** From this part of the client's patience on an answer is called slow: a busy hour makes it twice as slow. */
const NEAR = 1 / 3;

export type Pace = 'in-time' | 'near' | 'too-slow';

/** Whether the client would have waited for an answer that took so long. */
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

/** What to tell of an answer that the client only just waits for. */
export function nearPatience(call: string, seconds: string): string {
  return `Make ${call} answer faster: it took ${seconds}, and the client gives up after ${DEFAULT_TIMEOUT} s.`;
}

export const FASTER =
  'Make GET /health answer at once: read the account from memory or a small table, and wait for nothing else.';
