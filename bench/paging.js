// A walk over a large inventory, as the command makes it, against a bare loop.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { command, inFolder, node, peakMemory, ratio, startServer } from './measure.js';

const PAIRS = 21;
const environment = { ADSERVER_API_KEY: 'a-key-of-some-length' };
const certify = (base) => [
  command,
  'certify',
  base,
  '--local',
  '--quiet',
  '--only',
  'inventory.no-slot-twice-on-a-page',
];

export async function paging() {
  const slots = await startServer('page-server.js', ['100000']);
  const many = await startServer('page-server.js', ['1000000']);
  try {
    return [
      {
        what: '100,000 slots / bare loop that fetches, parses and validates',
        figure: await against(slots.address),
        bar: 1.85,
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
        bar: 250,
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
    // Starting has a bar of its own, and the run asks for more than the one walk: only the paging counts, on both sides.
    const file = join(folder, 'report.json');
    return ratio(
      PAIRS,
      async () => {
        await node([...certify(base), '--output', `json=${file}`], { environment });
        return walkedMs(JSON.parse(await readFile(file, 'utf8')));
      },
      async () => JSON.parse((await node([bare, base])).printed).ms,
    );
  });

/** From when the first page of 200 was asked for until the last was judged, and something else asked for. */
function walkedMs({ exchanges }) {
  const times = exchanges.map(({ startedAt, request }) => [Date.parse(startedAt), request.url.includes('limit=200')]);
  const began = times.find(([, isOfWalk]) => isOfWalk);
  const last = times.findLast(([, isOfWalk]) => isOfWalk);
  const next = times.find(([at, isOfWalk]) => !isOfWalk && at >= last[0]);
  return next[0] - began[0];
}
