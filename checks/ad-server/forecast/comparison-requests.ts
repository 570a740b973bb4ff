import { daysOf, laterBy } from '../../../src/contract/flight-date.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { controlPromised } from '../desk/forecasts.ts';
import {
  belowPart,
  belowUntargeted,
  isEmptyDay,
  isFarBelow,
  isForecastRefused,
  usualOf,
  type Asked,
  type Pair,
} from '../readers/forecast-answers.ts';
import { asked, forecast, forecasts } from './records.ts';

// Requests forecasts again if they contradict others.

/** The forecast of one day. If it was refused or zero, also the forecasts of each day of the usual flight. */
export const oneDays = forecast.traffic(
  { id: 'forecast.one-days', phase: 'read', uses: { asked, forecasts }, sends: { forecast: 0 } },
  async ({ http, asked, forecasts }) => {
    const day = asked.find(({ kind }) => kind === 'one-day');
    if (day === undefined || !(isForecastRefused(day) || isEmptyDay(day, forecasts))) return { day, each: [] };
    const each = await eachDay(http, day, usualOf(asked, day) ?? day);
    if (each.every(isForecastRefused)) await controlPromised(http, day);
    return { day, each };
  },
);

/** Some slots, such as those of a newsletter, have no impressions or no forecast on most days. */
function eachDay(http: Wire, day: Asked, { request: { flight } }: Asked): Promise<Asked[]> {
  return Promise.all(
    Array.from({ length: daysOf(flight) }, async (_, after) => {
      const date = laterBy(flight.start_date, after);
      const request = { ...day.request, flight: { start_date: date, end_date: date } };
      return { ...day, request, reply: await http.forecast({ json: request }) };
    }),
  );
}

/** If the first is far below the second, each is requested four times: some services estimate anew each time. */
export interface Comparison {
  readonly low: readonly Asked[];
  readonly high: readonly Asked[];
}

export function staysFarBelow({ low, high }: Comparison): boolean {
  return low.every((one) => high.every((other) => isFarBelow(one, other)));
}

export const comparisons = forecast.traffic(
  { id: 'forecast.comparisons', phase: 'read', uses: { forecasts }, sends: { forecast: 0 } },
  async ({ http, forecasts }) => ({
    withUntargeted: await compare(http, belowUntargeted(forecasts)),
    withParts: await compare(http, belowPart(forecasts)),
  }),
);

/** Stops at the first confirmed contradiction. */
async function compare(http: Wire, pairs: readonly Pair[]): Promise<readonly Comparison[]> {
  const askAgain = async (one: Asked) => ({ ...one, reply: await http.forecast({ json: one.request }) });
  const compared: Comparison[] = [];
  for (const [low, high] of pairs) {
    const seen = { low: [low], high: [high] };
    while (seen.low.length < 4 && staysFarBelow(seen)) {
      seen.low.push(await askAgain(low));
      seen.high.push(await askAgain(high));
    }
    compared.push(seen);
    if (staysFarBelow(seen)) break;
  }
  return compared;
}
