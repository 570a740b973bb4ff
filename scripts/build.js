// Bundles the command and the programmatic API into dist/, with the licences of all that is inside and the API's types.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

/** CommonJS packages inside an ES module call `require` for what is built into Node. */
const REQUIRE = `import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);`;

/** undici brings its parser twice; the one without SIMD runs everywhere and is as fast at bodies of a few kB. */
const oneParser = {
  name: 'one parser',
  setup({ onResolve, resolve: find }) {
    onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path, ...rest }) => find(path.replace('_simd', ''), rest));
  },
};

/** The suite speaks HTTP/1.1 alone and sends texts: undici's other half, HTTP/2 and the bodies of fetch, is never reached. */
const noOtherHalf = {
  name: 'no HTTP/2, no fetch',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http2$|\/client-h2\.js$|\/web\/fetch\/body\.js$/ }, ({ path }) => ({
      path,
      namespace: 'missing',
    }));
    onLoad({ filter: /^/, namespace: 'missing' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error('${path} is left out'); };`,
    }));
  },
};

/**
 * Code that nobody here reads is made as small as it goes, and so is the reference publisher; the rest of the project's
 * own keeps its names here.
 */
const shortNames = {
  name: 'short names',
  setup({ onLoad }) {
    onLoad({ filter: /undici\/lib\/dispatcher\/agent\.js$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
        target: 'node20.18',
        minify: true,
        legalComments: 'none',
        plugins: [oneParser, noOtherHalf],
      });
      return { contents: outputFiles[0].text };
    });
    onLoad({ filter: /(node_modules|generated|fixtures)\/.*\.([cm]?js|ts)$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        minify: true,
        legalComments: 'none',
      });
      return { contents: code };
    });
    // The one spinner that the command shows.
    onLoad({ filter: /cli-spinners\/spinners\.json$/ }, async ({ path }) => {
      const { dots, line } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ dots, line }), loader: 'json' };
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
    plugins: [shortNames],
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
  for (const { path, text } of outputFiles) {
    await mkdir(dirname(path), { recursive: true });
    const { inputs } = metafile.outputs[relative(root, path)];
    await writeFile(path, isReadable(Object.keys(inputs)) ? text : await shortened(text));
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
  return { title, text: text || `Licensed under ${manifest.license}.` };
}

/** Packages whose licences say the same, copyright included, share the text. */
async function writeLicences(metafile) {
  const licences = await Promise.all(packagesIn(metafile).map(licenceOf));
  const parts = licences.map(({ text }) => text).filter((text, index, all) => all.indexOf(text) === index);
  const intro = 'This package contains code of the packages below, each under its own licence.\n';
  const told = parts.map((text) => {
    const titles = licences.filter((licence) => licence.text === text).map(({ title }) => title);
    return `${titles.join('\n')}\n${'-'.repeat(titles.at(-1).length)}\n\n${text}\n`;
  });
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), [intro, ...told].join('\n'));
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
await Promise.all([
  writeLicences(metafile),
  writeTypes(),
  cp(join(root, 'src/generated'), join(dist, 'generated'), { recursive: true }),
]);
for (const [file, { bytes }] of Object.entries(metafile.outputs))
  if (process.argv.includes('--sizes')) console.log(String(bytes).padStart(9), file);
