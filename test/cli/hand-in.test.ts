import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { fingerprintOf, publicPartOf, sealed } from '../../src/report/digest.ts';
import type { SignOff } from '../../src/sign-off/model.ts';
import { unsealed } from '../report/sample.ts';
import { reportToSign, signOffFor } from '../sign-off/sample.ts';
import { emptyFolder, run, sandbox, type Ended } from './command.ts';

const DAY = 86_400_000;
/** A run of today, so that its age is no matter. */
const today = () => new Date().toISOString();
const freshReport = (id = 'k3v9') =>
  reportToSign({ run: { ...unsealed().run, id, startedAt: today(), finishedAt: today() } });

async function workplace(files: Readonly<Record<string, unknown>> = { 'report.json': freshReport() }) {
  const folder = await emptyFolder();
  const write = (name: string, document: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(document));
  };
  for (const [name, document] of Object.entries(files)) write(name, document);
  return {
    write,
    path: (name: string) => join(folder, name),
    signOff: () => JSON.parse(readFileSync(join(folder, 'report.sign-off.json'), 'utf8')) as SignOff,
    run: (options: readonly string[], input = ''): Promise<Ended> => run(options, { workingDirectory: folder, input }),
  };
}
const answersIn = ({ statements }: SignOff) => statements.map(({ answer }) => answer).join(' ');
const lines = (...texts: string[]) => `${texts.join('\n')}\n`;

