import type { Beside, Reply } from './reply.ts';
import type { WireResult } from './transport.ts';

export interface Attempt {
  readonly result: WireResult;
  readonly callId: string;
  readonly durationMs: number;
  readonly beside: Beside | undefined;
  readonly sentAt: number;
  /** Which request of the run it was, and how many had been sent when it ended. */
  readonly began: number;
  readonly ended: number;
}

export class Tries {
  readonly callIds: string[];
  readonly rateLimited: Reply[] = [];
  readonly denied: Reply[] = [];
  /** Server errors after which it was sent again. Trouble excuses a status, not what the answer says. */
  readonly serverErrors: Reply[] = [];
  /** The refusal that a lock may be the cause of, after which it was sent again alone. */
  locked?: Reply;
  /** Failures since the last outage, except 503s after which it waited as asked. */
  failed: Attempt[] = [];
  /** The answer when it was sent as its own control. */
  answer: Attempt | undefined;
  busy = 0;
  /** The 503s among these that did not say when to come back. */
  guessedBusy = 0;
  /** How many outages it met. */
  outages = 0;
  /** The places of those that failed in the order of sending. */
  readonly began: number[] = [];
  hadTrouble = false;
  /** Whether it hung while others did, and is answered alone. */
  hungTogether = false;
  /** Whether it failed for good, as several others did. */
  isBelieved = false;
  /** Since when its key is refused after that, in milliseconds of the clock. */
  refusedSince: number | null = null;
  isKeyBurnt = false;
  /** Whether the same order is served under other references and another name alone. */
  isLeftBehind = false;

  constructor(...callIds: string[]) {
    this.callIds = callIds;
  }

  /** What failed or was denied may do better at another process of the service. */
  get failedBefore(): boolean {
    return this.hadTrouble || this.denied.length > 0;
  }

  /** Whether it is sent when no other request is in flight: the last time, or if it may have ended the process. */
  isAlone(isUnsteady: boolean): boolean {
    // A bad machine fails at whatever it gets.
    return (
      this.locked !== undefined || this.hungTogether || this.outages > 0 || (this.failed.length > 1 && !isUnsteady)
    );
  }
}
