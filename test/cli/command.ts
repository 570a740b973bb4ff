import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startPublisher, type Publisher, type PublisherOptions } from '../../fixtures/publisher/index.ts';

/** The command as users start it. `npm test` builds what it needs. */
export const program = fileURLToPath(new URL('../../bin/adserver-conformance.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface How {
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  readonly input?: string;
  /** Called with the process as soon as it has started. */
  readonly meanwhile?: (child: ChildProcess) => void;
}

/** Runs the command with none of this process's own settings in its environment, and waits until it ends. */
export async function run(options: readonly string[], how: How = {}): Promise<Ended> {
  return runProgram(process.execPath, [program, ...options], how);
}

/** Runs any program in that way. */
export async function runProgram(file: string, options: readonly string[], how: How = {}): Promise<Ended> {
  const child = spawn(file, options, {
    cwd: how.workingDirectory ?? (await emptyFolder()),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...how.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  how.meanwhile?.(child);
  child.stdin.on('error', () => undefined); // Who does not read its input may close it.
  child.stdin.end(how.input ?? '');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Everything that was written; empty if the test closed the stream. */
const textOf = (stream: Readable) => text(stream).catch(() => '');

/** A folder that is removed after the test. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adserver-conformance-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A publisher for one test, and the environment that the command needs to certify it. */
export async function sandbox(options: PublisherOptions = {}): Promise<Publisher & { environment: Environment }> {
  const publisher = await startPublisher({ throttleWindowSeconds: 1, ...options });
  onTestFinished(() => publisher.stop());
  const environment = {
    ADSERVER_BASE_URL: publisher.baseUrl,
    ADSERVER_API_KEY: publisher.keys.full,
    ADSERVER_LOCAL: 'true',
  };
  return { ...publisher, environment };
}

type Environment = Readonly<Record<'ADSERVER_BASE_URL' | 'ADSERVER_API_KEY' | 'ADSERVER_LOCAL', string>>;
