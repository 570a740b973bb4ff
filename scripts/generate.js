// Makes what is derived from data: validators and types from schemas/, the lists of time zones and currencies from their
// packages, the packed explanations from checks/explanations/, the statements from checks/statements/, and the texts of
// the stylesheets and scripts that lie beside the renderers of pages.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import { build, transform } from 'esbuild';
import { compile } from 'json-schema-to-typescript';
import { compress } from './compress.js';
import { readExplanations } from './explanations.js';
import { readStatements } from './statements.js';

const require = createRequire(import.meta.url);
const tzdata = require('tzdata');
const currencies = require('currency-codes');
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
  return [...imports, withoutCopies(withoutUnread(body))].join('\n');
}

/** Of an error, nobody reads which part of the schema it is about, except at the top of a document. */
function withoutUnread(code) {
  return code.replace(
    /,schemaPath:"(?!#\/type")[^"]*"(,keyword:"[^"]*",params:\{[^{}]*\}),schema:[\w.$["\]-]+,parentSchema:/g,
    '$1,parentSchema:',
  );
}

/** A definition is written out twice, in the schema that holds it and for its own validator: once is enough. */
function withoutCopies(code) {
  const schemas = [...code.matchAll(/\bconst (schema\d+) = (\{.*?\});(?=const |function |export )/g)];
  const whole = new Map(
    schemas.flatMap(([, name, text]) =>
      Object.entries(JSON.parse(text).$defs ?? {}).map(([key, value]) => [
        JSON.stringify(value),
        `${name}.$defs[${JSON.stringify(key)}]`,
      ]),
    ),
  );
  return schemas.reduce((shorter, [, name, text]) => {
    const place = whole.get(JSON.stringify(JSON.parse(text)));
    return place === undefined ? shorter : shorter.replace(`const ${name} = ${text};`, `const ${name} = ${place};`);
  }, code);
}

/** Validators of documents that only some commands read. */
const DOCUMENTS = {
  'report-validator.js': ['report'],
  'sign-off-validators.js': ['sign-off', 'sign-off-answers'],
  'package-validator.js': ['package-manifest'],
};
/** What a run sends. The tests hold it to these. */
const REQUESTS = ['forecast-request', 'order-request', 'report-request', 'exchange-request'];
/** For editors and other programs. */
const UNUSED_HERE = ['config', 'diagnosis', 'overview', ...REQUESTS];

/** Every file of validators with the schemas in it; those of a service's answers, which every run needs, are apart. */
const VALIDATORS = {
  'validators.js': ({ name }) => ![...UNUSED_HERE, ...Object.values(DOCUMENTS).flat()].includes(name),
  ...Object.fromEntries(Object.entries(DOCUMENTS).map(([file, names]) => [file, ({ name }) => names.includes(name)])),
};

async function generateValidators(schemas) {
  for (const [file, isInside] of Object.entries(VALIDATORS)) await generateFile(file, schemas.filter(isInside));
  await generateTypes(schemas.filter(({ name }) => !REQUESTS.includes(name)));
}

async function generateFile(file, schemas) {
  const folder = at('src/schema/generated');
  await mkdir(folder, { recursive: true });
  const formats = ['iana-time-zone', 'iso-4217', 'creative-size', 'country', 'host-name', 'date-time'];
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // Each schema says in its own description what it wants.
    messages: false,
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

/** A schema without what it demands of some objects alone (`if`, `then`), which types do not say. */
function withoutConditions(schema) {
  return JSON.parse(
    JSON.stringify(schema, (_name, value) => (value?.allOf?.[0]?.if ? { ...value, allOf: undefined } : value)),
  );
}

async function generateTypes(schemas) {
  const types = await Promise.all(
    schemas.map(({ name, schema }) =>
      compile({ ...withoutConditions(schema), title: titled(camelCase(name)) }, name, {
        bannerComment: '',
        cwd: at('schemas'),
        // Readers ignore members that they do not know.
        additionalProperties: false,
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

/** Codes newer than the package's list. */
const NEWER = ['XCG', 'XAD'];

async function generateCurrencies() {
  const codes = [...new Set([...currencies.codes(), ...NEWER])].sort();
  await writeFile(
    at('src/contract/generated/currencies.ts'),
    `/** Codes of ISO 4217, as published on ${currencies.publishDate}, and newer ones. */\nexport const currencies: string = ${JSON.stringify(codes.join(' '))};\n`,
  );
}

/** Compressed, since they are long and only `explain` reads them. */
async function generateExplanations() {
  const explanations = Buffer.from(JSON.stringify(await readExplanations(at('checks/explanations'))));
  await mkdir(at('src/generated'), { recursive: true });
  await writeFile(at('src/generated/explanations.json.br'), await compress(explanations));
}

async function generateStatements() {
  const statements = JSON.stringify(await readStatements(at('checks/statements')));
  await writeFile(
    at('src/generated/statements.ts'),
    `import type { Suite } from '../engine/suite.ts';\n\n/** What the contracts state and no check judges. */\nexport const statements: Pick<Suite, 'attested' | 'client'> = ${statements};\n`,
  );
}

/** The stylesheets and scripts of the pages as texts, without what a browser passes over. */
async function generatePages() {
  for (const folder of ['src/report/render', 'src/overview/render', 'src/certificate', 'src/diagnose/render']) {
    const files = (await readdir(at(folder))).filter((file) => /\.(css|js)$/.test(file)).sort();
    const texts = await Promise.all(
      files.map(async (file) => {
        const loader = extname(file).slice(1);
        const { code } = await transform(await readFile(at(folder, file), 'utf8'), {
          loader,
          minify: true,
          charset: 'utf8',
        });
        return `export const ${camelCase(file.replace('.', '-'))}: string = ${JSON.stringify(code.trim())};\n`;
      }),
    );
    await mkdir(at(folder, 'generated'), { recursive: true });
    await writeFile(at(folder, 'generated/pages.ts'), texts.join(''));
  }
}

await generateExplanations();
await generatePages();
await generateStatements();
await generateTimeZones();
await generateCurrencies();
await generateValidators(await readSchemas());
