import { describe, expect, it } from 'vitest';
import { IdSet } from '../../checks/ad-server/readers/inventory-summary.ts';

function setOf(added: readonly string[]): IdSet {
  const set = new IdSet();
  for (const id of added) set.add(id);
  return set;
}

describe('A set of ids', () => {
  it('takes each id in once', () => {
    const set = new IdSet();
    expect(['a', 'b', 'a', '', ''].map((id) => set.add(id))).toEqual([true, true, false, true, false]);
  });

  it('begins complete and empty', () => {
    const { partial, size, listed } = new IdSet();
    expect({ partial, size, listed }).toEqual({ partial: false, size: 0, listed: [] });
  });

  it('keeps the ids in the order they came', () => {
    expect(setOf(['c', 'a', 'c', 'b']).listed).toEqual(['c', 'a', 'b']);
  });

  it('keeps a bounded number of characters, and counts the ids beyond', () => {
    const long = (letter: string) => letter.repeat(60e6);
    const set = setOf([long('a'), long('b')]);
    expect([set.partial, set.size, set.has(long('a')), set.has(long('b'))]).toEqual([true, 2, true, false]);
    expect([set.add(long('a')), set.listed]).toEqual([false, null]);
  });
});
