// The bill of materials: which packages are inside the bundle, as CycloneDX 1.6.
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Without a time or a random number, so that the same sources make the same file.
 * @param {readonly string[]} folders of packages, e.g. `node_modules/luxon`
 */
export async function billOfMaterials(folders) {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const parts = await Promise.all(folders.map((folder) => part(folder, lock.packages[folder])));
  const main = { ...identity(own), type: 'application', ...described(own) };
  const named = new Map(parts.map(({ component, manifest }) => [manifest.name, component['bom-ref']]));
  const inside = (dependencies = {}) => Object.keys(dependencies).flatMap((name) => named.get(name) ?? []);
  const links = parts.map(({ component, manifest }) => [component['bom-ref'], inside(manifest.dependencies)]);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main, lifecycles: [{ phase: 'build' }] },
    components: parts.map(({ component }) => component),
    dependencies: [[main['bom-ref'], inside(own.devDependencies)], ...links].map(([ref, dependsOn]) => ({
      ref,
      ...(dependsOn.length === 0 ? {} : { dependsOn: dependsOn.sort() }),
    })),
    compositions: [{ aggregate: 'complete', assemblies: [main['bom-ref']] }],
  };
}

async function part(folder, locked) {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const [, algorithm, base64] = /^(sha\d+)-(\S+)$/.exec(locked?.integrity ?? '') ?? [];
  if (algorithm === undefined) throw new Error(`package-lock.json has no digest of ${folder}`);
  const content = Buffer.from(base64, 'base64').toString('hex');
  const component = {
    ...identity(manifest),
    type: 'library',
    ...described(manifest),
    hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }],
  };
  return { component, manifest };
}

function identity({ name, version }) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  return { 'bom-ref': purl, name, version, purl };
}

function described({ license, homepage }) {
  const isExpression = /[ ()]/.test(license);
  return {
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
    ...(typeof homepage === 'string' ? { externalReferences: [{ type: 'website', url: homepage }] } : {}),
  };
}
