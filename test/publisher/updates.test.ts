import { expect, it } from 'vitest';
import { member } from '../../fixtures/publisher/json.ts';
import type { Publisher } from '../../fixtures/publisher/index.ts';
import { type Answer, order, publisherFor } from './client.ts';
import { booking, line, tag } from './requests.ts';

let calls = 0;

function update(publisher: Publisher, changed: Record<string, unknown>): Promise<Answer> {
  calls += 1;
  return order(publisher, booking({ idempotency_key: `update-${calls}`, ...changed }));
}

const edits: [string, Record<string, unknown>][] = [
  ['name', { order: { name: 'Summer', external_ref: 'campaign-1' } }],
  ['buyer', { advertiser: { name: 'Beach Shoes' } }],
  ['goal', { line_items: [line({ goal_impressions: 15_000 })] }],
  ['flight', { line_items: [line({ flight: { start_date: '2027-03-16', end_date: '2027-03-16' } })] }],
  ['countries', { line_items: [line({ targeting: { geo: ['CH'] } })] }],
  ['sizes', { line_items: [line({ sizes: ['970x250'] })] }],
  ['creatives', { line_items: [line({ creatives: [tag] })] }],
  ['slot', { line_items: [line({ inventory_id: 'slot-0007' })] }],
];

it.each(edits)('keeps every id when the %s changes, and answers 200', async (_what, changed) => {
  const publisher = await publisherFor();
  const first = await order(publisher, booking());
  const answer = await update(publisher, changed);
  expect([answer.status, answer.body, publisher.store.orders.length]).toEqual([200, first.body, 1]);
});

it('keeps every id through all edits in a row', async () => {
  const publisher = await publisherFor();
  const first = await order(publisher, booking());
  const bodies = [];
  for (const [, changed] of edits) bodies.push((await update(publisher, changed)).body);
  expect(bodies).toEqual(edits.map(() => first.body));
});

it('puts what was sent in place of what was booked', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  await update(publisher, { line_items: [line({ goal_impressions: 15_000, creatives: [tag] })] });
  const [booked] = publisher.store.orders[0]?.lines ?? [];
  expect([booked?.goalImpressions, booked?.creatives, booked?.geo]).toEqual([15_000, [tag], ['DE', 'AT']]);
});

it('creates only the line that is missing and keeps the one not mentioned', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  const answer = await update(publisher, { line_items: [line({ external_ref: 'line-b' })] });
  expect([answer.status, publisher.store.orders[0]?.lines.map(({ externalRef }) => externalRef)]).toEqual([
    200,
    ['line-a', 'line-b'],
  ]);
});

it('matches lines by external_ref, whatever their order', async () => {
  const publisher = await publisherFor();
  const lines = [line(), line({ external_ref: 'line-b' })];
  const first = await order(publisher, booking({ line_items: lines }));
  const answer = await update(publisher, { line_items: lines.toReversed() });
  const both = [first, answer].map(({ body }) => member(body, 'line_items'));
  expect(both[1]).toEqual(Array.isArray(both[0]) ? both[0].toReversed() : []);
});

it('keeps lines of one external_ref in two campaigns apart', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  const answer = await update(publisher, { order: { name: 'Other', external_ref: 'campaign-2' } });
  const ids = publisher.store.orders.flatMap(({ lines }) => lines.map(({ lineItemId }) => lineItemId));
  expect([answer.status, new Set(ids).size]).toEqual([201, 2]);
});

it.each([
  ['an unknown slot', 404, line({ external_ref: 'line-b', inventory_id: 'none' })],
  ['a reversed flight', 422, line({ flight: { start_date: '2027-04-04', end_date: '2027-03-15' } })],
])('applies nothing of an update with %s', async (_what, status, bad) => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  const before = structuredClone(publisher.store.orders);
  const answer = await update(publisher, { order: { name: 'Summer', external_ref: 'campaign-1' }, line_items: [bad] });
  expect([answer.status, publisher.store.orders]).toEqual([status, before]);
});

it('takes an update of a line whose flight has begun', async () => {
  let now = new Date('2027-03-10T12:00:00Z');
  const publisher = await publisherFor({ now: () => now });
  await order(publisher, booking());
  now = new Date('2027-03-20T12:00:00Z');
  expect((await update(publisher, { line_items: [line({ creatives: [tag] })] })).status).toBe(200);
});

it('makes one order of two bookings of a new campaign at once', async () => {
  const publisher = await publisherFor();
  const answers = await Promise.all([1, 2, 3, 4].map(() => update(publisher, {})));
  expect([publisher.store.orders.length, answers.map(({ status }) => status).sort()]).toEqual([
    1,
    [200, 200, 200, 201],
  ]);
});

it('makes one line of two updates at once that both add it', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  const added = { line_items: [line(), line({ external_ref: 'line-b' })] };
  await Promise.all([1, 2, 3].map(() => update(publisher, added)));
  expect(publisher.store.orders[0]?.lines.length).toBe(2);
});
