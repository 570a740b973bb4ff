import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, program, run, runProgram, sandbox } from './command.ts';

const quick = ['certify', '--only', 'connection'];

test('standard output carries the report and nothing else', async () => {
  const { environment } = await sandbox();
  const { stdout, stderr } = await run([...quick, '--output', 'json'], { environment });
  expect(JSON.parse(stdout)).toMatchObject({ format: 'adserver-conformance/report@1' });
  expect(stderr).toMatch(
    /^Running \d+ checks, about \d+ requests?\. It creates nothing\. It is likely to take up to 1 s, and ends after 10 min at the latest \(--time-limit\)\.\n/,
  );
});

test('--quiet says nothing on standard error', async () => {
  const { environment } = await sandbox();
  expect((await run([...quick, '--quiet'], { environment })).stderr).toBe('');
});

test('every format goes to a file of its own', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const formats = ['terminal', 'json', 'html', 'junit', 'tap', 'markdown', 'github', 'har'];
  const outputs = formats.flatMap((format) => ['--output', `${format}=report.${format}`]);
  const { code, stdout } = await run([...quick, ...outputs], { environment, workingDirectory });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect((await readdir(workingDirectory)).sort()).toEqual(formats.map((format) => `report.${format}`).sort());
});

test('a report that is there is replaced as a whole, through a link too, and keeps its mode', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const file = join(workingDirectory, 'old.json');
  await writeFile(file, 'x'.repeat(10_000_000));
  await chmod(file, 0o640);
  await symlink('old.json', join(workingDirectory, 'link.json'));
  await run([...quick, '--output', 'json=link.json'], { environment, workingDirectory });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ verdict: 'passed' });
  expect(await readdir(workingDirectory)).toEqual(['link.json', 'old.json']);
});

test.each([
  ['a directory', 'json=folder', /it is a directory/],
  ['no file behind the sign', 'json=', /has no file name after the equals sign/],
  ['an unknown format', 'jsno', /Unknown output format "jsno"\. Did you mean json\?/],
  ['two on standard output', 'tap', /cannot both go to standard output/],
  ['a file that is taken', 'tap=taken', /Two outputs would be written to/],
])('%s is refused before anything is sent', async (_what, output, message) => {
  const { environment, requests } = await sandbox();
  const workingDirectory = await emptyFolder();
  await mkdir(join(workingDirectory, 'folder'));
  const others = output === 'tap' ? ['--output', 'json'] : ['--output', 'har=taken'];
  const { code, stdout, stderr } = await run([...quick, ...others, '--output', output], {
    environment,
    workingDirectory,
  });
  expect({ code, stdout, sent: requests.length }).toEqual({ code: 3, stdout: '', sent: 0 });
  expect(stderr).toMatch(message);
  expect(await readdir(workingDirectory)).toEqual(['folder']);
});