describe('sign-off', () => {
  test('asks name and role once, then each statement with what it means, and saves the answers', async () => {
    const place = await workplace();
    const { code, stdout, stderr } = await place.run(
      ['sign-off', 'report.json'],
      lines('Jane Doe', 'Head of ad ops', 'c', 'three drafts looked at', 'n', '', 'c', ''),
    );
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/Statement 1 of 3 · ad-server §1/);
    expect(stderr).toMatch(/Statement 3 of 3 .*So far: 1 of 3 confirmed, 1 does not apply, 1 open/s);
    expect(stderr).toMatch(/2 of 3 confirmed, 1 does not apply\. Next: adserver-conformance package report\.json/);
    expect(place.signOff()).toMatchObject({
      report: { runId: 'k3v9' },
      signedBy: { name: 'Jane Doe', role: 'Head of ad ops' },
      statements: [
        { answer: 'confirmed', remark: 'three drafts looked at' },
        { answer: 'does-not-apply' },
        { answer: 'confirmed' },
      ],
    });
  });

  test('can be left, and goes on where it was without asking who it is', async () => {
    const place = await workplace();
    const left = await place.run(['sign-off', 'report.json'], lines('Jane', 'Ops', 'c', '', 'q'));
    expect([left.code, answersIn(place.signOff())]).toEqual([1, 'confirmed open open']);
    const { code, stderr } = await place.run(['sign-off', 'report.json'], lines('n', '', 'c', ''));
    expect(stderr).toMatch(/1 of 3 answers kept from run k3v9; 2 to answer\.\nGoing on as Jane, Ops\./);
    expect([code, answersIn(place.signOff())]).toEqual([0, 'confirmed does-not-apply confirmed']);
  });

  test('keeps what was answered when its input ends', async () => {
    const place = await workplace();
    const { code } = await place.run(['sign-off', 'report.json'], 'Jane\nOps\nc\n\n');
    expect([code, answersIn(place.signOff())]).toEqual([1, 'confirmed open open']);
  });

  test('goes back, and takes no other letter for an answer', async () => {
    const place = await workplace();
    const typed = lines('c', '', 'b', 'no', 'Does not apply', '', 'c', '', 'c', '');
    const { code, stderr } = await place.run(['sign-off', 'report.json', '--name', 'Jane', '--role', 'Ops'], typed);
    expect([code, answersIn(place.signOff())]).toEqual([0, 'does-not-apply confirmed confirmed']);
    expect(stderr).toContain('"no" is none of the answers. c = confirmed,');
  });

  test('says what to do if nothing was answered', async () => {
    const place = await workplace();
    const { code, stderr } = await place.run(['sign-off', 'report.json']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('use --template and --answers')]);
  });

  test('names the next command with the file that it wrote', async () => {
    const place = await workplace();
    const named = ['--name', 'Jane', '--role', 'Ops', '--output', 'my own.json'];
    const { stderr } = await place.run(['sign-off', 'report.json', ...named], lines('c', '', 'c', '', 'c', ''));
    expect(stderr).toContain("Next: adserver-conformance package report.json --sign-off 'my own.json'\n");
  });

  test('refuses a --from that is not there, even if a sign-off is', async () => {
    const place = await workplace();
    await place.run(['sign-off', 'report.json'], lines('Jane', 'Ops', 'q'));
    const { code, stderr } = await place.run(['sign-off', 'report.json', '--from', 'nope.json']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('nope.json cannot be read')]);
  });

  test('carries over to the next report, and asks only what is old', async () => {
    const place = await workplace();
    await place.run(['sign-off', 'report.json', '--name', 'Jane', '--role', 'Ops'], lines('c', '', 'c', '', 'c', ''));
    const before = place.signOff();
    const aged = before.statements.map((one, index) =>
      index === 1 ? { ...one, at: new Date(Date.now() - 40 * DAY).toISOString() } : one,
    );
    place.write('old.sign-off.json', sealed({ ...before, statements: aged }));
    place.write('next.json', freshReport('later'));
    const options = [
      'sign-off',
      'next.json',
      '--from',
      'old.sign-off.json',
      '--sign-off-max-age',
      '30',
      '--output',
      'report.sign-off.json',
    ];
    const { stderr } = await place.run(options, lines('', '', 'c', 'again'));
    expect(stderr).toMatch(/2 of 3 answers kept from run k3v9; 1 to answer/);
    expect(stderr).toMatch(/answered too long ago to carry over/);
    const { statements, report } = place.signOff();
    expect(report.runId).toBe('later');
    expect(statements.map(({ carriedFrom }) => carriedFrom)).toEqual([
      before.report.digest,
      undefined,
      before.report.digest,
    ]);
  });

  test('takes answers from a file that --template begins', async () => {
    const place = await workplace();
    const { stdout } = await place.run(['sign-off', 'report.json', '--template']);
    const filled = stdout
      .replace('"name": "",\n    "role": ""', '"name": "Jo",\n    "role": "CTO"')
      .replaceAll('"answer": "open"', '"answer": "confirmed"');
    writeFileSync(place.path('answers.json'), filled);
    const { code, stderr } = await place.run(['sign-off', 'report.json', '--answers', 'answers.json']);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^note: .*1\.0\.0.*\nSaved in report\.sign-off\.json: 3 of 3 confirmed\./),
    ]);
    writeFileSync(place.path('answers.json'), filled.replace(/"date": "[^"]*"/, '"date": "2024-01-01"'));
    const old = await place.run(['sign-off', 'report.json', '--answers', 'answers.json']);
    expect([old.code, old.stderr]).toEqual([
      1,
      expect.stringMatching(/^3 answers of 2024-01-01 are older than 365 days and left open/m),
    ]);
  });

  test.each<[string, (place: Awaited<ReturnType<typeof workplace>>) => readonly string[], RegExp]>([
    [
      'a report that was altered',
      (place) => {
        place.write('report.json', { ...freshReport(), reasons: ['all is well'] });
        return [];
      },
      /report\.json was altered since it was written/,
    ],
    [
      'the sign-off of another address',
      (place) => {
        const { digest: _digest, ...rest } = freshReport();
        const contracts = rest.contracts.map((one) => ({ ...one, target: 'https://other.example.com' }));
        place.write('other.sign-off.json', signOffFor(sealed({ ...rest, contracts })));
        return ['--from', 'other.sign-off.json'];
      },
      /other\.sign-off\.json is the sign-off of another address \(https:\/\/other\.example\.com\)/,
    ],
    [
      'an answer to what the report does not ask',
      (place) => {
        place.write('answers.json', {
          format: 'adserver-conformance/sign-off-answers@1',
          signedBy: { name: 'Jo', role: 'CTO', date: '2026-01-01' },
          statements: [{ contract: 'ad-server', section: 'ad-server §9', requirement: 'Else.', answer: 'confirmed' }],
        });
        return ['--answers', 'answers.json'];
      },
      /answers\.json has an answer that fits no statement of this report.*§9, "Else\."/,
    ],
    [
      'an age that is none',
      () => ['--sign-off-max-age', 'soon'],
      /--sign-off-max-age is "soon"\. Give a whole number from 1/,
    ],
  ])('refuses %s', async (_what, arrange, message) => {
    const place = await workplace();
    const { code, stderr } = await place.run(['sign-off', 'report.json', ...arrange(place)]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
    expect(existsSync(place.path('report.sign-off.json'))).toBe(false);
  });
});

const contentsOf = (archive: string) =>
  Object.values(unzipSync(readFileSync(archive)))
    .map((file) => Buffer.from(file).toString())
    .join('\n');

const keyPair = () =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

