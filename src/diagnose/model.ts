import type { RecordedCall } from '../http/recorded-call.ts';

export const DIAGNOSIS_FORMAT = 'adserver-conformance/diagnosis@1';

/**
 * The result of a step-by-step diagnosis, with what the client would show. Optional members are left out, never null.
 */
export interface Diagnosis {
  readonly format: typeof DIAGNOSIS_FORMAT;
  /** The base address that was diagnosed, without credentials. */
  readonly target?: string;
  readonly startedAt?: string;
  readonly connection: Connection;
  /** Where the connection fails. */
  readonly layer: Layer | null;
  /** Why it fails, in one sentence; only present with `error`. */
  readonly cause?: string;
  /** Who has to act. */
  readonly whose?: Whose;
  /** A paragraph to read out or send to the publisher. */
  readonly tellPublisher?: string;
  /** What to do, the most useful first. */
  readonly advice: readonly Advice[];
  readonly steps: readonly Step[];
  readonly exchanges: readonly RecordedCall[];
}

/** The connection record as the client would store it (ad-server §2.1). */
export interface Connection {
  readonly status: 'connected' | 'error';
  /** Only present with `error`. */
  readonly label?: Label;
  readonly lastError?: string;
  readonly accountName?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly capabilities: Capabilities;
}

export type Whose = 'publisher' | 'platform' | 'both';

export type Label = 'auth_error' | 'forbidden' | 'unreachable' | 'invalid_response';

export type Layer = 'address' | 'proxy' | 'dns' | 'tcp' | 'tls' | 'http' | 'credential' | 'body';

export type CapabilityState = 'confirmed' | 'not_verified';

export type Capabilities = Readonly<
  Record<'inventory_read' | 'forecast' | 'reporting' | 'draft_booking', CapabilityState>
>;

export interface Advice {
  readonly who: 'publisher' | 'platform';
  readonly what: string;
}

export interface Step {
  readonly id: string;
  readonly title: string;
  readonly outcome: StepOutcome;
  readonly durationMs: number;
  readonly message: string;
  /** Facts found in this step, by name. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type StepOutcome = 'pass' | 'fail' | 'warn' | 'skip' | 'info';

/**
 * The exit code of the command: 0 if connected, 1 if the client would show an error, 2 if this machine could not find
 * out.
 */
export function exitCodeOf(diagnosis: Diagnosis): 0 | 1 | 2 {
  if (diagnosis.connection.status === 'connected') return 0;
  return isConclusive(diagnosis) ? 1 : 2;
}

/** False if the cause may be this machine or its input, so that the client may show something else. */
export function isConclusive(diagnosis: Diagnosis): boolean {
  return diagnosis.steps.every((step) => step.details?.['conclusive'] !== false);
}
