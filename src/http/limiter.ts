import { systemClock, type Clock } from './clock.ts';

/** A task that waits for room. */
interface Waiting {
  readonly urgency: number;
  readonly go: () => void;
}

/** How many requests are in flight at once; a service that answers 429 is asked less for the rest of the run. */
export class Limiter {
  #limit: number;
  /** Fewer than the limit, for as long as that seems to help. */
  #reducedLimit = Infinity;
  #reducedPauseUntil = 0;
  #inFlight = 0;
  #resumeAt = 0;
  readonly #clock: Clock;
  /** The most urgent first. */
  readonly #waiting: Waiting[] = [];

  constructor(limit: number, clock: Clock = systemClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  get limit(): number {
    return Math.min(this.#limit, this.#reducedLimit);
  }

  /** Runs a task when there is room for it, the most urgent first, and not before a pause is over. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0): Promise<T> {
    if (this.#inFlight < this.limit) this.#inFlight++;
    else await this.#room(urgency);
    try {
      while (await this.#pause(signal)) if (this.#isLessUrgent(urgency)) await this.#letOthersGoFirst(urgency);
      return await task();
    } finally {
      this.#release();
    }
  }

  /** None for so many milliseconds. */
  pause(pauseMs: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, this.#clock.now() + pauseMs);
  }

  /** After a 429: half as many at once from now on, and none for so many milliseconds. */
  slowDown(pauseMs: number): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.pause(pauseMs);
  }

  /** For a while: none for so many milliseconds, and half as many at once behind that, or one. At most once in a pause. */
  reduce(pauseMs: number, most: 'half' | 'one'): void {
    const now = this.#clock.now();
    if (most === 'one') this.#reducedLimit = 1;
    else if (now >= this.#reducedPauseUntil) this.#reducedLimit = Math.max(1, Math.floor(this.limit / 2));
    this.#reducedPauseUntil = Math.max(this.#reducedPauseUntil, now + pauseMs);
    this.pause(pauseMs);
  }

  /** As many at once as before it gave way. */
  restore(): void {
    this.#reducedLimit = Infinity;
    this.#fill();
  }

  #room(urgency: number): Promise<void> {
    return new Promise<void>((go) => {
      this.#enqueue({ urgency, go });
    });
  }

  #isLessUrgent(urgency: number): boolean {
    return (this.#waiting[0]?.urgency ?? -Infinity) > urgency;
  }

  /** Lets the most urgent go in its place: what came in while this one held its room in a pause. */
  async #letOthersGoFirst(urgency: number): Promise<void> {
    const room = this.#room(urgency);
    this.#release();
    await room;
  }

  /** Behind all that are as urgent. */
  #enqueue(one: Waiting): void {
    const place = this.#waiting.findIndex(({ urgency }) => urgency < one.urgency);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, one);
  }

  /** Hands the room to whoever is most urgent, and of those alike to the one that came first. */
  #release(): void {
    this.#inFlight--;
    this.#fill();
  }

  #fill(): void {
    while (this.#inFlight < this.limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#inFlight++;
      next.go();
    }
  }

  /** Waits for the end of a pause; `false` where there is none. */
  async #pause(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true || this.#clock.now() >= this.#resumeAt) return false;
    await this.#clock.sleep(this.#resumeAt - this.#clock.now(), signal);
    return true;
  }
}
