import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import { Controls, type Control } from './controls.ts';
import { down, gone } from './outage-words.ts';
import { Outage } from './outage.ts';
import type { Endpoint } from './reply.ts';
import { isAlive } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** Milliseconds between controls while it is not clear yet whether there is an outage. */
const GLANCE_PAUSE = 150;
/** So many controls fail before an outage is assumed: one of several machines may be down. */
const GLANCES = 3;
/** All outages of a run are waited for so long, in milliseconds. */
const LONGEST_TOGETHER = 240_000;

const ENDPOINTS: readonly Endpoint[] = ['health', 'inventory', 'forecast', 'orders', 'reports'];

/**
 * What the trouble of a call means. `served`: a control was served right behind, so it may be the call's own. `over`: an
 * outage is over, and the call is sent again as if for the first time. `own`: what came is its answer, as nothing was ever
 * served there. `closed`: nothing more is sent there.
 */
export type Finding = 'served' | 'over' | 'own' | 'closed';

interface Diagnosis {
  readonly finding: Finding;
  /** When the control was sent by which it was found, counted in failures and controls. */
  readonly at: number;
  readonly outage?: Outage;
}

export interface OutagesOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly closed: ClosedEndpoints;
  /** Sends a control before all else; `null` if the run has ended. */
  readonly probe: (control: Control) => Promise<WireResult | null>;
  /** Plain calls to other endpoints, by which it shows whether the service is there. */
  readonly others: (control: Control) => readonly Control[];
  /** Told how many controls failed where the next one was served. */
  readonly onFlicker: (failed: number) => void;
  /** Told before a wait, in a sentence. */
  readonly onWait?: (notice: string) => void;
}

/** Tells outages from the trouble of single requests, by controls, and waits them out: all calls together. */
export class Outages {
  /** Those so far, whether they are over or not. */
  readonly all: Outage[] = [];
  readonly #options: OutagesOptions;
  readonly #controls = new Controls();
  readonly #diagnoses = new Map<Endpoint, Promise<Diagnosis>>();
  readonly #lasting = new Set<Outage>();
  readonly #waiting = new Map<Endpoint, Set<Control>>();
  /** Endpoints that never served anything, and were waited for. */
  readonly #waitedFor = new Set<Endpoint>();
  #hasAnswered = false;
  #count = 0;

  constructor(options: OutagesOptions) {
    this.#options = options;
  }

  /** Learns how a call ended. */
  learn({ call, request }: Control, result: WireResult): void {
    this.#hasAnswered ||= result.kind === 'answer';
    this.#controls.learn(call, request, result);
    if (isAlive(result)) this.#waitedFor.delete(call.endpoint);
  }

