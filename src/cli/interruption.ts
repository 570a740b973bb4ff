import { notice } from './streams.ts';

/** By convention, 128 plus the number of SIGINT. */
export const INTERRUPTED = 130;

/**
 * The first Ctrl-C or SIGTERM aborts the run, so that its report can still be written. A second one ends the process at
 * once. A closed terminal aborts as well, and may send SIGHUP more than once.
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
  // Ctrl-Break, which only Windows sends.
  process.on('SIGBREAK', interrupt);
  process.on('SIGHUP', () => {
    if (times === 0) interrupt();
  });
}

/** The same with a notice, and as a signal. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  onInterruption(() => {
    notice('Interrupted. The report of what was seen so far follows; press Ctrl-C again to quit without it.');
    controller.abort();
  });
  return controller.signal;
}
