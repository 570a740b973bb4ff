import { forecastFaults } from '../../../fixtures/faults/forecast.ts';
import { merged } from '../../../fixtures/behaviours/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { ForecastRequest } from '../../../fixtures/publisher/forecast-rules.ts';
import { badField, badValue, Refusal } from '../../../fixtures/publisher/refusal.ts';
import type { Slot } from '../../../fixtures/publisher/slots.ts';
import { onBody, onWire } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';
import { bookedForecasts } from './forecast-booked.ts';
import { oddForecasts } from './forecast-odd-ones.ts';
import { told } from './told.ts';

const ANSWERS = 'forecast.answers-200';
const UNKNOWN = 'forecast.unknown-slot-is-404';
const REVERSED = 'forecast.reversed-range-is-422';
const CODE = 'forecast.unsupported-is-501-with-code';
const ARCHIVED = 'forecast.archived-slot-is-not-404';
const FAST = 'forecast.answers-fast';
const ABILITY = 'forecast.flag-tells-ability';
const only = { only: ['forecast'] };

const unsupported = new Refusal({
  reason: 'slot-unforecastable',
  status: 501,
  code: 'forecast_unsupported',
  message: 'No forecast for this slot.',
});

/** Has unlisted slots, whose ids are the first made-up ones. `null` forecasts them. */
const hiding =
  (ids: number, refusal: Refusal | null): BehaviourChange =>
  (base) => {
    let asked = 0;
    return {
      onRefused: (refused, exchange, carryOn) => {
        if (refused.reason !== 'slot-unknown' || exchange.request.route !== 'forecast')
          return base.onRefused(refused, exchange, carryOn);
        asked += 1;
        if (asked > ids) return refused;
        return refusal ?? carryOn();
      },
    };
  };

/** Removes slots from the list for good, from the first forecast on that the predicate selects. */
const takingOff =
  (isMeant: (request: ForecastRequest, slot: Slot) => boolean): BehaviourChange =>
  (base) => {
    const gone = new Set<string>();
    return {
      slots: (exchange: Exchange) => base.slots(exchange).filter(({ inventoryId }) => !gone.has(inventoryId)),
      forecastRules: [
        {
          name: 'gone',
          check: (request, slot) => {
            if (slot === undefined || !isMeant(request, slot)) return undefined;
            gone.add(slot.inventoryId);
            return unknown;
          },
        },
        ...base.forecastRules,
      ],
    };
  };

const predicted =
  (numbers: (request: ForecastRequest, slot: Slot) => number | null): BehaviourChange =>
  (base) => ({
    forecastNumbers: (slot, request, exchange) => {
      const forecasted = numbers(request, slot);
      return forecasted === null
        ? base.forecastNumbers(slot, request, exchange)
        : { forecasted, available: Math.floor(forecasted / 2) };
    },
  });

/** Refuses the forecasts that the predicate selects, before any other check. */
const refusing =
  (isMeant: (request: ForecastRequest, slot: Slot) => boolean, refusal: Refusal): BehaviourChange =>
  (base) => ({
    forecastRules: [
      {
        name: 'some',
        check: (request, slot) => (slot !== undefined && isMeant(request, slot) ? refusal : undefined),
      },
      ...base.forecastRules,
    ],
  });

/** Answers some forecasts after more than a second, and the others at once. */
const slowly =
  (isMeant: (request: Exchange['request']) => boolean): BehaviourChange =>
  (base) =>
    onWire(base, { route: 'forecast' }, (wire, { request }) => ({ ...wire, delay: isMeant(request) ? 1100 : 20 }));

const unknown = new Refusal({ reason: 'slot-unknown', status: 404, code: 'unknown_slot', message: 'No such slot.' });

const declined = badValue('business-rule', 'Ask your account manager.');

const daysIn = ({ flight }: ForecastRequest): number =>
  (Date.parse(flight.end) - Date.parse(flight.start)) / 86_400_000 + 1;

/** From the first to the last day of a calendar month. */
const isWholeMonth = ({ flight }: ForecastRequest): boolean =>
  flight.start.endsWith('-01') && new Date(Date.parse(flight.end) + 86_400_000).getUTCDate() === 1;

const isOneDay = ({ flight }: ForecastRequest): boolean => flight.start === flight.end;
const isArchived = ({ status }: Slot): boolean => status === 'archived';
const hasEmptyGeo = ({ body, geo }: ForecastRequest): boolean =>
  geo.length === 0 && JSON.stringify(body).includes('"geo":[]');

