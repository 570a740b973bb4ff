// Bundles a TypeScript program of this repository and runs it: `node scripts/run-ts.js <file> [arguments]`.
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [, , entry, ...rest] = process.argv;
if (entry === undefined) throw new Error('Name the TypeScript file to run.');
const folder = fileURLToPath(new URL('../node_modules/.cache/run-ts/', import.meta.url));
const outfile = `${folder}${process.pid}.mjs`;
await mkdir(folder, { recursive: true });
await build({
  entryPoints: [entry],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outfile,
  sourcemap: 'inline',
  logLevel: 'error',
  external: ['vitest', 'esbuild'],
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
});
process.argv = [process.argv[0] ?? 'node', entry, ...rest];
process.setSourceMapsEnabled(true);
try {
  await import(pathToFileURL(outfile).href);
} finally {
  console.log(outfile);
}
