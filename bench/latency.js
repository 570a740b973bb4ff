// A full run over a network that takes its time, against the least time that its requests allow.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../scripts/sandbox-process.js';
import { adServerOnly } from './loopback.js';
import { command, inFolder, median, node, replay } from './measure.js';

const heldBack = new URL('held-back.js', import.meta.url).href;
const CONCURRENCY = 6;
const RUNS = 9;

export async function latency() {
  const rows = [];
  for (const milliseconds of [20, 50, 100]) rows.push(...(await at(milliseconds)));
  return rows;
}

async function at(milliseconds) {
  const variables = { NODE_OPTIONS: `--import=${heldBack}`, HELD_BACK: String(milliseconds) };
  const sandbox = await startSandbox(command, [], variables);
  try {
    const runs = [];
    for (let count = 0; count < RUNS; count++) runs.push(await run(sandbox.environment));
    const { chain, requests } = runs[0].run;
    const least = Math.max(chain, requests / CONCURRENCY) * milliseconds;
    const against = (ms) => median(runs.map(ms)) / least;
    const yardstick = `the longest of chain (${chain}) and requests over concurrency (${Math.ceil(requests / CONCURRENCY)})`;
    return [
      {
        what: `full run at ${milliseconds} ms / ${yardstick}`,
        figure: against(({ run }) => run.durationMs),
        bar: 1.25,
      },
      { what: `bare replay of it at ${milliseconds} ms / the same`, figure: against(({ bareMs }) => bareMs) },
    ];
  } finally {
    sandbox.stop();
  }
}

const run = (environment) =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const options = { environment: adServerOnly(environment) };
    await node([command, 'certify', '--local', '--quiet', '--output', `json=${file}`], options);
    const { run } = JSON.parse(await readFile(file, 'utf8'));
    return { run, bareMs: JSON.parse((await node([replay, file], options)).printed).ms };
  });
