import { expect, it } from 'vitest';
import { order, post, publisherFor } from './client.ts';
import { booking, line } from './requests.ts';

const renamed = booking({ order: { name: 'Spring again', external_ref: 'campaign-1' } });

it('answers a repeat with 200 and the same ids, and creates nothing', async () => {
  const publisher = await publisherFor();
  const first = await order(publisher, booking());
  const repeat = await order(publisher, booking());
  expect([repeat.status, repeat.body, publisher.store.orders.length]).toEqual([200, first.body, 1]);
});

it('knows a repeat whose members come in another order', async () => {
  const publisher = await publisherFor();
  const first = await order(publisher, booking());
  const reordered = Object.fromEntries(Object.entries(booking()).reverse());
  const repeat = await order(publisher, reordered);
  expect([repeat.status, repeat.body]).toEqual([200, first.body]);
});

it('answers a repeat as before, whatever was booked in between', async () => {
  const publisher = await publisherFor();
  const first = await order(publisher, booking());
  await order(publisher, { ...renamed, idempotency_key: 'key-2' });
  const repeat = await order(publisher, booking());
  expect([repeat.status, repeat.body, publisher.store.orders[0]?.name]).toEqual([200, first.body, 'Spring again']);
});

it.each([
  ['name', { order: { name: 'Other', external_ref: 'campaign-1' } }],
  ['campaign', { order: { name: 'Spring', external_ref: 'campaign-2' } }],
  ['buyer', { advertiser: { name: 'Other' } }],
  ['goal', { line_items: [line({ goal_impressions: 20_001 })] }],
  ['flight', { line_items: [line({ flight: { start_date: '2027-03-15', end_date: '2027-04-05' } })] }],
  ['order of countries', { line_items: [line({ targeting: { geo: ['AT', 'DE'] } })] }],
  ['number of lines', { line_items: [line(), line({ external_ref: 'line-b' })] }],
])('refuses a used key with another %s with 409 and applies nothing', async (_what, changed) => {
  const publisher = await publisherFor();
  await order(publisher, booking());
  const before = structuredClone(publisher.store.orders);
  const { status } = await order(publisher, booking(changed));
  expect([status, publisher.store.orders, publisher.store.advertisers.length]).toEqual([409, before, 1]);
});

it('tells apart keys that differ in the case of a letter or at the very end', async () => {
  const publisher = await publisherFor();
  const long = 'k'.repeat(300);
  const keys = ['Key', 'key', `${long}1`, `${long}2`];
  const answers = [];
  for (const key of keys)
    answers.push(await order(publisher, booking({ idempotency_key: key, order: { name: key, external_ref: key } })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
});

it('leaves the key of a refused request free', async () => {
  const publisher = await publisherFor();
  const refused = await order(publisher, booking({ line_items: [line({ sizes: ['1x1'] })] }));
  const corrected = await order(publisher, booking());
  expect([refused.status, corrected.status]).toEqual([422, 201]);
});

it('gives one result to identical requests at once', async () => {
  const publisher = await publisherFor();
  const answers = await Promise.all(Array.from({ length: 12 }, () => order(publisher, booking())));
  const statuses = answers.map(({ status }) => status).sort();
  expect([statuses.slice(0, 1), statuses.at(-1), new Set(answers.map(({ text }) => text)).size]).toEqual([
    [200],
    201,
    1,
  ]);
  expect([publisher.store.orders.length, statuses.filter((status) => status === 201).length]).toEqual([1, 1]);
});

it('takes one of two different requests with one key at once', async () => {
  const publisher = await publisherFor();
  const answers = await Promise.all([order(publisher, booking()), order(publisher, renamed)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it('refuses malformed requests without touching the key', async () => {
  const publisher = await publisherFor();
  const headers = { Authorization: `Bearer ${publisher.keys.full}`, 'Idempotency-Key': 'key-1' };
  await post(publisher, '/orders', '{"idempotency_key":"key-1"', headers);
  expect((await order(publisher, booking())).status).toBe(201);
});
