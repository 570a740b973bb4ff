import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut, type JsonLayout } from '../../src/report/json-layout.ts';
import { pointerTokens } from '../../src/text/pointer.ts';

const textOf = ({ lines }: JsonLayout): string => lines.map((line) => line.trim()).join('');

function laidOut(text: string, pointer = '', cut = false): JsonLayout {
  const layout = layOut(text, cut, pointerTokens(pointer) ?? []);
  if (layout === null) throw new Error(`not laid out: ${text}`);
  return layout;
}

/** The lines of the value, without the name before it and the comma behind it. */
const marked = (text: string, pointer: string): string | undefined => {
  const { lines, path } = laidOut(text, pointer);
  const span = path[(pointerTokens(pointer) ?? []).length];
  return span && textOf({ lines: lines.slice(span.from, span.to + 1), path: [] }).replace(/,$/, '');
};

describe('a JSON document over lines', () => {
  it('is the document it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const document = JSON.stringify(value);
        expect(JSON.parse(textOf(laidOut(document)))).toEqual(JSON.parse(document));
      }),
    );
  });

  it('keeps the spelling of numbers and the order of members', () => {
    expect(textOf(laidOut('{"b":1000.0, "a":1e3}'))).toBe('{"b": 1000.0,"a": 1e3}');
  });

  it('has a line for each member, set in by its depth', () => {
    const { lines } = laidOut('{"a":[1,{}],"b":[]}');
    expect(lines).toEqual(['{', '  "a": [', '    1,', '    {}', '  ],', '  "b": []', '}']);
  });

  it('stands a depth that would end a recursion', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expect(laidOut(deep).lines).toHaveLength(99_999);
  });

  it('is laid out as far as it goes where it was cut', () => {
    expect(textOf(laidOut('{"a":[1,"tw', '', true))).toBe('{"a": [1,"tw');
    expect(textOf(laidOut('{"a":tr', '', true))).toBe('{"a": tr');
  });

  it.each(['', 'hello', '<html>', '{"a":1,}', '[1] 2', '{"a"'])('is none in %j', (text) => {
    expect(layOut(text, false)).toBeNull();
  });
});

describe('the place that a pointer names', () => {
  const body = '{"data":[{"sizes":["300x250"],"a/b":{"~":1}}],"":{"":2},"twice":1,"twice":{"x":3}}';

  it.each([
    ['/data/0/sizes/0', '"300x250"'],
    ['/data/0/sizes', '"sizes": ["300x250"]'],
    ['/data/0/a~1b/~0', '"~": 1'],
    ['//', '"": 2'],
    ['/twice/x', '"x": 3'],
  ])('%s is %s', (pointer, value) => {
    expect(marked(body, pointer)).toBe(value);
  });

  it.each(['/data/1', '/data/00', '/data/-', '/nothing', '/data/0/sizes/0/0'])('%s is not there', (pointer) => {
    expect(marked(body, pointer)).toBeUndefined();
  });

  it('is found as far as the path leads', () => {
    const layout = laidOut(body, '/data/0/name');
    expect(layout.path).toHaveLength(3);
  });

  it('is the whole document for the empty pointer', () => {
    expect(marked('[1]', '')).toBe('[1]');
  });

  it('is found wherever a value stands', () => {
    const values = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(values, (value) => {
        const document: unknown = JSON.parse(JSON.stringify(value));
        for (const [pointer, inner] of placesOf(document))
          expect(marked(JSON.stringify(document), pointer)?.endsWith(textOf(laidOut(JSON.stringify(inner))))).toBe(
            true,
          );
      }),
      { numRuns: 40 },
    );
  });
});

describe('a pointer', () => {
  it.each(['data', '/a~2', '/~', '#/a'])('is none in %j', (text) => {
    expect(pointerTokens(text)).toBeNull();
  });
});

function placesOf(value: unknown, pointer = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[pointer, value]];
  return [
    [pointer, value],
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}
