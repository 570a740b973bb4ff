import { describe, expect, it } from 'vitest';
import { alteredIds } from '../../checks/ad-server/desk/reports.ts';

const IDS = ['li-1001', 'li-1002', 'li-1003', 'li-1004'];
const LONG = ['9007199254740993', '9007199254740995'];
const from = (edit: (id: string) => string, ids: readonly string[] = IDS) => ids.map(edit);

describe('Ids that come back written otherwise are recognised', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['in another case', IDS, from((id) => id.toUpperCase())],
    ['padded', IDS, from((id) => id.padEnd(20))],
    ['without their blanks', [' 7', ' 8'], ['7', '8']],
    ['with zeros before them', ['71', '72'], ['00071', '00072']],
    ['without their zeros', ['0071', '0072'], ['71', '72']],
    ['with something before them', IDS, from((id) => `7721/${id}`)],
    ['half of them', IDS, from((id) => id.toUpperCase()).slice(2)],
    ['the only one', ['a7-f'], ['A7-F']],
    ['without digits that a double has no room for', LONG, ['9007199254740992', '9007199254740996']],
    ['rounded to few digits', ['1234567890123456789'], ['1234567890123456800']],
    ['more than once', ['a7-f', 'a8-f'], ['A7-F', 'A7-F']],
  ])('%s', (_how, ids, found) => {
    expect([...alteredIds(ids, found).keys()]).toEqual([...new Set(found)]);
  });

  it('also where some are as they were', () => {
    expect([...alteredIds([...LONG, '9007199254740994'], ['9007199254740992', '9007199254740994'])]).toEqual([
      ['9007199254740992', '9007199254740993'],
    ]);
  });

  it('with what they were', () => {
    expect(alteredIds(['a7-f'], ['A7-F']).get('A7-F')).toBe('a7-f');
  });
});

describe('Ids are not taken for others', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['where there are none', IDS, []],
    ['where none is asked for', [], ['LI-1001']],
    ['where they are the same', IDS, IDS],
    ['where there is another besides', IDS, [...from((id) => id.toUpperCase()), 'li-9']],
    ['where fewer than half are there', IDS, ['LI-1001']],
    ['where numbers are rounded, and there is another', LONG, ['9007199254740992', '9007199254740999']],
    ['where fewer than half are there, rounded', [...LONG, '9007199254741001'], ['9007199254740992']],
    ['where each is altered in a way of its own', ['ab-1', 'ab-2'], ['AB-1', 'ab-2 ']],
    ['where short ones end in the same way', ['101', '102'], ['a-101', 'a-102']],
    ['where nothing sets off what is more', IDS, from((id) => `x${id}`)],
    ['where a digit is more', ['1001', '1002'], ['21001', '21002']],
    ['where zeros stand before letters', ['a71', 'a72'], ['0a71', '0a72']],
    ['where they have nothing in common', IDS, ['5521', '5522', '5523']],
  ])('%s', (_where, ids, found) => {
    expect([...alteredIds(ids, found)]).toEqual([]);
  });
});
