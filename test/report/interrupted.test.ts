import { expect, test } from 'vitest';
import type { VerdictWord } from '../../src/engine/rule.ts';
import { html } from '../../src/report/render/html.ts';
import { renderGithub } from '../../src/report/render/github.ts';
import { renderHar } from '../../src/report/render/har.ts';
import { renderJunit } from '../../src/report/render/junit.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { renderTap } from '../../src/report/render/tap.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import { check, reportOf, unsealed } from './sample.ts';

const INTERRUPTED = 'The run was interrupted. The report shows what was seen until then.';
const UNRUN = 'The run was interrupted before it.';

const interrupted = (verdict: VerdictWord) =>
  reportOf(
    verdict,
    [check({ outcome: verdict === 'failed' ? 'fail' : 'pass' }), check({ outcome: 'skip', message: UNRUN })],
    { reasons: [INTERRUPTED], run: { ...unsealed().run, interrupted: true } },
  );
const passed = interrupted('passed');

test('the terminal says so before the verdict, and shows no good sign', () => {
  expect(renderTerminal(passed, { width: 160, color: false })).toMatch(/^\? INTERRUPTED, PASSED SO FAR {2}The run was/);
  expect(renderTerminal(interrupted('failed'), { width: 160, color: false })).toMatch(/^✗ INTERRUPTED, FAILED SO FAR/);
});

test.each<[string, string, RegExp]>([
  ['the page', html(passed), /<h1 class="verdict is-inconclusive">.*Interrupted; so far: passed, not certified<\/h1>/],
  ["the page's title", html(passed), /<title>Interrupted; so far: passed/],
  ['Markdown', renderMarkdown(passed), /^## ❔ Conformance: interrupted, passed so far\n/],
  ['JUnit', renderJunit(passed), /<testcase name="run" classname="verdict"[^>]*>\s*<error message="The run was interr/],
  ['TAP', renderTap(passed), /not ok 1 - run: interrupted, passed so far\n/],
  ['GitHub', renderGithub(passed), /^::error title=Conformance::INTERRUPTED, PASSED SO FAR: The run was interrupted/],
  ['HAR', [...renderHar(passed)].join(''), /Run k3v9: interrupted, passed so far\./],
])('%s says so where the verdict stands', (_what, text, expected) => {
  expect(text).toMatch(expected);
});
