// Makes what is derived from data: validators and types from schemas/, the list of time zones from tzdata, and the
// packed explanations from checks/explanations/.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import { build } from 'esbuild';
import { compile } from 'json-schema-to-typescript';
import { readExplanations } from './explanations.js';

const tzdata = createRequire(import.meta.url)('tzdata');
const root = fileURLToPath(new URL('..', import.meta.url));
const at = (/** @type {string[]} */ ...parts) => join(root, ...parts);

/** 'account-context' → 'accountContext' */
const camelCase = (/** @type {string} */ name) =>
  name.replace(/-(\w)/g, (/** @type {string} */ _match, /** @type {string} */ letter) => letter.toUpperCase());

async function readSchemas() {
  const files = (await readdir(at('schemas'))).filter((file) => file.endsWith('.schema.json')).sort();
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.schema.json'),
      schema: JSON.parse(await readFile(at('schemas', file), 'utf8')),
    })),
  );
}

/** Standalone validators still `require` their formats and runtime; here they import them. */
function asImports(code) {
  const modules = [...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, path]) => path))];
  const imports = modules.map((path, index) => `import * as required${index} from ${JSON.stringify(path)};`);
  const body = code.replace(/require\("([^"]+)"\)/g, (_call, path) => `required${modules.indexOf(path)}`);
  return [...imports, body].join('\n');
}

/** Validators of documents that only some commands read. */
const DOCUMENTS = {
  'report-validator.js': ['report'],
  'sign-off-validators.js': ['sign-off', 'sign-off-answers'],
  'package-validator.js': ['package-manifest'],
};
/** For editors and other programs. */
const UNUSED_HERE = ['config', 'diagnosis'];

/** Every file of validators with the schemas in it; those of a service's answers, which every run needs, are apart. */
const VALIDATORS = {
  'validators.js': ({ name }) => ![...UNUSED_HERE, ...Object.values(DOCUMENTS).flat()].includes(name),
  ...Object.fromEntries(Object.entries(DOCUMENTS).map(([file, names]) => [file, ({ name }) => names.includes(name)])),
};

async function generateValidators(schemas) {
  for (const [file, isInside] of Object.entries(VALIDATORS)) await generateFile(file, schemas.filter(isInside));
  await generateTypes(schemas);
}

async function generateFile(file, schemas) {
  const folder = at('src/schema/generated');
  await mkdir(folder, { recursive: true });
  const formats = ['iana-time-zone', 'iso-4217', 'creative-size', 'date-time'];
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // The schemas' own descriptions say what is wrong; those of documents leave nothing without one.
    messages: !(file in DOCUMENTS),
    strictTypes: false,
    // A loop over the names takes less room than a statement for each.
    loopRequired: 2,
    loopEnum: 2,
    code: { source: true, esm: true, formats: _`require("../formats.ts").formats` },
  });
  for (const format of formats) ajv.addFormat(format, () => true);
  for (const { schema } of schemas) ajv.addSchema(schema);
  const code = standaloneCode(
    ajv,
    Object.fromEntries(schemas.map(({ name, schema }) => [camelCase(name), schema.$id])),
  );
  await build({
    stdin: { contents: asImports(code), resolveDir: folder },
    bundle: true,
    external: ['../formats.ts'],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: join(folder, file),
    logLevel: 'error',
  });
  const names = schemas.map(({ name }) => camelCase(name));
  await writeFile(
    join(folder, file.replace('.js', '.d.ts')),
    [
      `import type { Validator } from '../validator.ts';`,
      `import type { ${names.map(titled).join(', ')} } from './types.ts';`,
      ...names.map((name) => `export const ${name}: Validator<${titled(name)}>;`),
      '',
    ].join('\n'),
  );
}

const titled = (name) => name.replace(/^./, (letter) => letter.toUpperCase());

async function generateTypes(schemas) {
  const types = await Promise.all(
    schemas.map(({ name, schema }) =>
      compile({ ...schema, title: titled(camelCase(name)) }, name, {
        bannerComment: '',
        cwd: at('schemas'),
        declareExternallyReferenced: true,
        format: false,
        $refOptions: { resolve: { http: false } },
      }),
    ),
  );
  await writeFile(join(at('src/schema/generated'), 'types.ts'), types.join('\n'));
}

async function generateTimeZones() {
  const folder = at('src/contract/generated');
  await mkdir(folder, { recursive: true });
  const names = Object.keys(tzdata.zones)
    .filter((name) => name !== 'Factory')
    .sort();
  await writeFile(
    join(folder, 'time-zones.ts'),
    `/** Identifiers and links of the IANA time zone database, release ${tzdata.version}. */\nexport const timeZones: string = ${JSON.stringify(names.join(' '))};\n`,
  );
}

/** Compressed, since they are long and only `explain` reads them. */
async function generateExplanations() {
  const explanations = Buffer.from(JSON.stringify(await readExplanations(at('checks/explanations'))));
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: explanations.length,
  };
  await mkdir(at('src/generated'), { recursive: true });
  await writeFile(at('src/generated/explanations.json.br'), brotliCompressSync(explanations, { params }));
}

await generateExplanations();
await generateTimeZones();
await generateValidators(await readSchemas());
