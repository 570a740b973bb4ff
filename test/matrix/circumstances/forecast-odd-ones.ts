import { merged } from '../../../fixtures/behaviours/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { daysInFlight } from '../../../fixtures/publisher/calendar.ts';
import type { ForecastRequest } from '../../../fixtures/publisher/forecast-rules.ts';
import { badField, badValue, Refusal } from '../../../fixtures/publisher/refusal.ts';
import type { Slot } from '../../../fixtures/publisher/slots.ts';
import { verdictIfBroken, type Circumstance } from './circumstance.ts';

const ANSWERS = 'forecast.answers-200';
const CODE = 'forecast.unsupported-is-501-with-code';
const EMPTY_GEO = 'forecast.empty-geo-is-worldwide';
const GEO = 'forecast.takes-geo';
const ONE_DAY = 'forecast.one-day-flight';
const REVERSED = 'forecast.reversed-range-is-422';
const WITHIN = 'forecast.available-within-forecasted';

const isEven = ({ position }: Slot): boolean => position % 2 === 0;
const withCountries = ({ geo }: ForecastRequest): boolean => geo.length > 0;
const hasEmptyGeo = ({ body, geo }: ForecastRequest): boolean =>
  geo.length === 0 && JSON.stringify(body).includes('"geo":[]');

const declined = badValue('business-rule', 'Ask your account manager.');
const crash = new Refusal({ reason: 'crashed', status: 500, code: 'internal_error', message: 'Failed.' });

/** Refuses some forecasts. */
const refusing =
  (which: (request: ForecastRequest, slot: Slot, today: string) => boolean, refusal: Refusal): BehaviourChange =>
  (base) => ({
    forecastRules: [
      ...base.forecastRules,
      {
        name: 'of-its-own',
        check: (request, slot, { today }) =>
          slot !== undefined && which(request, slot, today()) ? refusal : undefined,
      },
    ],
  });

/** Cannot forecast some slots. */
const unable =
  (which: (request: ForecastRequest, slot: Slot) => boolean): BehaviourChange =>
  () => ({ isForecastable: (slot, request) => !which(request, slot) });

/** Applies both changes. */
const both =
  (one: BehaviourChange, other: BehaviourChange): BehaviourChange =>
  (base, settings) => {
    const changed = { ...base, ...one(base, settings) };
    return { ...changed, ...other(changed, settings) };
  };

/** Sends other members for some forecasts. */
const telling =
  (
    which: (request: ForecastRequest, slot: Slot) => boolean,
    members: Readonly<Record<string, unknown>>,
  ): BehaviourChange =>
  (base) => ({
    forecastBody: (numbers, request, slot, exchange) => {
      const body = base.forecastBody(numbers, request, slot, exchange);
      return which(request, slot) ? merged(body, members) : body;
    },
  });

/** What the n-th forecast of a slot predicts, with an empty list of countries and without one. */
const inTurn = (empty: readonly number[], whole: readonly number[]): BehaviourChange => {
  return () => {
    const asked = new Map<string, number>();
    return {
      forecastNumbers: ({ inventoryId }, request) => {
        const list = hasEmptyGeo(request) ? empty : whole;
        const name = `${inventoryId} ${JSON.stringify(request.body)}`;
        const times = asked.get(name) ?? 0;
        asked.set(name, times + 1);
        const forecasted = list[Math.min(times, list.length - 1)] ?? 0;
        return { forecasted, available: forecasted };
      },
    };
  };
};

const always = (): boolean => true;

type Row = readonly [name: string, behaviour: BehaviourChange, stated: Partial<Circumstance>];

const failing = (...fails: readonly string[]): Partial<Circumstance> => ({ fails, verdict: verdictIfBroken(fails) });

/** Fails for the slot at this place, the only one of its format. */
const crashingOnAudio = (place: number): BehaviourChange =>
  both(
    (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => (slot.position === place ? { ...slot, format: 'audio' } : slot)),
    }),
    refusing((_request, { format }) => format === 'audio', crash),
  );

