import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { textOf } from '../house/imports.ts';
import { emptyFolder, program, runProgram } from '../cli/command.ts';
import { newKey } from '../package/packing.ts';
import { publicPartOf } from '../../src/report/digest.ts';
import { testWith } from '../tools.ts';
import { HOST, publicPublisher, runScript } from './runner.ts';

const text = textOf('examples/ci/platform-github-actions.yml');
const workflow = load(text) as { jobs: { verify: { steps: { id?: string; run?: string }[] } } };
const scriptOf = (step: string) => workflow.jobs.verify.steps.find(({ id }) => id === step)?.run ?? '';

it('is a valid workflow', () => {
  expect(validateWorkflow(text).errors).toEqual([]);
});

testWith('bash', 'openssl')('a platform takes a package that is whole, and says who is missing', async () => {
  const { folder, unsigned } = await inbox();
  const step = async (id: string) => {
    const [summary, script] = [join(folder, 'summary.md'), `cd '${folder}'\n${scriptOf(id)}`];
    await writeFile(summary, '');
    const ended = await runScript(script, { GITHUB_STEP_SUMMARY: summary });
    return { ...ended, summary: await readFile(summary, 'utf8') };
  };
  const [verified, shown] = [await step('verify'), await step('overview')];
  expect(verified.code, verified.stdout).toBe(0);
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.summary).toContain(HOST);

  await writeFile(join(folder, 'publishers.txt'), `${HOST}\nads.silent.example\n`);
  expect(await step('overview')).toMatchObject({ code: 1, summary: expect.stringContaining('ads.silent') as unknown });

  await copyFile(unsigned, join(folder, 'inbox', `${HOST}.zip`));
  expect(await step('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('signature') as unknown });
});

/** A folder as the workflow expects it, with one certified publisher, and its package without a signature. */
async function inbox(): Promise<{ readonly folder: string; readonly unsigned: string }> {
  const { keys, route } = await publicPublisher();
  const [folder, own] = [await emptyFolder(), await emptyFolder()];
  const environment = { ...keys, ...route, ADSERVER_BASE_URL: `https://${HOST}/api/v1` };
  const run = async (...options: string[]) => {
    const ended = await runProgram(process.execPath, [program, ...options], { environment, workingDirectory: own });
    expect(ended.code, ended.stderr).toBe(0);
    return ended.stdout;
  };
  await run('certify', '--require-certified', '--output', 'json=report.json');
  const template = await run('sign-off', 'report.json', '--template');
  const answers = template
    .replaceAll('"answer": "open"', '"answer": "confirmed"')
    .replace(/"(name|role)": ""/g, '"$1": "Jane"');
  await writeFile(join(own, 'answers.json'), answers);
  await run('sign-off', 'report.json', '--answers', 'answers.json');
  const key = newKey();
  await writeFile(join(own, 'key.pem'), key);
  for (const name of ['inbox', 'keys']) await mkdir(join(folder, name));
  await run('package', 'report.json', '--output', 'unsigned.zip');
  await run('package', 'report.json', '--sign-key', 'key.pem', '--output', join(folder, 'inbox', `${HOST}.zip`));
  await writeFile(join(folder, 'keys', `${HOST}.pem`), publicPartOf(key));
  await writeFile(join(folder, 'publishers.txt'), `${HOST}\n`);
  return { folder, unsigned: join(own, 'unsigned.zip') };
}
