import { readFileSync } from 'node:fs';
import type { Report } from '../../src/report/model.ts';
import { readReport } from '../../src/report/read.ts';
import { check, exchange, reportOf } from './sample.ts';

export const stored = (name: 'failed' | 'passed'): Report =>
  readReport(readFileSync(new URL(`../stored/${name}.report.json`, import.meta.url), 'utf8'));

/** What a service may send to run a script in the page, or to break its layout. */
const ATTACKS = [
  `"><img src=x onerror="globalThis.harmed=1"><script>globalThis.harmed=1</script>`,
  `</title></style></script></svg></pre><svg onload="globalThis.harmed=1"><iframe src="javascript:parent.harmed=1">`,
  `<a href="javascript:globalThis.harmed=1" style="position:fixed;inset:0" autofocus onfocus="globalThis.harmed=1">`,
  `<meta http-equiv="refresh" content="0;url=https://attacker.example/"><base href="https://attacker.example/">`,
  `<link rel=stylesheet href="https://attacker.example/x.css"><!-- <![CDATA[ ]]>`,
  '\u202eright to left\u2066\u001b[31m\u0000\u2028\ud800',
  `Z${'\u0351\u0363'.repeat(400)}`,
  'W'.repeat(4_000),
].join(' ');

/** Members with fixed words, times or references, which the schema keeps from containing hostile text. */
const FIXED = new Set(['id', 'format', 'outcome', 'level', 'verdict', 'startedAt', 'finishedAt', 'digest', 'method']);

/** The failed report with an attack appended to every text, ids and names of members included. */
export function hostile(): Report {
  const spoilt = spoil(stored('failed')) as Report;
  return {
    ...spoilt,
    contracts: spoilt.contracts.map((contract, index) => ({ ...contract, id: index === 0 ? 'ad-server' : 'listing' })),
    exchanges: spoilt.exchanges.map((one, index) =>
      index === 0 && one.response ? { ...one, response: { ...one.response, body: ATTACKS.repeat(200) } } : one,
    ),
  };
}

function spoil(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return FIXED.has(name) ? value : name === 'body' ? spoiltBody(value) : value + ATTACKS;
  if (Array.isArray(value)) return value.map((item) => spoil(item, name));
  if (typeof value !== 'object' || value === null) return value;
  const spoilt = Object.entries(value).map(([member, inner]): [string, unknown] => [member, spoil(inner, member)]);
  return Object.fromEntries(name === 'headers' || name === 'options' ? [...spoilt, [`x-${ATTACKS}`, ATTACKS]] : spoilt);
}

/** The body stays valid JSON, so that it is formatted. Its strings and names contain the attack. */
function spoiltBody(body: string): string {
  try {
    return JSON.stringify({ ...(spoil(JSON.parse(body)) as object), [ATTACKS]: ATTACKS });
  } catch {
    return body + ATTACKS;
  }
}

/** A run with many requests, in which one of fifty checks did not pass. */
export function large(requests: number): Report {
  const began = Date.parse('2026-03-02T10:00:00.000Z');
  const exchanges = Array.from({ length: requests }, (_, index) => {
    const [method, path] = index % 3 === 0 ? ['POST', 'orders'] : ['GET', `inventory?limit=200&cursor=c${index}`];
    return exchange({
      id: `x${index + 1}`,
      startedAt: new Date(began + index * 11).toISOString(),
      durationMs: 20 + ((index * 7919) % 400),
      request: { method, url: `https://ads.example.com/api/v1/${path}`, headers: {} },
      response: {
        status: index % 97 === 0 ? 500 : 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: [{ inventory_id: `body-of-x${index + 1}`, name: 'slot '.repeat(100) }] }),
      },
    });
  });
  const checks = Array.from({ length: Math.ceil(requests / 10) }, (_, index) =>
    check({
      id: `inventory.rule-${index}`,
      outcome: index % 50 === 0 ? 'fail' : 'pass',
      pointer: '/data/0/name',
      exchanges: exchanges.slice(index * 10, index * 10 + 10).map(({ id }) => id),
    }),
  );
  return reportOf('failed', checks, { exchanges });
}
