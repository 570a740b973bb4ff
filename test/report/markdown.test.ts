import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { block, code, plain, prose } from '../../src/report/render/markdown-finding.ts';
import failed from '../stored/failed.report.json' with { type: 'json' };
import { hostileReport } from '../stored/hostile.ts';
import passed from '../stored/passed.report.json' with { type: 'json' };
import { check, reportOf } from './sample.ts';

/** What is left of a document once its code is taken out. */
function outsideOfCode(text: string): string {
  return text.replace(/^ *(`{3,})[^\n]*\n[^]*?\n *\1$/gm, '').replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

describe('the report as Markdown', () => {
  test.each([
    ['failed', failed],
    ['passed', passed],
  ])('of a %s run', (_name, one) => {
    expect(renderMarkdown(one as unknown as Report)).toMatchSnapshot();
  });

  test('fits a comment, however much there is to say', () => {
    const many = Array.from({ length: 400 }, (_none, index) =>
      check({
        id: `health.c${index}`,
        outcome: 'fail',
        expected: 'x'.repeat(400),
        actual: 'y'.repeat(400),
        message: 'z'.repeat(900),
      }),
    );
    const text = renderMarkdown(reportOf('failed', many));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/### \d+ more, in brief/);
    expect(text).toContain('### Modules');
    expect(renderMarkdown(hostileReport()).length).toBeLessThanOrEqual(60_000);
  });

  test('lets no hostile text become markup', () => {
    const text = outsideOfCode(renderMarkdown(hostileReport()));
    expect(text.replace(/<\/?(?:details|summary|sub)>|<!-- -->/g, '')).not.toMatch(/<[a-z/!]/i);
    expect(text).not.toMatch(/^# injected/m);
    expect(text).not.toMatch(/(?<!\\)!?\[[xy](?<!\\)\]\(/);
    expect(text).not.toMatch(/@everyone|#1\b|:\/\/evil|www\.evil/);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });

  test('is the same twice', () => {
    expect(renderMarkdown(hostileReport())).toBe(renderMarkdown(hostileReport()));
  });
});

describe('text in Markdown', () => {
  test('code stands between more back-ticks than it holds', () => {
    expect(code('a``b')).toBe('```a``b```');
    expect(code('`a')).toBe('`` `a ``');
    expect(block('a\n````\nb')).toBe('`````\na\n````\nb\n`````');
  });

  test('plain text is no markup', () => {
    expect(plain('*a* <b> [c](d) @e #1 | f')).toBe('\\*a\\* &lt;b&gt; \\[c\\](d) @<!-- -->e #<!-- -->1 \\| f');
    expect(plain('1. a')).toBe('1\\. a');
    expect(plain('- a')).toBe('\\- a');
  });

  test('back-ticks in sentences of the suite mark code', () => {
    expect(prose('Send `a_b` as *c*.')).toBe('Send `a_b` as \\*c\\*.');
    expect(prose('an odd ` one')).toBe('an odd \\` one');
  });
});
