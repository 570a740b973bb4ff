import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { html } from '../../src/report/render/html.ts';
import { barriersIn, launchChromium, overflowOf, unfoldAll, type Chromium, type PageOptions } from './browser.ts';
import { hostile, large, stored } from './page-sample.ts';
import { check, report, reportOf } from './sample.ts';
import { testWith } from '../tools.ts';

const it = testWith('chromium');

let browser: Chromium;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const failed = html(stored('failed'));
const attacked = html(hostile());
const open = (text = failed, options: PageOptions = {}) => browser.open(text, options);

const shown = (page: Page) => page.locator('.check:visible').count();
const status = (page: Page) => page.locator('[data-shown]').innerText();
/** Goes on with the tab key until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`the tab key does not lead to ${selector}`);
}

describe('anybody can read the page', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('in %s at %i pixels, everything unfolded', async (colorScheme, width) => {
    await using opened = await open(failed, { colorScheme, width });
    await unfoldAll(opened.page);
    expect(await barriersIn(opened.page)).toEqual([]);
  });

  it.each([
    ['the page of a run that certifies', html(report())],
    ['the page of a run of one contract', html(stored('passed'))],
  ])('%s too', async (_name, text) => {
    await using opened = await open(text);
    expect(await barriersIn(opened.page)).toEqual([]);
  });

  it.each([360, 768, 1280])('and nothing runs out of it at %i pixels', async (width) => {
    await using opened = await open(failed, { width });
    await unfoldAll(opened.page);
    expect(await overflowOf(opened.page)).toBeLessThanOrEqual(0);
  });

  it('without its script, the problems at once, the rest on a click, and no idle controls', async () => {
    await using opened = await open(failed, { javaScriptEnabled: false });
    const problems = await opened.page.locator('.check.unfolds').count();
    expect(await shown(opened.page)).toBe(problems);
    for (const folded of await opened.page.locator('.settled > summary').all()) await folded.click();
    expect(await shown(opened.page)).toBe(await opened.page.locator('.check').count());
    expect(await opened.page.locator('button:visible, input:visible').count()).toBe(0);
  });

  it('with the same width whether the page scrolls or not', async () => {
    await using opened = await open(html(report({ contracts: [], exchanges: [] })));
    const width = () => opened.page.evaluate(() => document.querySelector('main')?.clientWidth);
    const short = await width();
    await opened.page.evaluate(() => {
      document.body.append(document.createElement('hr'));
    });
    await opened.page.locator('hr').evaluate((rule) => {
      rule.setAttribute('height', '5000');
    });
    expect(await width()).toBe(short);
    expect(await opened.page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe('stable');
  });
});

describe('on paper', () => {
  /** The pages of a print, without what its script unfolds for it. */
  async function pages(text: string): Promise<number> {
    await using opened = await open(text, { javaScriptEnabled: false });
    const pdf = await opened.page.pdf({ format: 'A4', preferCSSPageSize: true });
    return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
  }

  it('a run without failures is a summary of one page, and what to sign off', async () => {
    expect(await pages(html(reportOf('certified', [check()])))).toBe(1);
    await using opened = await open(html(stored('passed')));
    await opened.page.emulateMedia({ media: 'print' });
    expect(await opened.page.locator('.signature').isVisible()).toBe(true);
  });

  it('a failed run is that page and its failures', async () => {
    const failures = stored('failed').contracts.flatMap(({ modules }) =>
      modules.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'fail')),
    );
    expect(await pages(failed)).toBeLessThanOrEqual(1 + Math.ceil(failures.length / 2));
    await using opened = await open();
    await opened.page.emulateMedia({ media: 'print' });
    expect(await opened.page.locator('#orders\\.created-is-201 .fix').isVisible()).toBe(true);
    for (const part of ['.filters', '.requests', '.timing', '.settled', '.signature'])
      expect(await opened.page.locator(part).first().isVisible(), part).toBe(false);
  });
});

