import { becauseOf } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import { controlForecast, controlPromised, excuseGoneForecasts } from '../../checks/ad-server/desk/forecasts.ts';
import type { Asked, Forecast, ForecastKind } from '../../checks/ad-server/readers/forecast-answers.ts';
import { IdSet } from '../../checks/ad-server/readers/inventory-summary.ts';
import type { ForecastRequest } from '../../checks/ad-server/values/request-bodies.ts';
import type { TakenWithMore } from '../../checks/ad-server/forecast/requests.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { answer, judged, telling, excusedFor } from './judging.ts';

const slot = { inventory_id: 's1', name: 'Top', sizes: ['300x250', '728x90'] };
const flight = { start_date: '2027-01-04', end_date: '2027-01-24' };
const day = { start_date: '2027-01-04', end_date: '2027-01-04' };

const body = (impressions = 50_000) => ({
  inventory_id: 's1',
  available_impressions: impressions,
  forecasted_impressions: impressions,
});

const ask = (kind: ForecastKind, reply: Reply, more: Partial<ForecastRequest> = {}): Asked => ({
  kind,
  slot,
  request: { inventory_id: 's1', flight, ...more },
  reply,
});
const usual = (impressions?: number) => ask('usual', answer(200, body(impressions)));

const answers = (asked: readonly Asked[], takenWithMore: TakenWithMore | null = null) =>
  judged('forecast.answers-200', { asked, takenWithMore });

const inCountries = (...geo: string[]) => ({ targeting: { geo } });

/** Asks a service that answers in this way. */
const asking = (status: (request: ForecastRequest) => number): Wire & { readonly sent: ForecastRequest[] } => {
  const sent: ForecastRequest[] = [];
  const forecast = ({ json }: { json: ForecastRequest }) => {
    sent.push(json);
    return Promise.resolve(answer(status(json)));
  };
  return { sent, forecast } as never; // Nothing else is called.
};

describe('The answer to a forecast request', () => {
  it('is right with 200, with 501, and with 422 where another slot is forecast', async () => {
    const asked = [usual(), ask('usual', answer(501)), ask('again', answer(422))];
    expect(await answers(asked)).toEqual({ held: telling('1 of 3 requests was refused with 422') });
  });

  it('may refuse long flights, but not fail for them', async () => {
    for (const status of [400, 422])
      expect(await answers([usual(), ask('long', answer(status))])).toHaveProperty('held');
    expect(await answers([usual(), ask('month', answer(400))])).toHaveProperty('violation');
    for (const status of [404, 500])
      expect(await answers([usual(), ask('long', answer(status))])).toMatchObject({
        violation: telling('to a request for a long flight'),
      });
  });

  it('is wrong with 422 for an optional member', async () => {
    expect(await answers([usual(), ask('sizes', answer(422))])).toMatchObject({
      violation: telling('got status 422 to a request with `sizes`'),
    });
  });

  it('is open where all are refused, and wrong where one with more members is taken', async () => {
    const plain = ask('usual', answer(422));
    expect(await answers([plain])).toEqual({ inconclusive: telling('Every forecast was refused') });
    expect(await answers([usual()], { plain, taken: usual(), more: { sizes: ['300x250'] } })).toMatchObject({
      violation: telling('a forecast without sizes'),
    });
  });

  it('breaks the rule about countries where one is demanded, unless orders do the same', async () => {
    const takenWithMore = { plain: ask('usual', answer(422)), taken: usual(), more: inCountries('DE') };
    const of = { asked: [usual()], forecasts: [], comparisons: { withParts: [], withUntargeted: [] }, takenWithMore };
    expect(await answers([usual()], takenWithMore)).toEqual({ held: '' });
    expect(await judged('forecast.empty-geo-is-worldwide', of)).toMatchObject({
      violation: telling('a forecast without targeting'),
    });
    const first = { without: { demands: inCountries('DE') } };
    expect(await judged('forecast.empty-geo-is-worldwide', { ...of, first })).toHaveProperty('inconclusive');
  });

  it('may be any refusal of an archived slot but a server error', async () => {
    expect(await answers([usual(), ask('archived', answer(409))])).toEqual({
      held: '',
    });
    expect(await answers([usual(), ask('archived', answer(500))])).toMatchObject({ violation: telling('500') });
  });
});

