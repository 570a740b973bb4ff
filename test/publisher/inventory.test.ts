import { expect, it } from 'vitest';
import { listOf, member } from '../../fixtures/publisher/json.ts';
import type { Publisher } from '../../fixtures/publisher/index.ts';
import { get, publisherFor } from './client.ts';

async function walk(
  publisher: Publisher,
  limit: number,
): Promise<{ slots: unknown[]; sizes: number[]; last: unknown }> {
  const slots: unknown[] = [];
  const sizes: number[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await get(publisher, `/inventory?limit=${limit}${cursor}`);
    const data = listOf(member(body, 'data'));
    slots.push(...data);
    sizes.push(data.length);
    const next = member(body, 'next_cursor');
    if (typeof next !== 'string') return { slots, sizes, last: body };
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

it('lists every slot once, page by page', async () => {
  const publisher = await publisherFor();
  const { slots, sizes } = await walk(publisher, 70);
  expect([sizes, new Set(slots.map((slot) => member(slot, 'inventory_id'))).size]).toEqual([[70, 70, 70, 70, 20], 300]);
});

it('gives no cursor on a last page that is full', async () => {
  const { sizes, last } = await walk(await publisherFor({ slots: 100 }), 50);
  expect([sizes, member(last, 'next_cursor')]).toEqual([[50, 50], undefined]);
});

it.each([
  ['', 50],
  ['?limit=1', 1],
  ['?limit=200', 200],
])('puts as many slots on a page as asked: %s', async (query, count) => {
  const { body } = await get(await publisherFor(), `/inventory${query}`);
  expect(listOf(member(body, 'data'))).toHaveLength(count);
});

it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=ten', 'limit=', 'limit=1.5', 'cursor=', 'cursor=made-up'])(
  'refuses %s',
  async (query) => {
    expect((await get(await publisherFor(), `/inventory?${query}`)).status).toBe(400);
  },
);

it('takes a cursor as often as it is sent, with any limit', async () => {
  const publisher = await publisherFor();
  const { body } = await get(publisher, '/inventory?limit=5');
  const cursor = String(member(body, 'next_cursor'));
  const again = await Promise.all(
    [3, 3, 4].map((limit) => get(publisher, `/inventory?limit=${limit}&cursor=${cursor}`)),
  );
  const firstIds = again.map((answer) => member(listOf(member(answer.body, 'data'))[0], 'inventory_id'));
  expect(firstIds).toEqual(['slot-0006', 'slot-0006', 'slot-0006']);
});

it('describes each slot by id, name and sizes, status and format where known', async () => {
  const { slots } = await walk(await publisherFor(), 200);
  const odd = slots.filter((slot) => {
    const sizes = member(slot, 'sizes');
    const status = member(slot, 'status');
    const fine =
      typeof member(slot, 'name') === 'string' &&
      Array.isArray(sizes) &&
      sizes.every((size) => /^\d+x\d+$/.test(String(size))) &&
      (status === undefined || status === 'active' || status === 'archived');
    return !fine;
  });
  expect(odd).toEqual([]);
});

it.each([
  ['archived', (slot: unknown) => member(slot, 'status') === 'archived'],
  ['without status', (slot: unknown) => member(slot, 'status') === undefined],
  ['without format', (slot: unknown) => member(slot, 'format') === undefined],
  ['with a name beyond ASCII', (slot: unknown) => /\P{ASCII}/u.test(String(member(slot, 'name')))],
])('has slots %s', async (_what, matches) => {
  const { slots } = await walk(await publisherFor(), 200);
  expect(slots.filter(matches).length).toBeGreaterThan(5);
});
