import { describe, expect, it } from 'vitest';
import { expectForecast } from '../../checks/ad-server/readers/forecast-answers.ts';
import { anyReply } from './any-reply.ts';

const request = { inventory_id: 'home-top', flight: { start_date: '2027-03-01', end_date: '2027-03-21' } };
const right = { inventory_id: 'home-top', available_impressions: 20, forecasted_impressions: 30 };
const answered = (status: number, value: unknown) => anyReply({ status, json: { ok: true, value } });

describe('A forecast of a booked slot', () => {
  it.each<[string, number, unknown]>([
    ['is right', 200, right],
    ['may say that all is left', 200, { ...right, available_impressions: 30 }],
    ['may say that less than nothing is left', 200, { ...right, available_impressions: -5 }],
    ['may be unsupported', 501, { code: 'forecast_unsupported' }],
    ['may be refused', 422, {}],
  ])('%s', (_what, status, value) => {
    expect(() => {
      expectForecast({ request, reply: answered(status, value) });
    }).not.toThrow();
  });

  it.each<[string, number, unknown, string]>([
    ['an array', 200, [right], ''],
    ['another slot', 200, { ...right, inventory_id: 'home' }, '/inventory_id'],
    ['no slot', 200, { ...right, inventory_id: '' }, '/inventory_id'],
    ['more left than there is', 200, { ...right, available_impressions: 31 }, '/available_impressions'],
    ['a number that is none', 200, { ...right, available_impressions: null }, '/available_impressions'],
    ['a forecast below zero', 200, { ...right, forecasted_impressions: -1 }, '/forecasted_impressions'],
    ['another unit', 200, { ...right, unit_type: 'CLICKS' }, '/unit_type'],
    ['another code', 501, { code: 'unsupported' }, '/code'],
    ['no code', 501, {}, ''],
  ])('is wrong with %s', (_what, status, value, pointer) => {
    expect(() => {
      expectForecast({ request, reply: answered(status, value) });
    }).toThrow(expect.objectContaining({ finding: expect.objectContaining({ pointer }) as unknown }));
  });

  it('is wrong with a body that is not JSON', () => {
    expect(() => {
      expectForecast({ request, reply: anyReply({ status: 200 }) });
    }).toThrow();
  });
});
