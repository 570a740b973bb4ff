import { CallFailure } from '../http/failure.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Advice, Connection, Label, Layer, Step, StepOutcome, Whose } from './model.ts';

/** What one step found. */
export interface Seen {
  readonly outcome: StepOutcome;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The same with a value for later steps. */
export interface Found<T> extends Seen {
  readonly value: T;
}

/** Where and how the connection fails, as the client would store it. */
export interface Break {
  /** Set if the cause may be this machine or its input, not the service. */
  readonly inconclusive?: boolean;
  readonly layer: Layer;
  readonly label: Label;
  readonly lastError: string;
}

/**
 * Why the connection fails, and what to do about it. A later step that finds the real cause replaces all of it at once.
 */
export interface Conclusion {
  readonly cause: string;
  /** Left out if the diagnosis ended before that was known. */
  readonly whose?: Whose;
  /** What the publisher should do: sentences that begin with a verb. */
  readonly publisher?: readonly string[];
  readonly platform?: readonly string[];
}

const STEPS = {
  address: 'Base address',
  key: 'API key',
  proxy: 'Proxy',
  dns: 'Name resolution',
  tcp: 'TCP connection',
  tls: 'TLS',
  health: 'GET /health',
  account: 'Account context',
  'key-check': 'Without the key',
  inventory: 'GET /inventory?limit=1',
  elsewhere: 'Other addresses',
  capabilities: 'What the client stores',
} as const;

type StepId = keyof typeof STEPS;

// The keys of this constant are exactly those of its type.
const STEP_IDS = Object.keys(STEPS) as StepId[];

export const AGAIN = 'Run the diagnosis again, from the network of the platform.';

/** Collects the steps of a diagnosis, the first failure with its cause, and advice. */
export class Walk {
  readonly #steps = new Map<StepId, Step>();
  readonly #advice: Advice[] = [];
  readonly #redactor: Redactor;
  readonly #onStep: (step: Step) => void;
  readonly #signal: AbortSignal | undefined;
  #break: Break | null = null;
  #conclusion: Conclusion | null = null;
  readonly #further: string[] = [];
  account: Pick<Connection, 'accountName' | 'timezone' | 'currency'> = {};
  inventoryRead = false;

  constructor(redactor: Redactor, onStep: (step: Step) => void = () => undefined, signal?: AbortSignal) {
    this.#redactor = redactor;
    this.#onStep = onStep;
    this.#signal = signal;
  }

  /** Takes a step that finds nothing that later steps need. */
  async look(id: StepId, look: () => Seen | Promise<Seen>): Promise<void> {
    await this.take(id, async () => ({ ...(await look()), value: undefined }));
  }

  /** Runs one step, and records what it found and how long it took. */
  async take<T>(id: StepId, look: () => Found<T> | Promise<Found<T>>): Promise<T> {
    const began = performance.now();
    const before = this.#break;
    const undo = this.#saved();
    const found = await look();
    const { outcome, message, details: facts, value } = this.#unlessCutOff(found, undo);
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

  /** What a step says that was cut off by the end of the diagnosis shows nothing about the service. */
  #unlessCutOff<T>(found: Found<T>, undo: () => void): Found<T> {
    const ended = this.ended;
    if (ended === null || found.outcome === 'pass') return found;
    undo();
    if (this.#break === null && !this.#steps.has('account')) {
      this.#break = { layer: 'http', label: 'unreachable', lastError: ended.message, inconclusive: true };
      this.#conclusion = { cause: ended.message, platform: [ended.failure.advice ?? AGAIN] };
    }
    return { outcome: 'info', message: ended.message, value: found.value };
  }

  #saved(): () => void {
    const [broken, conclusion] = [this.#break, this.#conclusion];
    const [advice, further] = [this.#advice.length, this.#further.length];
    return () => {
      [this.#break, this.#conclusion] = [broken, conclusion];
      this.#advice.splice(advice);
      this.#further.splice(further);
    };
  }

  /** Why the diagnosis ended before all steps were taken, if it did. */
  get ended(): CallFailure | null {
    const reason: unknown = this.#signal?.reason;
    return reason instanceof CallFailure ? reason : null;
  }

  /** Records that a step was not taken, and why. */
  skip(id: StepId, message: string): void {
    this.#note({ id, title: STEPS[id], outcome: 'skip', durationMs: 0, message });
  }

  /**
   * Records where and why the connection fails. Later failures are consequences or second problems, so only their
   * advice is kept.
   */
  breaks(what: Break, why: Conclusion): void {
    if (this.#break === null) {
      this.#break = { ...what, lastError: this.#redactor.redact(what.lastError) };
      this.#conclusion = this.#redacted(why);
    } else {
      this.#further.push(this.#redactor.redact(why.cause));
      for (const each of why.publisher ?? []) this.advise('publisher', each);
      for (const each of why.platform ?? []) this.advise('platform', each);
    }
  }

  /** Replaces the cause of the failure by what a later step found out. */
  concludes(why: Conclusion): void {
    if (this.#break !== null) this.#conclusion = this.#redacted(why);
  }

  /** Adds advice about something that does not break the connection. */
  advise(who: Advice['who'], what: string): void {
    this.#advice.push({ who, what: this.#redactor.redact(what) });
  }

  get broken(): Break | null {
    return this.#break;
  }

  get conclusion(): Conclusion | null {
    return this.#conclusion;
  }

  /** What else would break the connection. */
  get further(): readonly string[] {
    return this.#further;
  }

  get advice(): readonly Advice[] {
    const { whose = 'publisher', publisher = [], platform = [] } = this.#conclusion ?? {};
    const own = [
      ...publisher.map((what) => ({ who: 'publisher', what }) as const),
      ...platform.map((what) => ({ who: 'platform', what }) as const),
    ];
    const first = own.filter(({ who }) => who === whose);
    const all = [...first, ...own.filter((each) => !first.includes(each)), ...this.#advice];
    return all.filter(({ what }, index) => all.findIndex((each) => each.what === what) === index);
  }

  /** All steps in order. Those not reached say why. */
  get steps(): readonly Step[] {
    const failed = [...this.#steps.values()].findLast((step) => step.outcome === 'fail');
    const waits = failed
      ? `Not tried, because “${failed.title}” failed.`
      : this.ended
        ? 'Not tried, because the diagnosis ended before.'
        : 'Not needed.';
    return STEP_IDS.map((id): Step => {
      const message = id === 'elsewhere' ? 'Not needed.' : waits;
      return this.#steps.get(id) ?? { id, title: STEPS[id], outcome: 'skip', durationMs: 0, message };
    });
  }

  #redacted({ cause, whose, publisher = [], platform = [] }: Conclusion): Conclusion {
    const redact = (text: string) => this.#redactor.redact(text);
    return {
      cause: redact(cause),
      ...(whose && { whose }),
      publisher: publisher.map(redact),
      platform: platform.map(redact),
    };
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
