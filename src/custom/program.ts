import { spawn, type ChildProcess } from 'node:child_process';
import { win32 } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

export interface ProgramOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutSeconds: number;
  /** Maximum bytes of standard output. If the program writes more, it is stopped. */
  readonly mostBytes: number;
  /** What it gets on standard input; nothing by default. */
  readonly input?: string;
  /** Stops the program when the run is interrupted. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a program: its output, up to a limit, and how it ended. */
export interface ProgramRun {
  readonly output: string;
  /** The last line of its standard error that is not empty. */
  readonly lastLine: string;
  readonly ending: Ending;
  readonly durationMs: number;
}

export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timed-out' | 'flooded' | 'interrupted' }
  | { readonly kind: 'not-started'; readonly why: string };

const GRACE_MS = 2_000;
const LAST_WORDS = 4_000;

/**
 * Runs a command in the shell, like npm scripts, in a process group of its own, so that everything it started can be
 * stopped with it. Never rejects.
 */
export function runProgram(command: string, options: ProgramOptions): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const start = performance.now();
    const output = new BoundedText(options.mostBytes);
    const errors = new TextTail(LAST_WORDS);
    let ended: Ending | undefined;
    let child: ChildProcess;
    const timers: NodeJS.Timeout[] = [];

    const settle = (ending: Ending) => {
      timers.forEach(clearTimeout);
      process.removeListener('exit', killNow);
      options.signal?.removeEventListener('abort', interrupt);
      const durationMs = Math.round(performance.now() - start);
      resolve({
        output: output.text(),
        lastLine: errors.text().trim().split('\n').at(-1) ?? '',
        ending: ended ?? ending,
        durationMs,
      });
    };
    const killNow = () => {
      endGroup(child, 'SIGKILL');
    };
    const stop = (kind: 'timed-out' | 'flooded' | 'interrupted') => {
      if (ended !== undefined) return;
      ended = { kind };
      endGroup(child, 'SIGTERM');
      timers.push(setTimeout(killNow, GRACE_MS));
    };
    const interrupt = () => {
      stop('interrupted');
    };

    try {
      child = spawn(command, {
        shell: true,
        detached: process.platform !== 'win32',
        stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        env: options.environment,
        windowsHide: true,
      });
    } catch (cause) {
      settle({ kind: 'not-started', why: cause instanceof Error ? cause.message : String(cause) });
      return;
    }
    child.stdin?.on('error', () => undefined); // A program may end without reading its input.
    child.stdin?.end(options.input);
    process.once('exit', killNow);
    options.signal?.addEventListener('abort', interrupt);
    if (options.signal?.aborted) interrupt();
    timers.push(
      setTimeout(() => {
        stop('timed-out');
      }, options.timeoutSeconds * 1000),
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      if (!output.add(chunk)) stop('flooded');
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      errors.add(chunk);
    });
    child.once('error', (cause) => {
      settle({ kind: 'not-started', why: cause.message });
    });
    child.once('exit', () => {
      // A process left in the background would keep the output open for ever. If the program was told to stop, perhaps
      // only its shell has ended so far, so the others get the remaining time.
      if (ended === undefined) killNow();
      timers.push(
        setTimeout(() => {
          child.stdout?.destroy();
          child.stderr?.destroy();
        }, 2 * GRACE_MS),
      );
    });
    child.once('close', (code, signal) => {
      settle(code === null ? { kind: 'killed', signal: signal ?? 'unknown signal' } : { kind: 'exited', code });
    });
  });
}

function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode !== null) return;
    // A console program on Windows cannot be asked to stop, so both signals end it at once.
    const killer = spawn(taskkill(process.env), ['/pid', String(child.pid), '/T', '/F'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    killer.once('error', () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has no process left.
  }
}

/** The full path, because Windows would search the working directory first. */
export const taskkill = ({ SystemRoot = 'C:\\Windows' }: NodeJS.ProcessEnv): string =>
  win32.join(SystemRoot, 'System32', 'taskkill.exe');

/** Text up to a number of bytes. Longer text is cut after the last whole line. */
class BoundedText {
  readonly #most: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** False if there is more than fits. */
  add(chunk: Buffer): boolean {
    if (this.#size <= this.#most) this.#chunks.push(chunk);
    this.#size += chunk.length;
    return this.#size <= this.#most;
  }

  text(): string {
    const all = Buffer.concat(this.#chunks);
    if (this.#size <= this.#most) return all.toString('utf8');
    return all.subarray(0, all.subarray(0, this.#most).lastIndexOf(0x0a) + 1).toString('utf8');
  }
}

/** The last characters of a text of any length. */
class TextTail {
  readonly #most: number;
  readonly #decoder = new StringDecoder('utf8');
  #text = '';
  #cut = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer) {
    const text = this.#text + this.#decoder.write(chunk);
    this.#cut ||= text.length > this.#most;
    this.#text = text.slice(-this.#most);
  }

  /** If the beginning was cut, starts at the next whole word, so that no part of a secret is shown. */
  text(): string {
    return this.#cut ? this.#text.replace(/^\S*\s*/, '') : this.#text;
  }
}
