import type { Control } from './controls.ts';
import type { Outage } from './outage.ts';
import type { Endpoint } from './reply.ts';
import type { Attempt } from './tries.ts';

/** At an endpoint where this many requests failed for good, a second failure is believed. */
const KNOWN_TO_FAIL = 3;

/** What is known of an endpoint. */
export class Place {
  /** When a call was last served, and which one it was in the order of sending. */
  servedAt = -Infinity;
  served = 0;
  timesAnswered = 0;
  /** Which call it was that was answered last, in the order of sending. */
  answered = 0;
  ownTrouble = 0;
  /** The calls that were the cause of outages. */
  readonly fatal: string[] = [];
  /** Nothing was ever served, and that was waited for; or this client may be locked out. */
  isGivenUp = false;
  timeouts = 0;
  hung = 0;
  /** A request that hung beside others, while it is sent again alone. */
  alone: Promise<Attempt | null> | null = null;
  hangsAlone = false;
  /** Milliseconds; `undefined` if it never answered. */
  slowestAnswer: number | undefined;
  isDown = false;
  /** The last call that failed or met a rate limit. */
  shownBy: string | undefined;
  finding: Promise<Outage | null> | null = null;
  /** Which of its controls was served last. */
  servedControl = 0;
}

export function isKnownToFail({ ownTrouble }: Place): boolean {
  return ownTrouble >= KNOWN_TO_FAIL;
}

/** Whether another endpoint has answered before. */
export function areAnswered(places: ReadonlyMap<Endpoint, Place>, { call }: Control): boolean {
  return [...places].some(([endpoint, { timesAnswered }]) => endpoint !== call.endpoint && timesAnswered > 0);
}
