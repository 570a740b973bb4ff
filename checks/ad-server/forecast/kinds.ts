import { daysOf, laterBy } from '../../../src/contract/flight-date.ts';
import { expect, violation } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { maxPages } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { forecasts } from './taken.ts';
import { asked, forecast, isTaken, type Asked, type ForecastKind } from './asked.ts';
import { goneSlots, type Asking } from '../desk/still-listed.ts';

/** Below so many impressions a forecast says little: rounding and a minute's change weigh too much. */
const NOTABLE = 1000;

forecast.check(
  {
    id: 'forecast.one-day-flight',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A flight of one day is a valid, inclusive range.',
    fix: 'Treat `end_date` as the last day of the flight: a flight that starts and ends on one day lasts that day.',
    needs: { asked, forecasts, maxPages },
    sends: { forecast: 0, inventory: 0 },
  },
  async ({ http, asked, forecasts, maxPages }) => {
    const days = await ofListed({ http, maxPages }, asked, 'one-day');
    for (const day of days)
      for (const one of day.reply.status === 422 ? await onSomeDay(http, asked, day) : [day]) expectForecastOrNone(one);
    const step = Math.max(NOTABLE, 2 * roundedTo(forecasts));
    const empty = days.filter(
      (day) => forecastOf(day) === 0 && forecasts.some((one) => isWhole(one, day) && forecastOf(one) >= 21 * step),
    );
    const [one] = empty;
    if (one === undefined || empty.length < days.length) return;
    const others = await eachDay(http, asked, one);
    if (others.every((day) => forecastOf(day) === 0))
      violation({
        expected: 'impressions on some day, as the three weeks as a whole have',
        actual: '0 for every day that was tried',
        pointer: '/forecasted_impressions',
        replies: others.slice(-1).map(({ reply }) => reply),
      });
  },
);

/** Those of some kinds, but for those that are answered 404 for a slot which has been taken off the list. */
async function ofListed(asking: Asking, asked: readonly Asked[], ...kinds: readonly ForecastKind[]): Promise<Asked[]> {
  const own = asked.filter(({ kind }) => kinds.includes(kind));
  const ofSlots = own.map(({ slot, reply }) => ({ slots: [slot.inventory_id], reply }));
  const gone = await goneSlots(asking, ofSlots, 200, 501);
  if (gone.length > 0 && gone.length === own.length)
    inconclusive('The slots that were asked about are not listed any more.', ...gone);
  return own.filter(({ reply }) => !gone.includes(reply));
}

/** Whether a forecast is that of three weeks for the slot that another is about. */
function isWhole({ kind, slot }: Asked, other: Asked): boolean {
  return kind === 'usual' && slot === other.slot;
}

/** Forecasts for each day of the three weeks on its own: some slots, such as those of a newsletter, have none on most. */
async function eachDay(http: Wire, asked: readonly Asked[], one: Asked): Promise<Asked[]> {
  const flight = asked.find((other) => isWhole(other, one))?.request.flight ?? one.request.flight;
  return Promise.all(
    Array.from({ length: daysOf(flight) }, async (_, after) => {
      const day = laterBy(flight.start_date, after);
      const request = { ...one.request, flight: { start_date: day, end_date: day } };
      return { ...one, request, reply: await http.forecast({ json: request }) };
    }),
  );
}

/** The forecasts for those days that are not refused by a business rule; where all are, the one that was refused. */
async function onSomeDay(http: Wire, asked: readonly Asked[], one: Asked): Promise<Asked[]> {
  const taken = (await eachDay(http, asked, one)).filter(({ reply }) => reply.status !== 422);
  return taken.length === 0 ? [one] : taken;
}

/** Expects a forecast, or that there is none for the slot. */
function expectForecastOrNone(one: Asked, circumstance?: string): void {
  if (!isTaken(one)) expect(one.reply, circumstance).status(200, 501);
}

forecast.check(
  {
    id: 'forecast.takes-geo',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`targeting.geo` with ISO 3166-1 alpha-2 codes is accepted.',
    fix: 'Accept two-letter country codes in `targeting.geo`.',
    needs: { asked, forecasts, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, asked, maxPages }) => {
    const inCountries = await ofListed({ http, maxPages }, asked, 'geo', 'countries');
    const taken = inCountries.some((one) => one.kind === 'geo' && isTaken(one));
    for (const one of inCountries)
      if (!taken || one.reply.status !== 422)
        expectForecastOrNone(one, `for ${inWords(one.request.targeting?.geo ?? [], 'and')}`);
  },
);