describe('A forecast answered 404', () => {
  const unknown = (id: string): Forecast => ({ request: { inventory_id: id, flight }, reply: answer(404) });
  const listed = new IdSet();
  listed.add('s0');
  listed.add('s1');
  const readAgain = () => Promise.resolve({ ids: listed });

  it('is excused for a slot that has left the inventory, and says the place of one that has not', async () => {
    const [gone, still] = await excuseGoneForecasts(
      asking(() => 404),
      readAgain,
      [unknown('s9'), unknown('s1')],
    );
    expect(excusedFor(gone?.reply)).toBe('The requested slot is not listed any more.');
    expect([still?.reply.excuse, still?.listedAs]).toEqual([undefined, '"s1", slot 2 of the 2 that are listed']);
  });

  it('is noted of slots that have left, and told of one that is listed', async () => {
    const gone = ask('usual', answer(404, undefined, { excuse: { because: becauseOf('Gone.'), shownBy: [] } }));
    expect(await answers([usual(), gone])).toEqual({ held: telling('not listed any more: 1') });
    expect(await answers([usual(), { ...ask('usual', answer(404)), listedAs: '"s1", still listed' }])).toMatchObject({
      violation: telling('got status 404 for "s1", still listed'),
    });
  });

  it('leaves an archived slot open where others are not known either', async () => {
    const rule = 'forecast.archived-slot-is-not-404';
    const archived = { ...ask('archived', answer(404)), listedAs: '"s1", still listed' };
    expect(await judged(rule, { asked: [usual(), archived] })).toMatchObject({ violation: telling('404') });
    expect(await judged(rule, { asked: [ask('usual', answer(404)), archived] })).toMatchObject({
      inconclusive: telling('too'),
    });
    expect(await judged(rule, { asked: [usual()] })).toMatchObject({ notApplicable: telling('no archived slot') });
  });
});

describe('Forecasts of other slots, flights and countries', () => {
  const noted = (...impressions: number[]) =>
    judged('forecast.numbers-differ', { forecasts: impressions.map((one) => usual(one)) });

  it('are recorded as the same, or not, and never judged', async () => {
    expect(await noted(9000, 9000, 9000, 9000, 9000)).toEqual({ held: telling(/^All 5 forecasts.* look invented\.$/) });
    expect(await noted(9000, 9000, 9000, 9000, 8000)).toEqual({ held: '2 different pairs of numbers in 5 forecasts.' });
    expect(await noted(9000, 9000)).toEqual({ held: 'Too few forecasts to tell: 2.' });
  });
});

describe('The control of a refused forecast', () => {
  const refused = (kind: ForecastKind, more: Partial<ForecastRequest>) => ask(kind, answer(422), more);

  it('finds it wrong where the same request without the change is taken before and after', async () => {
    const asked = refused('sizes', { sizes: ['300x250'] });
    const http = asking(({ sizes }) => (sizes === undefined ? 200 : 422));
    await controlPromised(http, asked);
    expect(asked.reply.excuse).toBeUndefined();
    expect(http.sent.map(({ sizes }) => sizes)).toEqual([undefined, ['300x250'], undefined]);
  });

  it('leaves it open where the same request without the change is refused, too', async () => {
    const asked = refused('geo', inCountries('DE'));
    await controlPromised(
      asking(() => 422),
      asked,
    );
    expect(await answers([usual(), { ...asked, kind: 'sizes' }])).toEqual({
      inconclusive: telling('as is the same request without the change'),
    });
  });

  it('leaves it open where it is taken the second time', async () => {
    const asked = refused('empty-geo', inCountries());
    await controlForecast(
      asking(() => 200),
      asked,
      [usual().request],
    );
    expect(excusedFor(asked.reply)).toBe('It was refused first and accepted later.');
  });

  it.each([
    ['where each is taken alone', ['DE', 'US'], 'violation'],
    ['unless one is refused alone', ['DE', 'FR'], 'held'],
  ])('finds that two countries are promised %s: %j', async (_name, geo, expected) => {
    const asked = refused('countries', inCountries(...geo));
    await controlPromised(
      asking(({ targeting: { geo = [] } = {} }) => (geo.length > 1 || geo[0] === 'FR' ? 422 : 200)),
      asked,
    );
    const one = ask('geo', answer(200, body()), inCountries('DE'));
    expect(Object.keys(await judged('forecast.takes-geo', { asked: [one, asked] }))).toContain(expected);
  });

  it.each([
    [2, 'violation'],
    [3, 'held'],
  ])(
    'finds a refused day wrong where the shortest flight that is taken has %i days or fewer: %s',
    async (least, expected) => {
      const asked = refused('one-day', { flight: day });
      const lasting = ({ start_date, end_date }: typeof flight) =>
        Number(end_date.slice(8)) - Number(start_date.slice(8)) + 1;
      await controlPromised(
        asking(({ flight }) => (lasting(flight) < least ? 422 : 200)),
        asked,
      );
      const records = {
        asked: [usual(), asked],
        forecasts: [usual()],
        oneDays: { day: asked, each: [asked] },
        stated: {},
      };
      expect(Object.keys(await judged('forecast.one-day-flight', records))).toContain(expected);
    },
  );
});

