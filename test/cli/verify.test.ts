import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { sealed } from '../../src/report/digest.ts';
import { statementsOf } from '../../src/sign-off/statements.ts';
import type { Report } from '../../src/report/model.ts';
import { judge, PATIENCE } from '../matrix/judge.ts';
import { signOffFor } from '../sign-off/sample.ts';
import { emptyFolder, run } from './command.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let made: Promise<Report> | undefined;
let folder: string;
let report: Report;

beforeEach(async () => {
  report = await (made ??= judge([], { certify: { signKey: privateKey } }));
  folder = await emptyFolder();
  write('report.json', report);
  writeFileSync(join(folder, 'pub.pem'), publicKey);
}, PATIENCE);

const write = (name: string, document: object) => {
  writeFileSync(join(folder, name), JSON.stringify(document));
};
const verify = (...options: string[]) => run(['verify', ...options], { workingDirectory: folder });
const again = (over: Partial<Report>) => sealed({ ...report, ...over }, privateKey);

describe('a pipeline requires', () => {
  const target = () => report.contracts[0]?.target ?? '';

  test.each<[string, () => string[], number]>([
    ['passed', () => ['--require', 'passed'], 0],
    ['certified', () => ['--require', 'certified'], 1],
    ['signed', () => ['--require', 'signed'], 1],
    ['signed, by a key', () => ['--require', 'passed', '--require', 'signed', '--public-key', 'pub.pem'], 0],
    ['signed off', () => ['--require', 'signed-off'], 1],
    ['this target', () => ['--target', `${target()}/`], 0],
    ['another target', () => ['--target', 'https://ads.example.com/api/v1'], 1],
    ['an age', () => ['--max-age', '1'], 0],
    ['a version', () => ['--min-version', '1.1'], 0],
    ['a later version', () => ['--min-version', '7.0.0'], 1],
    ['another word', () => ['--require', 'perfect'], 3],
    ['an address that is none', () => ['--target', 'ads.example.com'], 3],
    ['a version that is none', () => ['--min-version', 'latest'], 3],
  ])('%s', async (_what, options, code) => {
    const ended = await verify('report.json', ...options());
    expect([ended.code, ended.stdout]).toEqual([code, expect.stringMatching(code === 1 ? /^BAD +required /m : /^/)]);
  });

  test('signed off, which a file beside the report shows', async () => {
    expect(statementsOf(report).length).toBeGreaterThan(0);
    write('report.sign-off.json', signOffFor(report, { at: new Date().toISOString() }));
    const { code, stdout } = await verify('report.json', '--require', 'signed-off');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/good +sign-off .*good +required +It is signed off/s)]);
  });
});

test('several files are told apart, and each counts', async () => {
  write('worse.json', again({ verdict: 'certified' }));
  const { code, stdout } = await verify('report.json', 'worse.json', '--public-key', 'pub.pem');
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /^report\.json\ngood .*You may rely on it.*\n\nworse\.json\n.*BAD +verdict .*passed; it says cert/s,
    ),
  ]);
});

test('a file that cannot be read hides no other: exit 3', async () => {
  const { code, stdout, stderr } = await verify('none.json', 'report.json');
  expect([code, stdout, stderr]).toEqual([
    3,
    expect.stringMatching(/It is consistent: the verdict passed follows/),
    expect.stringMatching(/^error: The report none\.json cannot be read: no such file or directory/),
  ]);
});

test('the JSON says what a pipeline needs to know', async () => {
  const { code, stdout } = await verify('report.json', '--format', 'json', '--public-key', 'pub.pem');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      format: 'adserver-conformance/verification@1',
      holds: true,
      files: [
        expect.objectContaining({
          ...{ file: 'report.json', kind: 'report', holds: true, verdict: 'passed', ageDays: 0 },
          targets: report.contracts.map(({ target }) => target),
          version: report.tool.version,
          signedBy: expect.stringMatching(/^sha256:/) as string,
        }),
      ],
    },
  ]);
});

test('what failed is authentic, and no more', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  write('failed.json', await judge(fault?.behaviour, { certify: { only: ['health'], signKey: privateKey } }));
  const { code, stdout } = await verify('failed.json', '--public-key', 'pub.pem');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/good +summary +Authentic; verdict failed: /)]);
});

test('a version to come is verified by that version alone, and no certificate is drawn from it', async () => {
  write('later.json', again({ tool: { ...report.tool, version: '9.3.0' } }));
  const { code, stdout } = await verify('later.json');
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/made by 9\.3\.0, this is \S+:\s+verify it with\s+`npx adserver-conformance@9\.3\.0`/),
  ]);
  const drawn = await run(['report', 'later.json', '--output', 'certificate'], { workingDirectory: folder });
  expect([drawn.code, drawn.stdout]).toEqual([0, expect.stringMatching(/unknown version.*This is not a certificate/s)]);
  const packed = await run(['package', 'later.json'], { workingDirectory: folder });
  expect([packed.code, packed.stderr]).toEqual([3, expect.stringMatching(/made by 9\.3\.0/)]);
});

test.skipIf(process.platform === 'win32')('a package is read through a pipe', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const both = ['-c', 'cat report.zip > pipe & exec "$0" "$1" verify pipe'];
  await run(['package', 'report.json'], { workingDirectory: folder });
  const program = new URL('../../bin/adserver-conformance.js', import.meta.url).pathname;
  const { runProgram } = await import('./command.ts');
  const piped = await runProgram('sh', [...both, process.execPath, program], { workingDirectory: folder });
  const { stdout } = await verify('report.zip');
  expect(piped.stdout).toBe(stdout.replaceAll('report.zip', 'pipe'));
});
