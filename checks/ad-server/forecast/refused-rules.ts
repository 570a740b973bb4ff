import { every } from '../../../src/engine/excuse.ts';
import { expect, violation } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { ofListed } from '../desk/forecasts.ts';
import {
  forecastOf,
  isEmptyDay,
  isForecastRefused,
  isTaken,
  type Asked,
  type Forecast,
} from '../readers/forecast-answers.ts';
import { withMembers, type ForecastRequest } from '../values/requests.ts';
import { comparisons, impossibleFlights, oneDays, ofUnknown, staysFarBelow, type DayAsked } from './refused-requests.ts';
import { asked, forecast, forecasts } from './requests.ts';

export const oneDay = forecast.rule(
  {
    id: 'forecast.one-day-flight',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A flight of one day is a valid, inclusive range.',
    fix: 'Treat `end_date` as the last day of the flight: a flight that starts and ends on one day lasts that day.',
    of: { asked, forecasts, oneDays },
  },
  ({ asked, forecasts, oneDays }, note) => {
    expectListed(asked.filter(({ kind }) => kind === 'one-day'));
    every(
      oneDays.flatMap(someDay),
      (one) => {
        expectForecastOrNone(one);
      },
      note,
    );
    const [first] = oneDays;
    if (first === undefined || !oneDays.every(({ day }) => isEmptyDay(day, forecasts))) return;
    if (first.each.every((one) => forecastOf(one) === 0))
      violation({
        expected: 'impressions on some day, as the three weeks as a whole have',
        actual: '0 for every day that was tried',
        pointer: '/forecasted_impressions',
        replies: first.each.slice(-1).map(({ reply }) => reply),
      });
  },
);

/** The forecasts for those days that a business rule does not refuse; if it refuses all, the one that was refused first. */
function someDay({ day, each }: DayAsked): readonly Asked[] {
  const taken = isForecastRefused(day) ? each.filter((one) => !isForecastRefused(one)) : [];
  return taken.length === 0 ? [day] : taken;
}

/** Expects a forecast, or that there is none for the slot. */
function expectForecastOrNone(one: Forecast, circumstance = one.listedAs && `for ${one.listedAs}`): void {
  if (!isTaken(one)) expect(one.reply, circumstance).status(200, 501);
}

/** Leaves the rule open where none of the slots that were asked about is listed any more. */
function expectListed<F extends Forecast>(asked: readonly F[]): F[] {
  const listed = ofListed(asked);
  if (listed.length === 0 && asked.length > 0)
    inconclusive('The slots that were asked about are not listed any more.', ...asked.map(({ reply }) => reply));
  return listed;
}

export const takesGeo = forecast.rule(
  {
    id: 'forecast.takes-geo',
    level: 'must',
    section: 'ad-server §2.4',
    requirement:
      '`targeting.geo` with ISO 3166-1 alpha-2 codes is accepted: one country, and two if each is accepted by itself.',
    fix: 'Accept two-letter country codes in `targeting.geo`, several of them, too.',
    of: { asked, forecasts },
  },
  ({ asked }, note) => {
    const targeted = expectListed(asked.filter(({ kind }) => kind === 'geo' || kind === 'countries'));
    const isTakenSomewhere = targeted.some((one) => one.kind === 'geo' && isTaken(one));
    const due = targeted.filter((one) => one.kind !== 'geo' || !isTakenSomewhere || !isForecastRefused(one));
    every(
      due,
      (one) => {
        expectForecastOrNone(one, `for ${inWords(one.request.targeting?.geo ?? [], 'and')}`);
      },
      note,
    );
  },
);

export const emptyGeo = forecast.rule(
  {
    id: 'forecast.empty-geo-is-worldwide',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'An empty `targeting.geo` means worldwide, as its absence does.',
    fix: 'Treat an empty list of countries like no list: apply no geo filter; do not return zero matches.',
    of: { asked, forecasts, comparisons },
  },
  ({ asked, comparisons: { withUntargeted } }) => {
    // That a targeting without geo is refused is judged with all requests.
    every(expectListed(asked.filter(({ kind }) => kind === 'empty-geo')), (one) => {
      expectForecastOrNone(one);
    });
    for (const {
      low: [empty],
      high: [usual],
    } of withUntargeted.filter(staysFarBelow))
      if (empty !== undefined && usual !== undefined)
        violation({
          expected: `about as many impressions as without targeting: ${forecastOf(usual)}`,
          actual: `${forecastOf(empty)} with ${JSON.stringify({ targeting: empty.request.targeting })}`,
          pointer: '/forecasted_impressions',
          replies: [usual.reply, empty.reply],
        });
  },
);

