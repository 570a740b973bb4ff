import { describe, expect, test } from 'vitest';
import { runTapChecks, type TapChecksOptions } from '../../src/custom/tap-checks.ts';
import type { CheckResult } from '../../src/report/model.ts';
import { testWith } from '../tools.ts';

const node = JSON.stringify(process.execPath);
/** A command that runs this JavaScript. */
const script = (source: string) => `${node} -e ${JSON.stringify(source).replaceAll('$', '\\$').replaceAll('`', '\\`')}`;
const prints = (text: string) =>
  script(`process.stdout.write(Buffer.from('${Buffer.from(text).toString('hex')}', 'hex'))`);

async function run(command: string, options: Partial<TapChecksOptions> = {}) {
  const [module] = await runTapChecks([command], { redact: (text) => text, ...options });
  return module?.checks ?? [];
}
const program = async (command: string, options: Partial<TapChecksOptions> = {}) => {
  const [first] = await run(command, options);
  return `${first?.outcome ?? 'absent'}: ${first?.message ?? ''}`;
};
const briefly = (checks: readonly CheckResult[]) => checks.map(({ id, outcome }) => [id, outcome]);

test('each test point is a check, after one for the program itself', async () => {
  expect(
    briefly(
      await run(
        prints(
          '1..5\nok 1 - Ids are UUIDs\nnot ok 2 - Zürich\nok 3 - c # SKIP no\nnot ok 4 - d # TODO later\nok 5 - e # TODO done\n',
        ),
      ),
    ),
  ).toEqual([
    ['custom.program', 'pass'],
    ['custom.ids-are-uuids', 'pass'],
    ['custom.zurich', 'fail'],
    ['custom.c', 'skip'],
    ['custom.d', 'expected-fail'],
    ['custom.e', 'pass'],
  ]);
});

test('ids are unique, whatever the names', async () => {
  const ids = (await run(prints('1..5\nok 1 - a\nok 2 - A!\nok 3 - a 2\nok 4\nok 5 - program\n'))).map(({ id }) => id);
  expect(new Set(ids).size).toBe(6);
});

test('each program is a module', async () => {
  const modules = await runTapChecks([prints('1..1\nok 1\n'), prints('1..1\nok 1\n')], { redact: (text) => text });
  expect(modules.map(({ id, checks }) => [id, checks[0]?.id])).toEqual([
    ['custom', 'custom.program'],
    ['custom.2', 'custom.2.program'],
  ]);
});

test('the program is given the base address and the environment as it is', async () => {
  const source =
    "console.log('1..1\\nok 1 - ' + process.env.ADSERVER_BASE_URL + ' ' + process.env.MINE + ' ' + process.env.ADSERVER_API_KEY)";
  const checks = await run(script(source), {
    baseUrl: 'https://ads.example.com/api/v1',
    environment: { ...process.env, MINE: 'mine' },
  });
  expect(checks[1]?.requirement).toBe('https://ads.example.com/api/v1 mine undefined');
});

test('what it prints is redacted everywhere', async () => {
  const tap =
    '1..1\nnot ok 1 - leaks s3cret\n  ---\n  message: s3cret\n  found: s3cret\n  wanted: "s\\x33cret"\n  ...\n';
  const redact = (text: string) => text.replaceAll('s3cret', '[KEY]');
  const modules = await runTapChecks([`${prints(tap)}; echo s3cret >&2; exit 3`], { redact });
  expect(JSON.stringify(modules)).not.toContain('s3cret');
});

test('control characters are spelt out', async () => {
  const checks = await run(prints('1..1\nok 1 - \u001b[2J\u202e\n'));
  expect(checks[1]?.requirement).toBe('\\u001b[2J\\u202e');
});

describe('a program fails that', () => {
  test.each([
    ['is not there', 'no-such-program-at-all', /did not find the program|exit code/],
    ['crashes', `${prints('1..1\nok 1\n')}; echo boom >&2; exit 3`, /exit code 3 though no test failed[^]*boom/],
    ['is killed', `${prints('1..1\nok 1\n')}; kill -9 $$`, /ended by SIGKILL/],
    ['prints nothing', 'true', /nothing that is TAP/],
    ['prints rubbish', 'echo hello', /nothing that is TAP/],
    ['prints no plan', prints('ok 1 - a\n'), /no plan/],
    ['runs fewer tests than planned', prints('1..3\nok 1 - a\n'), /says 3 tests, and there were 1/],
    ['bails out', prints('1..3\nok 1 - a\nBail out! no database\n'), /gave up: no database/],
  ])('%s', async (_what, command, message) => {
    const outcome = await program(command);
    expect(outcome).toMatch(/^fail/);
    expect(outcome).toMatch(message);
  });

  test('hangs, and its children end with it', async () => {
    const source =
      "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); setInterval(() => {}, 1000)";
    expect(await program(script(source), { timeoutSeconds: 0.2 })).toMatch(/^fail: It did not end within 0.2 seconds/);
  });

  test('hangs and will not be told', async () => {
    const source = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    expect(await program(script(source), { timeoutSeconds: 0.2 })).toMatch(/^fail: It did not end/);
  });

  testWith('cat')('floods its output, of which the beginning is read', async () => {
    const checks = await run("printf '1..9\\nok 1 - a\\n'; yes");
    expect(checks[0]?.message).toContain('more than 4 MB');
    expect(checks[1]).toMatchObject({ id: 'custom.a', outcome: 'pass' });
  });

  test('is interrupted', async () => {
    const signal = AbortSignal.abort();
    expect(await program(script('setInterval(() => {}, 1000)'), { signal })).toMatch(/interrupted/);
  });
});

testWith('cat')('a program that leaves another running in the background is over when it is over', async () => {
  expect(await program(`sleep 600 & ${prints('1..1\nok 1\n')}`)).toMatch(/^pass/);
});

test('a failing test explains an exit code', async () => {
  expect(await program(`${prints('1..1\nnot ok 1 - a\n')}; exit 1`)).toMatch(/^pass/);
});

test('a program with nothing to test is skipped, and gives its reason', async () => {
  expect(await program(prints('1..0 # SKIP no key given\n'))).toBe(
    'skip: The program had nothing to test: no key given.',
  );
});
