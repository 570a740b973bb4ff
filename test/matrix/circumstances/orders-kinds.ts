import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { bookingVariations } from '../../../fixtures/variations/booking.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { daysInFlight } from '../../../fixtures/publisher/calendar.ts';
import { member } from '../../../fixtures/publisher/json.ts';
import type { LineRequest, OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import { lineRule } from '../../../fixtures/publisher/orders/value-rules.ts';
import { firstTime, onReply } from '../../../fixtures/behaviours/replies.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';
import { closed, refusing } from './refusing.ts';

const ONE_DAY = 'orders.one-day-flight';
const SEVERAL = 'orders.several-lines-on-one-slot';
const MEMBERS = 'orders.optional-members';
const CREATIVES = 'orders.takes-creatives';
const BOTH = 'orders.takes-both-creative-shapes';
const CREATED = 'orders.created-is-201';
const only = { only: ['orders'] };

const isOneDay = ({ flight }: LineRequest): boolean => flight.start === flight.end;
const isShort = ({ flight }: LineRequest): boolean => daysInFlight(flight.start, flight.end) < 3;
const hasTag = ({ creatives }: LineRequest): boolean =>
  creatives.some((creative) => member(creative, 'type') === 'third_party_tag');

/** The names of orders that ask for a kind for the first time. */
const isFirstForm = /: (?:one-day|four-lines|tags|plain|image(?:-all)?(?:-long)?|all|repeat)$/;

/** Refuses these orders when they come for the first time. */
const refusingAtFirst =
  (when: (order: OrderRequest) => boolean): BehaviourChange =>
  (base, settings) => {
    const isFirst = firstTime();
    return refusing((order) => when(order) && isFirst(order.externalRef))(base, settings);
  };

/** Declares that it has no forecasts, but says of every slot that nothing is left. */
const undeclared: BehaviourChange = ({ account }) => ({
  account: { ...account, capabilities: { ...account.capabilities, forecast: false } },
  forecastNumbers: () => ({ forecasted: 900_000, available: 0 }),
});

const withoutForecast: BehaviourChange = (base, settings) => ({
  ...undeclared(base, settings),
  isForecastable: () => false,
});

const together =
  (...changes: readonly BehaviourChange[]): BehaviourChange =>
  (base, settings) =>
    changes.reduce((behaviour, change) => ({ ...behaviour, ...change({ ...base, ...behaviour }, settings) }), {});

/** The kinds of orders that the contract promises to accept. */
export const kindCircumstances: readonly Circumstance[] = [
  {
    name: 'kinds of order that are taken when they come again may have found no room',
    behaviour: refusingAtFirst(
      ({ lines, advertiserRef }) =>
        lines.length > 1 ||
        advertiserRef !== undefined ||
        lines.some((line) => isOneDay(line) || line.creatives.length > 0),
    ),
    run: { certify: only },
    verdict: 'passed',
    ends: {
      [ONE_DAY]: 'inconclusive',
      [SEVERAL]: 'inconclusive',
      [CREATIVES]: 'inconclusive',
    },
    says: { [ONE_DAY]: /^It was refused first and accepted later: there may have been no room\./ },
  },
  {
    name: 'an image is taken, and no room left for a day',
    behaviour: refusing(
      ({ lines, name }) => lines.some((line) => isOneDay(line) || hasTag(line)) || /: (?:room|shape)-/.test(name),
    ),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ONE_DAY]: 'inconclusive', [CREATIVES]: 'pass', [BOTH]: 'info' },
    says: { [BOTH]: /^The same order without the change is refused, too: status 422 / },
  },
  {
    name: 'a forecast that is not declared says nothing about a day',
    behaviour: together(
      undeclared,
      refusing(({ lines }) => lines.some(isOneDay)),
    ),
    run: { certify: only },
    fails: [ONE_DAY],
    verdict: 'passed',
  },
  {
    name: 'a kind of order is not judged where a plain one has taken what was left',
    behaviour: refusing(({ lines, name }) => lines.some(isOneDay) || name.includes(': room-after-')),
    run: { certify: { only: [ONE_DAY] } },
    verdict: 'inconclusive',
    ends: { [ONE_DAY]: 'inconclusive' },
    says: { [ONE_DAY]: /^The same order without the change is refused, too: status 422 / },
  },
  {
    name: 'as much is left for a day as is asked for',
    behaviour: (base) => {
      let asked = 0;
      return {
        orderRules: [
          ...base.orderRules,
          lineRule('no-days', (line) => {
            if (!isOneDay(line)) return undefined;
            asked = Math.max(asked, line.goalImpressions);
            return closed;
          }),
        ],
        forecastNumbers: (slot, request, exchange) =>
          request.flight.start === request.flight.end
            ? { forecasted: 900_000, available: asked }
            : base.forecastNumbers(slot, request, exchange),
      };
    },
    run: { certify: { only: [ONE_DAY] } },
    fails: [ONE_DAY],
    verdict: 'passed',
  },
  {
    name: 'what is left of an order that was refused is not met by another form of it',
    behaviour: (base, settings) => ({
      ...refusing(({ name }, { order }) => order === undefined && isFirstForm.test(name))(base, settings),
      onRefused: async (refusal, _exchange, carryOn) => {
        if (refusal.reason === 'business-rule') await carryOn();
        return refusal;
      },
    }),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ONE_DAY]: 'pass', [SEVERAL]: 'pass', [MEMBERS]: 'pass', [CREATIVES]: 'pass', [CREATED]: 'pass' },
  },
  {
    name: 'that nothing may be left for a day is no excuse for other kinds of order',
    behaviour: together(
      withoutForecast,
      refusing(({ lines }) => lines.some(isShort)),
      behaviourOf(ordersFaults, 'orders-slot-once-per-order'),
    ),
    run: { certify: only },
    fails: [SEVERAL],
    verdict: 'failed',
    ends: { [ONE_DAY]: 'pass' },
    says: { [ONE_DAY]: /^Flights of two days are refused, too: a business rule may forbid short ones\./ },
  },
  {
    name: 'who takes no creative is not told besides to take both shapes',
    behaviour: behaviourOf(ordersFaults, 'orders-creatives-refused'),
    run: { certify: only },
    fails: [CREATIVES],
    verdict: 'failed',
    ends: { [BOTH]: 'info' },
    cites: { [CREATIVES]: 2 },
  },
  {
    name: 'who takes a tag may call an image malformed, which is recorded',
    behaviour: behaviourOf(bookingVariations, 'tags-only-400'),
    run: { certify: only },
    verdict: 'passed',
    ends: { [CREATIVES]: 'pass' },
    says: { [BOTH]: /^`third_party_tag`: status 201\. `image`: status 400 \(.*\)\.$/ },
  },
  {
    name: 'where no form of a shape is taken, none that was refused before is told of',
    behaviour: behaviourOf(bookingVariations, 'tags-only'),
    run: { certify: only },
    verdict: 'passed',
    ends: { [CREATIVES]: 'pass', [ONE_DAY]: 'pass' },
    says: { [CREATIVES]: /^$/, [ONE_DAY]: /^$/, [BOTH]: /`image`: status 422 \(.*\)\.$/ },
  },
  {
    name: 'where every first answer to an order got lost, each 200 may be that to a repeat',
    behaviour: (base) => {
      const isFirst = firstTime();
      return onReply(
        base,
        { route: 'orders', status: 'success', when: (_reply, { request }) => isFirst(request.body) },
        (reply) => ({ ...reply, status: 503, body: { code: 'unavailable', message: 'Come again.' } }),
      );
    },
    run: { certify: only },
    verdict: 'passed',
    ends: { [CREATED]: 'inconclusive' },
    says: { [CREATED]: /^No order was taken at the first attempt, / },
  },
];
