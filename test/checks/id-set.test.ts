import { describe, expect, it } from 'vitest';
import { IdSet } from '../../checks/ad-server/readers/id-set.ts';

/** So many that the set grows more than once. */
const MANY = 40_000;

const ids = (count: number, kind = 'slot') => Array.from({ length: count }, (_, index) => `${kind}-${index}`);

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

  it('lists 5,000 ids', () => {
    expect(setOf(ids(5000)).listed).toHaveLength(5000);
  });

  it('lists none beyond 5,000', () => {
    expect(setOf(ids(5001)).listed).toBeNull();
  });

  it('counts ids beyond a million, and no longer keeps them', () => {
    const most = 1 << 20;
    const set = setOf(ids(most));
    expect([set.partial, set.add('beyond'), set.add('slot-0')]).toEqual([false, true, false]);
    expect([set.partial, set.size, set.has('beyond')]).toEqual([true, most + 1, false]);
  });

  it('knows every id again after it has grown', () => {
    const set = setOf(ids(MANY));
    expect(ids(MANY).filter((id) => !set.has(id))).toEqual([]);
  });

  it('takes no id in again after it has grown', () => {
    const set = setOf([...ids(MANY), ...ids(MANY)]);
    expect(set.size).toBe(MANY);
  });

  it('takes no id for another, however alike', () => {
    const set = setOf(ids(MANY));
    expect([...ids(MANY, 'Slot'), ...ids(MANY, 'slot-')].filter((id) => set.has(id))).toEqual([]);
  });
});
