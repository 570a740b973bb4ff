// What the limit of the token exchange costs: windows of waiting, and whether anything else waits with it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../scripts/sandbox-process.js';
import { command, inFolder, node } from './measure.js';

const WINDOWS = [2, 5];

export async function throttle() {
  const [short, long] = [await run(WINDOWS[0]), await run(WINDOWS[1])];
  const windows = (long.durationMs - short.durationMs) / ((WINDOWS[1] - WINDOWS[0]) * 1000);
  return [
    { what: 'windows that a run over both contracts waits', figure: windows, bar: 1.1 },
    {
      what: 'ad server at the longer window / at the shorter one',
      figure: long.adServerMs / short.adServerMs,
      bar: 1.25,
    },
  ];
}

/** How long a run took, and how long until the ad server had its last request. */
async function run(window) {
  const sandbox = await startSandbox(command, ['--throttle-window', String(window)]);
  try {
    return await inFolder(async (folder) => {
      const file = join(folder, 'report.json');
      await node(
        [command, 'certify', '--local', '--quiet', '--throttle-window', String(window), '--output', `json=${file}`],
        { environment: sandbox.environment },
      );
      const { run: whole, exchanges } = JSON.parse(await readFile(file, 'utf8'));
      const own = exchanges.filter(({ request }) => !/\/(auth\/token|toplists)/.test(request.url));
      const last = Math.max(...own.map(({ startedAt, durationMs }) => Date.parse(startedAt) + durationMs));
      return { durationMs: whole.durationMs, adServerMs: last - Date.parse(whole.startedAt) };
    });
  } finally {
    sandbox.stop();
  }
}
