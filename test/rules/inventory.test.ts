import { becauseOf } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import type { SecondLook } from '../../checks/ad-server/inventory/requests.ts';
import { walk } from '../../checks/ad-server/readers/inventory-walk.ts';
import { excuse } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';
import { inventoryOf, replied, slot, slots } from '../checks/small-inventory.ts';
import { answer, findingOf, judged, telling } from './judging.ts';
import type { Walk } from '../../checks/ad-server/readers/inventory-summary.ts';
import type { SizedWalk } from '../../checks/ad-server/records.ts';

type Pages = Parameters<typeof inventoryOf>;

const walked = (...pages: Pages): Promise<Walk> => walk(inventoryOf(...pages).http, { maxPages: 100 });

const sized = (walk: Walk, limit = 23): SizedWalk => ({ walk, limit, size: `with limit=${limit}` });

const NOT_ASKED = { uncached: null };

/** The whole list, and a second look at a walk that differs from it. */
async function looks(whole: object[], other: object[], again = other, wholeAgain = whole) {
  const inPages = (list: object[]) => walked([list.slice(0, 2), list.slice(2)]);
  const [listed, walk, third] = [await inPages(whole), await inPages(other), await inPages(again)];
  const look: SecondLook = { ...sized(walk), whole: await inPages(wholeAgain), again: [third, third], ...NOT_ASKED };
  const walks = [sized(listed, 200), sized(walk)];
  return { listed, walks, secondLooks: [look] };
}

describe('A page without a limit', () => {
  const byDefault = async (...pages: object[][]) =>
    judged('inventory.default-limit', { byDefault: { walk: await walked(pages), size: 'without a limit' } });

  it('holds 50 slots at most; that all hold fewer is noted', async () => {
    expect(await byDefault(slots(50), [{ inventory_id: 'last' }])).toEqual({ held: '' });
    expect(await byDefault(slots(10))).toEqual({ held: '' });
    expect(await byDefault(slots(10), [{ inventory_id: 'last' }])).toEqual({
      held: 'No page without limit holds more than 10 slots; the default is 50.',
    });
    expect(await byDefault(slots(51))).toHaveProperty('violation');
  });
});

describe('Walks over the inventory', () => {
  const probe = replied(1, { data: [slot(1)] });

  it('are right where each begins with status 200', async () => {
    const walks = [sized(await walked([slots(3)]))];
    expect(await judged('inventory.answers-200', { walks, probe })).toEqual({ held: '' });
  });

  it('are wrong where the first request of all was refused', async () => {
    const walks = [sized(await walked([slots(3)]))];
    expect(await judged('inventory.answers-200', { walks, probe: answer(404) })).toEqual({
      violation: telling('got status 404 with limit=1, the first time'),
      pointer: undefined,
    });
  });

  it('are open where the service asks for less', async () => {
    const walks = [sized(await walked([slots(3)]))];
    expect(await judged('inventory.answers-200', { walks, probe: answer(429) })).toEqual({
      inconclusive: telling('rate limit'),
    });
  });

  it.each([
    ['inventory.slot-id', { inventory_id: '' }, '/data/1/inventory_id'],
    ['inventory.slot-name', { name: 7 }, '/data/1/name'],
    ['inventory.slot-sizes', { sizes: ['300X250'] }, '/data/1/sizes/0'],
    ['inventory.slot-format', { format: null }, '/data/1/format'],
    ['inventory.slot-status', { status: 'ACTIVE' }, '/data/1/status'],
  ])('are wrong by %s with a slot that says %j', async (rule, change, pointer) => {
    const [listed, wrong] = [await walked([slots(2)]), await walked([[slot(1), slot(2, change)]])];
    expect(await judged(rule, { listed, walks: [sized(listed)] })).toEqual({ held: '' });
    expect(await judged(rule, { listed, walks: [sized(listed), sized(wrong)] })).toMatchObject({ pointer });
  });

  it('may hold as many slots on a page as were asked for, and no more', async () => {
    const walks = [sized(await walked([slots(3)]), 3)];
    expect(await judged('inventory.limit-respected', { walks })).toEqual({ held: '' });
    expect(
      await judged('inventory.limit-respected', { walks: [...walks, sized(await walked([slots(4)]), 3)] }),
    ).toEqual({ violation: telling('at most 3 slots, got 4 slots on one page'), pointer: '/data' });
    const joined = [...slots(3), ...slots(2)];
    expect(await judged('inventory.limit-respected', { walks: [sized(await walked([joined]), 3)] })).toEqual({
      violation: telling('got 5 slots on one page, 3 of them different'),
      pointer: '/data',
    });
  });
});

