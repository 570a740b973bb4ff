import type { Clock } from './clock.ts';
import type { Control, Controls } from './controls.ts';
import type { Endpoint } from './reply.ts';
import { retryAfter } from './retry.ts';
import { isAlive, troubleInWords } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** How long an outage is waited out, in milliseconds: of one endpoint while others are served, and of the service. */
const LONGEST_OF_ENDPOINT = 30_000;
const LONGEST_OF_SERVICE = 60_000;
/** The same of a service that never answered: there may be none. */
const LONGEST_OF_STRANGER = 10_000;
/** An outage is over once so many controls in a row were served. */
const SERVED_IN_A_ROW = 3;
/** Milliseconds between two controls: after one that failed, and after one that was served. */
const PAUSE = 1000;
const SHORT_PAUSE = 200;
/** Seconds of `Retry-After` that are heeded. */
const LONGEST_PAUSE = 10;
/** After so many controls it is looked again how far an outage reaches. */
const MEASURED_EVERY = 3;
/** What was served so shortly ago, in milliseconds, is not down. */
const LATELY = 10_000;

/** What an outage asks with. */
export interface Prober {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly controls: Controls;
  /** Sends a control before all else; `null` if the run has ended. */
  readonly probe: (control: Control) => Promise<WireResult | null>;
  /** Calls that wait for the end of the outage. */
  readonly waiting: (endpoint: Endpoint) => readonly Control[];
  /** Whether another endpoint of the service is served. */
  readonly othersAreServed: () => Promise<boolean>;
  /** Whether the service ever answered anything. */
  readonly hasAnswered: () => boolean;
  /** In milliseconds, what is left of the time for which all outages of a run are waited out. */
  readonly longest: number;
}

/** An outage: nothing but a control is sent to what is out, until that is served several times in a row. */
export class Outage {
  readonly endpoint: Endpoint;
  readonly startedAt = new Date();
  /** What came instead of an answer, in two words. */
  readonly came: string;
  /** Whether nothing listens any more. */
  readonly isRefused: boolean;
  /** How many calls met it. */
  met = 0;
  durationMs = 0;
  end: 'over' | 'down' | null = null;
  readonly #prober: Prober;
  readonly #began: number;
  /** Since when others are served, so that only this endpoint is out. */
  #alone: number | null = null;
  #shrunk = new Moment();
  #servedAt: number | null = null;
  #asked = 0;
  #passed: Promise<unknown> | null = null;

  constructor(endpoint: Endpoint, first: WireResult, prober: Prober) {
    this.endpoint = endpoint;
    this.came = troubleInWords(first);
    this.isRefused = first.kind === 'no-answer' && first.failure.reason === 'refused';
    this.#prober = prober;
    this.#began = prober.clock.now();
  }

  /** Whether the whole service is out. */
  get isWhole(): boolean {
    return this.#alone === null;
  }

  /** Its end; for other endpoints, also the moment from which on they are served. */
  passed(endpoint: Endpoint): Promise<unknown> {
    this.#passed ??= this.#pass();
    return endpoint === this.endpoint ? this.#passed : Promise.race([this.#passed, this.#shrunk.come]);
  }

  /** Looks how far it reaches: to the whole service, or to this endpoint alone. */
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

  /** Each control in its turn, as any one may fail for reasons of its own; where there is none, each call that waits. */
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

/** Something that comes once, and can be waited for. */
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
