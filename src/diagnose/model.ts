import type { Exchange } from '../http/exchange.ts';

export const DIAGNOSIS_FORMAT = 'adserver-conformance/diagnosis@1';

/** The connection walked step by step, and what the client would show. Optional members are left out, never null. */
export interface Diagnosis {
  readonly format: typeof DIAGNOSIS_FORMAT;
  /** The base address that was walked, free of credentials. */
  readonly target?: string;
  readonly startedAt?: string;
  readonly connection: Connection;
  /** Where it breaks. */
  readonly layer: Layer | null;
  /** Why it breaks, in one sentence; there with `error` only. */
  readonly cause?: string;
  /** Who has to act. */
  readonly whose?: Whose;
  /** A paragraph to read out to the publisher, or to paste. */
  readonly tellPublisher?: string;
  /** What to do, the most useful first. */
  readonly advice: readonly Advice[];
  readonly steps: readonly Step[];
  readonly exchanges: readonly Exchange[];
}

/** The connection record as the client would keep it (ad-server §2.1). */
export interface Connection {
  readonly status: 'connected' | 'error';
  /** There with `error` only. */
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
  /** Facts seen in this step, by name. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type StepOutcome = 'pass' | 'fail' | 'warn' | 'skip' | 'info';

/**
 * What the command exits with: 0 connected, 1 the client would show an error, 2 where this machine could not tell
 * what the client would show.
 */
export function exitCodeOf(diagnosis: Diagnosis): 0 | 1 | 2 {
  if (diagnosis.connection.status === 'connected') return 0;
  return isConclusive(diagnosis) ? 1 : 2;
}

/** `false` if the cause may be this machine or what it was given: the client may show something else. */
export function isConclusive(diagnosis: Diagnosis): boolean {
  return diagnosis.steps.every((step) => step.details?.['conclusive'] !== false);
}
