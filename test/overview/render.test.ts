import stringWidth from 'fast-string-width';
import { describe, expect, it, test } from 'vitest';
import { renderOverviewPage } from '../../src/overview/render/html.ts';
import { renderOverviewMarkdown } from '../../src/overview/render/markdown.ts';
import { renderOverview } from '../../src/overview/render/terminal.ts';
import { isPrintable } from '../../src/report/text.ts';
import { hostile } from '../report/page-sample.ts';
import { fleet, night, overviewFrom } from './fleet.ts';

const plain = { width: 80, color: false };
const attacked = overviewFrom([hostile()]);
const many = overviewFrom([
  night('broken.example', { ago: 0, broken: ['forecast.answers-200'] }),
  ...Array.from({ length: 99 }, (_, index) => night(`${index}.example`, { ago: 0 })),
]);

describe('an overview on a terminal', () => {
  test.each([
    [80, false],
    [160, false],
    [160, true],
  ])('%i columns wide, in colour: %j', (width, color) => {
    expect(renderOverview(fleet(), { width, color })).toMatchSnapshot();
  });

  test('in full', () => {
    expect(renderOverview(fleet(), { ...plain, verbose: true })).toMatchSnapshot();
  });

  it('tells publishers of one name apart by their address', () => {
    const account = { account_name: 'Gazette', account_id: 'g' };
    const twins = overviewFrom(['stage.example', 'live.example'].map((host) => night(host, { ago: 0, account })));
    const text = renderOverview(twins, { ...plain, width: 160 });
    expect(text).toContain('stage.example/api/v1 Gazette');
    expect(text).toContain('live.example/api/v1 Gazette');
  });

  it('has a row for each report of the only publisher', () => {
    const nights = [0, 1, 2].map((ago) => night('ads.example.com', { ago }));
    expect(renderOverview(overviewFrom(nights), plain)).toMatchSnapshot();
  });

  it.each([40, 80, 160])('stays within %i columns', (width) => {
    for (const overview of [fleet(), attacked]) {
      const lines = renderOverview(overview, { width, color: false, verbose: true }).split('\n');
      const tooWide = lines.filter((line) => stringWidth(line) > width);
      expect(tooWide).toEqual([]);
    }
  });

  it('ends with the sums, and shows the first of each verdict if there are many', () => {
    const lines = renderOverview(many, plain).trimEnd().split('\n');
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toBe('100 publishers: 1 failed, 99 certified');
    expect(renderOverview(many, { ...plain, verbose: true }).split('\n').length).toBeGreaterThan(200);
  });
});

describe('an overview in Markdown', () => {
  test('is one table', () => {
    expect(renderOverviewMarkdown(fleet())).toMatchSnapshot();
  });

  test('keeps its cells, whatever a service is called', () => {
    const row = renderOverviewMarkdown(attacked)
      .split('\n')
      .find((line) => line.includes('example'));
    expect((row ?? '').replace(/\\\|/g, '').split('|')).toHaveLength(11);
  });
});

test.each([
  ['terminal', renderOverview(attacked, { ...plain, verbose: true })],
  ['HTML', renderOverviewPage(attacked)],
  ['Markdown', renderOverviewMarkdown(attacked)],
])('no control character that a service sent gets through: %s', (_name, text) => {
  expect(text.split('\n').filter((line) => !isPrintable(line))).toEqual([]);
});

test.each([
  ['HTML', renderOverviewPage(attacked).replace(/<style>.*<\/style>|<script>.*<\/script>/gs, '')],
  ['Markdown', renderOverviewMarkdown(attacked).replace(/`[^`]*`/g, '')],
])('no markup that a service sent gets through: %s', (_name, text) => {
  expect(text).not.toMatch(/<(?:img|iframe|base|link|svg onload)\b/i);
});