describe('A forecast', () => {
  it.each([
    ['forecast.has-inventory-id', { inventory_id: '' }, '/inventory_id'],
    ['forecast.available-is-integer', { available_impressions: 1.5 }, '/available_impressions'],
    ['forecast.forecasted-is-integer', { forecasted_impressions: '7' }, '/forecasted_impressions'],
    ['forecast.unit-type', { unit_type: 'CLICKS' }, '/unit_type'],
    ['forecast.echoes-slot', { inventory_id: 's2' }, '/inventory_id'],
    ['forecast.available-within-forecasted', { forecasted_impressions: 1 }, '/available_impressions'],
  ])('is wrong by %s with %j', async (rule, change, pointer) => {
    expect(await judged(rule, { forecasts: [usual()] })).toEqual({ held: '' });
    const wrong = ask('usual', answer(200, { ...body(), ...change }));
    expect(await judged(rule, { forecasts: [usual(), wrong] })).toMatchObject({ pointer });
  });

  it('is wrong only for some requests, and says for how many', async () => {
    const wrong = ask('geo', answer(200, { ...body(), available_impressions: 1.5 }), inCountries('DE'));
    expect(await judged('forecast.available-is-integer', { forecasts: [usual(), wrong] })).toMatchObject({
      violation: telling('got 1.5. Seen in 1 of 2 forecasts'),
    });
  });

  it('is wrong where the whole has none and a part has some, each time', async () => {
    const part = ask('one-day', answer(200, body(2000)), { flight: day });
    const compared = (...wholes: number[]) => ({
      forecasts: [usual(0), part],
      comparisons: { withParts: [{ low: wholes.map(usual), high: [part] }], withUntargeted: [] },
    });
    expect(await judged('forecast.whole-covers-parts', compared(0, 0, 0, 0))).toMatchObject({
      violation: telling('2027-01-04 to 2027-01-24 worldwide'),
    });
    expect(await judged('forecast.whole-covers-parts', compared(0, 1500))).toEqual({ held: '' });
  });

  it.each([
    ['forecast.reversed-range-is-422', 'reversed', [422], [400]],
    ['forecast.impossible-date-is-refused', 'notInCalendar', [400, 422], [200]],
    ['forecast.date-format', 'misspelt', [400, 422], [404]],
  ])('is refused by %s', async (rule, kind, right, wrong) => {
    const flights = (statuses: readonly number[]) => ({
      impossibleFlights: { [kind]: statuses.map((status) => ask('usual', answer(status))) },
    });
    expect(await judged(rule, flights(right))).toEqual({ held: '' });
    expect(await judged(rule, flights([...right, ...wrong]))).toMatchObject({
      violation: telling(`got status ${wrong[0]} for the flight .+ \\(1 of ${right.length + 1} such flights\\)`),
    });
  });

  it('of a slot that does not exist is answered 404', async () => {
    const ofUnknown = (status: number) => [{ ...ask('usual', answer(status)), allowed: [404] }];
    expect(await judged('forecast.unknown-slot-is-404', { ofUnknown: ofUnknown(404) })).toEqual({ held: '' });
    expect(await judged('forecast.unknown-slot-is-404', { ofUnknown: ofUnknown(200) })).toMatchObject({
      violation: telling('got status 200 with inventory_id "s1"'),
    });
  });

  it('of a booked slot is as right as before', async () => {
    const without = ask('usual', answer(200, { ...body(), available_impressions: null }));
    const booked = (now: Asked) => judged('orders.booked-slot-is-forecast', { ofBooked: [now] });
    expect(await booked(usual())).toEqual({ held: '' });
    expect(await booked(ask('usual', answer(422)))).toMatchObject({
      violation: telling('for what orders are accepted'),
    });
    expect(await booked(without)).toMatchObject({ pointer: '/available_impressions' });
  });
});
