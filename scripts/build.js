// Bundles the command and the programmatic API into dist/, with the licences of all that is inside, a bill of materials, and
// the API's types.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import ts from 'typescript';
import { packedModules, packs, shortNames } from './bundle-plugins.js';
import { billOfMaterials } from './bill-of-materials.js';
import { licencesOf } from './licences.js';
import { mergeChunks } from './merge-chunks.js';
import { asText, CONTRACTS, openApi } from './openapi.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** CommonJS packages inside an ES module call `require` for what is built into Node. */
const REQUIRE = `import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);`;

async function bundle() {
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli/main.ts', index: 'src/index.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    plugins: [packedModules, shortNames],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const unpacked = Object.keys(metafile.inputs).filter((input) => /^fixtures\//.test(input));
  if (unpacked.length > 0)
    throw new Error(`Import fixtures through one of the modules that are packed, not ${unpacked.join(', ')}.`);
  const texts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      // The bundler's own names have slashes on Windows too.
      const name = relative(root, path).replaceAll('\\', '/');
      return [name, isReadable(Object.keys(metafile.outputs[name].inputs)) ? text : await shortened(text)];
    }),
  );
  const chunks = await mergeChunks(metafile.outputs, new Map(texts), 'dist');
  // Only now: a build that fails leaves the one before in place.
  await rm(dist, { recursive: true, force: true });
  for (const [name, text] of chunks) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return metafile;
}

/** What runs checks: its names make the stack trace in a bug report readable. Which check broke, its id tells. */
const isReadable = (inputs) =>
  inputs.some((input) => /^src\/(engine|http|run)\//.test(input)) && !inputs.includes('checks/suite.ts');

/** Checks, the sandbox, the renderers, texts and libraries are large; no name of theirs is needed. */
async function shortened(code) {
  const { code: shorter } = await transform(code, { minifyIdentifiers: true, minifyWhitespace: true, charset: 'utf8' });
  return shorter;
}

/** Whose runtime or data is part of what scripts/generate.js made. */
const INSIDE_GENERATED = ['ajv', 'currency-codes', 'tzdata'].map((name) => `node_modules/${name}`);

/** The packages that ended up in the bundle, by their folder. */
function packagesIn(...metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    ),
  );
  const folders = inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set([...folders, ...INSIDE_GENERATED])].sort();
}

/** Writes the declarations that the API's own declaration leads to, and no others: emitting all takes seconds. */
async function writeTypes() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([join(root, 'src/index.ts')], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: root,
    outDir: join(dist, 'types'),
  });
  const emitted = new Set();
  const emit = (file) => {
    if (emitted.has(file)) return;
    emitted.add(file);
    const source = program.getSourceFile(file);
    // Without a source, everything would be emitted.
    if (source === undefined) throw new Error(`the API's types lead to ${file}, which is not there`);
    program.emit(source, (name, text) => {
      ts.sys.writeFile(name, text);
      for (const { fileName } of ts.preProcessFile(text).importedFiles)
        if (fileName.startsWith('.')) emit(resolve(dirname(file), fileName));
    });
  };
  emit(join(root, 'src/index.ts'));
}

/** Both contracts as OpenAPI documents, for the command and for other programs. */
async function writeOpenApi() {
  await mkdir(join(dist, 'openapi'), { recursive: true });
  for (const contract of CONTRACTS) {
    const document = await openApi(contract);
    for (const [format, textOf] of Object.entries(asText))
      await writeFile(join(dist, 'openapi', `${contract}.${format}`), textOf(document));
  }
}

const [metafile, packed] = await Promise.all([bundle(), packs()]);
const packages = packagesIn(metafile, ...packed.map((pack) => pack.metafile));
await mkdir(join(dist, 'generated'), { recursive: true });
await cp(join(root, 'src/generated/explanations.json.br'), join(dist, 'generated/explanations.json.br'));
await Promise.all([
  ...packed.map((pack) => writeFile(join(dist, 'generated', pack.file), pack.packed)),
  writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await licencesOf(packages)),
  writeFile(join(dist, 'sbom.cdx.json'), JSON.stringify(await billOfMaterials(packages))),
  writeOpenApi(),
  writeTypes(),
]);
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  if (process.argv.includes('--sizes')) console.log(String(bytes).padStart(9), file);
