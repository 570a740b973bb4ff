import { expect, it } from 'vitest';
import { member } from '../../fixtures/publisher/json.ts';
import { get, post, publisherFor, textAt } from './client.ts';
import { question } from './requests.ts';

it('echoes the slot and gives whole numbers, no more available than forecasted', async () => {
  const { body } = await post(await publisherFor(), '/forecast', question());
  const available = Number(member(body, 'available_impressions'));
  const forecasted = Number(member(body, 'forecasted_impressions'));
  expect([member(body, 'inventory_id'), Number.isInteger(available), available > 0, available <= forecasted]).toEqual([
    'slot-0001',
    true,
    true,
    true,
  ]);
});

it('gives the same numbers to the same question', async () => {
  const publisher = await publisherFor();
  const [first, second] = await Promise.all([1, 2].map(() => post(publisher, '/forecast', question())));
  expect(first?.text).toBe(second?.text);
});

it('forecasts fewer impressions for one country than for the world', async () => {
  const publisher = await publisherFor();
  const world = await post(publisher, '/forecast', question({ targeting: {} }));
  const country = await post(publisher, '/forecast', question({ targeting: { geo: ['DE'] } }));
  expect(Number(textAt(country, 'forecasted_impressions'))).toBeLessThan(
    Number(textAt(world, 'forecasted_impressions')),
  );
});

it('takes a flight of one day', async () => {
  const flight = { start_date: '2027-03-15', end_date: '2027-03-15' };
  expect((await post(await publisherFor(), '/forecast', question({ flight }))).status).toBe(200);
});

it('answers 501 forecast_unsupported for a slot it can not predict', async () => {
  const answer = await post(await publisherFor(), '/forecast', question({ inventory_id: 'slot-0008' }));
  expect([answer.status, textAt(answer, 'code')]).toEqual([501, 'forecast_unsupported']);
});

it.each([
  ['an unknown slot', 404, { inventory_id: 'slot-9999' }],
  ['a reversed flight', 422, { flight: { start_date: '2027-04-04', end_date: '2027-03-15' } }],
  ['a flight in the past', 422, { flight: { start_date: '2027-03-01', end_date: '2027-04-04' } }],
  ['a day in no calendar', 422, { flight: { start_date: '2027-02-30', end_date: '2027-04-04' } }],
  ['an unknown country', 422, { targeting: { geo: ['XX'] } }],
  ['a size the slot does not take', 422, { sizes: ['1x1'] }],
  ['no slot', 400, { inventory_id: undefined }],
  ['a number for a slot', 400, { inventory_id: 7 }],
  ['no flight', 400, { flight: undefined }],
  ['a flight without end', 400, { flight: { start_date: '2027-03-15' } }],
  ['a date of another form', 400, { flight: { start_date: '15.03.2027', end_date: '2027-04-04' } }],
  ['one country outside a list', 400, { targeting: { geo: 'DE' } }],
  ['sizes of another type', 400, { sizes: [728] }],
])('refuses %s with %i', async (_what, status, changed) => {
  expect((await post(await publisherFor(), '/forecast', question(changed))).status).toBe(status);
});

it('creates nothing', async () => {
  const publisher = await publisherFor();
  await post(publisher, '/forecast', question());
  const { body } = await get(publisher, '/inventory?limit=1');
  expect([publisher.store.orders, publisher.store.advertisers, body === undefined]).toEqual([[], [], false]);
});
