import { expect, test } from 'vitest';
import { html } from '../../src/report/render/html.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import { check, reportOf } from './sample.ts';

const alarmed = reportOf('failed', [check({ id: 'orders.status-is-draft', outcome: 'fail' })], {
  reasons: ['Stopped creating orders: something this run created is not a draft (orders.status-is-draft).'],
  created: [{ orderId: 'o1', externalRef: 'r1', name: 'Conformance test', advertiser: 'A', lineItemIds: ['l1'] }],
});

test.each([
  ['the terminal', renderTerminal(alarmed, { width: 80, color: false })],
  ['the terminal in few words', renderTerminal(alarmed, { width: 80, color: false, quiet: true })],
  ['the page', html(alarmed)],
  ['Markdown', renderMarkdown(alarmed)],
])('where something created is no draft, %s calls nothing a draft and says what to do', (_what, text) => {
  expect(text).not.toMatch(/Drafts created|\d draft(?: order)?s?/);
  expect(text.replace(/\s+/g, ' ')).toMatch(/ot all of them .*as (?:drafts|such): .*pause (?:them )?now/);
});
