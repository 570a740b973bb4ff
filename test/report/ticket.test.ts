import { describe, expect, it } from 'vitest';
import { ticket } from '../../src/report/render/markdown-finding.ts';
import { callsById } from '../../src/report/tally.ts';
import { check, exchange, reportOf } from './sample.ts';

const failure = check({
  outcome: 'fail',
  expected: '/timezone: an IANA time zone identifier',
  actual: '"UTC+2"',
  pointer: '/timezone',
  fix: 'Send an identifier such as `Europe/Berlin`.',
});
const answered = exchange({ response: { status: 200, headers: {}, body: '{"timezone":"UTC+2"}' } });

function ticketOf(over: Partial<typeof failure> = {}, exchanges = [answered]): string {
  const failed = { ...failure, ...over };
  const report = reportOf('failed', [failed], { exchanges });
  return ticket(failed, report, callsById(report));
}

describe('a failure as a ticket', () => {
  it('can be understood and repeated without the report', () => {
    expect(ticketOf()).toBe(
      [
        '## `timezone` is not an IANA time zone identifier',
        '',
        'The conformance check `health.timezone-is-iana` failed at `https://ads.example.com/api/v1` on 2026-03-02 10:00:00 UTC.',
        '',
        '- Rule: The time zone is an IANA identifier. (ad-server §2.2)',
        '- Expected: an IANA time zone identifier',
        '- Got: `"UTC+2"`',
        '- Got "UTC+2".',
        '- Fix: Send an identifier such as `Europe/Berlin`.',
        '',
        '- `x1`: `GET /health` → `200`',
        '',
        'At `/timezone` in the answer to `x1`:',
        '',
        '```',
        '  {',
        '>   "timezone": "UTC+2"',
        '  }',
        '```',
        '',
        '```sh',
        'curl -sS -i https://ads.example.com/api/v1/health -H "authorization: Bearer ${ADSERVER_API_KEY}"',
        '```',
        '',
        'Run it again: `npx adserver-conformance certify https://ads.example.com/api/v1 --only health.timezone-is-iana`',
        '',
        'More about it: `npx adserver-conformance explain health.timezone-is-iana`',
        '',
        'Run `k3v9`, adserver-conformance 1.0.0',
      ].join('\n'),
    );
  });

  it('says that the failure did not repeat', () => {
    expect(ticketOf({ unstable: true })).toContain('- Unstable: ');
  });

  it('makes no markup, mention or link of what a service sent', () => {
    const attack = '```\n# heading @team <img src=x> [x](https://attacker.example)';
    const body = JSON.stringify({ timezone: attack });
    const text = ticketOf({ actual: attack, message: attack }, [
      exchange({ response: { status: 200, headers: {}, body } }),
    ]);
    expect(text).not.toMatch(/^# heading|^\s*<img/m);
    expect(text.match(/^````$/gm)).toHaveLength(2);
  });
});