test('a reader that goes away is no fault', async () => {
  const { environment } = await sandbox();
  const { code, stderr } = await run([...quick, '--quiet', '--output', 'json'], {
    environment,
    meanwhile: (child) => child.stdout?.destroy(),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('a saved report is rendered again, compared with itself, and verified', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  await run([...quick, '--output', 'json=r.json'], { environment, workingDirectory });
  const saved = await readFile(join(workingDirectory, 'r.json'), 'utf8');
  expect(await run(['report', 'r.json', '--output', 'json'], { workingDirectory })).toEqual({
    code: 0,
    stdout: saved,
    stderr: '',
  });
  expect(await run(['compare', 'r.json', 'r.json'], { workingDirectory })).toMatchObject({ code: 0 });
  expect(await run(['verify', 'r.json'], { workingDirectory })).toMatchObject({ code: 0 });
  await writeFile(join(workingDirectory, 'r.json'), saved.replace('"verdict": "passed"', '"verdict": "certified"'));
  expect(await run(['verify', 'r.json'], { workingDirectory })).toMatchObject({ code: 1 });
  const altered = await run(['report', 'r.json'], { workingDirectory });
  expect(altered.stdout).toMatch(/^\? ALTERED, CERTIFIED {2}/);
  expect(altered.stderr).toMatch(/^warning: r\.json was changed after it was written: its digest does not match\./);
  await writeFile(join(workingDirectory, 'r.json'), saved.replace(/"version": "[\d.]+"/, '"version": "10.0.0"'));
  const newer = await run(['report', 'r.json'], { workingDirectory });
  expect(newer.stderr).toMatch(/^note: r\.json was made by version 10\.0\.0, which is newer than this one/);
  await writeFile(join(workingDirectory, 'r.json'), saved.replace(/"version": "[\d.]+"/, '"version": "1.0.9"'));
  const older = await run(['report', 'r.json', '--output', 'html=r.html'], { workingDirectory });
  expect(older.stderr).toMatch(
    /^note: r\.json was made by version 1\.0\.9, which is older than this one \([\d.]+\)\. .* npx adserver-conformance@latest\n/,
  );
});

test('folders of an output are made', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const { code, stderr } = await run([...quick, '--output', 'json=deep/er/r.json'], { environment, workingDirectory });
  expect(code).toBe(0);
  expect(await readdir(join(workingDirectory, 'deep/er'))).toEqual(['r.json']);
  expect(stderr).toMatch(/\nPASSED: No rule is broken[^\n]*\n[^]*\nWritten: deep\/er\/r\.json\n$/);
});

test('terminal and github share standard output, and the summary of the step is written', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const summary = join(workingDirectory, 'summary.md');
  await writeFile(summary, 'before\n');
  const { code, stdout } = await run([...quick, '--output', 'terminal', '--output', 'github'], {
    environment: { ...environment, GITHUB_STEP_SUMMARY: summary },
    workingDirectory,
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^::warning title=Conformance::PASSED[^]*\n– PASSED /);
  expect(await readFile(summary, 'utf8')).toMatch(/^before\n## ➖ Conformance: passed/);
});

test('a path holds colons, backslashes and further equals signs', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const file = 'C:\\reports\\a=b:1.json';
  const { code, stderr } = await run([...quick, '--output', `json=${file}`], { environment, workingDirectory });
  expect(code).toBe(0);
  expect(await readdir(workingDirectory)).toEqual([file]);
  expect(stderr).toContain(`\nWritten: ${file}\n`);
});

test.each(['-', '/dev/stdout'])('%s for a file is standard output', async (file) => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const { stdout } = await run([...quick, '--output', `json=${file}`], { environment, workingDirectory });
  expect(JSON.parse(stdout)).toMatchObject({ format: 'adserver-conformance/report@1' });
  expect(await readdir(workingDirectory)).toEqual([]);
});

test('--failed-from runs what did not pass', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  await run([...quick, '--only', 'health', '--output', 'json=all.json'], { environment, workingDirectory });
  const again = await run(['certify', '--failed-from', 'all.json', '--plan', '--output', 'json'], {
    environment,
    workingDirectory,
  });
  const { modules } = JSON.parse(again.stdout) as { modules: { id: string; checks: string[] }[] };
  const checks = modules.flatMap((module) => module.checks);
  expect(checks).not.toContain('health.account-name');
  expect(checks).toContain('orders.order-id');
});

test('--plan prints the target, and the terms that are stated', async () => {
  const { environment, requests } = await sandbox();
  const stated = ['--slot', 'slot-0001', '--advertiser', 'Test buyer'];
  const { stdout } = await run(['certify', '--plan', ...stated], { environment });
  expect(stdout).toMatch(/^ad-server: http:\/\/[^\n]+\/api\/v1\n/);
  expect(stdout).toContain('\n  inventoryIds: ["slot-0001"]\n  advertiser: "Test buyer"\n');
  expect(stdout).toMatch(/The run looks for a booking that your service accepts: goal and flight are\s+open\./);
  const json = await run(['certify', '--plan', ...stated, '--output', 'json'], { environment });
  expect(JSON.parse(json.stdout)).toMatchObject({ booking: { inventoryIds: ['slot-0001'], advertiser: 'Test buyer' } });
  expect(requests).toEqual([]);
});

test('--plan writes none of the outputs that the configuration names, and says what it wrote', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const configuration = { output: ['terminal', 'json=report.json'] };
  await writeFile(join(workingDirectory, 'adserver-conformance.config.json'), JSON.stringify(configuration));
  await run(['--plan'], { environment: { ...environment, ADSERVER_OUTPUT: 'html=report.html' }, workingDirectory });
  const { stderr } = await run(['--plan', '--output', 'json=plan.json'], { environment, workingDirectory });
  expect(await readdir(workingDirectory)).toEqual(['adserver-conformance.config.json', 'plan.json']);
  expect(stderr).toBe('Written: plan.json\n');
});

