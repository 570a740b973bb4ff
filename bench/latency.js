// A full run over a network that takes its time, against the least time that its requests allow.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { startSandbox } from '../scripts/sandbox-process.js';
import { adServerOnly } from './loopback.js';
import { command, inFolder, median, node, replay } from './measure.js';

const heldBack = new URL('held-back.js', import.meta.url).href;
const CONCURRENCY = 8;
const RUNS = 9;
const ALONE = 50;

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
    const rounds = Math.max(chain, requests / CONCURRENCY);
    const latency = await answerAlone(sandbox.environment);
    const against = (ms, each) => median(runs.map(ms)) / (rounds * each);
    const took = ({ ms }) => ms;
    const yardstick = `the longest of chain (${chain}) and requests over concurrency (${Math.ceil(requests / CONCURRENCY)})`;
    return [
      {
        what: `full run at ${milliseconds} ms, ${latency.toFixed(1)} as measured / ${yardstick}`,
        figure: against(took, latency),
        bar: 1.25,
      },
      { what: `the same by ${milliseconds} ms as set`, figure: against(took, milliseconds) },
      ...(milliseconds === 100
        ? [{ what: 'the same in latencies', figure: median(runs.map(took)) / milliseconds, bar: 75 }]
        : []),
      { what: `bare replay of it by ${milliseconds} ms as set`, figure: against(({ bareMs }) => bareMs, milliseconds) },
    ];
  } finally {
    sandbox.stop();
  }
}

/** What a request alone takes where its answer is held back, in milliseconds: timers and waking up come on top. */
async function answerAlone({ ADSERVER_BASE_URL: base, ADSERVER_API_KEY: key }) {
  const dispatcher = new Agent({ connections: 1 });
  const times = [];
  // The first half warms the server up.
  for (let count = 0; count < 2 * ALONE; count++) {
    const began = performance.now();
    const { body } = await request(`${base}/health`, { dispatcher, headers: { authorization: `Bearer ${key}` } });
    await body.text();
    times.push(performance.now() - began);
  }
  await dispatcher.close();
  return median(times.slice(ALONE));
}

const run = (environment) =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json');
    const options = { environment: adServerOnly(environment) };
    await node([command, 'certify', '--local', '--quiet', '--output', `json=${file}`], options);
    const { run, exchanges } = JSON.parse(await readFile(file, 'utf8'));
    // From the first request on: starting up takes as long without a network.
    const ms = Date.parse(run.finishedAt) - Date.parse(exchanges[0].startedAt);
    return { run, ms, bareMs: JSON.parse((await node([replay, file], options)).printed).ms };
  });
