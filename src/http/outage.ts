import type { Clock } from './clock.ts';
import type { Control, Controls } from './controls.ts';
import type { Endpoint } from './reply.ts';
import { retryAfter } from './retry.ts';
import { isAlive, statusOf } from './trouble.ts';
import type { WireResult } from './transport.ts';

/**
 * How long an outage is waited out, in milliseconds: that of one endpoint while others work, and that of the whole
 * service.
 */
const LONGEST_OF_ENDPOINT = 30_000;
const LONGEST_OF_SERVICE = 60_000;
/** The same for a service that never answered: there may not be one at this address. */
const LONGEST_OF_STRANGER = 10_000;
/** An outage is over after this many successful controls in a row. */
const SERVED_IN_A_ROW = 3;
/** Milliseconds between two controls: after a failed one, and after a successful one. */
const PAUSE = 1000;
const SHORT_PAUSE = 200;
/** In seconds; a longer `Retry-After` is ignored. */
const LONGEST_PAUSE = 10;
/** Every this many controls, the outage checks again whether other endpoints work. */
const MEASURED_EVERY = 3;
/** An endpoint that worked within this many milliseconds is not considered down. */
const LATELY = 10_000;

/** What an outage needs to test the service. */
export interface Prober {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly controls: Controls;
  /** Repeats an earlier request ahead of all others; `null` if the run was interrupted. */
  readonly probe: (control: Control) => Promise<WireResult | null>;
  /** The requests that wait for the end of the outage. */
  readonly waiting: (endpoint: Endpoint) => readonly Control[];
  /** Whether another endpoint of the service works. */
  readonly othersAreServed: () => Promise<boolean>;
  /** Whether the service ever answered anything. */
  readonly hasAnswered: () => boolean;
  /** How long this outage may be waited out, in milliseconds: what earlier outages left of the time for all. */
  readonly longest: number;
}

/** One outage. Only controls are sent to what is unavailable, until several in a row succeed. */
export class Outage {
  readonly endpoint: Endpoint;
  readonly startedAt = new Date();
  /** The status that came instead of an answer; `null` if none did. */
  readonly status: number | null;
  /** Whether the connection was refused. */
  readonly isRefused: boolean;
  /** How many requests met it. */
  met = 0;
  durationMs = 0;
  end: 'over' | 'down' | null = null;
  readonly #prober: Prober;
  readonly #began: number;
  /** Since when other endpoints work, so that only this one is affected. */
  #alone: number | null = null;
  #shrunk = new Moment();
  #servedAt: number | null = null;
  #asked = 0;
  #passed: Promise<unknown> | null = null;

  constructor(endpoint: Endpoint, first: WireResult, prober: Prober) {
    this.endpoint = endpoint;
    this.status = statusOf(first);
    this.isRefused = first.kind === 'no-answer' && first.failure.reason === 'refused';
    this.#prober = prober;
    this.#began = prober.clock.now();
  }

  /** Whether the whole service is affected. */
  get isWhole(): boolean {
    return this.#alone === null;
  }

  /** Resolves when the outage has ended; for other endpoints, already when it turns out that they work. */
  passed(endpoint: Endpoint): Promise<unknown> {
    this.#passed ??= this.#pass();
    return endpoint === this.endpoint ? this.#passed : Promise.race([this.#passed, this.#shrunk.come]);
  }

  /** Finds out whether the whole service is affected or only this endpoint. */
  async measure(): Promise<void> {
    if (!(await this.#prober.othersAreServed())) {
      if (!this.isWhole) this.#shrunk = new Moment();
      this.#alone = null;
    } else {
      this.#alone ??= this.#prober.clock.now();
      this.#shrunk.now();
    }
  }

  async #pass(): Promise<void> {
    let inARow = 0;
    let result: WireResult | null = null;
    while (inARow < SERVED_IN_A_ROW && !this.#isTooLong) {
      await this.#pause(result);
      result = await this.#ask();
      if (result === null) break;
      inARow = isAlive(result) ? inARow + 1 : 0;
      if (inARow > 0) this.#servedAt = this.#prober.clock.now();
      else if (this.#asked % MEASURED_EVERY === 0) await this.measure();
    }
    this.durationMs = this.#prober.clock.now() - this.#began;
    this.end = result === null || this.#wasServedLately ? 'over' : 'down';
  }

  get #isTooLong(): boolean {
    const now = this.#prober.clock.now();
    const { longest, hasAnswered } = this.#prober;
    const longestOfAll = hasAnswered() ? LONGEST_OF_SERVICE : LONGEST_OF_STRANGER;
    if (now - this.#began >= longest) return true;
    return this.#alone === null ? now - this.#began >= longestOfAll : now - this.#alone >= LONGEST_OF_ENDPOINT;
  }

  get #wasServedLately(): boolean {
    return this.#servedAt !== null && this.#prober.clock.now() - this.#servedAt < LATELY;
  }

  /**
   * Takes the controls in turn, because one of them may fail for reasons of its own. Without controls, it takes the
   * waiting requests in turn.
   */
  #ask(): Promise<WireResult | null> {
    const controls = this.#prober.controls.of(this.endpoint);
    const all = controls.length > 0 ? controls : this.#prober.waiting(this.endpoint);
    const control = all[this.#asked++ % all.length];
    return control === undefined ? Promise.resolve(null) : this.#prober.probe(control);
  }

  async #pause(before: WireResult | null): Promise<void> {
    const { clock, signal } = this.#prober;
    const asked = before?.kind === 'answer' ? (retryAfter(before.headers) ?? 0) : 0;
    const usual = before !== null && isAlive(before) ? SHORT_PAUSE : PAUSE;
    await clock.sleep(Math.max(usual, asked <= LONGEST_PAUSE ? asked * 1000 : 0), signal);
  }
}

/** An event that happens once and can be awaited. */
class Moment {
  readonly come: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.come = new Promise((resolve) => (this.#resolve = resolve));
  }

  now(): void {
    this.#resolve();
  }
}
