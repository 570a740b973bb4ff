// A full run over a network that takes its time: how many times the latency it lasts, and what judging adds to it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../scripts/sandbox-process.js';
import { adServerOnly } from './loopback.js';
import { command, inFolder, median, node, replay } from './measure.js';

const heldBack = new URL('held-back.js', import.meta.url).href;
const RUNS = 9;
/** Of a full run, in latencies. */
const MOST_LATENCIES = new Map([[100, 75]]);

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
    const bar = MOST_LATENCIES.get(milliseconds);
    return [
      {
        what: `full run at ${milliseconds} ms, in latencies`,
        figure: median(runs.map(({ ms }) => ms / milliseconds)),
        ...(bar !== undefined && { bar }),
      },
      { what: 'the same / bare replay of it', figure: median(runs.map(({ ms, bareMs }) => ms / bareMs)), bar: 1.1 },
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
    const { run, exchanges } = JSON.parse(await readFile(file, 'utf8'));
    // From the first request on: starting up takes as long without a network.
    const ms = Date.parse(run.finishedAt) - Date.parse(exchanges[0].startedAt);
    return { ms, bareMs: JSON.parse((await node([replay, file], options)).printed).ms };
  });
