import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html } from '../../src/report/render/html.ts';
import { launchChromium, openFromDisk, type PageOptions } from './browser.ts';
import { hostile, large, stored } from './page-sample.ts';
import { report } from './sample.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const failed = html(stored('failed'));
const attacked = html(hostile());
const open = (text = failed, options: PageOptions = {}) => openFromDisk(browser, text, options);

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
const unfoldAll = (page: Page) =>
  page.evaluate(() => {
    document.querySelectorAll('details').forEach((details) => {
      details.open = true;
    });
    document.querySelectorAll<HTMLElement>('.module, .request-rows').forEach((part) => {
      part.style.contentVisibility = 'visible';
    });
  });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe('anybody can read the page', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('in %s at %i pixels, everything unfolded', async (colorScheme, width) => {
    await using opened = await open(failed, { colorScheme, width });
    await unfoldAll(opened.page);
    await opened.page.evaluate(axe.source);
    const violations = await opened.page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      const results = await checker.run(document);
      return results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
      );
    });
    expect(violations).toEqual([]);
  });

  it.each([
    ['the page of a run that certifies', html(report())],
    ['the page of a run of one contract', html(stored('passed'))],
  ])('%s too', async (_name, text) => {
    await using opened = await open(text);
    await opened.page.evaluate(axe.source);
    const violations = await opened.page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof axe };
      return (await checker.run(document)).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
  });

  it.each([360, 768, 1280])('and nothing runs out of it at %i pixels', async (width) => {
    await using opened = await open(failed, { width });
    await unfoldAll(opened.page);
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
  });

  it('without its script, all checks and no idle controls', async () => {
    await using opened = await open(failed, { javaScriptEnabled: false });
    expect(await opened.page.locator('.check').count()).toBe(await shown(opened.page));
    expect(await opened.page.locator('button:visible, input:visible').count()).toBe(0);
  });

  it('on paper, the findings unfolded', async () => {
    await using opened = await open();
    await opened.page.emulateMedia({ media: 'print' });
    expect(await opened.page.locator('#orders\\.created-is-201 .fix').isVisible()).toBe(true);
    expect(await opened.page.locator('.filters').isVisible()).toBe(false);
    expect(await opened.page.locator('.signature').isVisible()).toBe(true);
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
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
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

  it('an outcome is taken out', async () => {
    await using opened = await open();
    const passed = await opened.page.locator('.check[data-outcome=pass]').count();
    const before = await shown(opened.page);
    await tabTo(opened.page, 'input[value=pass]');
    await opened.page.keyboard.press('Space');
    expect(await shown(opened.page)).toBe(before - passed);
  });

  it('a level is taken out', async () => {
    await using opened = await open();
    await tabTo(opened.page, 'input[name=level][value=must]');
    await opened.page.keyboard.press('Space');
    expect(await opened.page.locator('.check[data-level=must]:visible').count()).toBe(0);
  });

  it('what needs work is left, and all comes back', async () => {
    await using opened = await open();
    const before = await shown(opened.page);
    await tabTo(opened.page, '[data-only-needs-work]');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.locator('.check:is([data-outcome=pass], [data-outcome=skip]):visible').count()).toBe(0);
    expect(await opened.page.locator('.check[data-outcome=fail]:visible').count()).toBeGreaterThan(0);
    await tabTo(opened.page, '[data-all]');
    await opened.page.keyboard.press('Enter');
    expect(await shown(opened.page)).toBe(before);
  });

  it('a module without a check that fits is hidden', async () => {
    await using opened = await open();
    await tabTo(opened.page, '#search');
    await opened.page.keyboard.type('created-is-201');
    expect(await opened.page.locator('[data-module]:visible').count()).toBe(1);
  });

  it('the curl line is copied', async () => {
    await using opened = await open();
    await tabTo(opened.page, '[data-copy]');
    const line = await opened.page.evaluate(
      () => document.activeElement?.parentElement?.querySelector('code')?.textContent,
    );
    await opened.page.keyboard.press('Enter');
    await opened.page.locator('[data-copy=done]').waitFor();
    expect(line).toMatch(/^curl /);
    expect(await opened.page.evaluate(() => navigator.clipboard.readText())).toBe(line);
    expect(await opened.page.locator('[data-announce]').innerText()).toBe('Copied');
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
    expect(await opened.page.locator(`[id="${last ?? ''}"] .exchange-parts`).isVisible()).toBe(true);
  });

  it('to nothing that can be is left alone', async () => {
    await using opened = await open();
    await opened.page.goto(`${opened.address}#%E0%A4%A`);
    await opened.page.goto(`${opened.address}#nothing`);
    expect(opened.incidents).toEqual([]);
  });
});

describe('a run of 5,000 requests', () => {
  it('opens, and its filters work', async () => {
    await using opened = await open(html(large(5_000)));
    await opened.page.locator('[data-only-needs-work]').click();
    expect(await status(opened.page)).toBe('10 of 500 checks');
    expect(opened.incidents).toEqual([]);
  });

  it('shows its requests when asked to', async () => {
    await using opened = await open(html(large(5_000)));
    await opened.page.goto(`${opened.address}#request:x4990`);
    expect(await opened.page.locator('[id="request:x4990"]').isVisible()).toBe(true);
  });
});
