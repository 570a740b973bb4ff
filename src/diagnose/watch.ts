import { systemClock, type Clock } from '../http/clock.ts';
import { diagnose } from './diagnose.ts';
import type { Diagnosis } from './model.ts';
import type { DiagnoseOptions } from './options.ts';

/** How a connection is watched until it works. */
export interface WatchOptions extends DiagnoseOptions {
  /** Seconds between two walks; 10 by default. */
  readonly interval?: number;
  /** Seconds after which the last diagnosis counts, whatever it is; none by default. */
  readonly limit?: number;
  /** Called after every walk, with whether what the client shows has changed. */
  readonly onDiagnosis?: (diagnosis: Diagnosis, changed: boolean) => void;
  /** Times the waits between walks; the system's clock by default. */
  readonly clock?: Clock;
}

const USUAL_INTERVAL = 10;

/** Walks the connection again and again until it is connected, the time is over or the signal ends it; returns the last diagnosis. */
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
    // The last walk is at the very end.
    await clock.sleep(Math.min(interval * 1000, left), signal);
    if (isOver(signal)) return diagnosis;
  }
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
