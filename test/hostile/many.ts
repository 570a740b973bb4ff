import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { startFront } from './front.ts';
import { fuzzed, type Fuzzed } from './fuzz.ts';

/*
 * Certifies services that answer at random, each whole and in a process of its own, and prints what was wrong:
 * `npm run hostile -- <number> [first seed]`.
 */

const MOST_MEMORY = 300;
const AT_ONCE = 2;

interface Result {
  readonly verdict: string;
  readonly requests: number;
  readonly seconds: number;
  readonly memoryMB: number;
  readonly wrong: readonly string[];
}

const [number = '20', first = '1'] = process.argv.slice(2);
const folder = join(process.cwd(), 'node_modules/.cache/hostile');
const program = join(folder, `${process.pid}.mjs`);
await build({
  entryPoints: [join(process.cwd(), 'test/hostile/child.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outfile: program,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'error',
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
});

async function judged({ hostility }: Fuzzed): Promise<Result> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date() });
  const front = await startFront(Number(new URL(publisher.baseUrl).port), hostility);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') await clock.sleep(Number(await text(request)) - clock.now());
    response.end(JSON.stringify([...front.created]));
  };
  const told = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => told.listen(0, '127.0.0.1', resolve));
  const address = new URL(publisher.baseUrl);
  address.port = String(front.port);
  try {
    const child = spawn(process.execPath, ['--heap-growing-percent=20', program], { stdio: ['pipe', 'pipe', 'pipe'] });
    // The address of a listening TCP server always has this type.
    const createdAt = `http://127.0.0.1:${(told.address() as AddressInfo).port}/`;
    child.stdin.end(
      JSON.stringify({ baseUrl: address.href, keys: publisher.keys, listing: publisher.listing, createdAt }),
    );
    const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const code = child.exitCode;
    if (code !== 0)
      return {
        verdict: 'none',
        requests: 0,
        seconds: 0,
        memoryMB: 0,
        wrong: [`it crashed: ${complaints.slice(-600)}`],
      };
    return JSON.parse(said) as Result; // The child prints one.
  } finally {
    told.close();
    await front.stop();
    await publisher.stop();
  }
}

const waiting = Array.from({ length: Number(number) }, (_none, index) => fuzzed(Number(first) + index));
let bad = 0;
let most = 0;
let longest = 0;
async function judgeInTurn(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const result = await judged(next);
    const wrong = [
      ...result.wrong,
      ...(result.memoryMB > MOST_MEMORY ? [`took ${result.memoryMB.toFixed(0)} MB`] : []),
    ];
    if (wrong.length > 0) bad += 1;
    most = Math.max(most, result.memoryMB);
    longest = Math.max(longest, result.seconds);
    process.stdout.write(
      `${wrong.length === 0 ? 'ok   ' : 'WRONG'} seed ${next.seed}, ${next.endpoint}: ${result.verdict}, ${result.requests} requests, ${result.seconds.toFixed(0)} s, ${result.memoryMB.toFixed(0)} MB\n`,
    );
    for (const each of wrong) process.stdout.write(`        ${each}\n`);
  }
}
try {
  await Promise.all(Array.from({ length: AT_ONCE }, judgeInTurn));
} finally {
  await rm(program, { force: true });
}
process.stdout.write(`${number} services, ${bad} wrong; at most ${most.toFixed(0)} MB and ${longest.toFixed(0)} s.\n`);
process.exitCode = bad === 0 ? 0 : 1;