  /** The end of an outage, or of what may turn out to be one, that keeps calls from being sent; `null` if there is none. */
  hindrance(endpoint: Endpoint): Promise<unknown> | null {
    const outage = [...this.#lasting].find((one) => one.isWhole || one.endpoint === endpoint);
    // Where nothing was served yet, any call may be the first that is.
    const isControlled = this.#controls.of(endpoint).length > 0;
    return outage?.passed(endpoint) ?? (isControlled ? (this.#diagnoses.get(endpoint) ?? null) : null);
  }

  /** Finds out what the trouble of a call means; calls that met it together share one control. */
  async diagnose(met: Control, result: WireResult): Promise<Finding> {
    const { endpoint } = met.call;
    const failedAt = ++this.#count;
    const waiting = this.#waiting.get(endpoint) ?? new Set();
    this.#waiting.set(endpoint, waiting.add(met));
    try {
      for (;;) {
        const { finding, at, outage } = await (this.#diagnoses.get(endpoint) ?? this.#begin(met, result));
        if (outage !== undefined) outage.met += 1;
        if (finding !== 'served' || at > failedAt) return finding;
      }
    } finally {
      waiting.delete(met);
    }
  }

  #begin(met: Control, result: WireResult): Promise<Diagnosis> {
    const { endpoint } = met.call;
    const diagnosis = this.#diagnosis(met, result).finally(() => this.#diagnoses.delete(endpoint));
    this.#diagnoses.set(endpoint, diagnosis);
    return diagnosis;
  }

  async #diagnosis(met: Control, result: WireResult): Promise<Diagnosis> {
    const at = await this.#glance(met);
    if (at !== null) return { finding: 'served', at };
    if (this.#waitedFor.has(met.call.endpoint)) return { finding: 'own', at: this.#count };
    return this.#wait(met, result);
  }

  /** When a control was sent that is served; `null` if none is. */
  async #glance(met: Control): Promise<number | null> {
    const { clock, signal, probe } = this.#options;
    const known = this.#controls.of(met.call.endpoint);
    const all = known.length === 0 ? [met] : known;
    const failed: Control[] = [];
    for (let glance = 0; glance < GLANCES && !this.#isWholeServiceOut; glance++) {
      if (glance > 0 || known.length === 0) await clock.sleep(GLANCE_PAUSE, signal);
      const at = ++this.#count;
      const control = all[glance % all.length] ?? met;
      const result = await probe(control);
      if (result === null) return at;
      if (isAlive(result)) {
        for (const other of failed) if (other !== control) this.#controls.distrust(other);
        this.#options.onFlicker(failed.length);
        return at;
      }
      failed.push(control);
    }
    return null;
  }

  get #isWholeServiceOut(): boolean {
    return [...this.#lasting].some(({ isWhole }) => isWhole);
  }

  async #wait(met: Control, result: WireResult): Promise<Diagnosis> {
    const { endpoint } = met.call;
    const own = this.#outage(met, result);
    if (!this.#isWholeServiceOut) await own.measure();
    const outage = [...this.#lasting].find(({ isWhole }) => isWhole) ?? own;
    if (outage === own) this.#begun(own);
    await outage.passed(endpoint);
    if (outage.end !== null) this.#lasting.delete(outage);
    const isLost = outage.end === 'down' && (outage.isWhole || outage === own);
    return { finding: isLost ? this.#lost(outage, met.call) : 'over', at: this.#count, outage };
  }

  #outage(met: Control, result: WireResult): Outage {
    const { clock, signal, probe, others } = this.#options;
    return new Outage(met.call.endpoint, result, {
      clock,
      ...(signal && { signal }),
      controls: this.#controls,
      probe,
      waiting: (endpoint) => [...(this.#waiting.get(endpoint) ?? [])],
      othersAreServed: async () => {
        const other = others(met).find(({ call }) => !this.#hasTroubleOfItsOwn(call));
        const answered = other === undefined ? null : await probe(other);
        return answered !== null && isAlive(answered);
      },
      hasAnswered: () => this.#hasAnswered,
      longest: Math.max(0, LONGEST_TOGETHER - this.all.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    });
  }

  /** Whether it says nothing about other endpoints that one is not served. */
  #hasTroubleOfItsOwn(call: Call): boolean {
    const { endpoint } = call;
    const isOut = [...this.#lasting].some((outage) => !outage.isWhole && outage.endpoint === endpoint);
    return isOut || this.#waitedFor.has(endpoint) || this.#options.closed.why(call) !== null;
  }

  #begun(outage: Outage): void {
    this.all.push(outage);
    this.#lasting.add(outage);
    this.#options.onWait?.(
      `waiting: ${outage.isWhole ? 'the service' : outage.endpoint} is not available (${outage.came})`,
    );
  }

  /** What an outage that did not end means for a call to an endpoint. */
  #lost(outage: Outage, { endpoint, mayBeLockedOut }: Call): Finding {
    const { closed } = this.#options;
    const isLockout = outage.isWhole && mayBeLockedOut?.() === true;
    // Whether a token is still issued cannot be tried: each exchange counts.
    const isUnsure = endpoint === 'toplists' && !outage.isRefused;
    if (!this.#hasAnswered || isLockout || isUnsure || (!outage.isWhole && !this.#isCertainlyDown(endpoint))) {
      for (const one of isLockout ? ENDPOINTS : [endpoint]) this.#waitedFor.add(one);
      return 'own';
    }
    if (outage.isWhole) closed.closeAll(gone(outage));
    else closed.close(endpoint, down(outage));
    return 'closed';
  }

  /**
   * Whether more than a few requests fail at an endpoint: a control that was served twice, or one that was served and
   * another request that has nothing to do with it.
   */
  #isCertainlyDown(endpoint: Endpoint): boolean {
    const controls = this.#controls.of(endpoint);
    if (this.#controls.areProven(endpoint)) return true;
    const waiting = [...(this.#waiting.get(endpoint) ?? [])];
    return (
      controls.length > 0 && waiting.some(({ call }) => controls.every((one) => one.call.subject !== call.subject))
    );
  }
}
