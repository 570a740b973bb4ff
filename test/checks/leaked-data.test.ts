import { describe, expect, it } from 'vitest';
import { leakedData } from '../../checks/listing/readers/leaked-data.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { anyReply } from './any-reply.ts';

function answer(body: unknown, status = 401) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return anyReply({ endpoint: 'toplists', status, body: bytes, json: parseJson(bytes) });
}

const lists = [
  { id: 7, title: 'Best of March', items: [{ brand: 'Nordwind' }, { brand: 'Alpha' }, { brand: 'Beta' }] },
];
const served = answer({ data: lists, site: { name: 'Gazette' } }, 200);
const bare = answer({ code: 'unauthenticated' });
const unknown = answer({ code: 'not_found' }, 404);
const elsewhere = (...replies: ReturnType<typeof answer>[]) => ({ templateId: 101, replies });

const leaks = (refusal: unknown, { same = bare, other = elsewhere(bare), status = 401 } = {}) =>
  leakedData(answer(refusal, status), served, { same, elsewhere: other });

describe('A refusal leaks', () => {
  it('a text of the lists under its name', () => {
    expect(leaks({ code: 'no', locked: [{ title: 'Best of March' }] })).toEqual(['title: Best of March']);
  });

  it('a text that no other refusal carries, where nothing is known of another template', () => {
    const locked = answer({ locked: [{ title: 'Best of March' }] });
    const page = answer('Nordwind, Alpha, Beta');
    expect(leakedData(locked, served, { same: bare, elsewhere: undefined })).toHaveLength(1);
    expect(leakedData(page, served, { same: bare, elsewhere: undefined })).toHaveLength(3);
  });

  it('a number of the lists in its place', () => {
    expect(leaks({ code: 'no', data: [{ id: 7 }] })).toEqual(['data[].id=7']);
  });

  it('a text of three letters', () => {
    const short = { data: [{ brand: 'Ace' }] };
    expect(leakedData(answer(short), answer(short, 200), { same: bare, elsewhere: undefined })).toEqual(['brand: Ace']);
  });

  it('a part of the data in a place that holds nothing where data is served', () => {
    const all = answer({ meta: { brands: lists[0]?.items } });
    const shown = answer({ meta: null, data: lists }, 200);
    expect(leakedData(all, shown, { same: all, elsewhere: elsewhere(unknown) })).toHaveLength(3);
  });

  it('a text that all refusals of the template carry, and none of another', () => {
    const all = answer({ locked: { brand: 'Alpha' } });
    expect(leaks({ locked: { brand: 'Alpha' } }, { same: all })).toEqual(['brand: Alpha']);
  });

  it('the data that every refusal carries, where another template is refused otherwise', () => {
    const all = answer({ data: lists });
    expect(leaks({ data: lists }, { same: all, other: elsewhere(unknown) })).toHaveLength(5);
  });

  it('a part of the data that every refusal carries, where another template is refused otherwise', () => {
    const preview = { preview: lists[0]?.items };
    expect(leaks(preview, { same: answer(preview), other: elsewhere(unknown) })).toHaveLength(3);
  });

  it.each([
    ['an error with the data behind it', `{"code":"no"}${JSON.stringify({ data: lists })}`],
    ['a page', '<h1>Best of March</h1><li>Alpha<li>Beta'],
    ['plain text', 'Nordwind, Alpha, Beta'],
  ])('three texts in %s', (_what, text) => {
    expect(leaks(text).length).toBeGreaterThan(2);
  });

  it('three texts under another name', () => {
    const locked = { locked: ['Nordwind', 'Alpha', 'Beta'] };
    expect(leaks(locked)).toEqual(['text: Nordwind', 'text: Alpha', 'text: Beta']);
    expect(leaks(locked, { same: answer(locked) })).toHaveLength(3);
  });

  it('three texts in every page of a template, and in none of another', () => {
    expect(leaks('Nordwind, Alpha, Beta', { same: answer('Nordwind, Alpha, Beta') })).toHaveLength(3);
  });
});

