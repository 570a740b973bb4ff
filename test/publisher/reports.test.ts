import { expect, it } from 'vitest';
import { listOf, member, memberAt } from '../../fixtures/publisher/json.ts';
import { order, post, publisherFor } from './client.ts';
import { booking } from './requests.ts';

const dates = { start_date: '2027-03-01', end_date: '2027-03-07' };

function rowsOf(body: unknown): readonly unknown[] {
  return listOf(member(body, 'rows'));
}

it.each([
  ['no line items', {}],
  ['an empty list of line items', { line_item_ids: [] }],
])('reports all that ran when %s are named', async (_what, ids) => {
  const { status, body } = await post(await publisherFor(), '/reports', { ...ids, ...dates });
  expect([status, rowsOf(body).length, member(body, 'next_cursor')]).toEqual([200, 21, undefined]);
});

it('gives each row a line item, a day of the range and whole numbers', async () => {
  const { body } = await post(await publisherFor(), '/reports', { line_item_ids: ['line-2305-teaser'], ...dates });
  expect(rowsOf(body)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((day) => ({
      line_item_id: 'line-2305-teaser',
      date: `2027-03-0${day}`,
      impressions: expect.any(Number) as number,
      clicks: expect.any(Number) as number,
    })),
  );
});

it('has no rows for a draft', async () => {
  const publisher = await publisherFor();
  const booked = await order(publisher, booking());
  const id = memberAt(listOf(member(booked.body, 'line_items'))[0], 'line_item_id');
  const { status, body } = await post(publisher, '/reports', { line_item_ids: [id], ...dates });
  expect([status, rowsOf(body)]).toEqual([200, []]);
});

it('leads through its pages to the end', async () => {
  const publisher = await publisherFor({ behaviour: () => ({ reportPageSize: 10 }) });
  const sizes: number[] = [];
  let cursor: unknown;
  do {
    const { body } = await post(publisher, '/reports', { ...dates, cursor });
    sizes.push(rowsOf(body).length);
    cursor = member(body, 'next_cursor');
  } while (cursor !== undefined);
  expect(sizes).toEqual([10, 10, 1]);
});

it.each([
  [400, { line_item_ids: 'all' }],
  [400, { start_date: 20270301 }],
  [400, { cursor: 'made-up' }],
  [422, { start_date: '2027-03-07', end_date: '2027-03-01' }],
])('refuses with %i: %j', async (status, changed) => {
  expect((await post(await publisherFor(), '/reports', { ...dates, ...changed })).status).toBe(status);
});
