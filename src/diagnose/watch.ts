import { systemClock } from '../http/clock.ts';
import { diagnose } from './diagnose.ts';
import type { Diagnosis } from './model.ts';
import type { DiagnoseOptions } from './options.ts';

/** How a connection is watched until it works. */
export interface WatchOptions extends DiagnoseOptions {
  /** Seconds between two walks; 10 by default. */
  readonly interval?: number;
  /** Called after every walk, with whether what the client shows has changed. */
  readonly onDiagnosis?: (diagnosis: Diagnosis, changed: boolean) => void;
  /** Waits between two walks; rejects or resolves early when the signal says so. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

const USUAL_INTERVAL = 10;

/** Walks the connection again and again until it is connected or the signal ends it; returns the last diagnosis. */
export async function watch({ interval, onDiagnosis, wait = pause, ...options }: WatchOptions): Promise<Diagnosis> {
  let before: string | null = null;
  for (;;) {
    const diagnosis = await diagnose(options);
    const shown = JSON.stringify([diagnosis.connection, diagnosis.layer]);
    onDiagnosis?.(diagnosis, shown !== before);
    before = shown;
    if (diagnosis.connection.status === 'connected' || options.signal?.aborted) return diagnosis;
    await wait((interval ?? USUAL_INTERVAL) * 1000, options.signal);
    // The signal may have been aborted during the wait.
    if (isOver(options.signal)) return diagnosis;
  }
}

const pause = (milliseconds: number, signal?: AbortSignal) => systemClock.sleep(milliseconds, signal);

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
