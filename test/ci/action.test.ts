import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';
import { load } from 'js-yaml';
import manifest from '../../package.json';
import { faults } from '../../fixtures/faults/index.ts';
import { emptyFolder } from '../cli/command.ts';
import { closedPort } from '../network/listening.ts';
import { publicPublisher, runScript, type Environment } from './runner.ts';
import { testWith } from '../tools.ts';

/** As build systems run it, and over HTTPS. */
const asRun = testWith('bash', 'openssl');

const textOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly id?: string; readonly run?: string; readonly env?: Environment }[];
  };
}

const action = load(textOf('action.yml')) as Action; // The first test says that it has this form.
const certifying = action.runs.steps.find(({ id }) => id === 'certify');

/** What GitHub puts in place of an expression in a step of the action. */
const filledIn = (text: string, inputs: Environment) =>
  text.replace(
    /\$\{\{ inputs\.([\w-]+) \}\}/g,
    (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
  );

/** Runs the step that certifies as the runner would. */
async function runAction(inputs: Environment, route: Environment = {}) {
  const github = await emptyFolder();
  const [output, summary] = [join(github, 'output'), join(github, 'summary')];
  await Promise.all([output, summary].map((file) => writeFile(file, '')));
  const environment = Object.fromEntries(
    Object.entries(certifying?.env ?? {}).map(([name, text]) => [name, filledIn(text, inputs)]),
  );
  const ended = await runScript(certifying?.run ?? '', {
    ...environment,
    ...route,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
  });
  return { ...ended, output: await readFile(output, 'utf8'), summary: await readFile(summary, 'utf8') };
}

/** The inputs that carry keys, from the names of their secrets. */
const keyInputs = (keys: Environment) =>
  Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name.replace('ADSERVER_', '').toLowerCase().replaceAll('_', '-'), key]),
  );

test('the action and its example are valid', () => {
  expect(validateAction(textOf('action.yml')).errors).toEqual([]);
  expect(validateWorkflow(textOf('examples/ci/github-actions.yml')).errors).toEqual([]);
  expect(validateAction('runs: {}').errors).not.toEqual([]);
});

asRun('the example skips each job whose API key is not set, and says why', async () => {
  const { jobs } = load(textOf('examples/ci/github-actions.yml')) as {
    jobs: Record<'secrets' | 'conformance' | 'staging', { steps: { run?: string }[]; needs?: string; if?: string }>;
  };
  const output = join(await emptyFolder(), 'output');
  const script = jobs.secrets.steps[0]?.run ?? '';
  const { code, stdout } = await runScript(script, { GITHUB_OUTPUT: output, conformance: 'a-key', staging: '' });
  expect([code, await readFile(output, 'utf8')]).toEqual([0, 'conformance=true\n']);
  expect(stdout).toBe('::notice title=Skipped: staging::The secret with its API key is not set.\n');
  for (const job of ['conformance', 'staging'] as const)
    expect([jobs[job].needs, jobs[job].if]).toEqual(['secrets', `needs.secrets.outputs.${job} == 'true'`]);
});

asRun('a header for a firewall is sent, and kept out of the report', async () => {
  const { keys, route } = await publicPublisher();
  const given = { 'base-url': 'https://ads.example.com/api/v1', header: 'X-Staging: behind-the-firewall' };
  const inputs = { ...keyInputs(keys), ...given, 'require-certified': 'false', options: '--rate=5/s\n--only=health' };
  const { code, output, folder } = await runAction(inputs, route);
  expect([code, output]).toEqual([0, 'exit-code=0\nverdict=passed\n']);
  const report = await readFile(join(folder, 'conformance/report.json'), 'utf8');
  expect(report.toLowerCase()).toContain('"x-staging": "');
  expect(report).not.toContain('behind-the-firewall');
});

test('no input stands in the script itself, where it could be read as a command', () => {
  expect(certifying?.run).toBeDefined();
  expect(certifying?.run).not.toContain('${{');
});

