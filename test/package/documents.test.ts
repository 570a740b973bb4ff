import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { load } from 'js-yaml';
import manifest from '../../package.json';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textOf = (path: string) => readFileSync(at(path), 'utf8');

describe('the home of the package', () => {
  const [, slug = ''] = /^git\+https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\.git$/.exec(manifest.repository.url) ?? [];

  it('is the same for repository, issues and website', () => {
    expect(slug).not.toBe('');
    expect(manifest.bugs.url).toBe(`https://github.com/${slug}/issues`);
    expect(manifest.homepage).toBe(`https://github.com/${slug}#readme`);
  });

  it('is replaced by one command, which RELEASING.md names, wherever it is repeated', () => {
    expect(textOf('RELEASING.md')).toContain('node scripts/repository.js <owner>/<name>');
    const replaced = textOf('scripts/repository.js');
    for (const file of ['README.md', 'examples/ci/github-actions.yml']) {
      expect(textOf(file)).toContain(`uses: ${slug}@v`);
      expect(replaced).toContain(`'${file}'`);
    }
  });
});

describe('the changelog', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

  it('has a date for every version', () => {
    const versions = headings.filter((heading) => heading !== 'Unreleased');
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((heading) => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(heading))).toEqual([]);
  });

  it('knows the version of the package', () => {
    expect(headings.some((heading) => heading.startsWith(`${manifest.version} (`))).toBe(true);
  });
});

describe('the templates of issues', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const templates = readdirSync(at(folder)).filter((file) => file !== 'config.yml');

  it.each(templates)('%s asks for something, and says what', (file) => {
    const { name, description, body } = load(textOf(`${folder}/${file}`)) as Record<string, unknown>;
    expect([typeof name, typeof description]).toEqual(['string', 'string']);
    expect(body).toContainEqual(expect.objectContaining({ validations: { required: true } }));
  });

  it('ask for what a fault of the program prints', () => {
    expect(textOf(`${folder}/fault.yml`)).toContain('This is a fault of adserver-conformance itself');
  });
});

it('the README names the least version of Node as the package does, and recommends one that is tried', () => {
  const least = manifest.engines.node.replace('>=', '');
  const readme = textOf('README.md');
  expect(readme).toContain(`It needs Node ${least} or later`);
  const tried = textOf('scripts/on-each-node.js');
  expect(tried).toContain(`'${least}'`);
  const [, recommended = ''] = /Node (\d+) is recommended/.exec(readme) ?? [];
  expect(tried).toContain(`'${recommended}.`);
  expect(Number(recommended)).toBeGreaterThan(Number.parseInt(least, 10));
});
