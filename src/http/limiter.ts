import { systemClock, type Clock } from './clock.ts';

interface Waiting {
  readonly urgency: number;
  readonly go: () => void;
}

/** Limits the number of concurrent requests. After a 429 the limit is lower for the rest of the run. */
export class Limiter {
  #limit: number;
  /** A lower limit that applies only while it seems to help against 503s. */
  #reducedLimit = Infinity;
  #reducedPauseUntil = 0;
  #inFlight = 0;
  #resumeAt = 0;
  readonly #clock: Clock;
  #isAboutToFill = false;
  /** The most urgent first. */
  readonly #waiting: Waiting[] = [];

  constructor(limit: number, clock: Clock = systemClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  get limit(): number {
    return Math.min(this.#limit, this.#reducedLimit);
  }

  /** Runs a task as soon as the limit allows, the most urgent first, and not during a pause. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0): Promise<T> {
    if (this.#inFlight < this.limit && !this.#isLessUrgent(urgency)) this.#inFlight++;
    else await this.#room(urgency);
    try {
      while (await this.#pause(signal)) if (this.#isLessUrgent(urgency)) await this.#letOthersGoFirst(urgency);
      return await task();
    } finally {
      this.#release();
    }
  }

  /** Returns by how many milliseconds this makes the pause longer. */
  pause(pauseMs: number): number {
    const now = this.#clock.now();
    const before = Math.max(this.#resumeAt, now);
    this.#resumeAt = Math.max(before, now + pauseMs);
    return this.#resumeAt - before;
  }

  /** After a 429: halves the limit for the rest of the run, and pauses. Returns by how many milliseconds more. */
  slowDown(pauseMs: number): number {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    return this.pause(pauseMs);
  }

  /**
   * After a 503: pauses, then allows half as many at once, or only one. Several 503s during one pause halve the limit
   * only once.
   */
  reduce(pauseMs: number, most: 'half' | 'one'): void {
    const now = this.#clock.now();
    if (most === 'one') this.#reducedLimit = 1;
    else if (now >= this.#reducedPauseUntil) this.#reducedLimit = Math.max(1, Math.floor(this.limit / 2));
    this.#reducedPauseUntil = Math.max(this.#reducedPauseUntil, now + pauseMs);
    this.pause(pauseMs);
  }

  /** Undoes `reduce`. */
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

  /** More urgent tasks may have been added during a pause. */
  async #letOthersGoFirst(urgency: number): Promise<void> {
    const room = this.#room(urgency);
    this.#release();
    await room;
  }

  /** Inserts the task after all that are equally urgent. */
  #enqueue(one: Waiting): void {
    const place = this.#waiting.findIndex(({ urgency }) => urgency < one.urgency);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, one);
  }

  /** Who was let go may have something more urgent to ask than those that wait: it is asked for before the room is given away. */
  #release(): void {
    this.#inFlight--;
    if (this.#waiting.length === 0 || this.#isAboutToFill) return;
    this.#isAboutToFill = true;
    setImmediate(() => {
      this.#isAboutToFill = false;
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#inFlight < this.limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#inFlight++;
      next.go();
    }
  }

  /** Waits for the end of a pause; `false` if there is none. */
  async #pause(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true || this.#clock.now() >= this.#resumeAt) return false;
    await this.#clock.sleep(this.#resumeAt - this.#clock.now(), signal);
    return true;
  }
}
