// What the bundler does to keep the package small: nothing here changes what the code does.
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { compress } from './compress.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** undici brings its parser twice; the one without SIMD runs everywhere and is as fast at bodies of a few kB. */
const oneParser = {
  name: 'one parser, compressed',
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ path, ...rest }) => find(path.replace('_simd', ''), rest));
    onLoad({ filter: /llhttp-wasm\.js$/ }, async ({ path }) => {
      const decoded = "Buffer.from(wasmBase64, 'base64')";
      const code = await readFile(path, 'utf8');
      const [, base64] = /const wasmBase64 = '([^']+)'/.exec(code) ?? [];
      if (base64 === undefined || !code.includes(decoded))
        throw new Error('undici holds its parser in another way now');
      const packed = compress(Buffer.from(base64, 'base64')).toString('base64');
      const contents = code.replace(base64, packed);
      return { contents: contents.replace(decoded, `require('node:zlib').brotliDecompressSync(${decoded})`) };
    });
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

/** Code that nobody here reads is made as small as it goes; the project's own keeps its names here. */
export const shortNames = {
  name: 'short names',
  setup({ onLoad, onResolve }) {
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
    // Not every way to write a value in YAML is needed, and none that stands for code is wanted.
    onResolve({ filter: /^tap-yaml$/ }, () => ({ path: join(root, 'src/custom/yaml.ts') }));
    onLoad({ filter: /(node_modules|generated)\/.*\.([cm]?js|ts)$/ }, async ({ path }) => {
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

/** What the sandbox imports of the reference publisher. */
const PACKED = ['faults', 'publisher', 'variations'];
/** Packages that the command has anyway, and lends. */
const LENT = ['luxon'];

/**
 * The reference publisher with all its faults is a fifth of the package, and only the sandbox needs it: it is packed into
 * one compressed file, and the modules that the sandbox imports become views of that.
 */
export const packedFixtures = {
  name: 'packed fixtures',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`/fixtures/(${PACKED.join('|')})/index\\.ts$`);
    onResolve({ filter }, ({ path, resolveDir, importer }) =>
      importer.includes('/fixtures/') ? undefined : { path: join(resolveDir, path), namespace: 'packed' },
    );
    onLoad({ filter: /^/, namespace: 'packed' }, async ({ path }) => {
      const names = await exportsOf(path);
      return {
        resolveDir: join(root, 'scripts'),
        contents: [
          `import { unpacked } from './unpacked.js';`,
          ...LENT.map((name) => `import * as ${name} from '${name}';`),
          `export const { ${names.join(', ')} } = unpacked({ ${LENT.join(', ')} })['${basename(dirname(path))}'];`,
        ].join('\n'),
      };
    });
  },
};

async function exportsOf(file) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: LENT,
    metafile: true,
    write: false,
  });
  return Object.values(metafile.outputs)[0].exports;
}

/** The compressed file, and what went into it. */
export async function packFixtures() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: PACKED.map((name) => `export * as ${name} from './${name}/index.ts';`).join('\n'),
      resolveDir: join(root, 'fixtures'),
    },
    outfile: 'dist/reference-publisher.js',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.18',
    external: LENT,
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  return { packed: compress(Buffer.from(outputFiles[0].contents)), metafile };
}
