import { every } from '../../../src/engine/excuse.ts';
import { expect, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { bookingTerms } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { ofListed } from '../desk/forecasts.ts';
import { expectNoMinimum } from '../desk/terms.ts';
import {
  forecastOf,
  isEmptyDay,
  isForecastRefused,
  isTaken,
  type Asked,
  type Forecast,
} from '../readers/forecast-answers.ts';
import { comparisons, oneDays, staysFarBelow } from './requests.ts';
import { asked, forecast, forecasts } from './records.ts';

// Rules that compare forecasts of one slot: single days, countries, a whole and its parts.

export const oneDay = forecast.rule({
  id: 'forecast.one-day-flight',
  level: 'should',
  section: 'ad-server §2.4',
  requirement: 'A flight of one day is a valid, inclusive range.',
  problem: 'A forecast for a single day is refused',
  fix: 'Treat `end_date` as the last day of the flight: a flight that starts and ends on one day lasts that day. If your shortest flight has two days, say so in the refusal, or state `booking.flight.minDays` in the configuration file.',
  of: { asked, forecasts, oneDays, stated: bookingTerms },
  judge: ({ asked, forecasts, oneDays: { day, each }, stated }, note) => {
    expectNoMinimum(stated);
    expectListed(asked.filter(({ kind }) => kind === 'one-day'));
    if (day === undefined) return;
    // A business rule may refuse some days. If it refuses all of them, the first refusal is judged.
    const taken = isForecastRefused(day) ? each.filter((one) => !isForecastRefused(one)) : [];
    every(taken.length === 0 ? [day] : taken, (one) => expectForecastOrNone(one), note);
    if (isEmptyDay(day, forecasts) && each.every((one) => forecastOf(one) === 0))
      violation({
        expected: 'impressions on some day, as the three weeks as a whole have',
        actual: '0 for every day that was tried',
        pointer: '/forecasted_impressions',
        replies: each.slice(-1).map(({ reply }) => reply),
      });
  },
});

function expectForecastOrNone(one: Forecast, circumstance = one.listedAs && `for ${one.listedAs}`): void {
  if (!isTaken(one)) expect(one.reply, circumstance).status(200, 501);
}

function expectListed<F extends Forecast>(asked: readonly F[]): F[] {
  const listed = ofListed(asked);
  if (listed.length === 0 && asked.length > 0)
    inconclusive('The requested slots are not listed any more.', ...asked.map(({ reply }) => reply));
  return listed;
}

forecast.rule({
  id: 'forecast.takes-geo',
  section: 'ad-server §2.4',
  requirement:
    '`targeting.geo` with ISO 3166-1 alpha-2 codes is accepted: one country, and two if each is accepted by itself.',
  problem: 'A forecast with `targeting.geo` is not answered',
  fix: 'Accept two-letter country codes in `targeting.geo`, one or several.',
  of: { asked, forecasts },
  judge: ({ asked }, note) => {
    const targeted = expectListed(asked.filter(({ kind }) => kind === 'geo' || kind === 'countries'));
    const isTakenSomewhere = targeted.some((one) => one.kind === 'geo' && isTaken(one));
    const due = targeted.filter((one) => one.kind !== 'geo' || !isTakenSomewhere || !isForecastRefused(one));
    every(due, (one) => expectForecastOrNone(one, `for ${inWords(one.request.targeting?.geo ?? [], 'and')}`), note);
  },
});

forecast.rule({
  id: 'forecast.empty-geo-is-worldwide',
  section: 'ad-server §2.4',
  requirement: 'An empty `targeting.geo` means worldwide, as its absence does.',
  problem: 'An empty `targeting.geo` is not treated as worldwide',
  fix: 'Treat an empty list of countries like no list: apply no geo filter; do not return zero matches.',
  of: { asked, forecasts, comparisons },
  judge: ({ asked, comparisons: { withUntargeted } }) => {
    // `forecast.answers-200` judges refusals of a targeting without geo.
    every(expectListed(asked.filter(({ kind }) => kind === 'empty-geo')), (one) => expectForecastOrNone(one));
    for (const { low, high } of withUntargeted.filter(staysFarBelow)) {
      const [empty, usual] = [low[0], high[0]];
      const { targeting, sizes } = empty.request;
      violation({
        expected: `about as many impressions as without targeting: ${forecastOf(usual)}`,
        actual: `${forecastOf(empty)} with ${JSON.stringify({ targeting, sizes })}`,
        pointer: '/forecasted_impressions',
        replies: [usual.reply, empty.reply],
      });
    }
  },
});

forecast.rule({
  id: 'forecast.whole-covers-parts',
  section: 'ad-server §2.4',
  requirement: 'A forecast is not 0 if part of the same request has impressions.',
  problem: 'A forecast is 0 although a part of it has impressions',
  fix: 'Add up all days of the flight, in whatever months they are, and all countries of the list: an impression has to come from one of them, not from each. Sizes that the slot accepts do not reduce the forecast to nothing.',
  of: { forecasts, comparisons },
  judge: ({ comparisons: { withParts } }) => {
    for (const { low, high } of withParts.filter(staysFarBelow)) {
      const [whole, part] = [low[0], high[0]];
      violation({
        expected: `impressions from ${inFull(whole)}, as there are ${forecastOf(part)} from ${inFull(part)}`,
        actual: '0',
        pointer: '/forecasted_impressions',
        replies: [part.reply, whole.reply],
      });
    }
  },
});

forecast.rule({
  id: 'forecast.numbers-differ',
  level: 'info',
  section: 'ad-server §4.3',
  requirement: 'Whether forecasts for different slots, flights and countries have different numbers.',
  fix: 'Nothing to fix if the numbers are predictions. A number must never be invented: answer 501 with the code `forecast_unsupported` if there is none.',
  of: { forecasts },
  judge: ({ forecasts }, note) => {
    const NUMBERS = ['forecasted_impressions', 'available_impressions'];
    const pairs = forecasts.map(({ reply }) => NUMBERS.map((name) => JSON.stringify(valueAt(reply, name))).join(', '));
    const [first = ''] = pairs;
    const count = new Set(pairs).size;
    const all = `All ${pairs.length} forecasts, whatever the slot, flight and countries,`;
    if (forecasts.length < ENOUGH_FORECASTS) note(`Too few forecasts to tell: ${forecasts.length}.`);
    else if (count > 1) note(`${count} different pairs of numbers in ${pairs.length} forecasts.`);
    else note(`${all} have the same numbers (${first}): they look invented.`);
  },
});

/** Fewer forecasts may be the same by chance, for example if the inventory has no traffic. */
const ENOUGH_FORECASTS = 5;

/** A forecast request in words, without the slot: `2026-12-02 to 2026-12-22 in DE and US`. */
function inFull({ request: { flight, targeting: { geo = [] } = {}, sizes } }: Asked): string {
  const where = geo.length === 0 ? 'worldwide' : `in ${inWords(geo, 'and')}`;
  return `${flight.start_date} to ${flight.end_date} ${where}${sizes === undefined ? '' : `, of sizes ${JSON.stringify(sizes)}`}`;
}