forecast.check(
  {
    id: 'forecast.empty-geo-is-worldwide',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'An empty `targeting.geo` means worldwide, as its absence does.',
    fix: 'Treat an empty list of countries like no list: do not target, and do not match nothing.',
    needs: { asked, forecasts, maxPages },
    sends: { forecast: 0, inventory: 0 },
  },
  async ({ http, asked, forecasts, maxPages }) => {
    // That a targeting without geo is refused is judged with all requests.
    for (const one of await ofListed({ http, maxPages }, asked, 'empty-geo')) expectForecastOrNone(one);
    for (const empty of forecasts.filter(({ kind }) => kind === 'empty-geo' || kind === 'empty-targeting')) {
      const usual = forecasts.find((one) => isWhole(one, empty));
      if (usual !== undefined && isFarBelow(empty, usual) && (await staysFarBelow(http, empty, usual)))
        violation({
          expected: `about as many impressions as without targeting: ${forecastOf(usual)}`,
          actual: `${forecastOf(empty)} with ${JSON.stringify({ targeting: empty.request.targeting })}`,
          pointer: '/forecasted_impressions',
          replies: [usual.reply, empty.reply],
        });
    }
  },
);

forecast.check(
  {
    id: 'forecast.whole-covers-parts',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A forecast is not 0 where a part of what was asked for has impressions.',
    fix: 'Add up all days of the flight, in whatever months they are, and all countries of the list: an impression has to come from one of them, not from each. Sizes that the slot accepts take nothing away.',
    needs: { forecasts },
    sends: { forecast: 0 },
  },
  async ({ http, forecasts }) => {
    for (const whole of forecasts.filter((one) => forecastOf(one) === 0 && !one.kind.startsWith('empty-'))) {
      const part = forecasts.find((one) => forecastOf(one) >= NOTABLE && isWithin(one, whole));
      if (part !== undefined && (await staysFarBelow(http, whole, part)))
        violation({
          expected: `impressions from ${inFull(whole)}, as there are ${forecastOf(part)} from ${inFull(part)}`,
          actual: '0',
          pointer: '/forecasted_impressions',
          replies: [part.reply, whole.reply],
        });
    }
  },
);

/** Whether a forecast asks for no day, no country and no size that another does not ask for. */
function isWithin(
  { slot, request: { flight: days, targeting: { geo: among = [] } = {} } }: Asked,
  whole: Asked,
): boolean {
  const { flight, targeting: { geo = [] } = {}, sizes = slot.sizes } = whole.request;
  return (
    slot === whole.slot &&
    flight.start_date <= days.start_date &&
    days.end_date <= flight.end_date &&
    (geo.length === 0 || (among.length > 0 && among.every((country) => geo.includes(country)))) &&
    slot.sizes.every((size) => sizes.includes(size))
  );
}

/** What a forecast was asked for, but for the slot, as in `2026-12-02 to 2026-12-22 in DE and US`. */
function inFull({ request: { flight, targeting: { geo = [] } = {}, sizes } }: Asked): string {
  const where = geo.length === 0 ? 'worldwide' : `in ${inWords(geo, 'and')}`;
  return `${flight.start_date} to ${flight.end_date} ${where}${sizes === undefined ? '' : `, of sizes ${JSON.stringify(sizes)}`}`;
}

function isFarBelow(one: Asked, other: Asked): boolean {
  return forecastOf(other) >= NOTABLE && forecastOf(one) * 2 < forecastOf(other);
}

/** Whether every later forecast of the one is far below every later one of the other: some services guess anew each time. */
async function staysFarBelow(http: Wire, one: Asked, other: Asked): Promise<boolean> {
  const again = async (asked: Asked) => ({ ...asked, reply: await http.forecast({ json: asked.request }) });
  for (const seen = { one: [one], other: [other] }; seen.one.length < 4;) {
    seen.one.push(await again(one));
    seen.other.push(await again(other));
    if (!seen.one.every((low) => seen.other.every((high) => isFarBelow(low, high)))) return false;
  }
  return true;
}

/** The forecast of an answer; not a number where it has none. */
function forecastOf({ reply }: Asked): number {
  const forecasted = valueAt(reply, 'forecasted_impressions');
  return typeof forecasted === 'number' ? forecasted : Number.NaN;
}

/** What all forecasts are multiples of: rounding is allowed, and may leave nothing of a day. */
function roundedTo(forecasts: readonly Asked[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return forecasts.map(forecastOf).filter(Number.isSafeInteger).reduce(divisor, 0);
}
