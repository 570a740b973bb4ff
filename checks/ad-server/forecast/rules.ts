import { texts } from '../../../src/engine/rule.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { every } from '../../../src/engine/excuse.ts';
import {
  describe,
  expect,
  violation,
  expectNone,
  shapeViolation,
  unexpected,
  withMore,
} from '../../../src/engine/expect.ts';
import { memberThatTells } from '../../../src/engine/sightings.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { forecastResult } from '../../../src/schema/generated/validators.js';
import { isServed } from '../../../src/http/reply.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import { expectObject, faultsIn, valueAt } from '../../json.ts';
import { ofListed } from '../desk/forecasts.ts';
import {
  contrastOf,
  isForecastBroken,
  isForecastRefused,
  isNoneServed,
  isTaken,
  neverForecast,
  type Asked,
  type ForecastKind,
  moreThanForecast,
  otherCode,
  otherSlot,
  IN_WORDS,
  requestInWords,
  saysUnsupported,
  forecastOf,
  isEmptyDay,
  type Forecast,
} from '../readers/forecast-answers.ts';
import { oneDays, served, takenWithMore, comparisons, staysFarBelow, type TakenWithMore } from './requests.ts';
import { firstBooking } from '../booking-records.ts';
import { asked, forecast, forecasts } from '../records.ts';
import { bookingTerms } from '../../givens.ts';
import { expectNoMinimum } from '../desk/material.ts';

const BUSINESS: readonly ForecastKind[] = ['usual', 'again', 'month', 'long'];
const OPTIONAL: readonly ForecastKind[] = ['sizes', 'empty-targeting'];

const PARTS: readonly ForecastKind[] = ['geo', 'sizes', 'one-day'];

function mustBeForecast(one: Asked, asked: readonly Asked[]): boolean {
  const { kind, reply } = one;
  if (isServed(reply) && reply.status !== 200) return true;
  if (BUSINESS.includes(kind) || OPTIONAL.includes(kind)) return true;
  // If a part alone is refused, that is reported there.
  if (kind === 'combined') return asked.every((other) => !PARTS.includes(other.kind) || isTaken(other));
  // Such slots need no forecast; only a server error is wrong.
  return (kind === 'archived' || kind === 'unsupported') && isForecastBroken(reply);
}

function mayBeDeclined({ kind, request, reply: { status } }: Asked): boolean {
  if (status === 422) return kind === 'combined' || BUSINESS.includes(kind);
  // The contract says neither how far ahead nor for how many countries forecasts reach, nor how more is refused.
  const isMuch = kind === 'long' || (request.targeting?.geo ?? []).length > 2;
  return status === 400 && isMuch;
}

export const answered = forecast.rule({
  id: 'forecast.answers-200',
  section: 'ad-server §4.3',
  requirement: 'A valid forecast request for a listed slot is answered 200, or 501 if that slot cannot be forecast.',
  problem: 'A valid forecast request is not answered 200',
  fix: 'Answer 200 with the forecast, or 501 with the code `forecast_unsupported` for a slot that cannot be forecast. Do not refuse optional members, nor slots that `GET /inventory` lists.',
  of: { asked, takenWithMore },
  judge: ({ asked, takenWithMore }, note) => {
    const needsCountry = takenWithMore?.more.targeting !== undefined;
    const due = asked.filter((one) => mustBeForecast(one, asked) && !(needsCountry && one.kind === 'empty-targeting'));
    const listed = ofListed(due);
    every(listed, (one) => {
      if (!mayBeDeclined(one))
        expect(one.reply, requestInWords(one), { more: contrastOf(one, listed) }).status(200, 501);
    });
    const refused = listed.filter(isForecastRefused);
    if (takenWithMore?.more.sizes !== undefined) expectTakenWithout(takenWithMore);
    if (isNoneServed(listed)) {
      const answers = new Set(refused.map(({ reply }) => describe(reply)));
      const [some, all] = [refused.length, listed.length];
      const of =
        some < all ? `${some} of ${all} forecasts were refused, and none served` : 'Every forecast was refused';
      const why = `${of}: ${[...answers].slice(0, 3).join('; ')}.`;
      inconclusive(why, ...refused.slice(0, 3).map(({ reply }) => reply));
    }
    if (refused.length > 0)
      note(
        `${refused.length} of ${amount(listed.length, 'request')} ${refused.length === 1 ? 'was' : 'were'} refused with 422, as a business rule may.`,
      );
    const gone = due.length - listed.length;
    if (gone > 0) note(`Slots that were answered 404 are not listed any more: ${gone}.`);
  },
});

