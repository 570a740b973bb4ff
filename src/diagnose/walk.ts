import type { Redactor } from '../secrets/redaction.ts';
import type { Advice, Connection, Label, Layer, Step, StepOutcome } from './model.ts';

/** What one step found; the value is for the steps after it. */
export interface Found<T> {
  readonly outcome: StepOutcome;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly value: T;
}

/** Where and how the connection fails, as the client would keep it. */
export interface Break {
  /** The cause may be this machine or what it was given, not the service. */
  readonly inconclusive?: boolean;
  readonly layer: Layer;
  readonly label: Label;
  readonly lastError: string;
}

/** The steps of a connection in the order of the diagnosis. */
const STEPS = {
  address: 'Base address',
  key: 'API key',
  proxy: 'Proxy',
  dns: 'Name resolution',
  tcp: 'TCP connection',
  tls: 'TLS',
  health: 'GET /health',
  account: 'Account context',
  'key-check': 'The same call without the key',
  inventory: 'GET /inventory?limit=1',
  elsewhere: 'Other addresses',
  capabilities: 'What the client stores',
} as const;

type StepId = keyof typeof STEPS;

// The keys of a constant are exactly those of its type.
const STEP_IDS = Object.keys(STEPS) as StepId[];

/** Collects the steps of a walk, what breaks first, and what to do. */
export class Walk {
  readonly #steps = new Map<StepId, Step>();
  readonly #advice: Advice[] = [];
  readonly #lastAdvice: Advice[] = [];
  readonly #redactor: Redactor;
  readonly #onStep: (step: Step) => void;
  #break: Break | null = null;
  account: Pick<Connection, 'accountName' | 'timezone' | 'currency'> = {};
  inventoryRead = false;

  constructor(redactor: Redactor, onStep: (step: Step) => void = () => undefined) {
    this.#redactor = redactor;
    this.#onStep = onStep;
  }

  /** Takes one step and notes what it found and how long it took. */
  async take<T>(id: StepId, look: () => Found<T> | Promise<Found<T>>): Promise<T> {
    const began = performance.now();
    const before = this.#break;
    const { outcome, message, details: facts, value } = await look();
    const details = { ...facts, ...(before === null && this.#break?.inconclusive ? { conclusive: false } : {}) };
    this.#note({
      id,
      title: STEPS[id],
      outcome,
      durationMs: Math.round((performance.now() - began) * 10) / 10,
      message,
      ...(Object.keys(details).length > 0 ? { details } : {}),
    });
    return value;
  }

  /** Notes that a step was not taken, and why. */
  skip(id: StepId, message: string): void {
    this.#note({ id, title: STEPS[id], outcome: 'skip', durationMs: 0, message });
  }

  /** Notes where the connection fails; what fails after it is a consequence or a second problem. */
  breaks(what: Break): void {
    this.#break ??= { ...what, lastError: this.#redactor.redact(what.lastError) };
  }

  advise(who: Advice['who'], what: string): void {
    const told = this.#redactor.redact(what);
    if (!this.#advice.some((advice) => advice.what === told)) this.#advice.push({ who, what: told });
  }

  /** Puts a piece of advice before all others. */
  adviseFirst(who: Advice['who'], what: string): void {
    this.#advice.unshift({ who, what: this.#redactor.redact(what) });
  }

  /** Puts a piece of advice after all others: it does not fix what is broken here. */
  adviseLast(who: Advice['who'], what: string): void {
    this.#lastAdvice.push({ who, what: this.#redactor.redact(what) });
  }

  get broken(): Break | null {
    return this.#break;
  }

  get advice(): readonly Advice[] {
    return [...this.#advice, ...this.#lastAdvice];
  }

  /** All steps in their order; those never reached say why. */
  get steps(): readonly Step[] {
    const failed = [...this.#steps.values()].findLast((step) => step.outcome === 'fail');
    const waits = failed ? `Not tried: it waits for “${failed.title}”.` : 'Not needed.';
    return STEP_IDS.map((id): Step => {
      const message = id === 'elsewhere' ? 'Not needed.' : waits;
      return this.#steps.get(id) ?? { id, title: STEPS[id], outcome: 'skip', durationMs: 0, message };
    });
  }

  #note({ message, details, ...step }: Step & { readonly id: StepId }): void {
    const told = {
      ...step,
      message: this.#redactor.redact(message),
      ...(details ? { details: redacted(details, this.#redactor) } : {}),
    };
    this.#steps.set(step.id, told);
    this.#onStep(told);
  }
}

function redacted(details: Readonly<Record<string, unknown>>, redactor: Redactor): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, redactor.redactValue(value)]));
}