const rows: readonly Row[] = [
  [
    'an id that is no string is not compared',
    telling(always, { inventory_id: 7 }),
    {
      ...failing('forecast.has-inventory-id'),
      ends: { 'forecast.echoes-slot': 'pass' },
    },
  ],
  [
    'an empty id is not compared',
    telling(always, { inventory_id: '' }),
    {
      ...failing('forecast.has-inventory-id'),
      ends: { 'forecast.echoes-slot': 'pass' },
    },
  ],
  [
    'what is available is not compared as text',
    telling(always, { available_impressions: '999999999' }),
    {
      ...failing('forecast.available-is-integer'),
      ends: { [WITHIN]: 'pass' },
    },
  ],
  [
    'what is forecast is not compared as text',
    telling(always, { forecasted_impressions: '1' }),
    {
      ...failing('forecast.forecasted-is-integer'),
      ends: { [WITHIN]: 'pass' },
    },
  ],
  [
    'where every slot can be forecast, nothing is said of 501',
    unable(() => false),
    {
      ends: { [CODE]: 'not-applicable', [REVERSED]: 'pass' },
    },
  ],
  [
    'archived slots do not speak for the others',
    unable((_request, { status }) => status !== 'archived'),
    {
      fails: ['forecast.flag-tells-ability'],
    },
  ],
  [
    'an archived slot that is forecast is judged as others are',
    both(
      unable(() => false),
      telling((_request, { status }) => status === 'archived', { available_impressions: 9, forecasted_impressions: 8 }),
    ),
    failing(WITHIN),
  ],
  [
    'the last archived slot is asked about like the first',
    both(
      unable(() => false),
      telling(({ inventoryId }) => inventoryId === 'slot-0051', {
        available_impressions: 9,
        forecasted_impressions: 8,
      }),
    ),
    { ...failing(WITHIN), run: { slots: 60, certify: { only: ['forecast'] } } },
  ],
  [
    'one odd slot from the middle is asked about, where there are sixty',
    telling((_request, { position }) => position === 24, { available_impressions: 9, forecasted_impressions: 8 }),
    { ...failing(WITHIN), run: { slots: 60, certify: { only: ['forecast'] } } },
  ],
  [
    'fewer days are forecast where three weeks are refused, of some slots at least',
    refusing(({ flight }, { position }) => daysInFlight(flight.start, flight.end) > 10 || position % 3 === 2, declined),
    { ends: { [ANSWERS]: 'pass', [REVERSED]: 'pass', [ONE_DAY]: 'pass', [EMPTY_GEO]: 'pass' } },
  ],
  [
    'days soon are forecast where later ones are refused',
    refusing(({ flight }, _slot, today) => daysInFlight(today, flight.end) > 20, declined),
    { ends: { [ANSWERS]: 'pass', [REVERSED]: 'pass', [ONE_DAY]: 'pass' } },
  ],
  [
    'one slot that takes no country does not speak for all',
    refusing((request, slot) => withCountries(request) && isEven(slot), declined),
    {
      ends: { [GEO]: 'pass' },
    },
  ],
  [
    'a slot that cannot be forecast by country takes one',
    both(
      refusing((request, slot) => withCountries(request) && isEven(slot), declined),
      unable(withCountries),
    ),
    { ends: { [GEO]: 'pass' } },
  ],
  [
    'each slot is compared with itself',
    () => ({
      forecastNumbers: (slot) => {
        const forecasted = isEven(slot) ? 2000 : 1_000_000;
        return { forecasted, available: forecasted };
      },
    }),
    {},
  ],
  [
    'a low forecast for an empty list that does not come again is no fault',
    inTurn([900, 900, 900, 9000], [9000]),
    {
      ends: { [EMPTY_GEO]: 'pass' },
    },
  ],
  [
    'a high forecast without a list that does not come again is none',
    inTurn([4000], [9000, 5000]),
    {
      ends: { [EMPTY_GEO]: 'pass' },
    },
  ],
  [
    'a refused day is a matter of days alone',
    refusing(({ flight }) => flight.start === flight.end, declined),
    {
      ...failing(ONE_DAY),
      ends: { [ANSWERS]: 'pass' },
    },
  ],
  [
    'the one slot that can be forecast, of a rare format, is asked about in every kind',
    both(
      both(
        (base) => ({
          slots: (exchange) =>
            base.slots(exchange).map((slot) => (slot.position === 203 ? { ...slot, format: 'audio' } : slot)),
        }),
        unable((_request, { format }) => format !== 'audio'),
      ),
      refusing(withCountries, badField('targeting.geo', 'left out')),
    ),
    { ...failing(GEO), run: { slots: 400, certify: { only: ['forecast'] } } },
  ],
  ['a slot of a rare format is asked about', crashingOnAudio(30), failing(ANSWERS)],
  [
    'a slot of a rare format is asked about in the middle of a long list',
    crashingOnAudio(203),
    { ...failing(ANSWERS), run: { slots: 400, certify: { only: ['forecast'] } } },
  ],
  [
    'what was answered is said where every forecast is refused',
    refusing(always, declined),
    {
      says: {
        [ANSWERS]: /^Every forecast was refused: status 422 \(.*account manager.*\)\.$/,
      },
      ends: { [ANSWERS]: 'inconclusive' },
    },
  ],
  [
    'where no slot can be booked, there is none to ask about',
    (base) => ({
      slots: (exchange) => base.slots(exchange).map((slot) => ({ ...slot, status: 'archived' as const })),
    }),
    { verdict: 'inconclusive', says: { [ANSWERS]: /no active slot with a size, so there is none to forecast/ } },
  ],
];

/** Single slots, and single answers, that differ from the others. */
export const oddForecasts: readonly Circumstance[] = rows.map(([name, behaviour, stated]) => ({
  name,
  behaviour,
  run: { certify: { only: ['forecast'] } },
  verdict: 'passed',
  ...stated,
}));
