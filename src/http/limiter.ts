import { systemClock, type Clock } from './clock.ts';
import type { Pace } from './pace.ts';

interface Waiting {
  readonly urgency: number;
  readonly size: number;
  readonly go: () => void;
}

/** Limits how many requests are in flight, and how often one starts. Each 429 lowers the limit for the rest of the run. */
export class Limiter {
  #limit: number;
  #inFlight = 0;
  #resumeAt = 0;
  readonly #clock: Clock;
  #isAboutToFill = false;
  readonly #pace: Pace | undefined;
  /** Tasks that must be in flight together, while they come in. */
  readonly #groups = new Map<object, (() => Promise<void>)[]>();
  readonly #waiting: Waiting[] = [];

  constructor(limit: number, clock: Clock = systemClock, pace?: Pace) {
    this.#limit = limit;
    this.#clock = clock;
    this.#pace = pace;
  }

  get limit(): number {
    return this.#limit;
  }

  /**
   * Runs a task as soon as the limit allows, the most urgent first, and not during a pause. At a given pace, tasks of one
   * group start together, unless there are more of them than the limit.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0, group?: object): Promise<T> {
    if (group === undefined || this.#pace === undefined) return this.#run(task, signal, urgency, 1);
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
        if (all.length > this.limit) for (const each of all) void this.#run(each, signal, urgency, 1);
        else void this.#run(() => Promise.all(all.map((each) => each())), signal, urgency, all.length);
      });
    });
  }

  /** Runs a task when no other is under way, and none beside it. */
  alone<T>(task: () => Promise<T>, signal?: AbortSignal, urgency = 0): Promise<T> {
    return this.#run(task, signal, urgency, this.#limit, 1);
  }

  async #run<T>(
    task: () => Promise<T>,
    signal: AbortSignal | undefined,
    urgency: number,
    size: number,
    starts = size,
  ): Promise<T> {
    if (this.#fits(size) && !this.#isLessUrgent(urgency)) this.#inFlight += size;
    else await this.#room(urgency, size);
    const reserved = starts > 1 ? this.#pace?.reserve(this.#clock.now(), starts) : undefined;
    try {
      while (await this.#pause(signal, reserved))
        if (this.#isLessUrgent(urgency)) await this.#letOthersGoFirst(urgency, size);
      return await task();
    } finally {
      this.#release(size);
    }
  }

  /** After a 429 the limit may be lower than a group that waits is large. */
  #fits(size: number): boolean {
    return this.#inFlight === 0 || this.#inFlight + size <= this.limit;
  }

  pause(pauseMs: number): void {
    this.#resumeAt = Math.max(this.#resumeAt, this.#clock.now() + pauseMs);
  }

  /** After a 429: halves the limit for the rest of the run, and pauses. */
  slowDown(pauseMs: number): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.pause(pauseMs);
  }

  #room(urgency: number, size: number): Promise<void> {
    return new Promise<void>((go) => {
      this.#enqueue({ urgency, size, go });
    });
  }

  #isLessUrgent(urgency: number): boolean {
    return (this.#waiting[0]?.urgency ?? -Infinity) > urgency;
  }

  async #letOthersGoFirst(urgency: number, size: number): Promise<void> {
    const room = this.#room(urgency, size);
    this.#release(size);
    await room;
  }

  #enqueue(one: Waiting): void {
    const place = this.#waiting.findIndex(({ urgency }) => urgency < one.urgency);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, one);
  }

  /** What has just ended may be followed by something more urgent, so the room is given away a little later. */
  #release(size: number): void {
    this.#inFlight -= size;
    if (this.#waiting.length === 0 || this.#isAboutToFill) return;
    this.#isAboutToFill = true;
    setImmediate(() => {
      this.#isAboutToFill = false;
      this.#fill();
    });
  }

  #fill(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.size); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#inFlight += next.size;
      next.go();
    }
  }

  /** Waits for the end of a pause, and for the time to start; `false` if it has come. */
  async #pause(signal: AbortSignal | undefined, reserved: number | undefined): Promise<boolean> {
    const now = this.#clock.now();
    const until = Math.max(this.#resumeAt, reserved ?? this.#pace?.next ?? 0);
    if (signal?.aborted === true || now >= until) {
      if (reserved === undefined) this.#pace?.start(now);
      return false;
    }
    await this.#clock.sleep(until - now, signal);
    return true;
  }
}
