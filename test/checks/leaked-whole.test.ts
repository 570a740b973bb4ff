import { describe, expect, it } from 'vitest';
import { leakedData } from '../../checks/listing/readers/leaked-data.ts';
import { anyReply } from './any-reply.ts';

const reply = (value: unknown, status = 401) => anyReply({ status, json: { ok: true, value } });
const error = { code: 'unauthenticated', message: 'No.' };
const lists = {
  data: [
    { id: 7, name: 'Best' },
    { id: 8, name: 'Second' },
  ],
};

/** What leaks where every refusal, of whatever template, carries so much of what is served. */
function leaks(served: object, carried: object): number {
  const refusal = reply({ ...error, ...carried });
  return leakedData(refusal, reply(served, 200), {
    same: refusal,
    elsewhere: { templateId: 3, replies: [refusal, refusal] },
  }).length;
}

describe('Of what every refusal carries', () => {
  it('all that is served is data', () => {
    expect(leaks(lists, lists)).toBe(4);
  });

  it.each([
    ['a part of it', { ...lists, site: 'gazette' }, lists],
    ['a list of other items', lists, { data: [{ id: 7, name: 'Best' }] }],
    [
      'what stands around an empty list',
      { data: [], languages: ['eng', 'deu', 'fra'] },
      { data: [], languages: ['eng', 'deu', 'fra'] },
    ],
    [
      'what stands around no list',
      { data: { lists: null }, languages: ['eng', 'deu', 'fra'] },
      { data: { lists: null }, languages: ['eng', 'deu', 'fra'] },
    ],
    ['a word or two', { data: ['Best', 'Second'] }, { data: ['Best', 'Second'] }],
  ])('%s need not be', (_what, served, carried) => {
    expect(leaks(served, carried)).toBe(0);
  });

  it('nothing is data that is no object', () => {
    const refusal = reply(['eng', 'deu', 'fra']);
    expect(leakedData(refusal, reply(['eng', 'deu', 'fra'], 200), { same: refusal, elsewhere: undefined })).toEqual([]);
  });
});
