// Times whole processes and things in them, in turns, so that a drift of the machine's speed meets both alike.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The command as it is installed. */
export const command = join(root, 'bin/adserver-conformance.js');
/** The yardstick of a run: sends a report's requests again, and prints how long that took. */
export const replay = fileURLToPath(new URL('replay.js', import.meta.url));

export const median = (/** @type {number[]} */ numbers) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

/**
 * The median of a/b over pairs taken in turn, after one pair that does not count.
 * @param {number} pairs
 * @param {() => Promise<number>} a milliseconds
 * @param {() => Promise<number>} b milliseconds
 */
export async function ratio(pairs, a, b) {
  const ratios = [];
  for (let pair = 0; pair <= pairs; pair++) {
    const [one, other] = [await a(), await b()];
    if (pair > 0) ratios.push(one / other);
  }
  return median(ratios);
}

/**
 * Runs a script in a Node of its own to its end; its milliseconds, and what it printed.
 * @param {string[]} args
 * @param {{ environment?: Record<string, string>, codes?: number[] }} [options]
 */
export async function node(args, { environment = {}, codes = [0] } = {}) {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const texts = Promise.all([child.stdout, child.stderr].map(textOf));
  const [code] = await once(child, 'close');
  const ms = performance.now() - began;
  const [printed = '', said = ''] = await texts;
  if (!codes.includes(code))
    throw new Error(`node ${args.join(' ')} ended with ${code}:\n${printed.slice(-1500)}${said.slice(-1500)}`);
  return { ms, printed };
}

async function textOf(stream) {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

/** Runs a script as `node` does; its peak memory in MB. */
export async function peakMemory(args, options = {}) {
  return inFolder(async (folder) => {
    const file = join(folder, 'peak');
    await node(['--import', new URL('peak.js', import.meta.url).href, ...args], {
      ...options,
      environment: { ...options.environment, BENCH_PEAK: file },
    });
    return Number(await readFile(file, 'utf8')) / 1024;
  });
}

/**
 * Starts a server script; resolves with its first line of output.
 * @param {string} script in this folder
 * @param {string[]} args
 */
export async function startServer(script, args = []) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { address: String(line).trim(), stop: () => child.kill() };
}

/** Gives a task a folder that is gone when it ends. */
export async function inFolder(task) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
