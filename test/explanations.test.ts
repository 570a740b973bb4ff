import { describe, expect, it } from 'vitest';
import { explanations } from '../checks/explanations/index.ts';
import { catalogue } from '../src/cli/catalogue.ts';

const { checks } = catalogue();
const entries = Object.entries(explanations).flatMap(([id, explanation]) =>
  explanation === undefined ? [] : [{ id, explanation }],
);

describe('the explanations', () => {
  it('belong to checks that exist', () => {
    const ids = new Set(checks.map(({ id }) => id));
    expect(entries.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('leave out no check of a module that is explained', () => {
    const modules = new Set(entries.map(({ id }) => id.split('.')[0]));
    const expected = checks.filter(({ module }) => modules.has(module)).map(({ id }) => id);
    expect(expected.filter((id) => explanations[id] === undefined)).toEqual([]);
  });

  describe.each(entries)('$id', ({ explanation }) => {
    const { plain, why, client, right, wrong, causes } = explanation;

    it('says something in every part', () => {
      for (const text of [plain, why, client, right, wrong, ...causes]) {
        expect(text.trim()).not.toBe('');
        expect(text).toBe(text.trim());
      }
      for (const sentence of [plain, why, client]) expect(sentence).toMatch(/[.:]$/);
      expect(causes.length).toBeGreaterThanOrEqual(2);
      expect(causes.length).toBeLessThanOrEqual(4);
      expect(new Set(causes).size).toBe(causes.length);
      expect(right).not.toBe(wrong);
    });

    it.each([
      ['right', right],
      ['wrong', wrong],
    ])('has a %s example whose JSON parses, in lines that fit a terminal', (_, example) => {
      for (const text of jsonIn(example)) expect(() => void JSON.parse(text), text).not.toThrow();
      for (const line of example.split('\n')) expect(line.length, line).toBeLessThanOrEqual(110);
    });
  });
});

/** Every stretch that starts, at the head of a line or behind a space, like a JSON object or array, up to its end. */
function jsonIn(example: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < example.length; from++) {
    if (!/[{[]/.test(example.charAt(from)) || !/^\s?$/.test(example.charAt(from - 1))) continue;
    const text = example.slice(from, endOf(example, from));
    found.push(text);
    from += text.length;
  }
  return found;
}

/** Where the bracket that opens at a place is closed, brackets in strings aside. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && /[{[]/.test(character)) depth++;
    else if (!quoted && /[}\]]/.test(character) && --depth === 0) return at + 1;
  }
  return text.length;
}
