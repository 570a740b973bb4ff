import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import lock from '../../package-lock.json';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string): unknown => JSON.parse(readFileSync(at(path), 'utf8'));

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly hashes: readonly { readonly content: string }[];
}

interface BillOfMaterials {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const bill = json('dist/sbom.cdx.json') as BillOfMaterials; // The first test says that it has this form.
const licences = readFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
const reference = readFileSync(at('docs/reference.md'), 'utf8');

describe('the bill of materials', () => {
  it('fits the schema of CycloneDX 1.6', () => {
    const schemas = 'node_modules/@cyclonedx/cyclonedx-library/res/schema/';
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addFormat('idn-email', true);
    for (const name of ['spdx', 'jsf-0.82'].map((one) => `${one}.SNAPSHOT.schema.json`))
      ajv.addSchema(json(schemas + name) as object, `http://cyclonedx.org/schema/${name}`);
    const fits = ajv.compile(json(`${schemas}bom-1.6.SNAPSHOT.schema.json`) as object);
    expect(fits(bill), ajv.errorsText(fits.errors)).toBe(true);
    expect(fits({ ...bill, components: [{ type: 'library' }] })).toBe(false);
  });

  it('is about this version of this package', () => {
    expect(bill.metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
  });

  it('names packages as they are locked, each once', () => {
    const locked: Readonly<Record<string, { version?: string; integrity?: string }>> = lock.packages;
    const versions = new Set(Object.entries(locked).map(([path, { version }]) => `${nameOf(path)}@${version ?? ''}`));
    const named = bill.components.map(({ name, version }) => `${name}@${version}`);
    expect(named.filter((one) => !versions.has(one))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    const digests = new Set(Object.values(locked).map(({ integrity = '' }) => hexOf(integrity)));
    expect(bill.components.filter(({ hashes }) => !digests.has(hashes[0]?.content ?? ''))).toEqual([]);
  });

  it('links every package to what it is there for', () => {
    const known = new Set([bill.metadata.component, ...bill.components].map((component) => component['bom-ref']));
    const linked = new Set(bill.dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
    expect([...linked].filter((ref) => !known.has(ref))).toEqual([]);
    const orphans = bill.components.filter((component) => !linked.has(component['bom-ref']));
    expect(orphans.map(({ name }) => name)).toEqual([]);
  });

  it('names what the licences and the reference name', () => {
    const titles = bill.components.map(({ name, version }) => `${name} ${version} (`);
    expect(titles.filter((title) => !licences.includes(title))).toEqual([]);
    const own = new Set(Object.keys(manifest.devDependencies));
    const table = reference.slice(reference.indexOf('## What is inside'));
    const direct = bill.components.map(({ name }) => name).filter((name) => own.has(name));
    expect(direct.filter((name) => !table.includes(name))).toEqual([]);
  });
});

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
const hexOf = (integrity: string) => Buffer.from(integrity.replace(/^sha\d+-/, ''), 'base64').toString('hex');

describe('the licences', () => {
  it('keep every notice of a copyright', () => {
    for (const { name } of bill.components) {
      const text = readLicence(name);
      const notices = text.split('\n').filter((line) => /^ *copyright \(c\)/i.test(line));
      expect(notices.filter((notice) => !licences.includes(notice.trim()))).toEqual([]);
    }
  });
});

function readLicence(name: string): string {
  const files = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENSE-MIT.txt', 'license.txt'];
  for (const file of files)
    try {
      return readFileSync(at(`node_modules/${name}/${file}`), 'utf8');
    } catch {
      continue; // Packages spell it differently; some have none.
    }
  return '';
}

describe('the package', () => {
  it('carries no address of a registry and no path of a machine', () => {
    for (const file of ['package-lock.json', 'dist/sbom.cdx.json', 'dist/cli.js', 'dist/index.js'])
      expect(readFileSync(at(file), 'utf8')).not.toMatch(/registry\.|"resolved"|\/home\/|\/root\/|\/work\//);
  });
});
