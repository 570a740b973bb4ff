import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Report } from '../../src/report/model.ts';
import { repeatLines, repeatOf } from '../../src/report/repeat.ts';
import { distinctions } from '../../src/report/call-line.ts';
import { allChecks } from '../../src/report/tally.ts';
import { check, exchange, reportOf } from './sample.ts';
import { testWith } from '../tools.ts';

const order = (id: string, body: Record<string, unknown>, status = 201, startedAt = '2026-03-02T10:00:00.000Z') =>
  exchange({
    id,
    startedAt,
    durationMs: 5,
    request: {
      method: 'POST',
      url: 'https://ads.example.com/api/v1/orders',
      headers: { authorization: 'Bearer [ADSERVER_API_KEY]', 'idempotency-key': String(body['idempotency_key']) },
      body: JSON.stringify(body),
    },
    response: { status, headers: {} },
  });

const body = (key: string, name = 'A') => ({
  idempotency_key: key,
  order: { name, external_ref: 'conf-k3v9-a' },
});

const linesFor = (report: Report, over: Parameters<typeof check>[0]) => {
  const found = repeatOf(check({ outcome: 'fail', ...over }), report);
  return found === undefined ? [] : repeatLines(found);
};

describe('how to see a fault by hand', () => {
  test('an order has a fresh key and fresh references each time', () => {
    const lines = linesFor(reportOf('failed', [], { exchanges: [order('x1', body('key-1'))] }), { exchanges: ['x1'] });
    expect(lines[0]).toBe('RUN=$(date +%s)');
    expect(lines[1]).toBe('KEY=$(uuidgen 2> /dev/null || cat /proc/sys/kernel/random/uuid)');
    expect(lines[2]).toContain('idempotency-key: ${KEY}');
    expect(lines.join('\n')).not.toMatch(/key-1|k3v9/);
  });

  test('the calls that come before it are made first', () => {
    const exchanges = [
      order('x1', body('key-1')),
      order('x2', { ...body('key-9'), order: { external_ref: 'other' } }),
      order('x3', body('key-2', 'B'), 200, '2026-03-02T10:00:01.000Z'),
    ];
    const lines = linesFor(reportOf('failed', [], { exchanges }), { exchanges: ['x3'] });
    expect(lines.filter((line) => line.startsWith('curl'))).toHaveLength(2);
    expect(lines.at(-2)).toContain('${KEY1}');
    expect(lines.at(-1)).toContain('${KEY2}');
  });

  test('a refusal that is cited comes first if the last answer is another', () => {
    const first = order('x1', body('key-1'), 404);
    const numberOf = (status: number) =>
      linesFor(
        reportOf('failed', [], { exchanges: [first, order('x2', body('key-1'), status, '2026-03-02T10:00:01.000Z')] }),
        { exchanges: ['x1', 'x2'] },
      ).filter((line) => line.startsWith('curl')).length;
    expect([numberOf(200), numberOf(404)]).toEqual([2, 1]);
  });

  test.each([
    ['in letter case', '40105640-AB15-4940-A000-000000000A04', '4${OTHER_CASE}4'],
    ['at its end', '40105640-ab15-4940-a000-000000000a0x', '4${KEY}x'],
    ['at its beginning', 'x0105640-ab15-4940-a000-000000000a04', 'x${KEY}4'],
    ['in length', '40105640-ab15-4940-a000-000000000a040', '4${KEY}40'],
    ['at both ends, as any two of a run,', 'e0105640-ab15-4940-a000-000000000a0e', '${KEY2}'],
  ])('a key that differs %s from another one is fresh and differs in the same way', (_how, key, sent) => {
    const first = '40105640-ab15-4940-a000-000000000a04';
    const exchanges = [order('x1', body(first)), order('x2', body(key, 'B'), 200)];
    const lines = linesFor(reportOf('failed', [], { exchanges }), { exchanges: ['x1', 'x2'] });
    const [of1, of2] = lines.filter((line) => line.startsWith('curl'));
    expect(of1).toContain(`idempotency-key: ${sent === '${KEY2}' ? '${KEY1}' : '4${KEY}4'}`);
    expect(of2).toContain(`idempotency-key: ${sent}`);
    const values = lines.filter((line) => !line.startsWith('curl')).join('\n');
    const shown = execFileSync('sh', ['-c', `${values}\nprintf '%s\\n' "4\${KEY}4" "4\${OTHER_CASE}4" "\${KEY2}"`], {
      encoding: 'utf8',
    });
    if (sent.includes('{KEY}')) expect(shown).toMatch(/^4[0-9a-fA-F-]{34}4\n/);
    if (sent.includes('OTHER_CASE')) {
      const [one = '', other = ''] = shown.split('\n');
      expect([one === other, one.toLowerCase() === other.toLowerCase()]).toEqual([false, true]);
    }
  });

  test('requests that were in flight at once are sent at once', () => {
    const exchanges = [order('x1', body('key-1')), order('x2', body('key-1'), 409)];
    const lines = linesFor(reportOf('failed', [], { exchanges }), { exchanges: ['x1', 'x2'] });
    expect(lines.filter((line) => line.endsWith(' &'))).toHaveLength(2);
    expect(lines.at(-1)).toBe('wait');
  });

  test.each([
    ['a limit', { id: 'exchange-throttle.limit-exists' }],
    ['what happens now and then', { unstable: true as const }],
  ])('%s takes a loop', (_what, over) => {
    const [line = ''] = linesFor(reportOf('failed', []), { ...over, exchanges: ['x1'] });
    expect(line).toMatch(/^for i in 1 2 3 .*; do curl -sS -o \/dev\/null -w '%\{http_code\}\\n' .* ; done$/);
    execFileSync('sh', ['-n', '-c', line]);
  });

  test('a long tag stands in a variable', () => {
    const tag = `<script>${'a'.repeat(300)}</script>`;
    const exchanges = [order('x1', { ...body('key-1'), tag })];
    const lines = linesFor(reportOf('failed', [], { exchanges }), { exchanges: ['x1'] });
    expect(lines).toContain(`TAG1='${tag}'`);
    expect(lines.at(-1)).toContain('"${TAG1}"');
    expect(lines.at(-1)?.length).toBeLessThan(500);
  });

  test('a line that is sent again stands in a variable, with what is fresh and what is long in it', () => {
    const tag = `<script>${'a'.repeat(300)}</script>`;
    const line = { external_ref: 'conf-k3v9-line', creatives: [{ tag }] };
    const sent = (key: string, name: string) => ({ ...body(key, name), line_items: [line] });
    const exchanges = [order('x1', sent('key-1', 'A')), order('x2', sent('key-2', 'B'), 200)];
    const report = reportOf('failed', [], { exchanges });
    const found = repeatOf(check({ outcome: 'fail', exchanges: ['x1', 'x2'] }), report);
    const lines = found === undefined ? [] : repeatLines(found);
    expect(lines).toContain(`LINE1='{"external_ref":"conf-'"\${RUN}"'-line","creatives":[{"tag":"'"\${TAG1}"'"}]}'`);
    expect(lines.filter((command) => command.includes(`"line_items":['"\${LINE1}"']`))).toHaveLength(2);
    expect(found?.powershell.join('\n')).toContain(`$LINE1 = ('' + '{"external_ref":"conf-' + $RUN + '-line",`);
  });

  test('PowerShell has the same calls, with credentials from the environment', () => {
    const exchanges = [order('x1', body('key-1'))];
    const found = repeatOf(check({ outcome: 'fail', exchanges: ['x1'] }), reportOf('failed', [], { exchanges }));
    expect(found?.powershell).toEqual([
      '$RUN = [DateTimeOffset]::Now.ToUnixTimeSeconds()',
      '$KEY = [guid]::NewGuid()',
      `Invoke-WebRequest -SkipHttpErrorCheck -SkipHeaderValidation -Method POST -Uri 'https://ads.example.com/api/v1/orders' -Headers @{ 'authorization' = ('' + 'Bearer ' + $env:ADSERVER_API_KEY); 'idempotency-key' = $KEY } -ContentType 'application/json' -Body ('' + '{"idempotency_key":"' + $KEY + '","order":{"name":"A","external_ref":"conf-' + $RUN + '-a"}}')`,
    ]);
  });

  testWith('bash', 'curl').each([
    'idempotency-repeat-is-409',
    'updates-line-id-changes-on-rename',
    'updates-order-never-matched',
  ])('the commands show %s again in a shell, twice', async (name) => {
    const fault = faults.find((one) => one.name === name);
    const publisher = await startPublisher(fault === undefined ? {} : { behaviour: [fault.behaviour] });
    onTestFinished(() => publisher.stop());
    const only = fault?.fails ?? [];
    const report = await certify({ baseUrl: publisher.baseUrl, apiKey: publisher.keys.full, local: true, only });
    const failed = allChecks(report).find(({ outcome }) => outcome === 'fail');
    const found = failed === undefined ? undefined : repeatOf(failed, report);
    const script = found === undefined ? '' : repeatLines(found).join('\n');
    const shown: string[] = [];
    for (const time of [1, 2]) {
      const { stdout } = await promisify(execFile)('bash', ['-c', script.replaceAll('$(date +%s)', `4${time}`)], {
        env: { PATH: process.env['PATH'], ADSERVER_API_KEY: publisher.keys.full },
      });
      shown.push(stdout);
    }
    for (const text of shown) {
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
      expect(statuses[0]).toBe('201');
      if (name.startsWith('idempotency')) expect(statuses.at(-1)).toBe('409');
      else expect(new Set(text.match(/"line_item_id":"[^"]+"/g)).size).toBeGreaterThan(1);
    }
  });
});

test('cited exchanges that look the same are told apart', () => {
  const exchanges = [
    order('x1', body('key-1')),
    order('x2', body('key-1')),
    order('x3', body('key-2', 'B')),
    order('x4', body('key-2')),
  ];
  expect(distinctions(exchanges)).toEqual(['', 'the same again', 'new key, /order/name "B"', '/order/name "A"']);
});
