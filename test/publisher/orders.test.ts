import { expect, it } from 'vitest';
import { order, post, publisherFor, textAt } from './client.ts';
import { booking, image, line, question, tag } from './requests.ts';

it('answers a new booking with 201, ids and DRAFT throughout', async () => {
  const answer = await order(await publisherFor(), booking({ line_items: [line(), line({ external_ref: 'line-b' })] }));
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      order_id: expect.stringMatching(/./) as string,
      status: 'DRAFT',
      line_items: ['line-a', 'line-b'].map((externalRef) => ({
        external_ref: externalRef,
        line_item_id: expect.stringMatching(/./) as string,
        status: 'DRAFT',
      })),
    },
  ]);
});

it('keeps creatives of both shapes exactly as received', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking({ line_items: [line({ creatives: [tag, image] })] }));
  expect(publisher.store.orders[0]?.lines[0]?.creatives).toEqual([tag, image]);
});

it('finds a buyer by name and makes no second one', async () => {
  const publisher = await publisherFor();
  const second = booking({ idempotency_key: 'key-2', order: { name: 'Summer', external_ref: 'campaign-2' } });
  await order(publisher, booking());
  await order(publisher, second);
  expect([publisher.store.advertisers.length, publisher.store.orders.length]).toEqual([1, 2]);
});

it('makes one buyer of several new campaigns at once', async () => {
  const publisher = await publisherFor();
  const bookings = [1, 2, 3, 4].map((n) =>
    booking({ idempotency_key: `key-${n}`, order: { name: 'Spring', external_ref: `campaign-${n}` } }),
  );
  await Promise.all(bookings.map((body) => order(publisher, body)));
  expect([publisher.store.advertisers.length, publisher.store.orders.length]).toEqual([1, 4]);
});

it.each([
  ['an empty list of creatives', { creatives: [] }],
  ['no countries', { targeting: { geo: [] } }],
  ['no targeting', { targeting: undefined }],
  ['a flight of one day', { flight: { start_date: '2027-03-15', end_date: '2027-03-15' } }],
  ['a flight that starts today', { flight: { start_date: '2027-03-10', end_date: '2027-03-15' } }],
  ['several sizes', { sizes: ['728x90', '970x250'] }],
  ['a slot without status', { inventory_id: 'slot-0009', sizes: ['160x600'] }],
])('takes a line with %s', async (_what, changed) => {
  expect((await order(await publisherFor(), booking({ line_items: [line(changed)] }))).status).toBe(201);
});

it.each([
  ['an unknown slot', 404, { inventory_id: 'slot-9999' }],
  ['an archived slot', 422, { inventory_id: 'slot-0017', sizes: ['640x360'] }],
  ['a reversed flight', 422, { flight: { start_date: '2027-04-04', end_date: '2027-03-15' } }],
  ['a flight in the past', 422, { flight: { start_date: '2027-03-09', end_date: '2027-03-15' } }],
  ['a flight more than a year ahead', 422, { flight: { start_date: '2028-03-15', end_date: '2028-04-04' } }],
  ['a day in no calendar', 422, { flight: { start_date: '2027-02-30', end_date: '2027-04-04' } }],
  ['a size the slot does not take', 422, { sizes: ['300x251'] }],
  ['a goal of zero', 422, { goal_impressions: 0 }],
  ['an unknown country', 422, { targeting: { geo: ['DE', 'UK'] } }],
  ['a creative of another size', 422, { creatives: [{ ...tag, height: 91 }] }],
  ['a creative of unknown type', 422, { creatives: [{ ...tag, type: 'flash' }] }],
  ['a link that is no URL', 422, { creatives: [{ ...image, click_url: 'nowhere' }] }],
  ['no external_ref', 400, { external_ref: undefined }],
  ['a number for external_ref', 400, { external_ref: 4 }],
  ['no slot', 400, { inventory_id: undefined }],
  ['no flight', 400, { flight: undefined }],
  ['no goal', 400, { goal_impressions: undefined }],
  ['a goal written as text', 400, { goal_impressions: '20000' }],
  ['half an impression', 400, { goal_impressions: 20_000.5 }],
  ['no sizes', 400, { sizes: undefined }],
  ['an empty list of sizes', 400, { sizes: [] }],
  ['one size outside a list', 400, { sizes: '728x90' }],
  ['null for countries', 400, { targeting: { geo: null } }],
  ['a tag without its markup', 400, { creatives: [{ ...tag, tag: undefined }] }],
  ['an image without its link', 400, { creatives: [{ ...image, click_url: undefined }] }],
  ['a width written as text', 400, { creatives: [{ ...tag, width: '728' }] }],
])('refuses a second line with %s with %i and books nothing', async (_what, status, changed) => {
  const publisher = await publisherFor();
  const lines = [line(), line({ external_ref: 'line-b', ...changed })];
  const answer = await order(publisher, booking({ line_items: lines }));
  expect([answer.status, publisher.store.orders, publisher.store.advertisers]).toEqual([status, [], []]);
});

it.each([
  ['no advertiser', 400, { advertiser: undefined }],
  ['a nameless advertiser', 400, { advertiser: { name: '' } }],
  ['no order', 400, { order: undefined }],
  ['an order without external_ref', 400, { order: { name: 'Spring' } }],
  ['no line_items', 400, { line_items: undefined }],
  ['an object for line_items', 400, { line_items: {} }],
  ['an empty list of lines', 422, { line_items: [] }],
  ['two lines of one external_ref', 422, { line_items: [line(), line()] }],
  ['no idempotency_key', 400, { idempotency_key: undefined }],
])('refuses %s with %i', async (_what, status, changed) => {
  expect((await order(await publisherFor(), booking(changed))).status).toBe(status);
});

it.each([
  ['missing', {}],
  ['other than the key in the body', { 'Idempotency-Key': 'key-9' }],
])('refuses an Idempotency-Key header that is %s', async (_what, header) => {
  const publisher = await publisherFor();
  const headers = { Authorization: `Bearer ${publisher.keys.full}`, ...header };
  expect((await post(publisher, '/orders', booking(), headers)).status).toBe(400);
});

it('reads flights in the zone of the account, where it is already tomorrow', async () => {
  const publisher = await publisherFor({ now: () => new Date('2027-03-10T23:30:00Z') });
  const flight = { start_date: '2027-03-10', end_date: '2027-03-20' };
  expect((await order(publisher, booking({ line_items: [line({ flight })] }))).status).toBe(422);
});

it('answers a forecast the same after a draft as before', async () => {
  const publisher = await publisherFor();
  const before = await post(publisher, '/forecast', question());
  await order(publisher, booking());
  const after = await post(publisher, '/forecast', question());
  expect(textAt(after, 'available_impressions')).toBe(textAt(before, 'available_impressions'));
});
