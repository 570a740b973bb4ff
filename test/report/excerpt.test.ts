import { describe, expect, it } from 'vitest';
import { excerpt } from '../../src/report/excerpt.ts';

const shown = (body: string, found?: string, pointer?: string, width = 80) =>
  excerpt({ body }, pointer, { most: 7, width, found }).map((line) =>
    line === null ? '…' : `${line.marked ? '>' : ' '}${line.text}`,
  );
const slots = JSON.stringify({ data: Array.from({ length: 40 }, (_none, index) => ({ id: `slot-${index + 100}` })) });

describe('an excerpt without a pointer', () => {
  it('shows the line that holds what was found', () => {
    const lines = shown(slots, 'slots missing, such as "slot-120"');
    expect(lines).toContain('>      "id": "slot-120"');
    expect(lines.length).toBeLessThan(12);
  });

  it('begins with the body if nothing that was found is in it', () => {
    expect(shown(slots, 'status 200 for "slot-999"')).toEqual(shown(slots));
    expect(shown('<html>\n<title>Oops</title>', 'HTML or XML, not JSON')).toEqual([' <html>', ' <title>Oops</title>']);
  });

  it('shows where a body stops being JSON', () => {
    const body = '{\n'.concat(...Array.from({ length: 30 }, (_none, index) => `"a${index}": 1,\n`), '"b": tru\n}');
    expect(shown(body, 'not JSON')).toContain('>"b": tru');
  });

  it('shows the place of a body on one line', () => {
    const body = `{"data":[${'{"id":"slot"},'.repeat(40)}{"id":}]}`;
    const marked = shown(body, 'not JSON').find((line) => line.startsWith('>…'));
    expect(marked).toContain('{"id":}]}');
  });

  it('is searched by what is quoted with escapes, too', () => {
    expect(shown('{"name":"a \\"b\\" c"}', String.raw`got "a \"b\" c"`)).toContain(String.raw`>  "name": "a \"b\" c"`);
  });
});
