import type { Clock } from './clock.ts';

/** A little less often than asked for, because requests do not arrive at even distances. */
const MARGIN = 1.02;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000 };

/** Milliseconds between two requests at a rate such as `5/s` or `100/m`; `null` if it is not a rate. */
export function intervalOf(rate: string): number | null {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})\/([sm])$/.exec(rate.trim()) ?? [];
  const period = UNITS[unit];
  return period === undefined ? null : (period * MARGIN) / Number(number);
}

/** Spaces the starts of requests. Several that start together take as many places before them as after. */
export class Pace {
  readonly #intervalMs: number;
  #next = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Waits until so many requests may start together, or until the signal is aborted. */
  turn(requests: number, clock: Clock, signal?: AbortSignal): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const start = this.#next + (requests - 1) * this.#intervalMs;
      while (clock.now() < start && signal?.aborted !== true) await clock.sleep(start - clock.now(), signal);
      this.#next = clock.now() + requests * this.#intervalMs;
    });
    return this.#turn;
  }
}