test('the example in the README is the one in examples/ci, and names the repository of the package', () => {
  const [, inReadme = ''] = /```yaml\n([^`]*uses: [^`]*)```/.exec(textOf('README.md')) ?? [];
  const step = inReadme.replace(/^ {6}/gm, '').trim();
  expect(textOf('examples/ci/github-actions.yml').replace(/^ {6}/gm, '')).toContain(step);
  const [, slug = ''] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url) ?? [];
  expect(step).toContain(`uses: ${slug}@v${manifest.version.split('.')[0] ?? ''}\n`);
});

asRun('as the README has it, a conformant publisher is certified, with a summary and every report', async () => {
  const { keys, route } = await publicPublisher();
  const example = load(textOf('examples/ci/github-actions.yml')) as {
    jobs: { conformance: { steps: { with: Environment }[] } };
  };
  const given = example.jobs.conformance.steps[0]?.with ?? {};
  const inputs = Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ secrets\.(\w+) \}\}/, (_, secret: string) => keys[secret] ?? ''),
    ]),
  );
  const { code, output, summary, folder, stdout, stderr } = await runAction(inputs, route);
  expect(code, stdout + stderr).toBe(0);
  expect(output).toBe('exit-code=0\nverdict=certified\n');
  expect(summary).toContain('certified');
  for (const name of ['report.json', 'report.html', 'junit.xml', 'summary.md'])
    expect(existsSync(join(folder, 'conformance', name)), name).toBe(true);
});

asRun('what is broken fails the step, is annotated, and is in the reports that are uploaded', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { keys, route } = await publicPublisher(fault && { behaviour: fault.behaviour });
  const inputs = { ...keyInputs(keys), 'base-url': 'https://ads.example.com/api/v1', options: '--only\nhealth' };
  const { code, stdout, output, summary, folder } = await runAction(inputs, route);
  expect({ code, output }).toEqual({ code: 1, output: 'exit-code=1\nverdict=failed\n' });
  expect(stdout).toMatch(/^::error .*health/m);
  expect(summary).toContain('health.timezone-is-iana');
  expect(existsSync(join(folder, 'conformance/report.json'))).toBe(true);
});

asRun('passed is enough where certified is not required', async () => {
  const { keys, route } = await publicPublisher();
  const inputs = { ...keyInputs(keys), 'base-url': 'https://ads.example.com/api/v1', options: '--only\nhealth' };
  expect(await runAction(inputs, route)).toMatchObject({ code: 1, output: 'exit-code=1\nverdict=passed\n' });
  const lenient = { ...inputs, 'require-certified': 'false' };
  expect(await runAction(lenient, route)).toMatchObject({ code: 0, output: 'exit-code=0\nverdict=passed\n' });
});

asRun('a publisher with one key is judged: GitHub passes secrets that are not set as empty texts', async () => {
  const { keys, route } = await publicPublisher();
  const unset = Object.fromEntries(Object.keys(keyInputs(keys)).map((name) => [name, '']));
  const given = { 'api-key': keys['ADSERVER_API_KEY'] ?? '', 'base-url': 'https://ads.example.com/api/v1' };
  const inputs = { ...unset, ...given, options: '--only\nhealth' };
  expect(await runAction(inputs, route)).toMatchObject({ code: 1, output: 'exit-code=1\nverdict=passed\n' });
});

asRun('a service that is down fails the step with 2', async () => {
  const inputs = {
    'base-url': `http://127.0.0.1:${await closedPort()}/api/v1`,
    'api-key': 'a-key-of-some-length',
    options: '--local\n--only\nconnection',
  };
  expect(await runAction(inputs)).toMatchObject({ code: 2, output: 'exit-code=2\nverdict=inconclusive\n' });
});

asRun('an input is never run as a command', async () => {
  const inputs = {
    'base-url': 'https://ads.example.com/$(touch base)',
    'api-key': '"; touch key; "',
    options: '--only\n$(touch option)\n`touch quoted`; touch next',
  };
  const { code, folder } = await runAction(inputs);
  expect(code).toBe(3);
  for (const name of ['base', 'key', 'option', 'quoted', 'next']) expect(existsSync(join(folder, name))).toBe(false);
});
