import { describe, expect, it } from 'vitest';
import { IdSet } from '../../checks/ad-server/readers/id-set.ts';

const MANY = 300_000;

const ids = (count: number) => Array.from({ length: count }, (_, index) => `slot-${index}`);

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

  it('counts ids beyond the most that it keeps', () => {
    const set = setOf(ids(MANY));
    expect([set.partial, set.listed?.length, set.add('beyond'), set.add('slot-0')]).toEqual([false, MANY, true, false]);
    expect([set.partial, set.size, set.has('beyond'), set.listed]).toEqual([true, MANY + 1, false, null]);
  });

  it('keeps a bounded number of characters', () => {
    const long = (letter: string) => letter.repeat(20e6);
    const set = setOf([long('a'), long('b'), 'c']);
    expect([set.size, set.has(long('a')), set.has(long('b')), set.has('c')]).toEqual([3, true, false, true]);
  });
});