describe('the page keeps to itself', () => {
  it.each([
    ['failed', failed],
    ['passed', html(stored('passed'))],
  ])('the %s one asks for nothing and breaks no policy', async (_name, text) => {
    await using opened = await open(text);
    await unfoldAll(opened.page);
    expect(opened.incidents).toEqual([]);
  });

  it('a hostile service runs nothing in it', async () => {
    await using opened = await open(attacked);
    await unfoldAll(opened.page);
    for (const button of await opened.page
      .locator('[data-copy]')
      .all()
      .then((all) => all.slice(0, 3)))
      await button.click();
    await opened.page.locator('.check').last().scrollIntoViewIfNeeded();
    expect(opened.incidents).toEqual([]);
    expect(await opened.page.evaluate(() => 'harmed' in globalThis)).toBe(false);
    expect(opened.page.url()).toBe(opened.address);
  });

  it('a hostile service puts no element into it', async () => {
    await using opened = await open(attacked);
    expect(await opened.page.locator('img, iframe, base, link, object, embed, [onload], [onfocus]').count()).toBe(0);
    expect(await opened.page.locator('script').count()).toBe(1);
  });

  it.each([360, 1280])('a hostile service does not tear it apart at %i pixels', async (width) => {
    await using opened = await open(attacked, { width });
    await unfoldAll(opened.page);
    expect(await overflowOf(opened.page)).toBeLessThanOrEqual(0);
  });
});

describe('by keyboard alone', () => {
  it('the search finds a check by its id', async () => {
    await using opened = await open();
    await tabTo(opened.page, '#search');
    await opened.page.keyboard.type('created-is-201');
    expect(await shown(opened.page)).toBe(1);
    expect(await status(opened.page)).toMatch(/^1 of \d+ checks$/);
  });

  it('the search says when nothing fits', async () => {
    await using opened = await open();
    await tabTo(opened.page, '#search');
    await opened.page.keyboard.type('no such check');
    expect(await opened.page.locator('[data-nothing]').isVisible()).toBe(true);
  });

  it('the slash leads to the search, and Escape empties it', async () => {
    await using opened = await open();
    await opened.page.keyboard.press('/');
    await opened.page.keyboard.type('a/b');
    expect(await opened.page.locator('#search').inputValue()).toBe('a/b');
    await opened.page.keyboard.press('Escape');
    expect(await opened.page.locator('#search').inputValue()).toBe('');
  });

  it.each([
    ['input[name=outcome][value=pass]', '[data-outcome=pass]'],
    ['input[name=level][value=should]', '[data-level=should]'],
  ])('%s leaves its checks, folded ones too', async (box, fitting) => {
    await using opened = await open();
    await tabTo(opened.page, box);
    await opened.page.keyboard.press('Space');
    const count = await opened.page.locator(`.check${fitting}`).count();
    expect(count).toBeGreaterThan(0);
    expect(await shown(opened.page)).toBe(count);
    expect(await opened.page.locator(`.check${fitting}:visible`).count()).toBe(count);
  });

  it('the problems are back when the filters are cleared', async () => {
    await using opened = await open();
    const before = await shown(opened.page);
    await tabTo(opened.page, 'input[name=outcome][value=pass]');
    await opened.page.keyboard.press('Space');
    await tabTo(opened.page, '[data-clear]');
    await opened.page.keyboard.press('Enter');
    expect(await shown(opened.page)).toBe(before);
    expect(await opened.page.locator('.settled[open]').count()).toBe(0);
  });

  it('a module without a check that fits is hidden', async () => {
    await using opened = await open();
    await tabTo(opened.page, '#search');
    await opened.page.keyboard.type('created-is-201');
    expect(await opened.page.locator('[data-module]:visible').count()).toBe(1);
  });

  it('the curl line is copied', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#orders.created-is-201`);
    await tabTo(opened.page, '.command [data-copy]');
    const line = await opened.page.evaluate(
      () => document.activeElement?.parentElement?.querySelector('code')?.textContent,
    );
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('[data-copy=done]').waitFor();
    expect(line).toMatch(/^curl /m);
    expect(await opened.page.evaluate(() => navigator.clipboard.readText())).toBe(line);
    expect(await opened.page.locator('[data-announce]').innerText()).toBe('Copied');
  });

  it('a failure is copied as a ticket', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#orders.created-is-201`);
    await tabTo(opened.page, '#orders\\.created-is-201 .ticket button');
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('[data-copy=done]').waitFor();
    expect(await opened.page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^## .*\n\nThe conformance check `orders\.created-is-201` failed at /,
    );
  });

  it('a request is opened to its exchange', async () => {
    await using opened = await open();
    await opened.page.locator('.endpoint-requests').first().locator('> summary').click();
    await tabTo(opened.page, '.requests .exchange > summary');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.locator('.exchanged:visible').innerText()).toContain('content-type');
  });

  it('a check is unfolded', async () => {
    await using opened = await open();
    await tabTo(opened.page, '.check:not([open]) > summary');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.evaluate(() => document.activeElement?.parentElement?.hasAttribute('open'))).toBe(true);
  });

  it('the first stop leads past the contents', async () => {
    await using opened = await open();
    await opened.page.keyboard.press('Tab');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

describe('a link', () => {
  it('opens the check that it leads to', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#updates.goal-keeps-ids`);
    expect(await opened.page.locator('#updates\\.goal-keeps-ids').getAttribute('open')).not.toBeNull();
  });

  it('brings a filtered check back', async () => {
    await using opened = await open();
    await opened.page.locator('#search').fill('created-is-201');
    await opened.page.locator('a[href="#health.timezone-is-iana"]').first().click();
    const message = opened.page.locator('#health\\.timezone-is-iana .message');
    await message.waitFor({ state: 'visible' });
    expect(await message.isVisible()).toBe(true);
  });

  it('opens an exchange within its check', async () => {
    await using opened = await open();
    const last = await opened.page.locator('.check.unfolds .exchange').last().getAttribute('id');
    await opened.page.goto(`${opened.address}#${last ?? ''}`);
    expect(await opened.page.locator(`[id="${last ?? ''}"] .exchanged`).isVisible()).toBe(true);
  });

  it('to nothing that can be is left alone', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#%E0%A4%A`);
    await opened.page.goto(`${opened.address}#nothing`);
    expect(opened.incidents).toEqual([]);
  });
});

