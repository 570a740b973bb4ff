import { expect, test } from 'vitest';
import type { VerdictWord } from '../../src/engine/rule.ts';
import { html } from '../../src/report/render/html.ts';
import { renderJson } from '../../src/report/render/json.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import type { ShownReport } from '../../src/report/verdict-words.ts';
import { check, reportOf } from './sample.ts';

const altered = (verdict: VerdictWord): ShownReport => ({ ...reportOf(verdict, [check()]), altered: true });
const certified = altered('certified');
const plain = { width: 200, color: false };

test.each<[string, string, RegExp]>([
  [
    'the terminal',
    renderTerminal(certified, plain),
    /^\? ALTERED, CERTIFIED {2}This report was changed after it was wr/,
  ],
  ['Markdown', renderMarkdown(certified), /^## ❔ Conformance: altered, certified\n\n\*\*This report was changed/],
  ['the page', html(certified), /<h1 class="verdict is-inconclusive">.*Altered; it says: certified<\/h1>/],
  ["the page's lead", html(certified), /<p class="lead">This report was changed after it was written/],
  ["the page's title", html(certified), /<title>Altered; it says: certified/],
])('%s says of an altered report that it is one, and shows no good sign', (_where, text, expected) => {
  expect(text).toMatch(expected);
});

test('a failed verdict still looks like one', () => {
  expect(renderTerminal(altered('failed'), plain)).toMatch(/^✗ ALTERED, FAILED/);
});

test('the report itself is written as it was read', () => {
  expect([...renderJson(certified)]).toEqual([...renderJson(reportOf('certified', [check()]))]);
});
