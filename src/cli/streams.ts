import { setImmediate } from 'node:timers/promises';
import { chunksOf, type Text } from '../text/chunks.ts';
import { inert, type Lines } from '../text/inert.ts';
import { whyUnreadable } from './files.ts';

let failure: Error | null = null;
let told = false;

/**
 * Handles errors of the output streams. A reader that closes the pipe, such as `| head`, is not an error: the rest of
 * the output is dropped. `outputFailed` reports any other failure of standard output. A failure of standard error
 * cannot be reported anywhere.
 */
export function watchStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  process.stderr.on('error', () => undefined);
}

/** Whether writing to standard output failed. Reports the failure once. */
export async function outputFailed(): Promise<boolean> {
  await setImmediate(); // A stream reports its failure one turn of the event loop later.
  if (failure !== null && !told) notice(`error: Standard output was not written: ${whyUnreadable(failure)}.`);
  told = failure !== null;
  return told;
}

/**
 * Writes to standard output and waits until everything is written, so that nothing is lost when the process ends;
 * `false` if that failed.
 */
export async function print(text: Text, lines?: Lines): Promise<boolean> {
  const { stdout } = process;
  for (const chunk of chunksOf(text, lines))
    if (stdout.writable)
      await new Promise<void>((resolve) => {
        stdout.write(chunk, () => {
          resolve();
        });
      });
  return !(await outputFailed());
}

/** Prints the closing lines on standard error, unless a person has just read the same on a terminal. */
export function noticeUnseen(format: string, lines: readonly string[]): void {
  if (!process.stdout.isTTY || format !== 'terminal') lines.forEach(notice);
}

export function notice(line: string): void {
  if (process.stderr.writable) process.stderr.write(`${inert(line)}\n`);
}
