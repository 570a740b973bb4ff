import { randomBytes } from 'node:crypto';

/** The identity of a run: the id in everything it creates, and the time it started. */
export interface RunIdentity {
  readonly id: string;
  readonly startedAt: Date;
  /** A reference that no other run uses: `conf-<run>-<label>`. */
  ref(label: string): string;
  /** A name that tells people where an order came from: `Conformance test <run>: <label>`. */
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
