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

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  get next(): number {
    return this.#next;
  }

  start(now: number): void {
    this.#next = now + this.#intervalMs;
  }

  /** Keeps room for several requests, and returns when they may start together. */
  reserve(now: number, requests: number): number {
    const start = Math.max(now, this.#next + (requests - 1) * this.#intervalMs);
    this.#next = start + requests * this.#intervalMs;
    return start;
  }
}
