import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { runProgram, sandbox } from './command.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const example = fileURLToPath(new URL('../../examples/vitest/', import.meta.url));

/** Runs the example as a publisher would. It imports the package by its name, so it is the built one that runs. */
const runExample = (environment: Readonly<Record<string, string>>) =>
  runProgram(process.execPath, [vitest, 'run', '--root', example], {
    workingDirectory: example,
    environment: { ...environment, ADSERVER_LOCAL: '1', NO_COLOR: '1' },
  });

test("a publisher's own suite passes against the sandbox", async () => {
  const { environment } = await sandbox();
  expect(await runExample(environment)).toMatchObject({ code: 0 });
});

test("a publisher's own suite shows what is broken", async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { environment } = await sandbox(fault && { behaviour: fault.behaviour });
  const { code, stdout, stderr } = await runExample(environment);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('UTC+2');
});
