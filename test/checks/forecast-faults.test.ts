import { describe, expect, it } from 'vitest';
import { brokenBy } from '../../checks/ad-server/readers/forecast-answers.ts';
import { anyReply } from './any-reply.ts';

const request = { inventory_id: 'home-top', flight: { start_date: '2027-03-01', end_date: '2027-03-21' } };
const right = { inventory_id: 'home-top', available_impressions: 20, forecasted_impressions: 30 };
const answered = (status: number, value: unknown) =>
  brokenBy({ request, reply: anyReply({ status, json: { ok: true, value } }) });

describe('What is wrong with a forecast is told by the rule that is about it', () => {
  it.each<[string, number, unknown, readonly string[]]>([
    ['nothing', 200, right, []],
    ['nothing where all is left', 200, { ...right, available_impressions: 30 }, []],
    ['nothing where less than nothing is left', 200, { ...right, available_impressions: -5 }, []],
    ['no object', 200, [right], ['forecast.body-is-object']],
    ['another slot', 200, { ...right, inventory_id: 'home' }, ['forecast.echoes-slot']],
    ['no slot', 200, { ...right, inventory_id: '' }, ['forecast.has-inventory-id']],
    ['more left than there is', 200, { ...right, available_impressions: 31 }, ['forecast.available-within-forecasted']],
    [
      'numbers that are none',
      200,
      { ...right, available_impressions: null, forecasted_impressions: '30' },
      ['forecast.available-is-integer', 'forecast.forecasted-is-integer'],
    ],
    ['a forecast below zero', 200, { ...right, forecasted_impressions: -1 }, ['forecast.forecasted-is-integer']],
    ['another unit', 200, { ...right, unit_type: 'CLICKS' }, ['forecast.unit-type']],
    ['nothing where there is none', 501, { code: 'forecast_unsupported' }, []],
    ['another code', 501, { code: 'unsupported' }, ['forecast.unsupported-is-501-with-code']],
    ['no code', 501, {}, ['forecast.unsupported-is-501-with-code']],
    ['nothing in a refusal', 422, {}, []],
  ])('%s', (_what, status, value, rules) => {
    expect([...answered(status, value).keys()]).toEqual(rules);
  });

  it('a body that is no JSON', () => {
    expect([...brokenBy({ request, reply: anyReply({ status: 200 }) }).keys()]).toEqual(['forecast.body-is-object']);
  });

  it.each<[string, number, unknown, string]>([
    ['a missing code at the body', 501, {}, ''],
    ['another code at its place', 501, { code: 7 }, '/code'],
    ['a number', 200, { ...right, available_impressions: 31 }, '/available_impressions'],
    ['an id', 200, { ...right, inventory_id: 'x' }, '/inventory_id'],
  ])('points to %s', (_what, status, value, pointer) => {
    expect([...answered(status, value).values()].map(({ finding }) => finding.pointer)).toEqual([pointer]);
  });
});
