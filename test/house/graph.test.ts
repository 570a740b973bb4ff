import { describe, expect, it } from 'vitest';
import { circlesIn, graphOf, longestChain } from './graph.ts';

const graph = (...imports: readonly (readonly [from: string, to: string])[]) =>
  graphOf(imports.map(([from, to]) => ({ from, to, typeOnly: true })));

describe('the graph of imports', () => {
  it('shows a circle for each file in it, and none for a file that only leads there', () => {
    const circles = circlesIn(graph(['start', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'a'], ['c', 'end']));
    expect([...circles]).toEqual([
      ['a', 'a → b → c → a'],
      ['b', 'b → c → a → b'],
      ['c', 'c → a → b → c'],
    ]);
  });

  it('shows a file that imports itself', () => {
    expect(circlesIn(graph(['a', 'a'])).get('a')).toBe('a → a');
  });

  it('has no circle where two ways lead to one file', () => {
    expect(circlesIn(graph(['a', 'b'], ['a', 'c'], ['b', 'd'], ['c', 'd'])).size).toBe(0);
  });

  it('finds the longest of several chains', () => {
    expect(longestChain(graph(['a', 'd'], ['a', 'b'], ['b', 'c'], ['c', 'd']))).toEqual(['a', 'b', 'c', 'd']);
  });
});