forecast.rule(
  {
    id: 'forecast.whole-covers-parts',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A forecast is not 0 if a part of what was asked for has impressions.',
    fix: 'Add up all days of the flight, in whatever months they are, and all countries of the list: an impression has to come from one of them, not from each. Sizes that the slot accepts do not reduce the forecast to nothing.',
    of: { forecasts, comparisons },
  },
  ({ comparisons: { withParts } }) => {
    for (const {
      low: [whole],
      high: [part],
    } of withParts.filter(staysFarBelow))
      if (whole !== undefined && part !== undefined)
        violation({
          expected: `impressions from ${inFull(whole)}, as there are ${forecastOf(part)} from ${inFull(part)}`,
          actual: '0',
          pointer: '/forecasted_impressions',
          replies: [part.reply, whole.reply],
        });
  },
);

/** What a forecast was asked for, but for the slot, as in `2026-12-02 to 2026-12-22 in DE and US`. */
function inFull({ request: { flight, targeting: { geo = [] } = {}, sizes } }: Asked): string {
  const where = geo.length === 0 ? 'worldwide' : `in ${inWords(geo, 'and')}`;
  return `${flight.start_date} to ${flight.end_date} ${where}${sizes === undefined ? '' : `, of sizes ${JSON.stringify(sizes)}`}`;
}

forecast.rule(
  {
    id: 'forecast.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'An unknown `inventory_id` is answered 404.',
    fix: 'If the slot does not exist, answer 404 before you check anything else about the values.',
    of: { ofUnknown },
  },
  ({ ofUnknown }, note) => {
    every(
      ofUnknown,
      ({ request, reply, allowed }) => {
        expect(reply, `with inventory_id ${JSON.stringify(request.inventory_id)}${besides(request)}`).status(
          ...allowed,
        );
      },
      note,
    );
  },
);

const besides = ({ targeting, sizes }: ForecastRequest) => withMembers({ targeting, sizes });

forecast.rule(
  {
    id: 'forecast.reversed-range-is-422',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A flight that ends before it starts is answered 422.',
    fix: 'Check that `start_date` is not after `end_date`, and answer 422 with a clear message: the shape is right, the values are not.',
    of: { impossibleFlights },
  },
  ({ impossibleFlights: { reversed } }, note) => {
    expectRefused(reversed, note, 422);
  },
);

forecast.rule(
  {
    id: 'forecast.impossible-date-is-refused',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A date that does not exist is refused with 400 or 422.',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not turn 30 February into a day in March, and catch what the parser throws.',
    of: { impossibleFlights },
  },
  ({ impossibleFlights: { notInCalendar } }, note) => {
    expectRefused(notInCalendar, note, 400, 422);
  },
);

forecast.rule(
  {
    id: 'forecast.date-format',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A date that is not written `YYYY-MM-DD` is refused with 400 or 422.',
    fix: 'Accept four digits, two and two with hyphens between them, and nothing else: no time of day, no other order, no zero left out.',
    of: { impossibleFlights },
  },
  ({ impossibleFlights: { misspelt } }, note) => {
    expectRefused(misspelt, note, 400, 422);
  },
);

/** Expects every one of these requests to be refused like this for its flight. */
function expectRefused(asked: readonly Forecast[], note: Note, ...statuses: readonly number[]): void {
  const daysOf = ({ request }: Forecast) =>
    `${request.flight.start_date} to ${request.flight.end_date}${besides(request)} of ${JSON.stringify(request.inventory_id)}`;
  every(
    asked,
    ({ reply }) => {
      const same = asked.filter((one) => one.reply.status === reply.status).map(daysOf);
      const which = `the flight${same.length === 1 ? '' : 's'} ${inWords(same, 'and')}`;
      expect(reply, `for ${which} (${same.length} of ${asked.length} such flights)`).status(...statuses);
    },
    note,
  );
}
