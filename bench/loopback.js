// A full run of the ad server's contract on loopback against a bare script that sends the same requests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from '../scripts/sandbox-process.js';
import { command, inFolder, node, peakMemory, ratio, replay } from './measure.js';

const PAIRS = 21;

export async function loopback() {
  const sandbox = await startSandbox(command);
  try {
    return await inFolder(async (folder) => {
      const file = join(folder, 'report.json');
      const options = { environment: adServerOnly(sandbox.environment) };
      const certify = [command, 'certify', '--local', '--quiet', '--output', `json=${file}`];
      const figure = await ratio(
        PAIRS,
        async () => (await node(certify, options)).ms,
        async () => (await node([replay, file], options)).ms,
      );
      const { run, verdict } = JSON.parse(await readFile(file, 'utf8'));
      if (verdict !== 'passed') throw new Error(`The reference publisher ${verdict}.`);
      return [
        { what: `full run on loopback (${run.requests} requests) / bare replay of it`, figure, bar: 1.95 },
        { what: 'its peak memory', figure: await peakMemory(certify, options), bar: 130, unit: 'MB' },
      ];
    });
  } finally {
    sandbox.stop();
  }
}

/** The sandbox's settings without the listing API, whose run waits for a window of its throttle. */
export function adServerOnly(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('ADSERVER_')));
}