describe('the address', () => {
  const filters = '?outcome=fail+warn&level=must&q=orders';

  it('holds the filters, and a page opened with it has them', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#${filters}`);
    const count = await shown(opened.page);
    expect(count).toBeGreaterThan(0);
    expect(await opened.page.locator('.check[data-outcome=fail][data-level=must]:visible').count()).toBe(count);
    await opened.page.locator('#search').fill('');
    expect(opened.page.url()).toBe(`${opened.address}#?outcome=fail+warn&level=must`);
    await opened.page.locator('[data-clear]').click();
    expect(opened.page.url()).toBe(opened.address);
    expect(opened.incidents).toEqual([]);
  });

  it('keeps them behind the check that a link leads to', async () => {
    await using opened = await open();
    await opened.page.locator('input[name=outcome][value=fail]').check();
    await opened.page.locator('a[href="#orders.created-is-201"]').first().click();
    await opened.page.waitForURL(/#orders\.created-is-201\?outcome=fail$/);
    await opened.page.reload();
    expect(await opened.page.locator('#orders\\.created-is-201').getAttribute('open')).not.toBeNull();
    expect(await opened.page.locator('.check:not([data-outcome=fail]):visible').count()).toBe(0);
  });
});

describe('the contents', () => {
  it.each(['#module-ad-server-orders', '#requests'])('mark %s when it is in view', async (part) => {
    await using opened = await open();
    await opened.page.locator(part).evaluate((element) => {
      element.scrollIntoView();
    });
    const current = opened.page.locator(`[data-contents] a[href="${part}"][aria-current]`);
    await current.waitFor();
    expect(await opened.page.locator('[data-contents] a[aria-current]').count()).toBe(1);
  });
});

describe('the bar of filters', () => {
  it.each([390, 1280])('stays in sight at %i pixels, and hides nothing that a link leads to', async (width) => {
    await using opened = await open(failed, { width });
    await opened.page.goto(`${opened.address}#updates.goal-keeps-ids`);
    const bar = await opened.page.locator('.filters').boundingBox();
    const check = await opened.page.locator('#updates\\.goal-keeps-ids').boundingBox();
    expect(bar?.y).toBe(0);
    expect(check?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
  });
});

describe('a run of 5,000 requests', () => {
  it('opens, and its filters work', async () => {
    await using opened = await open(html(large(5_000)));
    await opened.page.locator('input[name=outcome][value=fail]').check();
    expect(await status(opened.page)).toBe('10 of 500 checks');
    expect(opened.incidents).toEqual([]);
  });

  it('shows its requests when asked to', async () => {
    await using opened = await open(html(large(5_000)));
    await opened.page.goto(`${opened.address}#exchange:x4990`);
    expect(await opened.page.locator('[id="exchange:x4990"]').isVisible()).toBe(true);
  });
});
