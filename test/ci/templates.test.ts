import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, test } from 'vitest';
import { load } from 'js-yaml';
import manifest from '../../package.json';
import { type Environment, gitlabJobs, publicPublisher, runScript } from './runner.ts';
import { testWith } from '../tools.ts';

/** As build systems run it, and over HTTPS. */
const asRun = testWith('bash', 'openssl');

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const gitlab = load(textOf('examples/ci/gitlab-ci.yml')) as {
  conformance: { script: string[]; variables: Environment; cache: { paths: string[] } };
  staging: { before_script: string[]; variables: Environment };
};
const azure = load(textOf('examples/ci/azure-pipelines.yml')) as {
  steps: { bash?: string; env?: Record<string, string>; inputs?: Environment }[];
};
const jenkins = textOf('examples/ci/Jenkinsfile');

const scripts = {
  'gitlab-ci.yml': gitlab.conformance.script.join('\n'),
  'azure-pipelines.yml': azure.steps.find(({ env }) => env !== undefined)?.bash ?? '',
  Jenkinsfile: /sh '''\n([^]*?)'''/.exec(jenkins)?.[1] ?? '',
};

const address = (file: string) => /ADSERVER_BASE_URL\W+(https:[^'\s]+)/.exec(textOf(`examples/ci/${file}`))?.[1] ?? '';

/** What a template sets itself. */
const own = (file: string): Environment => (file === 'gitlab-ci.yml' ? gitlab.conformance.variables : {});

/** The environment that the system makes of a template if none of its variables is set: Azure passes their names on. */
function unset(file: string): Environment {
  const steps = file === 'azure-pipelines.yml' ? azure.steps : [];
  return Object.fromEntries(steps.flatMap(({ env = {} }) => Object.entries(env)));
}

describe.each(Object.entries(scripts))('%s', (file, script) => {
  asRun('certifies a conformant publisher as it is written, and leaves its reports', async () => {
    const { keys, route } = await publicPublisher();
    const { code, stdout, stderr, folder } = await runScript(script, {
      ...own(file),
      ...keys,
      ...route,
      ADSERVER_BASE_URL: address(file),
    });
    expect(code, stdout + stderr).toBe(0);
    for (const name of ['report.json', 'report.html', 'junit.xml'])
      expect(existsSync(join(folder, 'conformance', name)), name).toBe(true);
  });

  asRun('does not refuse a publisher with one key: where the others are not set, the run is judged', async () => {
    const { keys, route } = await publicPublisher();
    const what = { ADSERVER_BASE_URL: address(file), ADSERVER_ONLY: 'health' };
    const environment = { ...own(file), ...unset(file), ...route, ...what };
    const { ADSERVER_API_KEY = '' } = keys;
    const { code, stderr } = await runScript(script, { ...environment, ADSERVER_API_KEY });
    expect([code, stderr]).toEqual([1, expect.stringContaining('the verdict is passed')]);
  });

  asRun('says that the API key is missing if no variable is set; Azure only warns', async () => {
    const { route } = await publicPublisher();
    const ended = await runScript(script, { ...unset(file), ...route, ADSERVER_BASE_URL: address(file) });
    const said = { code: 3, stderr: expect.stringContaining('Set ADSERVER_API_KEY') as unknown };
    const warned = { code: 0, stdout: expect.stringMatching(/type=warning\]Skipped.*ADSERVER_API_KEY/) as unknown };
    expect(ended).toMatchObject(file === 'azure-pipelines.yml' ? warned : said);
  });

  asRun('names every key, and keeps the reports of a run that fails', async () => {
    const { keys } = await publicPublisher();
    const text = textOf(`examples/ci/${file}`);
    expect(Object.keys(keys).filter((name) => !text.includes(name))).toEqual([]);
    expect(text).toMatch(/when: always|condition: always\(\)|always \{/);
  });

  it('takes the major version of this package', () => {
    expect(script).toContain(`adserver-conformance@${manifest.version.split('.')[0] ?? ''} `);
  });
});

describe('the pipeline for GitLab', () => {
  testWith('git').each<[variables: string[], jobs: string[]]>([
    [[], ['skipped']],
    [['ADSERVER_API_KEY=a'], ['conformance']],
    [['ADSERVER_API_KEY_FILE=a'], ['conformance']],
    [
      ['ADSERVER_API_KEY=a', 'STAGING_API_KEY=b', 'STAGING_HEADER=c'],
      ['conformance', 'staging'],
    ],
    [['STAGING_API_KEY=b', 'STAGING_HEADER=c'], ['staging']],
  ])('has, with the variables %j, the jobs %j', async (variables, jobs) => {
    const { code, stdout, stderr } = await gitlabJobs(textOf('examples/ci/gitlab-ci.yml'), variables);
    expect(code, stderr).toBe(0);
    const all = JSON.parse(stdout) as { name: string; when: string }[];
    expect(all.filter(({ when }) => when !== 'never').map(({ name }) => name)).toEqual(jobs);
  });

  asRun('sends the header of staging, no key of production, and five requests a second at most', async () => {
    const { keys, route } = await publicPublisher();
    const { conformance, staging } = gitlab;
    const [header, key] = ['X-Staging: behind-the-firewall', keys['ADSERVER_API_KEY'] ?? ''];
    const { code, stdout, stderr, folder } = await runScript(
      [...staging.before_script, ...conformance.script].join('\n'),
      {
        ...{ ...conformance.variables, ...staging.variables, ...keys, ...route },
        ...{ ADSERVER_API_KEY_FILE: '/that-of-production', ADSERVER_EXPIRED_KEY_FILE: '/expired' },
        ...{ ADSERVER_API_KEY: 'that-of-production', STAGING_API_KEY: key, STAGING_HEADER: header },
        ...{ ADSERVER_BASE_URL: address('gitlab-ci.yml'), ADSERVER_ONLY: 'health' },
      },
    );
    expect(code, stdout + stderr).toBe(0);
    const report = readFileSync(join(folder, 'conformance/report.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ verdict: 'passed', run: { options: { rate: '5/s' } } });
    expect(report.toLowerCase()).toContain('"x-staging": "');
    for (const secret of ['behind-the-firewall', 'that-of-production', key]) expect(report).not.toContain(secret);
  });
});

test('what npm downloads is kept, and never the versions that npx has fetched', () => {
  const cached = [
    ...gitlab.conformance.cache.paths,
    ...azure.steps.flatMap(({ inputs }) => inputs?.['path'] ?? []),
    ...[...textOf('action.yml').matchAll(/ path: (~.*)/g)].map(([, path = '']) => path),
  ];
  expect(cached.map((path) => path.replace(/.*(?=_)/, ''))).toEqual(['_cacache/', '_cacache', '_cacache']);
  expect(scripts.Jenkinsfile).toContain('rm -rf "$HOME/.npm/_npx"');
});

describe('the Dockerfile', () => {
  const dockerfile = textOf('Dockerfile');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('has nothing that a linter objects to', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate('FROM node\nRUNN x')).not.toEqual([]);
  });

  it('runs without a shell, and not as root', () => {
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^ENTRYPOINT \["node", "\/suite\/bin\/adserver-conformance\.js"\]$/m);
    expect(last).toMatch(/^CMD \[/m);
    expect(last).not.toMatch(/^RUN /m);
  });

  it('names versions of its images', () => {
    for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(/^node:\d+-\w+$/);
  });
});

test('the version of Node that the examples name is one that is supported, and runs the package', () => {
  const [, least = ''] = /(\d+)/.exec(manifest.engines.node) ?? [];
  const named = ['action.yml', 'Dockerfile', ...Object.keys(scripts).map((file) => `examples/ci/${file}`)].flatMap(
    (file) =>
      [...textOf(file).matchAll(/(?:node:|version: |default: ')(\d\d)\b/g)].map(([, version]) => Number(version)),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((version) => version <= Number(least))).toEqual([]);
});
