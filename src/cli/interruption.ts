import { notice } from './streams.ts';

/** By convention 128 and the number of SIGINT. */
export const INTERRUPTED = 130;

/**
 * The first Ctrl-C, or a SIGTERM, aborts what goes on, so that its report can still be written; a second one ends
 * the process at once. A terminal that is closed aborts too, and may say so more than once.
 */
export function onInterruption(abort: () => void): void {
  let times = 0;
  const interrupt = (): void => {
    times += 1;
    if (times > 1) process.exit(INTERRUPTED);
    process.exitCode = INTERRUPTED;
    abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('SIGHUP', () => {
    if (times === 0) interrupt();
  });
}

/** As `onInterruption`, as the signal of a run that says so. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  onInterruption(() => {
    notice('Interrupted: the report of what was seen so far follows. Once more to quit without it.');
    controller.abort();
  });
  return controller.signal;
}
