import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { renderOverviewPage } from '../../src/overview/render/html.ts';
import {
  barriersIn,
  launchChromium,
  overflowOf,
  unfoldAll,
  type Chromium,
  type PageOptions,
} from '../report/browser.ts';
import { hostile } from '../report/page-sample.ts';
import { fleet, overviewFrom } from './fleet.ts';
import { testWith } from '../tools.ts';

const it = testWith('chromium');

let browser: Chromium;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

const page = renderOverviewPage(fleet());
const attacked = renderOverviewPage(overviewFrom([hostile()]));
const open = (text = page, options: PageOptions = {}) => browser.open(text, options);
const names = (opened: Page) => opened.locator('tbody tr:visible strong').allInnerTexts();

describe('anybody can read the page', () => {
  it.each([
    ['light', 1280, page],
    ['dark', 1280, page],
    ['light', 400, page],
    ['dark', 400, page],
    ['light', 1280, attacked],
  ] as const)('in %s at %i pixels', async (colorScheme, width, text) => {
    await using opened = await open(text, { colorScheme, width });
    await unfoldAll(opened.page);
    expect(await barriersIn(opened.page)).toEqual([]);
  });

  it.each([400, 800, 1280])('and nothing runs out of it at %i pixels', async (width) => {
    for (const text of [page, attacked]) {
      await using opened = await open(text, { width });
      await unfoldAll(opened.page);
      expect(await overflowOf(opened.page)).toBeLessThanOrEqual(0);
    }
  });

  it('without its script, with every row and no idle control', async () => {
    await using opened = await open(page, { javaScriptEnabled: false });
    expect(await names(opened.page)).toHaveLength(8);
    expect(await opened.page.locator('button:visible, input:visible').count()).toBe(0);
  });

  it('and it runs nothing that a service sent', async () => {
    await using opened = await open(attacked);
    await unfoldAll(opened.page);
    expect(opened.incidents).toEqual([]);
    expect(await opened.page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  });
});

describe('the rows', () => {
  it('can be filtered by verdict and by what stands out', async () => {
    await using opened = await open();
    await opened.page.locator('.chip', { hasText: 'Failed' }).click();
    expect(await names(opened.page)).toEqual(['ads.worse.example GmbH', 'ads.broken.example GmbH']);
    await opened.page.locator('.chip', { hasText: 'Got worse' }).click();
    expect(await names(opened.page)).toEqual(['ads.worse.example GmbH']);
    await opened.page.locator('[data-clear]').click();
    expect(await names(opened.page)).toHaveLength(8);
  });

  it('can be searched by keyboard', async () => {
    await using opened = await open();
    await opened.page.keyboard.press('/');
    await opened.page.keyboard.type('zone identifier');
    expect(await names(opened.page)).toEqual(['ads.worse.example GmbH', 'ads.altered.example GmbH']);
    expect(await opened.page.locator('[data-shown]').innerText()).toBe('2 of 8');
  });

  it('can be sorted by keyboard, either way', async () => {
    await using opened = await open();
    const head = opened.page.getByRole('columnheader', { name: 'Publisher' });
    await head.getByRole('button').press('Enter');
    expect((await names(opened.page))[0]).toBe('ads.altered.example GmbH');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').press('Enter');
    expect((await names(opened.page))[0]).toBe('ads.worse.example GmbH');
  });

  it('are a table on paper, without controls', async () => {
    await using opened = await open();
    await opened.page.emulateMedia({ media: 'print' });
    expect(await opened.page.locator('.filters, summary').filter({ visible: true }).count()).toBe(0);
    expect(await opened.page.locator('thead').isVisible()).toBe(true);
  });
});
