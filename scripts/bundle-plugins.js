// What the bundler does to keep the package small: nothing here changes what the code does.
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { compress } from './compress.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Code that nobody here reads is made as small as it goes; the project's own keeps its names here. */
export const shortNames = {
  name: 'short names',
  setup({ onLoad, onResolve }) {
    // Not every way to write a value in YAML is needed, and none that stands for code is wanted.
    onResolve({ filter: /^tap-yaml$/ }, () => ({ path: join(root, 'src/custom/yaml.ts') }));
    onLoad({ filter: /(node_modules|generated)[\\/].*\.([cm]?js|ts)$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        minify: true,
        legalComments: 'none',
      });
      return { contents: code };
    });
    // The one spinner that the command shows.
    onLoad({ filter: /cli-spinners[\\/]spinners\.json$/ }, async ({ path }) => {
      const { dots, line } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ dots, line }), loader: 'json' };
    });
  },
};

/**
 * What only some commands need is packed: all modules of a pack go into one compressed file, and the modules that the
 * commands import become views of it. Each pack borrows what the command has anyway.
 */
const PACKS = {
  // A fifth of the package, and for the sandbox alone.
  'reference-publisher': {
    modules: ['fixtures/faults/index.ts', 'fixtures/publisher/index.ts', 'fixtures/variations/index.ts'],
    lent: { luxon: 'luxon' },
  },
  // For commands that read a report, a sign-off or a package.
  'document-validators': {
    modules: ['report-validator', 'sign-off-validators', 'package-validator'].map(
      (name) => `src/schema/generated/${name}.js`,
    ),
    lent: { '../formats.ts': '../src/schema/formats.ts' },
  },
  // For formats that a browser shows.
  pages: {
    modules: [
      'src/report/render/html.ts',
      'src/certificate/certificate.ts',
      'src/overview/render/html.ts',
      'src/diagnose/render/html.ts',
    ],
    lent: {},
  },
  // For a format that brings a library of its own.
  'xml-builder': { modules: ['src/report/render/xml-builder.ts'], lent: {} },
  // For commands that send requests.
  undici: { modules: ['src/http/undici.ts'], lent: {} },
  // For checks that a publisher brings itself.
  'tap-reader': { modules: ['src/custom/tap-results.ts'], lent: {} },
};

export const packedModules = {
  name: 'packed modules',
  setup({ onResolve, onLoad }) {
    for (const [pack, { modules, lent }] of Object.entries(PACKS)) {
      const isInside = (path) => modules.some((module) => join(root, module) === path);
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, importer }) => {
        const file = join(resolveDir, path);
        const isView = isInside(file) && !/[\\/]fixtures[\\/]/.test(importer);
        return isView ? { path: file, namespace: pack } : undefined;
      });
      onLoad({ filter: /^/, namespace: pack }, async ({ path }) => {
        const names = await exportsOf(path, Object.keys(lent));
        const borrowed = Object.entries(lent).map(([name, from], index) => ({ name, from, as: `lent${index}` }));
        return {
          resolveDir: join(root, 'scripts'),
          contents: [
            `import { unpacked } from './unpacked.js';`,
            ...borrowed.map(({ from, as }) => `import * as ${as} from '${from}';`),
            `const lent = { ${borrowed.map(({ name, as }) => `'${name}': ${as}`).join(', ')} };`,
            `export const { ${names.join(', ')} } = unpacked('${pack}', lent)['${exportedAs(relative(root, path))}'];`,
          ].join('\n'),
        };
      });
    }
  },
};

const exportedAs = (module) => module.replaceAll(/\W/g, '_');

async function exportsOf(file, external) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    metafile: true,
    write: false,
  });
  return Object.values(metafile.outputs)[0].exports;
}

/** The compressed files by their names, and what went into each. */
export function packs() {
  return Promise.all(
    Object.entries(PACKS).map(async ([name, { modules, lent }]) => {
      const { outputFiles, metafile } = await build({
        absWorkingDir: root,
        stdin: {
          contents: modules.map((module) => `export * as ${exportedAs(module)} from './${module}';`).join('\n'),
          resolveDir: root,
        },
        outfile: `dist/${name}.js`,
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20.18',
        external: Object.keys(lent),
        plugins: [shortNames],
        minify: true,
        charset: 'utf8',
        legalComments: 'none',
        metafile: true,
        write: false,
        logLevel: 'warning',
      });
      return { file: `${name}.js.br`, packed: await compress(Buffer.from(outputFiles[0].contents)), metafile };
    }),
  );
}