test('--plan shows the options that narrow the run, and has two formats only', async () => {
  const { environment } = await sandbox();
  const { stdout } = await run(['--plan', '--only', 'health', '--output', 'json'], { environment });
  expect(JSON.parse(stdout)).toMatchObject({ options: { local: true, only: ['health'] } });
  const { code, stderr } = await run(['--plan', '--output', 'html=plan.html'], { environment });
  expect({ code, stderr }).toEqual({ code: 3, stderr: 'error: --plan has no format html, only terminal and json.\n' });
});

test('--plan sends nothing', async () => {
  const { environment, requests } = await sandbox();
  const { code, stdout } = await run(['certify', '--plan'], { environment });
  expect({ code, sent: requests.length }).toEqual({ code: 0, sent: 0 });
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /\d+ checks, about \d+ requests, creates about \d+ draft orders \(up to about \d+ [^.]+\)\. It is likely to take up to \d+ s, and ends after 10 min at the latest \(--time-limit\)\. Nothing was sent\. $/,
  );
});

test.each([
  ['--only', 'helth', /--only: there is no module or check "helth"\. Did you mean health\?/],
  ['--skip', 'health.acount-id', /Did you mean health\.account-id\?/],
])('a filter that matches nothing is refused', async (option, name, message) => {
  const { environment, requests } = await sandbox();
  const { code, stderr } = await run(['certify', option, name], { environment });
  expect({ code, sent: requests.length }).toEqual({ code: 3, sent: 0 });
  expect(stderr).toMatch(message);
});

test('filters that leave nothing are refused', async () => {
  const { environment, requests } = await sandbox();
  const { code, stderr } = await run(['--only', 'orders', '--read-only'], { environment });
  expect({ code, sent: requests.length }).toEqual({ code: 3, sent: 0 });
  expect(stderr).toMatch(/^error: Nothing is left to judge of what --only asks for\. Left out by --read-only/);
});

test('--failed-from a report in which nothing failed is refused', async () => {
  const { environment, requests } = await sandbox();
  const workingDirectory = await emptyFolder();
  await run(['--output', 'json=all.json'], { environment, workingDirectory });
  const sent = requests.length;
  const { code, stderr } = await run(['--failed-from', 'all.json'], { environment, workingDirectory });
  expect({ code, sent: requests.length - sent }).toEqual({ code: 3, sent: 0 });
  expect(stderr).toMatch(/^error: Nothing is left to judge of what did not pass in all\.json\. /);
});

test('what --failed-from leaves out is left out by --failed-from', async () => {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  await run(['--only', 'health', '--output', 'json=health.json'], { environment, workingDirectory });
  const again = await run(['--failed-from', 'health.json', '--skip', 'orders', '--output', 'json'], {
    environment,
    workingDirectory,
  });
  const { reasons } = JSON.parse(again.stdout) as { reasons: string[] };
  expect(reasons.join(' ')).toMatch(/Left out by --failed-from\.(?!.*--only)/);
});

test.skipIf(!existsSync('/dev/full'))('a full disk after the run loses no report', async () => {
  const { environment } = await sandbox();
  const folder = await emptyFolder();
  const { code, stderr } = await run([...quick, '--output', 'html=/dev/full'], {
    environment: { ...environment, TMPDIR: folder },
  });
  expect(code).toBe(2);
  const kept = /^error: \/dev\/full was not written: no space left on device\.\nThe result is kept as JSON in (\S+)/m;
  expect(JSON.parse(await readFile(kept.exec(stderr)?.[1] ?? '', 'utf8'))).toMatchObject({ verdict: 'passed' });
});

test.skipIf(!existsSync('/dev/full'))('a report that finds no room anywhere is shown on standard error', async () => {
  const { environment } = await sandbox();
  const { stderr } = await run([...quick, '--output', 'html=/dev/full'], {
    environment: { ...environment, TMPDIR: '/dev/full' },
  });
  expect(stderr).toMatch(/cannot be kept as a file either, so here it is:\n– PASSED/);
});

test.skipIf(!existsSync('/dev/full')).each(['checks', '--help'])(
  'a full standard output is an error in one sentence (%s)',
  async (command) => {
    const line = `exec "${process.execPath}" "${program}" ${command} > /dev/full`;
    expect(await runProgram('sh', ['-c', line])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Standard output was not written: no space left on device.\n',
    });
  },
);
