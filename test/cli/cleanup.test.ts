import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, run, sandbox } from './command.ts';

const ONE_ORDER = ['certify', '--only', 'orders.created-is-201', '--quiet', '--output', 'json=report.json'];

async function certified(cleanup: string) {
  const { environment } = await sandbox();
  const workingDirectory = await emptyFolder();
  const ended = await run([...ONE_ORDER, '--cleanup', cleanup], { environment, workingDirectory });
  return { ...ended, environment, file: (name: string) => readFile(join(workingDirectory, name), 'utf8') };
}

test('the program gets each draft as JSON, and none of the credentials', async () => {
  const { code, stderr, environment, file } = await certified('cat > drafts.jsonl; env > environment.txt');
  const { created } = JSON.parse(await file('report.json')) as { created: unknown[] };
  const lines = (await file('drafts.jsonl')).trim().split('\n');
  expect([code, created.length > 0, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([0, true, created]);
  expect(stderr).toBe('');
  expect(await file('environment.txt')).not.toContain(environment.ADSERVER_API_KEY);
});

test('a program that fails is a warning with the drafts that may be left; the exit code is that of the run', async () => {
  const { code, stderr, file, environment } = await certified(`echo "no access for $ADSERVER_API_KEY" >&2; exit 7`);
  const { created } = JSON.parse(await file('report.json')) as { created: { orderId: string }[] };
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('ended with exit code 7. Last line on stderr: no access for'),
  ]);
  for (const { orderId } of created) expect(stderr).toContain(orderId);
  expect(stderr).not.toContain(environment.ADSERVER_API_KEY);
});