function expectTakenWithout({ plain, taken, more }: TakenWithMore): void {
  if (isTaken(plain) || plain.reply.excuse !== undefined) return;
  const members = Object.keys(more).join(' and ');
  unexpected(plain.reply, `a forecast without ${members}, since there is one with`, taken.reply);
}

export const bodyIsObject = forecast.rule({
  id: 'forecast.body-is-object',
  section: 'ad-server §4.3',
  requirement: 'The body of a forecast is a JSON object.',
  problem: 'The body of a forecast is not a JSON object',
  fix: 'Answer with one JSON object whose members are inventory_id, available_impressions and forecasted_impressions.',
  of: { served },
  judge: ({ served }) => {
    for (const { reply } of served) expectObject(reply);
  },
});

const OVERFLOW = 'If the number is negative, it may be one of more than 32 bits: compute with 64.';

const NO_PREDICTION =
  'If a slot cannot be forecast, answer 501 with the code `forecast_unsupported` rather than a number that stands for none.';

const MEMBERS = {
  'has-inventory-id': [
    'inventory_id',
    '`inventory_id` is present and a string.',
    '`inventory_id` is missing from a forecast, or not a string',
    'Repeat the id of the requested slot in `inventory_id`.',
  ],
  'available-is-integer': [
    'available_impressions',
    '`available_impressions` is present and an integer.',
    '`available_impressions` is missing or not an integer',
    `Send the impressions that can still be reserved as a JSON integer, without quotes and without decimals. ${OVERFLOW} ${NO_PREDICTION}`,
  ],
  'forecasted-is-integer': [
    'forecasted_impressions',
    '`forecasted_impressions` is present and an integer of at least 0.',
    '`forecasted_impressions` is missing or not an integer of at least 0',
    `Send the predicted impressions as a JSON integer, without quotes and without decimals. ${OVERFLOW} ${NO_PREDICTION}`,
  ],
  'unit-type': [
    'unit_type',
    '`unit_type`, if present, is `IMPRESSIONS`.',
    '`unit_type` is not IMPRESSIONS',
    'Send `IMPRESSIONS`, or leave `unit_type` out; forecasts in other units are not used.',
  ],
} as const;

export const members = Object.values(
  rulesOf(MEMBERS, (rule, [name, ...row]) =>
    forecast.rule({
      id: `forecast.${rule}`,
      section: 'ad-server §2.4',
      ...texts(row),
      of: { forecasts },
      judge: ({ forecasts }) => {
        const faultsOf = ({ reply }: Asked) =>
          faultsIn(reply, forecastResult).filter(({ pointer }) => pointer === `/${name}`);
        const wrong = forecasts.filter((one) => faultsOf(one).length > 0);
        const [first] = wrong;
        if (first === undefined) return;
        const { finding } = shapeViolation(first.reply, faultsOf(first));
        const askedIn = (some: readonly Asked[]) => some.map(({ reply }) => reply.asked);
        const which = memberThatTells(askedIn(forecasts), askedIn(wrong));
        const those = which === undefined ? '' : `: every one ${which}, and no other`;
        violation(withMore(finding, `Seen in ${wrong.length} of ${forecasts.length} forecasts${those}.`));
      },
    }),
  ),
);

export const echoesSlot = forecast.rule({
  id: 'forecast.echoes-slot',
  section: 'ad-server §2.4',
  requirement: '`inventory_id` is the requested slot.',
  problem: 'A forecast names another slot than was asked for',
  fix: 'Repeat the requested `inventory_id` exactly; check what a cache uses as its key, and what requests share.',
  of: { forecasts },
  judge: ({ forecasts }) => {
    for (const one of forecasts) expectNone(otherSlot(one));
  },
});

export const withinForecasted = forecast.rule({
  id: 'forecast.available-within-forecasted',
  section: 'ad-server §2.4',
  requirement: '`forecasted_impressions` is never below `available_impressions`.',
  problem: '`available_impressions` is above `forecasted_impressions`',
  fix: 'Available is what is left of the forecast after commitments: compute both for the same flight, geo and sizes, and cap available at forecasted, also after rounding.',
  of: { forecasts },
  ifThere: { oneDays },
  judge: ({ forecasts, oneDays }) => {
    for (const { kind, reply } of [...forecasts, ...(oneDays?.each ?? [])])
      expectNone(moreThanForecast(reply, IN_WORDS[kind]));
  },
});