export const forecastCircumstances: readonly Circumstance[] = [
  ...bookedForecasts,
  ...oddForecasts,
  ...(
    [
      ['is forecast', null],
      ['is refused by a business rule', declined],
      ['cannot be forecast', unsupported],
    ] as const
  ).map(([answer, refusal]): Circumstance => ({
    name: `a slot that is not listed and ${answer} stands under a made-up id by chance`,
    behaviour: hiding(1, refusal),
    run: { certify: only },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  })),
  {
    name: 'slots that are taken off the list while they are forecast are said',
    behaviour: takingOff((_request, { position }) => position % 7 === 3),
    run: { certify: only },
    verdict: 'passed',
    says: { [ANSWERS]: /^Slots that were answered 404 are not listed any more: [1-9]\d*\.$/ },
  },
  {
    name: 'a slot that is taken off the list before its flight is turned round leaves that unjudged',
    behaviour: takingOff(({ flight }) => flight.start > flight.end),
    run: { certify: only },
    verdict: 'passed',
    ends: { [REVERSED]: 'inconclusive' },
    says: { [REVERSED]: /^The requested slot is not listed any more\./ },
  },
  {
    name: 'where no slot is archived, the rule about them is left aside',
    behaviour: (base) => ({ slots: (exchange) => base.slots(exchange).filter((slot) => !isArchived(slot)) }),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ARCHIVED]: 'not-applicable' },
    says: { [ARCHIVED]: /^The inventory lists no archived slot\.$/ },
  },
  {
    name: 'what archived slots are answered is said',
    run: { certify: only },
    verdict: 'passed',
    says: { [ARCHIVED]: /^Answered status 501 \(forecast_unsupported: [^)]*\)\.$/ },
  },
  {
    name: 'archived slots that are taken off the list leave unjudged what they are answered',
    behaviour: takingOff((_request, slot) => isArchived(slot)),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ARCHIVED]: 'inconclusive' },
    says: { [ARCHIVED]: /^The archived slots are not listed any more\./ },
  },
  ...([0, -1] as const).map((place): Circumstance => ({
    name: `the ${place === 0 ? 'first' : 'last'} archived slot alone shows that it is unknown`,
    behaviour: (base) => ({
      forecastRules: [
        {
          name: 'one',
          check: (_request, slot, exchange) =>
            slot !== undefined && base.slots(exchange).filter(isArchived).at(place) === slot ? unknown : undefined,
        },
        ...base.forecastRules,
      ],
    }),
    run: { certify: only },
    fails: [ARCHIVED],
    verdict: 'passed',
  })),
  {
    name: 'one archived slot that is still listed is enough',
    behaviour: takingOff((_request, slot) => isArchived(slot) && slot.position % 2 === 0),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ARCHIVED]: 'pass' },
  },
  {
    name: 'where no listed slot is known, archived ones say nothing of their own',
    behaviour: refusing(() => true, unknown),
    run: { certify: only },
    fails: [ANSWERS],
    verdict: 'failed',
    ends: { [ARCHIVED]: 'skip' },
  },
  {
    name: 'that no slot can be forecast is shown by one answer',
    behaviour: () => ({ isForecastable: () => false }),
    run: { certify: only },
    fails: [ABILITY],
    verdict: 'passed',
    cites: { [ABILITY]: 2 },
    ends: { [REVERSED]: 'not-applicable' },
    says: { [ABILITY]: /501 for every slot that was tried \([1-9]\d+\)/ },
  },
  {
    name: 'that no slot can be forecast counts where a country, or an archived slot, is refused before that',
    behaviour: (base, settings) => ({
      ...refusing(({ geo }, slot) => geo.length > 0 || isArchived(slot), declined)(base, settings),
      isForecastable: () => false,
    }),
    run: { certify: only },
    fails: [ABILITY],
    verdict: 'passed',
    ends: { [ANSWERS]: 'pass', [REVERSED]: 'not-applicable' },
  },
  {
    name: 'how many forecasts were refused by business rules is said',
    behaviour: refusing((_request, { position }) => position % 3 === 1, declined),
    run: { certify: only },
    verdict: 'passed',
    says: {
      [ANSWERS]: /^[1-9]\d* of [1-9]\d* requests were refused with 422, as a business rule may\.$/,
      'forecast.answers-fast': /^Median of [1-9]\d* answers: \d+ ms\.$/,
    },
  },
  {
    name: 'no impressions on a day, and few in three weeks, are no fault',
    behaviour: predicted((request, { position }) => (isOneDay(request) ? 0 : 20_000 + position)),
    run: { certify: only },
    verdict: 'passed',
  },
  {
    name: 'no impressions on any day, and many in three weeks, are one',
    behaviour: predicted((request, { position }) => (isOneDay(request) ? 0 : 21_000 + position)),
    run: { certify: only },
    fails: ['forecast.one-day-flight'],
    verdict: 'passed',
    cites: { 'forecast.one-day-flight': 2 },
  },
  {
    name: 'what other slots have, or the same slot has in longer flights, says nothing of its days',
    behaviour: predicted((request, { position }) =>
      isOneDay(request) ? 0 : daysIn(request) * (position < 5 ? 700 : 7001) + position,
    ),
    run: { certify: only },
    verdict: 'passed',
  },
  {
    name: 'a country that is refused by itself and taken beside others is a fault',
    behaviour: refusing(({ geo }) => geo.length === 1, declined),
    run: { certify: only },
    fails: ['forecast.takes-geo'],
    verdict: 'failed',
  },
  {
    name: 'the first country may be refused where the next is taken',
    behaviour: refusing(({ geo }) => geo.includes('DE'), declined),
    run: { certify: only },
    verdict: 'passed',
  },
  {
    name: 'one size of several that is refused as malformed is a fault',
    behaviour: refusing(
      ({ sizes }, slot) => sizes.length === 1 && slot.sizes.length > 1,
      badField('sizes', 'all sizes of the slot'),
    ),
    run: { certify: only },
    fails: [ANSWERS],
    verdict: 'failed',
  },
  {
    name: 'a calendar month that is refused as malformed is a fault',
    behaviour: refusing(isWholeMonth, badField('flight', 'part of a month')),
    run: { certify: only },
    fails: [ANSWERS],
    verdict: 'failed',
  },
  {
    name: 'archived slots that have no forecast are no answer where all others are refused',
    behaviour: refusing((_request, slot) => !isArchived(slot), declined),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ANSWERS]: 'inconclusive' },
  },
  {
    name: 'half as many impressions for an empty list of countries are too near to tell',
    behaviour: predicted((request) => (hasEmptyGeo(request) ? 1000 : 2000)),
    run: { certify: only },
    verdict: 'passed',
  },
  {
    name: 'few impressions altogether are too few to tell',
    behaviour: predicted((request) => (hasEmptyGeo(request) ? 0 : 999)),
    run: { certify: only },
    verdict: 'passed',
  },
  {
    name: 'less than half for an empty list of countries is a fault from a thousand impressions on',
    behaviour: predicted((request) => (hasEmptyGeo(request) ? 499 : 1000)),
    run: { certify: only },
    fails: ['forecast.empty-geo-is-worldwide'],
    verdict: 'failed',
    cites: { 'forecast.empty-geo-is-worldwide': 4 },
  },
  {
    name: 'a 501 without a code is told apart from one with another',
    behaviour: (base) => ({
      isForecastable: ({ position }) => position % 3 !== 2,
      ...onBody(base, { route: 'forecast', status: 501 }, (body) => merged(body, { code: 'no_forecast' })),
    }),
    run: { certify: only },
    fails: [CODE],
    verdict: 'failed',
    says: { [CODE]: /got "no_forecast"\..*/ },
  },
  {
    name: 'a forecast may have to be of days that are three weeks ahead',
    behaviour: (base) => ({
      forecastRules: [
        ...base.forecastRules,
        {
          name: 'notice',
          check: ({ flight }) =>
            Date.parse(flight.start) < Date.now() + 21 * 86_400_000
              ? badValue('business-rule', 'This is too soon.')
              : undefined,
        },
      ],
    }),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ANSWERS]: 'pass', [REVERSED]: 'pass' },
  },
  {
    ...told(forecastFaults, 'forecast-sizes-required-as-value', {
      [ANSWERS]: /a forecast without sizes, since there is one with, got status 422/,
    }),
    cites: { [ANSWERS]: 4 },
  },
  {
    ...told(forecastFaults, 'forecast-body-null-for-sizes', { 'forecast.body-is-object': /got null/ }),
    cites: { 'forecast.body-is-object': 2 },
  },
  {
    name: 'some slow answers, and the only one of its kind, are chance',
    behaviour: slowly(({ body }) => /"slot-003[2-8]"/.test(body) || /"sizes":\["[^"]+"\]/.test(body)),
    run: { slots: 60, certify: { only: [FAST] } },
    verdict: 'passed',
    says: { [FAST]: /^Median of \d+ answers: [1-9]\d{0,2} ms\.$/ },
  },
  {
    name: 'one slow answer in four is none, whatever was asked for',
    behaviour: (base, settings) => ({
      isForecastable: (_slot, request) => !isOneDay(request),
      ...slowly(({ body }) => body.includes('"sizes":["') && !body.includes('"geo":["'))(base, settings),
    }),
    run: { slots: 1, certify: { only: [FAST] } },
    fails: [FAST],
    verdict: 'passed',
    says: { [FAST]: /1,000 ms or more in 3 of 10 answers\./ },
  },
  told(forecastFaults, 'forecast-impossible-start-taken', {
    'forecast.impossible-date-is-refused':
      /got status 200 for the flight \S+ to \S+ of "slot-\d+" \(1 of 4 such flights\)\./,
  }),
  told(forecastFaults, 'forecast-reversed-range-taken', {
    [REVERSED]:
      /got status 200 for the flights \S+ to \S+ of \S+ and \S+ to \S+ \(with targeting and sizes\) of \S+ \(2 of 2 such flights\)\./,
  }),
];
