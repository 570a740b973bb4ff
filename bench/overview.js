// Five hundred reports of real runs at a glance, against a bare loop that reads, parses and hashes the same files.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import canonicalize from 'canonicalize';
import { startSandbox } from '../scripts/sandbox-process.js';
import { adServerOnly } from './loopback.js';
import { command, inFolder, node, peakMemory, ratio } from './measure.js';

const REPORTS = 500;
const PUBLISHERS = 250;
const PAIRS = 3;
const bare = fileURLToPath(new URL('parse.js', import.meta.url));

export const overview = () =>
  inFolder(async (folder) => {
    await writeReports(folder);
    const args = [command, 'overview', folder, '--output', `html=${join(folder, 'page')}`];
    const seconds = [];
    const figure = await ratio(
      PAIRS,
      async () => {
        const { ms } = await node(args);
        seconds.push(ms / 1000);
        return ms;
      },
      async () => (await node([bare, folder])).ms,
    );
    return [
      { what: `overview of ${REPORTS} reports / bare loop that reads, parses and hashes them`, figure, bar: 4 },
      { what: 'the same in seconds', figure: Math.min(...seconds), unit: 's' },
      { what: 'its peak memory', figure: await peakMemory(args), bar: 250, unit: 'MB' },
    ];
  });

/** Two nights of each publisher: the runs of one, at other addresses. */
async function writeReports(folder) {
  const [good, bad] = [await run(folder, []), await run(folder, ['--fault', 'health-timezone-offset'])];
  for (let index = 0; index < REPORTS; index++) {
    const report = index % 7 === 0 ? bad : good;
    const night = new Date(Date.now() - Math.floor(index / PUBLISHERS) * 86_400_000).toISOString();
    const target = `https://ads-${index % PUBLISHERS}.example.com/api/v1`;
    await writeFile(join(folder, `${index}.json`), sealed(report, { target, night, id: `run-${index}` }));
  }
}

async function run(folder, options) {
  const file = join(folder, 'run.txt');
  const sandbox = await startSandbox(command, options);
  try {
    await node([command, 'certify', '--local', '--quiet', '--output', `json=${file}`], {
      environment: adServerOnly(sandbox.environment),
      codes: [0, 1],
    });
  } finally {
    sandbox.stop();
  }
  return JSON.parse(await readFile(file, 'utf8'));
}

function sealed(sample, { target, night, id }) {
  const report = Object.fromEntries(Object.entries(sample).filter(([name]) => name !== 'digest'));
  const own = {
    ...report,
    run: { ...report.run, id, startedAt: night, finishedAt: night },
    contracts: report.contracts.map((contract) => ({ ...contract, target })),
  };
  const digest = `sha256:${createHash('sha256')
    .update(canonicalize(own) ?? '')
    .digest('hex')}`;
  return JSON.stringify({ ...own, digest });
}
