import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { ClosedEndpoints } from './closed-endpoints.ts';
import { Controls, type Control } from './controls.ts';
import { cameInWords, down, gone } from './outage-words.ts';
import { Outage } from './outage.ts';
import type { Endpoint } from './reply.ts';
import { isAlive } from './trouble.ts';
import type { WireResult } from './transport.ts';

/** Milliseconds between controls while it is not yet clear whether there is an outage. */
const GLANCE_PAUSE = 150;
/** An outage is assumed after this many failed controls. Fewer may fail because one of several servers is down. */
const GLANCES = 3;
/** The time for which all outages of a run together are waited out, in milliseconds. */
const LONGEST_TOGETHER = 240_000;

const ENDPOINTS: readonly Endpoint[] = ['health', 'inventory', 'forecast', 'orders', 'reports'];

/**
 * Why a request failed.
 * `served`: a control succeeded right afterwards, so the failure may be due to the request itself.
 * `over`: an outage has ended, and the request is sent again as if for the first time.
 * `own`: the failure counts as the answer, because nothing shows that this endpoint ever worked.
 * `closed`: nothing more is sent there.
 */
export type Finding = 'served' | 'over' | 'own' | 'closed';

interface Diagnosis {
  readonly finding: Finding;
  /** When the deciding control was sent, on a counter of failures and controls. */
  readonly at: number;
  readonly outage?: Outage;
}

export interface OutagesOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly closed: ClosedEndpoints;
  /** Repeats an earlier request ahead of all others; `null` if the run was interrupted. */
  readonly probe: (control: Control) => Promise<WireResult | null>;
  /** Plain requests to other endpoints, which show whether the service is up. */
  readonly others: (control: Control) => readonly Control[];
  /** Called with the number of failed controls when the next one succeeds. */
  readonly onFlicker: (failed: number) => void;
  /** Called before a wait, with a sentence about it. */
  readonly onWait?: (notice: string) => void;
}

/**
 * Tells outages from failures of single requests by repeating earlier requests ("controls"), and makes all requests
 * wait for the end of an outage together.
 */
export class Outages {
  /** All outages of the run, whether over or not. */
  readonly all: Outage[] = [];
  readonly #options: OutagesOptions;
  readonly #controls = new Controls();
  readonly #diagnoses = new Map<Endpoint, Promise<Diagnosis>>();
  readonly #lasting = new Set<Outage>();
  readonly #waiting = new Map<Endpoint, Set<Control>>();
  /** Endpoints that were waited for and never worked. */
  readonly #waitedFor = new Set<Endpoint>();
  #hasAnswered = false;
  #count = 0;

  constructor(options: OutagesOptions) {
    this.#options = options;
  }

  learn({ call, request }: Control, result: WireResult): void {
    this.#hasAnswered ||= result.kind === 'answer';
    this.#controls.learn(call, request, result);
    if (isAlive(result)) this.#waitedFor.delete(call.endpoint);
  }

  /**
   * Resolves at the end of an outage, or of what may be one, that holds this endpoint's requests back; `null` if there
   * is none.
   */
  hindrance(endpoint: Endpoint): Promise<unknown> | null {
    const outage = [...this.#lasting].find((one) => one.isWhole || one.endpoint === endpoint);
    // While nothing has succeeded yet, requests are not held back: any of them may be the first to succeed.
    const isControlled = this.#controls.of(endpoint).length > 0;
    return outage?.passed(endpoint) ?? (isControlled ? (this.#diagnoses.get(endpoint) ?? null) : null);
  }

  /** Finds out why a request failed. Requests that failed at the same time share one control. */
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

  /** When the first successful control was sent; `null` if none succeeded. */
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
        // An order that is taken with a new key fails as a repeat, not now and then.
        const { afresh, subject } = control.call;
        const isRepeat = (other: Control) =>
          other !== control && afresh !== undefined && other.call.subject === subject;
        this.#options.onFlicker(failed.filter((other) => !isRepeat(other)).length);
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

  /** Whether this endpoint fails for a reason that says nothing about the others. */
  #hasTroubleOfItsOwn(call: Call): boolean {
    const { endpoint } = call;
    const isOut = [...this.#lasting].some((outage) => !outage.isWhole && outage.endpoint === endpoint);
    return isOut || this.#waitedFor.has(endpoint) || this.#options.closed.why(call) !== null;
  }

  #begun(outage: Outage): void {
    this.all.push(outage);
    this.#lasting.add(outage);
    this.#options.onWait?.(
      `waiting: ${outage.isWhole ? 'the service' : outage.endpoint} is not available (${cameInWords(outage)})`,
    );
  }

  /** What an outage that did not end means for a request to an endpoint. */
  #lost(outage: Outage, { endpoint, mayBeLockedOut }: Call): Finding {
    const { closed } = this.#options;
    const isLockout = outage.isWhole && mayBeLockedOut?.() === true;
    // Whether tokens are still issued cannot be tested, because each exchange counts towards the limit.
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
   * Whether the endpoint as a whole is down: a control that had succeeded twice fails, or one that had succeeded once
   * and an unrelated request.
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
