import { systemClock, type Clock } from './clock.ts';
import type { Pace } from './pace.ts';

interface Waiting {
  readonly urgency: number;
  /** How many places it takes, and how many requests it starts. */
  readonly size: number;
  readonly starts: number;
  readonly signal: AbortSignal | undefined;
}

/** Limits how many requests are in flight, and how often one starts. Each 429 lowers the limit for the rest of the run. */
export class Limiter {
  /** While it is set, requests go one at a time. */
  isSingle = false;
  #limit: number;
  #inFlight = 0;
  #resumeAt = 0;
  /** How many requests may start together now, at a given pace. */
  #granted = 0;
  #isHeldUp = false;
  #isAboutToFill = false;
  readonly #clock: Clock;
  readonly #pace: Pace | undefined;
  /** Tasks that must be in flight together, while they come in. */
  readonly #groups = new Map<object, (() => Promise<void>)[]>();
  readonly #waiting: (Waiting & { readonly go: () => void })[] = [];

  constructor(limit: number, clock: Clock = systemClock, pace?: Pace) {
    this.#limit = limit;
    this.#clock = clock;
    this.#pace = pace;
  }

  get limit(): number {
    return this.isSingle ? 1 : this.#limit;
  }

  /**
   * Runs a task as soon as the limit allows, the most urgent first, and not during a pause. At a given pace, tasks of one
   * group start together, unless there are more of them than the limit.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0, group?: object): Promise<T> {
    const one = { signal, urgency, size: 1, starts: 1 };
    if (group === undefined || this.#pace === undefined) return this.#run(task, one);
    return new Promise((resolve, reject) => {
      const member = () => task().then(resolve, reject);
      const members = this.#groups.get(group);
      if (members !== undefined) {
        members.push(member);
        return;
      }
      const all = [member];
      this.#groups.set(group, all);
      // The others of a group come in the same turn.
      queueMicrotask(() => {
        this.#groups.delete(group);
        if (all.length > this.limit) for (const each of all) void this.#run(each, one);
        else
          void this.#run(() => Promise.all(all.map((each) => each())), {
            ...one,
            size: all.length,
            starts: all.length,
          });
      });
    });
  }

  /** Runs a task when no other is under way, and none beside it. */
  alone<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0): Promise<T> {
    return this.#run(task, { signal, urgency, size: this.#limit, starts: 1 });
  }

  pause(pauseMs: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, this.#clock.now() + pauseMs);
  }

  /** After a 429: halves the limit for the rest of the run, and pauses. */
  slowDown(pauseMs: number): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.pause(pauseMs);
  }

  /** For a service whose requests block each other. */
  oneAtATime(): void {
    this.#limit = 1;
  }

  async #run<T>(task: () => Promise<T>, waiting: Waiting): Promise<T> {
    await new Promise<void>((go) => {
      const place = this.#waiting.findIndex(({ urgency }) => urgency < waiting.urgency);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, { ...waiting, go });
      this.#fillSoon();
    });
    try {
      return await task();
    } finally {
      this.#inFlight -= waiting.size;
      this.#fillSoon();
    }
  }

  /** Something more urgent may follow at once, so room is given away a little later. */
  #fillSoon(): void {
    if (this.#waiting.length === 0 || this.#isAboutToFill) return;
    this.#isAboutToFill = true;
    setImmediate(() => {
      this.#isAboutToFill = false;
      this.#fill();
    });
  }

  #fill(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next); next = this.#waiting[0]) {
      if (this.#mustWait(next)) {
        void this.#holdUp(next);
        return;
      }
      this.#granted = 0;
      this.#waiting.shift();
      this.#inFlight += next.size;
      next.go();
    }
  }

  #mustWait({ starts, signal }: Waiting): boolean {
    if (signal?.aborted === true) return false;
    return this.#clock.now() < this.#resumeAt || (this.#pace !== undefined && this.#granted < starts);
  }

  /** Waits for the end of a pause, or for the turn at a given pace. */
  async #holdUp({ starts, signal }: Waiting): Promise<void> {
    if (this.#isHeldUp) return;
    this.#isHeldUp = true;
    const pauseMs = this.#resumeAt - this.#clock.now();
    if (pauseMs > 0) await this.#clock.sleep(pauseMs, signal);
    else {
      await this.#pace?.turn(starts, this.#clock, signal);
      this.#granted = starts;
    }
    this.#isHeldUp = false;
    this.#fill();
  }

  /** After a 429 the limit may be lower than a group that waits is large. */
  #fits({ size }: Waiting): boolean {
    return this.#inFlight === 0 || this.#inFlight + size <= this.limit;
  }
}
