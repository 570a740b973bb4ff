import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Outcome } from '../../src/engine/rule.ts';
import { sealed } from '../../src/report/digest.ts';
import type { Report } from '../../src/report/model.ts';
import { renderBadge } from '../../src/report/render/badge.ts';
import { renderCertificate } from '../../src/certificate/certificate.ts';
import { signOffFor } from '../sign-off/sample.ts';
import { barriersIn, launchChromium, overflowOf, type Chromium } from './browser.ts';
import { hostile, stored } from './page-sample.ts';
import { report } from './sample.ts';
import { testWith } from '../tools.ts';

const it = testWith('chromium');

let browser: Chromium;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const OUTCOMES: readonly Outcome[] = ['fail', 'waived', 'expected-fail', 'skip', 'inconclusive', 'error'];
const LONG = `Wörter und ${'W'.repeat(300)}, ${'viele lange Worte '.repeat(40)}`;

/** Both contracts with every kind of open rule, and texts that are far too long. */
function crowded(): Report {
  const subject = stored('failed');
  const statements = Array.from({ length: 14 }, (_, index) => ({
    section: `ad-server §${index} ${LONG}`,
    requirement: `${index} ${LONG}`,
    why: LONG,
  }));
  const [first] = subject.contracts;
  if (first === undefined) throw new Error('there is no contract');
  const modules = first.modules.map((module) => ({
    ...module,
    title: LONG,
    checks: module.checks.map((one, index) => ({
      ...one,
      level: 'must' as const,
      outcome: OUTCOMES[index % OUTCOMES.length] ?? 'fail',
    })),
  }));
  const contract = {
    ...first,
    version: LONG,
    target: `https://${'a'.repeat(500)}.example.com/`,
    verdict: 'failed' as const,
    attested: statements,
    modules,
  };
  return sealed({
    ...subject,
    tool: { name: LONG, version: LONG },
    run: { ...subject.run, id: LONG, options: { local: true, readOnly: true, only: ['x'], skip: ['x'], maxPages: 2 } },
    contracts: [contract, { ...contract, id: 'listing', modules: modules.slice(0, 3) }],
  });
}

const by = { name: LONG, role: LONG };
const signed = (subject: Report) =>
  renderCertificate(subject, {
    signOff: signOffFor(subject, { remark: LONG, by }, { remark: LONG }, { answer: 'open' }),
    fingerprint: `sha256:${'ab'.repeat(32)}`,
  });
const pages: readonly (readonly [string, string])[] = [
  ['of a run that certifies', signed(report())],
  ['of a failed run', signed(stored('failed'))],
  ['of a passed run', signed(stored('passed'))],
  ['of a crowded report', signed(crowded())],
  ['of a hostile service', signed(hostile())],
];

describe('a certificate', () => {
  it.each(pages.flatMap(([name, text]) => (['A4', 'Letter'] as const).map((format) => [name, format, text] as const)))(
    '%s fills one page of %s',
    async (_name, format, text) => {
      await using opened = await browser.open(text);
      const pdf = await opened.page.pdf({ format, printBackground: true });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    },
  );

  it.each(pages)('%s can be read by anybody, needs nothing else and runs nothing', async (_name, text) => {
    await using opened = await browser.open(text);
    expect(opened.incidents).toEqual([]);
    expect(
      await opened.page.locator('script, img, iframe, base, link, object, embed, [onload], [onerror]').count(),
    ).toBe(0);
    expect(await barriersIn(opened.page)).toEqual([]);
  });

  it.each([360, 900])('stays within a window of %i pixels', async (width) => {
    for (const [, text] of pages) {
      await using opened = await browser.open(text, { width });
      expect(await overflowOf(opened.page)).toBeLessThanOrEqual(0);
    }
  });
});

it.each([
  ['of a certified run', report()],
  ['of a hostile service', hostile()],
])('the badge %s is a picture, and its words fit', async (_name, subject) => {
  await using opened = await browser.open(`<!doctype html><title>Badge</title>${renderBadge(subject)}`);
  const overflow = await opened.page.evaluate(() =>
    Array.from(document.querySelectorAll('text')).map(
      (text) => text.getBoundingClientRect().right - (text.ownerSVGElement?.getBoundingClientRect().right ?? 0),
    ),
  );
  expect(overflow.length).toBe(2);
  expect(Math.max(...overflow)).toBeLessThan(0);
  expect(opened.incidents).toEqual([]);
});
