import { randomBytes } from 'node:crypto';

/** Who a run is: the id that is on everything it creates, and the moment it began. */
export interface RunIdentity {
  readonly id: string;
  readonly startedAt: Date;
  /** A reference of this run's own, never used before: `conf-<run>-<label>`. */
  ref(label: string): string;
  /** A name that tells a person what it is: `Conformance test <run>: <label>`. */
  name(label: string): string;
}

export function newRun(startedAt: Date): RunIdentity {
  const id = randomBytes(5).toString('hex');
  return Object.freeze({
    id,
    startedAt,
    ref: (label: string) => `conf-${id}-${label}`,
    name: (label: string) => `Conformance test ${id}: ${label}`,
  });
}
