// A walk over a large inventory, as the command makes it, against a bare loop.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { command, inFolder, node, peakMemory, ratio, startServer } from './measure.js';

const PAIRS = 21;
const environment = { ADSERVER_API_KEY: 'a-key-of-some-length' };
const certify = (base) => [command, 'certify', base, '--local', '--quiet', '--only', 'inventory.no-slot-twice'];

export async function paging() {
  const slots = await startServer('page-server.js', ['100000']);
  const many = await startServer('page-server.js', ['1000000']);
  try {
    return [
      {
        what: '100,000 slots / bare loop that fetches, parses and validates',
        figure: await against(slots.address),
        bar: 1.4,
      },
      {
        what: 'peak memory of 100,000 slots',
        figure: await peakMemory(certify(slots.address), { environment }),
        bar: 200,
        unit: 'MB',
      },
      {
        what: 'peak memory of 1,000,000 slots',
        figure: await peakMemory(certify(many.address), { environment }),
        bar: 200,
        unit: 'MB',
      },
    ];
  } finally {
    slots.stop();
    many.stop();
  }
}

const against = (base) =>
  inFolder(async (folder) => {
    const bare = join(folder, 'walk.mjs');
    await build({
      entryPoints: [fileURLToPath(new URL('walk.js', import.meta.url))],
      bundle: true,
      platform: 'node',
      format: 'esm',
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
      outfile: bare,
      logLevel: 'error',
    });
    // Starting has a bar of its own, so only the paging counts here, on both sides.
    const file = join(folder, 'report.json');
    return ratio(
      PAIRS,
      async () => {
        await node([...certify(base), '--output', `json=${file}`], { environment });
        return JSON.parse(await readFile(file, 'utf8')).run.durationMs;
      },
      async () => JSON.parse((await node([bare, base])).printed).ms,
    );
  });
