import { systemClock, type Clock } from '../http/clock.ts';
import { diagnose } from './diagnose.ts';
import type { Diagnosis } from './model.ts';
import type { DiagnoseOptions } from './options.ts';

export interface WatchOptions extends DiagnoseOptions {
  /** Seconds between two diagnoses; 10 by default. */
  readonly interval?: number;
  /** Seconds after which the last diagnosis counts, whatever its result; no limit by default. */
  readonly limit?: number;
  /** Called after every diagnosis. `changed` tells whether the client would show something else than before. */
  readonly onDiagnosis?: (diagnosis: Diagnosis, changed: boolean) => void;
  /** Times the waits; by default the system's clock. */
  readonly clock?: Clock;
}

const USUAL_INTERVAL = 10;

/**
 * Repeats the diagnosis until the connection works, the time is over or the signal is aborted. Returns the last
 * diagnosis.
 */
export async function watch(options: WatchOptions): Promise<Diagnosis> {
  const { interval = USUAL_INTERVAL, limit = Infinity, onDiagnosis, clock = systemClock, signal, ...walk } = options;
  const end = clock.now() + limit * 1000;
  let before: string | null = null;
  for (;;) {
    const diagnosis = await diagnose(signal === undefined ? walk : { ...walk, signal });
    const shown = JSON.stringify([diagnosis.connection, diagnosis.layer]);
    onDiagnosis?.(diagnosis, shown !== before);
    before = shown;
    const left = end - clock.now();
    if (diagnosis.connection.status === 'connected' || left <= 0 || isOver(signal)) return diagnosis;
    // The last diagnosis is made when the time is over.
    await clock.sleep(Math.min(interval * 1000, left), signal);
    if (isOver(signal)) return diagnosis;
  }
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
