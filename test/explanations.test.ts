import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suite } from '../checks/index.ts';
import { readExplanations } from '../scripts/explanations.js';

const explanations = await readExplanations(fileURLToPath(new URL('../checks/explanations', import.meta.url)));

const ids = suite.chapters.flatMap(({ nodes }) =>
  nodes.flatMap((node) => (node.kind === 'check' ? [node.rule.id] : [])),
);

describe('the explanations', () => {
  it('belong to checks', () => {
    expect(Object.keys(explanations).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('leave out no check', () => {
    expect(ids.filter((id) => explanations[id] === undefined)).toEqual([]);
  });

  describe.each(Object.entries(explanations))('%s', (_id, explanation) => {
    const { plain, why, client, causes } = explanation;
    const [right, wrong] = [explanation.right.text, explanation.wrong.text];

    it('says something everywhere', () => {
      for (const text of [plain, why, client, right, wrong, ...causes]) {
        expect(text).toBe(text.trim());
        expect(text).not.toBe('');
      }
      expect(causes.length).toBeGreaterThanOrEqual(2);
      expect(causes.length).toBeLessThanOrEqual(4);
    });

    it('tells right from wrong', () => {
      expect(right).not.toBe(wrong);
    });

    it('shows examples that a terminal holds and a parser reads', () => {
      for (const example of [right, wrong]) {
        for (const line of example.split('\n')) expect(line.length, line).toBeLessThanOrEqual(90);
        for (const json of bodiesOf(example)) expect(() => void JSON.parse(json), json).not.toThrow();
      }
    });
  });
});

/** In each message of an example, what follows a line that starts with a bracket. */
function bodiesOf(example: string): string[] {
  return example.split(/\n\s*\n/).flatMap((message) => {
    const lines = message.split('\n');
    const start = lines.findIndex((line) => /^\s*[[{]/.test(line));
    return start === -1 ? [] : [lines.slice(start).join('\n')];
  });
}