export const unsupported = forecast.rule({
  id: 'forecast.unsupported-is-501-with-code',
  conditional: true,
  section: 'ad-server §4.3',
  requirement: 'A slot that cannot be forecast is answered 501 with the code `forecast_unsupported`.',
  problem: 'A slot without forecast is not answered 501 `forecast_unsupported`',
  fix: 'Send `{ "code": "forecast_unsupported", "message": … }` with status 501. Use 501 for nothing else.',
  of: { asked },
  ifThere: { oneDays },
  judge: ({ asked, oneDays }) => {
    const without = [...asked, ...(oneDays?.each ?? [])].filter(({ reply }) => reply.status === 501);
    // With another code, 422 may come from a business rule.
    for (const { reply } of asked) if (reply.status === 422 && saysUnsupported(reply)) expect(reply).status(501);
    if (without.length === 0) notApplicable('No slot that was tried answers 501.');
    for (const { reply } of without) expectNone(otherCode(reply));
  },
});

export const archivedIsKnown = forecast.rule({
  id: 'forecast.archived-slot-is-not-404',
  conditional: true,
  level: 'should',
  section: 'ad-server §7',
  requirement: 'The forecast of a listed slot is not answered 404, even if the slot is archived.',
  problem: 'The forecast of an archived slot is answered 404',
  fix: 'Keep 404 for slots that do not exist. If an archived slot has no forecast, answer 501 with the code `forecast_unsupported`, or 422.',
  of: { asked },
  judge: ({ asked }, note) => {
    const archived = asked.filter(({ kind }) => kind === 'archived');
    if (archived.length === 0) notApplicable('The inventory lists no archived slot.');
    if (ofListed(asked).some(({ kind, reply }) => kind !== 'archived' && reply.status === 404))
      inconclusive('Slots that are not archived are answered 404, too.');
    const listed = ofListed(archived);
    if (listed.length === 0)
      inconclusive('The archived slots are not listed any more.', ...archived.map(({ reply }) => reply));
    for (const { reply, listedAs } of listed)
      if (listedAs !== undefined) expect(reply, `for ${listedAs}`).status(200, 422, 501);
    note(`Answered ${inWords([...new Set(archived.map(({ reply }) => describe(reply)))], 'and')}.`);
  },
});

forecast.rule({
  id: 'forecast.flag-tells-ability',
  level: 'should',
  section: 'ad-server §4.3',
  requirement: 'A service that cannot forecast any slot says `forecast: false` in `GET /health`.',
  problem: 'No slot can be forecast, but `GET /health` says otherwise',
  fix: 'Set `capabilities.forecast` to `false` as long as no slot can be forecast.',
  of: { asked },
  judge: ({ asked }) => {
    const replies = neverForecast(asked);
    if (replies !== null)
      violation({
        expected: 'a forecast for some slot, or `forecast: false`',
        actual: `501 for every slot that was tried (${replies.length})`,
        replies: replies.slice(0, 1),
      });
  },
});

export const oneDay = forecast.rule({
  id: 'forecast.one-day-flight',
  level: 'should',
  section: 'ad-server §2.4',
  requirement: 'A flight of one day is a valid, inclusive range.',
  problem: 'A flight of a single day gets no forecast',
  fix: 'Treat `end_date` as the last day of the flight: a flight that starts and ends on one day lasts that day. If your shortest flight has two days, say so in the refusal, or state `booking.flight.minDays` in the configuration file.',
  of: { asked, forecasts, oneDays, stated: bookingTerms },
  judge: ({ asked, forecasts, oneDays: { day, each }, stated }, note) => {
    expectNoMinimum(stated);
    expectListed(asked.filter(({ kind }) => kind === 'one-day'));
    if (day === undefined) return;
    // A business rule may refuse some days; if all are refused, the first refusal is judged.
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

export const emptyGeo = forecast.rule({
  id: 'forecast.empty-geo-is-worldwide',
  section: 'ad-server §2.4',
  requirement: 'An absent or empty `targeting.geo` means worldwide.',
  problem: 'An absent or empty `targeting.geo` is not treated as worldwide',
  fix: 'Treat an empty list of countries like no list: apply no geo filter; do not demand a country, and do not return zero matches.',
  of: { asked, forecasts, comparisons, takenWithMore },
  ifThere: { first: firstBooking },
  judge: ({ asked, comparisons: { withUntargeted }, takenWithMore, first }) => {
    if (takenWithMore !== null && takenWithMore.more.sizes === undefined) {
      if (first?.without?.demands.targeting !== undefined)
        inconclusive('Orders without a country are refused, too.', takenWithMore.plain.reply);
      expectTakenWithout(takenWithMore);
    }
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

/** Fewer may be equal by chance, as without traffic. */
const ENOUGH_FORECASTS = 5;

function inFull({ request: { flight, targeting: { geo = [] } = {}, sizes } }: Asked): string {
  const where = geo.length === 0 ? 'worldwide' : `in ${inWords(geo, 'and')}`;
  return `${flight.start_date} to ${flight.end_date} ${where}${sizes === undefined ? '' : `, of sizes ${JSON.stringify(sizes)}`}`;
}
