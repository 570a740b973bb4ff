import { once } from 'node:events';

/** A reader that went away, as `| head` does, is no fault: what is still to be said is said to nobody. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/** Writes to standard output and waits until it is gone, so that nothing is lost when the process ends. */
export async function print(text: string): Promise<void> {
  const { stdout } = process;
  if (!stdout.writable) return;
  if (stdout.write(text)) return;
  await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]).catch(() => undefined);
}

/** One line on standard error. */
export function notice(line: string): void {
  if (process.stderr.writable) process.stderr.write(`${line}\n`);
}
