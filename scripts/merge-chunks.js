// Puts chunks of the bundle together that are loaded together: opening a file takes longer than reading more of it.
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { rollup } from 'rollup';

/**
 * Commands that need a part of what a run needs. That part is put together by itself, so that they do not load the rest.
 */
const OTHERS = { reading: ['report', 'compare', 'overview'], network: ['diagnose'] };
const ENTRY = 'src/cli/main.ts';
const command = (name) => `src/cli/commands/${name}.ts`;

/**
 * @typedef {object} Output
 * @property {string} [entryPoint] the source that it is loaded for
 * @property {{path: string, kind: string, external?: boolean}[]} imports
 * @property {Record<string, unknown>} inputs the sources that it holds, by their paths
 *
 * @param {Readonly<Record<string, Output>>} outputs esbuild's outputs, by their paths
 * @param {ReadonlyMap<string, string>} texts their code, by the same paths
 * @param {string} folder where the paths begin, e.g. `dist`
 * @returns {Promise<Map<string, string>>} fewer chunks, by their paths
 */
export async function mergeChunks(outputs, texts, folder) {
  const groupOf = groups(outputs);
  const entries = Object.keys(outputs).filter((path) => posix.dirname(path) === folder);
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((path) => [posix.basename(path, '.js'), path])),
    external: (id) => isBuiltin(id),
    plugins: [
      {
        name: 'chunks',
        resolveId: (id, importer) => {
          const path = importer === undefined ? id : posix.join(posix.dirname(importer), id);
          return texts.has(path) ? path : null;
        },
        load: (id) => texts.get(id),
      },
    ],
    treeshake: false,
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'es',
    compact: true,
    // Without the hash of the chunk that was.
    chunkFileNames: ({ name }) => `chunks/${name.replace(/-[A-Z0-9]{8}$/, '')}-[hash].js`,
    manualChunks: (path) => groupOf.get(path),
    hoistTransitiveImports: false,
    generatedCode: { constBindings: true },
  });
  await bundle.close();
  return new Map(output.map(({ fileName, code }) => [posix.join(folder, fileName), code]));
}

/** The group of each chunk that is to be put together with others. */
function groups(outputs) {
  const paths = Object.keys(outputs);
  const outputOf = (source) => {
    const path = paths.find((each) => outputs[each].entryPoint === source);
    if (path === undefined) throw new Error(`${source} has no chunk of its own`);
    return path;
  };
  const needs = (path, isLoaded = () => false, found = new Set()) => {
    if (found.has(path)) return found;
    found.add(path);
    for (const { path: next, kind, external } of outputs[path].imports)
      if (!external && (kind === 'import-statement' || isLoaded(next))) needs(next, isLoaded, found);
    return found;
  };
  const always = needs(outputOf(ENTRY));
  // Some of it is loaded while the run is prepared.
  const run = needs(outputOf(command('certify')), (path) => outputs[path].entryPoint === 'src/certify.ts');
  const suite = paths.find((path) => 'checks/suite.ts' in outputs[path].inputs);
  if (suite === undefined) throw new Error('no chunk holds the suite');
  // What they import later counts as well, except the suite: it is most of the package, and they rarely need it.
  const of = (names) =>
    new Set(names.flatMap((name) => [...needs(outputOf(command(name)), (path) => !needs(path).has(suite))]));
  const others = Object.entries(OTHERS).map(([name, commands]) => [name, of(commands)]);
  return new Map(
    [...always, ...run]
      .filter((path) => path !== outputOf(ENTRY))
      .map((path) => {
        if (always.has(path)) return [path, 'always'];
        const also = others.filter(([, loaded]) => loaded.has(path)).map(([name]) => name);
        return [path, ['run', ...also].join('-')];
      }),
  );
}
