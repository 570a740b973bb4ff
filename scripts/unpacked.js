// Part of the product: reads the reference publisher from the file that scripts/build.js packs it into.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';

const FILE = new URL('../generated/reference-publisher.js.br', import.meta.url);

let exported;

/**
 * The modules in the file, by name.
 * @param {Record<string, unknown>} lent packages that are in the bundle anyway
 * @returns {Record<string, Record<string, unknown>>}
 */
export function unpacked(lent) {
  exported ??= evaluated(lent);
  return exported;
}

function evaluated(lent) {
  const code = brotliDecompressSync(readFileSync(FILE)).toString();
  const module = { exports: {} };
  const builtIn = createRequire(import.meta.url);
  // Its name is what a stack trace shows.
  compileFunction(code, ['module', 'require'], { filename: fileURLToPath(FILE).replace(/\.br$/, '') })(
    module,
    (name) => (name in lent ? lent[name] : builtIn(name)),
  );
  return module.exports;
}
