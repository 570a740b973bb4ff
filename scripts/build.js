// Bundles the command and the programmatic API into dist/, with the licences of all that is inside and the API's types.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** CommonJS packages inside an ES module call `require` for what is built into Node. */
const REQUIRE = `import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);`;

/** Code that nobody here wrote or reads is made as small as it goes; the project's own keeps its names. */
const shortForeignNames = {
  name: 'short foreign names',
  setup({ onLoad }) {
    onLoad({ filter: /(node_modules|generated)\/.*\.[cm]?js$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { minify: true, legalComments: 'none' });
      return { contents: code };
    });
  },
};

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
    // Names stay as they are: a stack trace in a bug report can be read.
    plugins: [shortForeignNames],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    charset: 'utf8',
    banner: { js: REQUIRE },
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  // Only now: a build that fails leaves the one before in place.
  await rm(dist, { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  return metafile;
}

/** Whose runtime is part of the validators that scripts/generate.js made. */
const INSIDE_GENERATED = ['node_modules/ajv'];

/** The packages that ended up in the bundle, by their folder. */
function packagesIn(metafile) {
  const folders = Object.keys(metafile.inputs).flatMap((input) => {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    return found ? [found[1]] : [];
  });
  return [...new Set([...folders, ...INSIDE_GENERATED])].sort();
}

async function licenceOf(folder) {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = await readdir(join(root, folder));
  const file = files.find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file === undefined ? '' : (await readFile(join(root, folder, file), 'utf8')).trim();
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  if (text === '' && typeof manifest.license !== 'string') throw new Error(`${title} states no licence`);
  return `${title}\n${'-'.repeat(title.length)}\n\n${text || `Licensed under ${manifest.license}.`}\n`;
}

async function writeLicences(metafile) {
  const licences = await Promise.all(packagesIn(metafile).map(licenceOf));
  const intro = 'This package contains code of the packages below, each under its own licence.\n';
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), [intro, ...licences].join('\n'));
}

/** Writes the declarations that the API's own declaration leads to, and no others. */
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
  const written = new Map();
  program.emit(undefined, (file, text) => written.set(resolve(file), text));
  const wanted = new Set();
  const want = (file) => {
    if (wanted.has(file)) return;
    const text = written.get(file);
    if (text === undefined) throw new Error(`the API's types lead to ${file}, which is not there`);
    wanted.add(file);
    for (const { fileName } of ts.preProcessFile(text).importedFiles)
      if (fileName.startsWith('.')) want(resolve(dirname(file), fileName.replace(/\.ts$/, '.d.ts')));
  };
  want(join(dist, 'types/src/index.d.ts'));
  for (const file of wanted) ts.sys.writeFile(file, written.get(file));
}

const metafile = await bundle();
await Promise.all([writeLicences(metafile), writeTypes()]);
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  if (process.argv.includes('--sizes')) console.log(String(bytes).padStart(9), file);