describe('A refusal leaks nothing', () => {
  it.each([
    ['where it holds an error alone', { code: 'no', data: [] }],
    ['by what stands around the lists', { code: 'no', site: { name: 'Gazette' } }],
    ['by a text under another name', { code: 'no', message: 'Alpha' }],
    ['by two texts under another name', { code: 'no', for: ['Alpha', 'Beta'], message: 'Alpha' }],
    ['by a number in another place', { code: 'no', id: 7, errors: [{ id: 7 }] }],
    ['by numbers of a page', 'data[].id=7'],
    ['by two words of a page', 'For customers of Alpha and Beta'],
    ['without a body', ''],
  ])('%s', (_what, refusal) => {
    expect(leaks(refusal)).toEqual([]);
  });

  it('by words that say what it is about', () => {
    const shown = answer({ data: [{ type: 'toplist', code: 'gazette', locale: 'de-DE', title: 'Best' }] }, 200);
    const refusal = answer({ errors: [{ type: 'toplist', code: 'gazette' }], plans: [{ locale: 'de-DE' }] });
    expect(leakedData(refusal, shown, { same: bare, elsewhere: undefined })).toEqual([]);
  });

  it('by what refusals of other templates carry as well', () => {
    const all = answer({ partners: [{ brand: 'Alpha' }] });
    expect(leaks({ partners: [{ brand: 'Alpha' }] }, { same: all, other: elsewhere(all) })).toEqual([]);
  });

  it('by what one refusal of another template carries', () => {
    const all = answer({ partners: [{ brand: 'Alpha' }] });
    expect(leakedData(all, served, { same: all, elsewhere: elsewhere(bare, all) })).toEqual([]);
  });

  it('by all the data there is, where another template is refused otherwise and with it', () => {
    const all = answer({ data: lists });
    const other = elsewhere(answer({ data: lists }, 404));
    expect(leakedData(all, served, { same: all, elsewhere: other })).toEqual([]);
  });

  it('by two texts, where another template is refused otherwise now and then', () => {
    const all = answer({ partners: [{ brand: 'Alpha' }, { brand: 'Beta' }] });
    expect(leakedData(all, served, { same: all, elsewhere: elsewhere(bare, unknown) })).toEqual([]);
  });

  it('by what all carry, where nothing is known of another template', () => {
    const all = answer({ partners: [{ brand: 'Alpha' }] });
    expect(leakedData(all, served, { same: all, elsewhere: undefined })).toEqual([]);
  });

  it('by two texts, where another template is refused otherwise', () => {
    const all = answer({ partners: [{ brand: 'Alpha' }, { brand: 'Beta' }] });
    expect(leakedData(all, served, { same: all, elsewhere: elsewhere(unknown) })).toEqual([]);
  });

  it('by what stands around data in the same way, where another template is refused otherwise', () => {
    const around = { meta: { brands: lists[0]?.items, took: 1 } };
    const all = answer(around);
    const shown = answer({ meta: { brands: lists[0]?.items, took: 2 }, data: lists }, 200);
    expect(leakedData(all, shown, { same: all, elsewhere: elsewhere(unknown) })).toEqual([]);
  });

  it('by the number of the template', () => {
    const asked = answer({ asked: [{ title: 'Template 101' }] });
    const shown = answer({ data: [{ title: 'Template 101' }] }, 200);
    expect(leakedData(asked, shown, { same: asked, elsewhere: elsewhere(answer({ asked: 'Template 102' })) })).toEqual(
      [],
    );
  });

  it('by links, scopes and letters', () => {
    const texts = { data: [{ link: 'https://lists.example/7', scope: 'toplist:read', grade: 'AB' }] };
    expect(leakedData(answer(texts), answer(texts, 200), { same: bare, elsewhere: elsewhere(bare) })).toEqual([]);
  });
});
