import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { program, run, runProgram, sandbox } from './command.ts';
import { testWith } from '../tools.ts';

const ESC = String.fromCharCode(27);

/** Runs the command on a terminal of its own. */
function onTerminal(options: string, environment: Readonly<Record<string, string>>, columns = 100) {
  return runProgram(
    'script',
    ['-qec', `stty cols ${columns}; "${process.execPath}" "${program}" ${options}`, '/dev/null'],
    {
      environment: { TERM: 'xterm', ...environment },
    },
  );
}

test.each([50, 72, 160])('a report fits %i columns, but for what is to be copied as it is', async (columns) => {
  const { environment } = await sandbox();
  const { stdout } = await run(['certify', '--only', 'connection,health'], {
    environment: { ...environment, COLUMNS: String(columns) },
  });
  const copied = /curl|https?:\/\/|--[a-z]/;
  const wide = stdout.split('\n').filter((line) => stringWidth(line) > columns && !copied.test(line));
  expect(wide).toEqual([]);
});

test.each([50, 160])('the list of checks fits %i columns', async (columns) => {
  const { stdout } = await run(['checks'], { environment: { COLUMNS: String(columns) } });
  const wide = stdout.split('\n').filter((line) => stringWidth(line) > columns && / {4}/.test(line));
  expect(wide).toEqual([]);
});

test('a pipe gets no colours, unless they are forced', async () => {
  expect((await run(['checks'])).stdout).not.toContain(ESC);
  expect((await run(['checks'], { environment: { FORCE_COLOR: '1' } })).stdout).toContain(ESC);
  expect((await run(['checks', '--no-color'], { environment: { FORCE_COLOR: '1' } })).stdout).not.toContain(ESC);
});

testWith('script')('a terminal gets colours, unless they are not wanted', async () => {
  expect((await onTerminal('checks', {})).stdout).toContain(ESC);
  expect((await onTerminal('checks', { NO_COLOR: '1' })).stdout).not.toContain(ESC);
  expect((await onTerminal('checks --no-color', {})).stdout).not.toContain(ESC);
});

testWith('script')('a terminal gets one line of progress, a CI run and one of no known width plain ones', async () => {
  const { environment } = await sandbox();
  const live = await onTerminal('certify --only connection', environment);
  expect(live.stdout).toContain(`${ESC}[?25l`);
  const plain = await onTerminal('certify --only connection', { ...environment, CI: 'true' });
  expect(plain.stdout).not.toContain(`${ESC}[?25l`);
  expect(plain.stdout).toMatch(/^\d+ of \d+ checks/m);
  const unsized = await onTerminal('certify --only connection', environment, 0);
  expect(unsized.stdout).toMatch(/^\d+ of \d+ checks/m);
});
