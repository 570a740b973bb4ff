import type { Call } from './call.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import type { Control } from './controls.ts';
import type { Limiter } from './limiter.ts';
import { hanging } from './outage.ts';
import type { Place } from './place.ts';
import type { Endpoint } from './reply.ts';
import { isAlive, isTimeout } from './results.ts';
import type { Attempt, Tries } from './tries.ts';

/** Why a request must be refused: what forgets to answer one such request is likely to forget the others. */
type ToRefuse = 'key' | 'body';

/** After so many at one endpoint that must be refused for the same reason and hung for good, the others are sent once. */
const KNOWN_TO_HANG = 3;
/** An endpoint at which so many others hung for good is no longer called, although it answers others. */
const MOST_HUNG = 4;
/** That all hang together once may be a stall that passed. */
const TIMES_TOGETHER = 2;

// Requests that hang would take up the whole run, so where some did, others get less time: some times as long as the
// slowest answer there, but at least so many milliseconds:
const TIMES_SLOWEST = 4;
/** one where nothing was ever answered; */
const UNKNOWN = 25_000;
/** a second try, which decides; */
const SECOND = 10_000;
/** a first one where a request hung for good, a control, which was answered before, and a second where its like hang elsewhere; */
const AFTER_ONE = 5000;
/** one that may hang by chance, or as its like do. */
const LIKELY = 3000;

export interface HangingOptions {
  readonly limiter: Limiter;
  readonly closed: ClosedEndpoints;
  /** Sends a control ahead of all others, and when no other is in flight if it may be the load; `null` if interrupted. */
  readonly probe: (control: Control, alone: boolean) => Promise<Attempt | null>;
}

/** Requests that got no answer at any try, while others were answered. */
export class Hanging {
  readonly #options: HangingOptions;
  /** Where requests hung that must be refused, by why. */
  readonly #toRefuse: Record<ToRefuse, Endpoint[]> = { key: [], body: [] };
  /** How many times all that was in flight hung, and was answered alone. */
  #together = 0;

  constructor(options: HangingOptions) {
    this.#options = options;
  }

  /** Whether so many hung there that must be refused for the same reason that one try tells, until it is asked again. */
  isKnown(call: Call): boolean {
    return this.#alike(call, call.endpoint) >= KNOWN_TO_HANG;
  }

  /** Counts one that hung for good: `false`, because it is not sent again. */
  learn(call: Call, place: Place, tries: Tries): false {
    const why = toRefuse(call);
    place.hung += 1;
    // Sent twice, and one of several: that is enough.
    if (tries.failed.length > 1 && this.#alike(call) > 0) tries.isBelieved = true;
    if (why !== null) this.#toRefuse[why].push(call.endpoint);
    // What must be refused takes little time, and is judged in full.
    else if (place.hung >= MOST_HUNG) this.#options.closed.close(call.endpoint, hanging(call.endpoint, place.hung));
    return false;
  }

  /**
   * If all hang that are in flight together, one of them is sent again alone; if that is answered, the others are sent
   * alone, too. If it happens again, they wait for each other, as for the last connection of a pool: from then on, the
   * service gets one request at a time.
   */
  async askAlone(sent: Control, { beside, began }: Attempt, tries: Tries, place: Place): Promise<void> {
    if (beside === undefined || place.answered > began || place.hangsAlone || this.#alike(sent.call) > 0) return;
    if (this.#options.closed.why(sent.call) !== null) return;
    const isFirst = place.alone === null;
    const alone = (place.alone ??= this.#options.probe(sent, true));
    const attempt = await alone;
    place.alone = null;
    if (attempt === null) return;
    tries.hungTogether = isAlive(attempt.result);
    place.hangsAlone = isTimeout(attempt.result);
    if (!isFirst) return;
    tries.answer = attempt;
    if (tries.hungTogether && ++this.#together >= TIMES_TOGETHER) this.#options.limiter.oneAtATime();
  }

  /** The time-out of a request, in milliseconds; `undefined` for the usual one. */
  timeoutOf(
    call: Call,
    { timeouts, hung, slowestAnswer }: Place,
    { attempt, byChance }: { readonly attempt: number | 'control'; readonly byChance: boolean },
  ): number | undefined {
    if (slowestAnswer === undefined) return timeouts > 0 ? UNKNOWN : undefined;
    const isKnown = attempt === 'control' || (attempt === 1 && hung > 0) || this.#alike(call) > 0;
    const isLikely = byChance || this.#alike(call, call.endpoint) > 0 || (attempt === 1 && this.#alike(call) > 0);
    if (!isLikely && hung === 0 && (attempt === 1 || timeouts === 0)) return undefined;
    const least = isLikely ? LIKELY : isKnown ? AFTER_ONE : SECOND;
    return Math.ceil(Math.max(least, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
  }

  /** How many requests that must be refused for the same reason hung for good, at one endpoint or at any. */
  #alike(call: Call, at?: Endpoint): number {
    const why = toRefuse(call);
    return why === null ? 0 : this.#toRefuse[why].filter((endpoint) => at === undefined || endpoint === at).length;
  }
}

/** `null` if it is a request that the service must serve, or refuse for its values. */
function toRefuse({ isKnownGood, odd }: Call): ToRefuse | null {
  if (isKnownGood === undefined) return 'key';
  return odd === true ? 'body' : null;
}
