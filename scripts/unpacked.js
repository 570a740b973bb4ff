// Part of the product: reads modules from a file that scripts/build.js packs them into.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';

const FOLDER = new URL('../generated/', import.meta.url);

const exported = new Map();

/**
 * The modules of a pack, by name.
 * @param {string} pack
 * @param {Record<string, unknown>} lent modules that are in the bundle anyway
 * @returns {Record<string, Record<string, unknown>>}
 */
export function unpacked(pack, lent) {
  if (!exported.has(pack)) exported.set(pack, evaluated(pack, lent));
  return exported.get(pack);
}

function evaluated(pack, lent) {
  const code = brotliDecompressSync(readFileSync(new URL(`${pack}.js.br`, FOLDER))).toString();
  const module = { exports: {} };
  const builtIn = createRequire(import.meta.url);
  // Its name is what a stack trace shows.
  compileFunction(code, ['module', 'require'], { filename: fileURLToPath(new URL(`${pack}.js`, FOLDER)) })(
    module,
    (name) => (name in lent ? lent[name] : builtIn(name)),
  );
  return module.exports;
}