describe('package and verify', () => {
  const keys = (folder: (name: string) => string) => {
    const { privateKey, publicKey } = keyPair();
    writeFileSync(folder('key.pem'), privateKey);
    writeFileSync(folder('pub.pem'), publicKey);
  };

  test('refuse the sign-off of another report', async () => {
    const place = await workplace();
    await place.run(['sign-off', 'report.json', '--name', 'J', '--role', 'O'], lines('c', '', 'c', '', 'c', ''));
    place.write('next.json', freshReport('later'));
    const named = await place.run(['package', 'next.json', '--sign-off', 'report.sign-off.json']);
    expect([named.code, named.stderr]).toEqual([3, expect.stringMatching(/is the sign-off of another report/)]);
    place.write('report.json', freshReport('later'));
    const beside = await place.run(['package', 'report.json']);
    expect([beside.code, beside.stderr]).toEqual([
      0,
      expect.stringMatching(/^note: .*\nwarning: .*another report\. .*\nPacked .*0 of 3 confirmed, 3 open/),
    ]);
  });

  test('never show a private key, and refuse one that is none', async () => {
    const place = await workplace();
    keys(place.path);
    const secret = readFileSync(place.path('key.pem'), 'utf8').split('\n')[1] ?? '';
    const { code } = await place.run(['package', 'report.json', '--sign-key', 'key.pem']);
    expect(code).toBe(0);
    expect(contentsOf(place.path('report.zip'))).not.toContain(secret);
    const wrong = await place.run(['package', 'report.json', '--sign-key', 'pub.pem']);
    expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringMatching(/pub\.pem: The signing key is a public key/)]);
  });

  test('tell a report that is too old', async () => {
    const place = await workplace({ 'report.json': reportToSign() });
    const { code, stdout, stderr } = await place.run(['verify', 'report.json', '--max-age', '30']);
    expect(stderr).toMatch(/^BAD: Do not rely on this report: .*\n(?:- .*\n)*- age: The run ended/);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/BAD +age .*\nBAD {6}summary +Do not rely on this report: .*it is not of the time/),
    ]);
  });

  test('say what is wrong as JSON too, and fail', async () => {
    const place = await workplace();
    writeFileSync(place.path('bad.zip'), 'PK is not enough');
    const { code, stdout } = await place.run(['verify', 'bad.zip', '--format', 'json']);
    const { holds, files } = JSON.parse(stdout) as { holds: boolean; files: readonly { findings: unknown }[] };
    expect([code, holds, files[0]?.findings]).toEqual([
      3,
      false,
      [
        { id: 'archive', outcome: 'bad', message: expect.any(String) as string },
        { id: 'summary', outcome: 'bad', message: 'Do not rely on this package: the archive is unsafe or damaged.' },
      ],
    ]);
  });

  test('take a person from an empty directory to a package that holds: certify, sign-off, package, verify', async () => {
    const publisher = await sandbox();
    const place = await workplace({});
    keys(place.path);
    const environment = { ...publisher.environment };
    const workingDirectory = place.path('.');
    const certified = await run(
      ['certify', '--quiet', '--sign-key', 'key.pem', '--output', 'json=report.json', '--output', 'badge=badge.svg'],
      { environment, workingDirectory },
    );
    expect(certified.code).toBe(0);
    expect(readFileSync(place.path('badge.svg'), 'utf8')).toMatch(/passed · \d{4}-/);
    const statements = suite.attested.filter(({ contract }) => contract === 'ad-server');
    const typed = lines('Jane Doe', 'Head of ad ops', ...statements.flatMap(() => ['c', '']));
    const signed = await place.run(['sign-off', 'report.json'], typed);
    expect([signed.code, signed.stderr]).toEqual([0, expect.stringContaining(statements[0]?.look.slice(0, 40) ?? '')]);
    expect((await place.run(['package', 'report.json', '--sign-key', 'key.pem'])).code).toBe(0);
    const { code, stdout } = await place.run(['verify', 'report.zip', '--public-key', 'pub.pem', '--max-age', '1']);
    expect([code, stdout.match(/^(?:BAD|unknown).*/gm)]).toEqual([0, null]);
    expect(stdout).toMatch(/good {5}summary +You may rely on it: .*the verdict passed follows/);
    const shown = contentsOf(place.path('report.zip'));
    for (const secret of Object.values(publisher.keys)) expect(shown).not.toContain(secret);
  });
});

test('certify and report name the key that signed on the certificate, and no other', async () => {
  const publisher = await sandbox();
  const place = await workplace({});
  for (const name of ['key', 'other']) writeFileSync(place.path(`${name}.pem`), keyPair().privateKey);
  const publicPart = (name: string) => publicPartOf(readFileSync(place.path(`${name}.pem`), 'utf8'));
  for (const name of ['key', 'other']) writeFileSync(place.path(`${name}.pub`), publicPart(name));
  const outputs = [
    '--output',
    'json=report.json',
    '--output',
    'certificate=certificate.html',
    '--output',
    'drafts=drafts.csv',
  ];
  const options = ['certify', '--quiet', '--only', 'health', '--sign-key', 'key.pem', ...outputs];
  await run(options, { environment: publisher.environment, workingDirectory: place.path('.') });
  const fingerprint = fingerprintOf(publicPart('key'));
  expect(readFileSync(place.path('certificate.html'), 'utf8')).toContain(fingerprint);
  expect(readFileSync(place.path('drafts.csv'), 'utf8')).toMatch(/^order_id,external_ref,/);
  const draw = (key: string) => place.run(['report', 'report.json', '--output', 'certificate', '--public-key', key]);
  expect((await draw('key.pub')).stdout).toContain(fingerprint);
  expect(await draw('other.pub')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/other\.pub is not the key that signed/) as string,
  });
});

test('report draws the certificate with the sign-off that stands beside it', async () => {
  const place = await workplace();
  await place.run(['sign-off', 'report.json', '--name', 'Jane Doe', '--role', 'Ops'], lines('c', '', 'c', '', 'c', ''));
  const { code, stdout } = await place.run(['report', 'report.json', '--output', 'certificate']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Signed off by Jane Doe, Ops \(3\)/)]);
});
