import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/render/html.ts';
import { allChecks } from '../../src/report/tally.ts';
import { anyReport } from './any-report.ts';
import { hostile, large, stored } from './page-sample.ts';
import { check, exchange, report, reportOf } from './sample.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const inside = (page: string, element: string) =>
  new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? '';
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** The page without its own stylesheet and script. */
const markup = (page: string) => page.replace(inside(page, 'style'), '').replace(/<script>[\s\S]*<\/script>/, '');

const BODY = '{"data":[{"sizes":["300x250","big"]}]}';
const answer = exchange({ response: { status: 200, headers: {}, body: BODY } });
const failing = (over = {}) => reportOf('failed', [check({ outcome: 'fail', ...over })], { exchanges: [answer] });

describe('the page', () => {
  it('lets nothing run but its own stylesheet and script', () => {
    const page = html(stored('failed'));
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', `'`);
    expect(policy?.split('; ')).toEqual([
      `default-src 'none'`,
      `style-src ${hash(inside(page, 'style'))}`,
      `script-src ${hash(inside(page, 'script'))}`,
      `base-uri 'none'`,
      `form-action 'none'`,
    ]);
  });

  it.each([
    ['a handler or a style within the markup', / (?:on[a-z]+|style)=["']/],
    ['an address of anything outside itself', / (?:src|srcset|action|data)=|<link|@import|href="[^#]/],
    ['an open tag of a service', /<(?:img|iframe|base|object|embed)/i],
  ])('holds nowhere %s', (_name, pattern) => {
    const harmless = markup(html(hostile())).replace(/>[^<]*</g, '><');
    expect(harmless).not.toMatch(pattern);
  });

  it('begins with what is broken; if nothing is, with what could not be judged, and why', () => {
    const first = (checks: Parameters<typeof reportOf>[1], verdict: 'failed' | 'passed') =>
      /<section class="first-fixes"[\s\S]*?<\/section>/.exec(html(reportOf(verdict, checks)))?.[0] ?? '';
    const open = check({ id: 'health.open', outcome: 'inconclusive', message: 'The inventory lists no slot.' });
    const both = first([check({ id: 'health.broken', outcome: 'fail' }), open], 'failed');
    expect(both).toMatch(/What to fix first[\s\S]*health\.broken/);
    expect(both).not.toContain('health.open');
    expect(first([open], 'passed')).toMatch(/What could not be judged[\s\S]*The inventory lists no slot\./);
    expect(first([check()], 'passed')).toBe('');
  });

  it('is the same for the same report', () => {
    expect(html(stored('failed'))).toBe(html(stored('failed')));
  });

  it('is made of any report, and all of its text is escaped', () => {
    fc.assert(
      fc.property(anyReport, (any) => {
        expect(html(any).match(/<script/g)).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });

  it.each(['failed', 'passed'] as const)('of the %s run has an anchor for each check', (name) => {
    const page = html(stored(name));
    for (const { id } of allChecks(stored(name)).filter((one) => one.id.includes('.')))
      expect(page).toContain(` id="${id}"`);
  });

  it('has no id twice', () => {
    const ids = [...html(stored('failed')).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('leads only to what is there', () => {
    const page = html(stored('failed'));
    for (const [, target] of page.matchAll(/ href="#([^"]*)"/g)) expect(page).toContain(` id="${target ?? ''}"`);
  });
});

describe('a check that failed', () => {
  it.each([
    ['problem', {}, '<code>timezone</code> is not an IANA time zone identifier'],
    ['rule', { requirement: 'Sizes are sizes.' }, 'Sizes are sizes.'],
    ['section', { section: 'ad-server §2.3' }, 'ad-server §2.3'],
    ['message', { message: 'Size 1 is none.' }, 'Size 1 is none.'],
    ['expectation', { expected: 'a size' }, 'a size'],
    ['finding', { actual: '"big"' }, '&quot;big&quot;'],
    ['remedy', { fix: 'Write it `300x250`.' }, 'Write it <code>300x250</code>.'],
    ['command', {}, 'npx adserver-conformance certify https://ads.example.com/api/v1 --only health.timezone-is-iana'],
    [
      'curl line',
      {},
      escaped('curl -sS -i https://ads.example.com/api/v1/health -H "authorization: Bearer ${ADSERVER_API_KEY}"'),
    ],
    ['place', { pointer: '/data/0/sizes/1' }, '<mark>        &quot;big&quot;</mark>'],
    ['place of a missing member', { pointer: '/data/0/name' }, '<mark>    {</mark>'],
    ['answer that is not JSON', { pointer: '/x' }, '&lt;html>', 'html'],
  ])('shows its %s', (_name, over, text, body = 'json') => {
    const exchanges =
      body === 'json' ? [answer] : [exchange({ response: { status: 200, headers: {}, body: '<html>' } })];
    expect(html({ ...failing(over), exchanges })).toContain(text);
  });

  it('says the message once where the comparison says the same', () => {
    const page = html(failing({ expected: 'A', actual: 'B', message: 'Expected A, got B. Seen 2 of 2.' }));
    expect(page).not.toContain('Expected A, got B');
    expect(page).toContain('Seen 2 of 2.');
  });

  it('can be repeated in PowerShell too', () => {
    expect(html(failing({}))).toContain('Invoke-WebRequest');
  });

  it('tells exchanges apart that look the same', () => {
    const twice = [answer, { ...answer, id: 'x2' }];
    const page = html(reportOf('failed', [check({ outcome: 'fail', exchanges: ['x1', 'x2'] })], { exchanges: twice }));
    expect(page.match(/<span class="apart">the same again/g)).toHaveLength(1);
  });

  it('leads to more about its rule', () => {
    expect(html(failing({}))).toContain('npx adserver-conformance explain health.');
  });

  it('is among what to fix first with what it got', () => {
    const page = html(failing({ expected: 'A', actual: 'B`c`', message: 'Expected A, got B.' }));
    expect(page).toMatch(/<p class="came">\s*Got: B<code>c<\/code>/);
  });

  it('says once what the message and the comparison share', () => {
    const message = '/timezone should be a zone, but is "UTC+2". Seen 2 of 2.';
    const page = html(failing({ expected: '/timezone: a zone', actual: '"UTC+2"', pointer: '/timezone', message }));
    expect(page).not.toContain('but is');
    expect(page).toContain('<dd>a zone</dd>');
  });

  it('says that it is unstable', () => {
    expect(html(failing({ unstable: true }))).toContain('did not repeat');
  });

  it('shows the exchange in full, one that two checks cite once', () => {
    const two = [check({ outcome: 'fail' }), check({ id: 'health.other', outcome: 'fail' })];
    const page = html(reportOf('failed', two, { exchanges: [answer] }));
    expect(page.match(/<details class="exchange"/g)).toHaveLength(1);
    expect(page).toContain('href="#exchange:x1"');
  });
});

describe('what else the page shows', () => {
  it('folds what passed below the problems of its module', () => {
    const page = html(reportOf('failed', [check(), check({ id: 'health.account-id', outcome: 'fail' })]));
    const folded = page.slice(page.indexOf('<details class="settled">'));
    expect(folded).toContain(' id="health.timezone-is-iana"');
    expect(folded).not.toContain(' id="health.account-id"');
  });

  it('shows the exchange of a check that passed under Requests', () => {
    const page = html(reportOf('certified', [check()], { exchanges: [answer] }));
    expect(page.slice(page.indexOf('class="requests"'))).toContain('&quot;big&quot;');
  });

  it.each([
    [200, 'pass'],
    [302, 'inconclusive'],
    [404, 'warn'],
    [429, 'fail'],
    [503, 'fail'],
  ])('colours status %i as %s', (status, kind) => {
    const answered = exchange({ response: { status, headers: {}, body: '' } });
    expect(html(report({ exchanges: [answered] }))).toContain(`<span class="is-${kind}">${status}</span>`);
  });

  it('marks the alarm that something created is not a draft', () => {
    const alarm = 'Stopped creating orders: something this run created is not a draft (orders.status-is-draft).';
    expect(html(report({ verdict: 'failed', reasons: [alarm] }))).toContain('class="alert"');
  });

  it('lists what was created, and what may have been', () => {
    const order = { externalRef: 'ref-1', name: 'Conformance test', advertiser: 'Buyer', lineItemIds: ['li-1'] };
    const page = html(
      report({
        created: [
          { ...order, orderId: 'o-1' },
          { ...order, uncertain: true },
        ],
      }),
    );
    for (const text of ['o-1', 'ref-1', 'li-1', 'May not exist']) expect(page).toContain(text);
  });

  it('stays light for thousands of requests', () => {
    const page = html(large(5_000));
    expect(page.match(/ id="exchange:/g)).toHaveLength(5_000);
    expect(page.match(/<rect /g)?.length).toBeLessThan(1_500);
    expect(page.length).toBeLessThan(5_000_000);
  });

  it('says of how many requests it shows the line alone', () => {
    expect(html(large(5_000))).toMatch(/To keep this page light, [\d,]+ show no more than their line/);
    expect(html(large(100))).not.toContain('To keep this page light');
  });

  it('shows of an endless list of exchanges the last ones', () => {
    const exchanges = Array.from({ length: 1_000 }, (_, index) => exchange({ id: `x${index + 1}` }));
    const cited = exchanges.map(({ id }) => id);
    const page = html(reportOf('failed', [check({ outcome: 'fail', exchanges: cited })], { exchanges }));
    expect(page.slice(0, page.indexOf('class="requests"')).match(/<details class="exchange"/g)).toHaveLength(4);
    expect(page).toContain('id="exchange:x1000"');
    expect(page).toContain('976 earlier ones below under Requests');
  });

  it('needs no exchange, module or contract at all', () => {
    expect(html(report({ contracts: [], exchanges: [], verdict: 'inconclusive' }))).toContain('No request was sent.');
  });
});
