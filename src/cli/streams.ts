import { setImmediate } from 'node:timers/promises';
import { whyUnreadable } from './files.ts';

let failure: Error | null = null;
let told = false;

/**
 * A reader that went away, as `| head` does, is no fault: what is still to be said is said to nobody. Any other failure
 * of standard output is told by `outputFailed`; where standard error fails, there is nobody left to tell.
 */
export function watchStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  process.stderr.on('error', () => undefined);
}

/** Whether standard output could not take what was to be said; says so once. */
export async function outputFailed(): Promise<boolean> {
  await setImmediate(); // A stream tells of its failure a moment later.
  if (failure !== null && !told) notice(`error: Standard output was not written: ${whyUnreadable(failure)}.`);
  told = failure !== null;
  return told;
}

/** Writes to standard output and waits until it is gone, so that nothing is lost when the process ends; whether it went. */
export async function print(text: string): Promise<boolean> {
  const { stdout } = process;
  if (stdout.writable)
    await new Promise<void>((resolve) => {
      stdout.write(text, () => {
        resolve();
      });
    });
  return !(await outputFailed());
}

/** One line on standard error. */
export function notice(line: string): void {
  if (process.stderr.writable) process.stderr.write(`${line}\n`);
}