describe('A cursor that is refused', () => {
  const broken = async (...cursors: string[]) => {
    const [cursor] = cursors;
    const { http } = inventoryOf([slots(3), slots(6)], cursor === undefined ? undefined : () => cursor);
    const refusal = anyReply({ endpoint: 'inventory', status: 404 });
    const refusing: typeof http = {
      ...http,
      inventory: (query) => (query?.cursor === undefined ? http.inventory(query) : Promise.resolve(refusal)),
    };
    return { refusal, walks: [sized(await walk(refusing, { maxPages: 100 }))] };
  };

  it.each(['inventory.walk-ends', 'inventory.same-at-every-page-size'])('is told by %s', async (rule) => {
    const { walks } = await broken();
    expect(await judged(rule, { walks, secondLooks: [] })).toMatchObject({
      violation: telling('got status 404 for page 2 with limit=23, after 3 slots on 1 page'),
    });
  });

  it('is told as a null that was turned into text, or as an address, if it is one', async () => {
    const fixOf = async (cursor: string) => (await findingOf('inventory.walk-ends', await broken(cursor))).fix;
    expect(await fixOf('None')).toMatch(/here a null was turned into text/);
    expect(await fixOf('https://ads.example.com/api/v1/inventory?cursor=cD0y')).toMatch(/Send the cursor alone/);
    expect(await fixOf('abc')).toBeUndefined();
  });

  it('is noted where the walk goes on alone', async () => {
    const { walks, refusal } = await broken();
    excuse(refusal, { because: becauseOf('An old cursor.'), shownBy: [refusal], permitted: true });
    expect(await judged('inventory.walk-ends', { walks })).toEqual({ held: 'An old cursor.' });
  });
});

describe('A walk that differs from the whole list', () => {
  it('has lost slots where it does so again', async () => {
    const records = await looks(slots(3), slots(2));
    expect(await judged('inventory.same-at-every-page-size', records)).toMatchObject({
      violation: telling('1 slot missing with limit=23, such as "s2"'),
    });
  });

  it('has lost none where it has them when read again', async () => {
    const records = await looks(slots(3), slots(2), slots(3));
    expect(await judged('inventory.same-at-every-page-size', records)).toEqual({ held: '' });
  });

  const renumbered = slots(3).map((each, index) => ({ ...each, inventory_id: `new-${index}` }));

  it('has other ids where later readings show other ids, too', async () => {
    expect(await judged('inventory.ids-stable', await looks(slots(3), renumbered))).toMatchObject({
      violation: telling('had the id "s0" and, with limit=23, "new-0"'),
    });
  });

  it('has the ids of slots that were replaced where both lists are the same later', async () => {
    const records = await looks(slots(3), renumbered, renumbered, renumbered);
    expect(await judged('inventory.ids-stable', records)).toEqual({ held: '' });
  });

  it('lists a slot twice where it does so every time', async () => {
    const twice = [...slots(2), slot(1)];
    expect(await judged('inventory.no-slot-on-two-pages', await looks(slots(2), twice))).toMatchObject({
      violation: telling('"s1" for the second time'),
    });
    expect(await judged('inventory.no-slot-on-two-pages', await looks(slots(2), twice, slots(2)))).toEqual({
      held: '',
    });
  });

  it('should not have a slot twice on one page, which is not on two', async () => {
    const walks = [sized(await walked([[slot(1), slot(2), slot(1)], [slot(3)]]))];
    expect(await judged('inventory.no-slot-twice-on-a-page', { walks })).toMatchObject({
      violation: telling('for the second time'),
    });
    const apart = [sized(await walked([[slot(1), slot(2)], [slot(1)]]))];
    expect(await judged('inventory.no-slot-twice-on-a-page', { walks: apart })).toEqual({ held: '' });
    expect(walks[0]?.walk.repeated).toBeNull();
  });

  it('leaves open whether ids are stable where slots are listed twice', async () => {
    const records = await looks(slots(3), [...renumbered, ...renumbered.slice(0, 1)]);
    expect(await judged('inventory.ids-stable', records)).toEqual({ inconclusive: telling('listed twice') });
  });
});
