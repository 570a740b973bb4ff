import { describe, expect, it } from 'vitest';
import { leakedData } from '../../checks/listing/expectations.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { anyReply } from './any-reply.ts';

function answer(body: unknown, status = 401) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return anyReply({ endpoint: 'toplists', status, body: bytes, json: parseJson(bytes) });
}

const lists = [
  { id: 7, title: 'Best of March', items: [{ brand: 'Nordwind' }, { brand: 'Alpha' }, { brand: 'Beta' }] },
];
const shown = { data: lists, site: { name: 'Gazette' } };
const bare = { code: 'unauthenticated' };

const leaks = (refusal: unknown, served: unknown = shown) => leakedData(answer(refusal), answer(served, 200));

describe('A refusal leaks', () => {
  it('a text of the lists under its name', () => {
    expect(leaks({ code: 'no', locked: [{ title: 'Best of March' }] })).toEqual(['title: Best of March']);
  });

  it('three texts under another name', () => {
    const told = ['brand: Nordwind', 'brand: Alpha', 'brand: Beta'];
    expect(leaks({ locked: ['Nordwind', 'Alpha', 'Beta'] })).toEqual(told);
  });

  it.each([
    ['an error with the data behind it', `{"code":"no"}${JSON.stringify({ data: lists })}`],
    ['a page', '<h1>Best of March</h1><li>Alpha<li>Beta'],
    ['plain text', 'Nordwind, Alpha, Beta'],
  ])('three texts in %s', (_what, text) => {
    expect(leaks(text).length).toBeGreaterThan(2);
  });

  it.each([
    ['with an error around it', { ...bare, ...shown }],
    ['behind an error', JSON.stringify(bare) + JSON.stringify(shown)],
  ])('all that is served, %s', (_where, all) => {
    expect(leaks(all)).toHaveLength(4);
  });
});

describe('A refusal leaks nothing', () => {
  it.each([
    ['where it holds an error alone', { code: 'no', data: [] }],
    ['by what stands around the lists', { code: 'no', site: { name: 'Gazette' } }],
    ['by a text under another name', { code: 'no', message: 'Alpha' }],
    ['by two texts under another name', { code: 'no', for: ['Alpha', 'Beta'], message: 'Alpha' }],
    ['by two words of a page', 'For customers of Alpha and Beta'],
    ['without a body', ''],
  ])('%s', (_what, refusal) => {
    expect(leaks(refusal)).toEqual([]);
  });

  it('by words that say what it is about', () => {
    const described = { type: 'toplist', code: 'gazette', locale: 'de-DE' };
    expect(leaks({ errors: [described] }, { data: [{ ...described, title: 'Best' }] })).toEqual([]);
  });

  it('by links, scopes and letters', () => {
    const texts = { data: [{ link: 'https://lists.example/7', scope: 'toplist:read', grade: 'AB' }] };
    expect(leaks(texts, texts)).toEqual([]);
  });

  it.each([
    ['an empty list', { data: [], languages: ['eng', 'deu', 'fra'] }],
    ['no list', { data: { lists: null }, languages: ['eng', 'deu', 'fra'] }],
  ])('by what stands around %s in every answer', (_what, envelope) => {
    expect(leaks(envelope, envelope)).toEqual([]);
  });
});
