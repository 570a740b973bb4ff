import type { Wire } from '../../../src/engine/wire.ts';
import { askAs, askForecast } from '../desk/forecasts.ts';
import {
  isForecastRefused,
  isTaken,
  type Asked,
  type Forecast,
  type ForecastKind,
} from '../readers/forecast-answers.ts';
import type { ForecastRequest, Targeting } from '../values/request-bodies.ts';
import { askedInEveryKind, askedUsual, forecast, material, servedUsual, type ForecastMaterial } from './records.ts';

// Requests forecasts with each optional member and with other flights, spread over slots of all formats; then with
// several of these at once.

/** More than two may be refused. */
const SEVERAL_COUNTRIES = 4;

forecast.traffic(
  {
    makes: askedInEveryKind,
    phase: 'forecast',
    uses: { material, usual: askedUsual, servedUsual },
    sends: { forecast: 11 },
  },
  async ({ http, material, usual, servedUsual }) => {
    const geo = material.countries.slice(0, 1);
    const askFor = askingLike(http);
    const places = oneOfEachFormatFirst(servedUsual);
    const [first, ...others] = places;
    const asked = await Promise.all([
      ...(first ? inEveryKind(askFor, [first, ...others], material) : []),
      ...usual
        .filter(({ reply }) => reply.status === 501)
        .slice(0, 1)
        .map((none) => askFor(none)('unsupported', { targeting: { geo }, sizes: none.slot.sizes.slice(0, 1) })),
      ...places.slice(-1).map((last) => askFor(last)('again')),
    ]);
    return asked.flat();
  },
);

/** A forecast from today on, if UTC is on another day than the account. */
export const fromToday = forecast.traffic(
  { id: 'forecast.from-today', phase: 'forecast', uses: { material, servedUsual }, sends: { forecast: 0 } },
  ({ http, material: { flights }, servedUsual: [like] }): Promise<Forecast> | null =>
    like === undefined || !flights.isOtherDayInUtc
      ? null
      : askForecast(http, { inventory_id: like.request.inventory_id, flight: flights.fromToday }),
);

type AskFor = (kind: ForecastKind, more?: Partial<ForecastRequest>) => Promise<Asked>;

const askingLike =
  (http: Wire) =>
  ({ slot, request }: Asked): AskFor =>
  (kind, more = {}) =>
    askAs(http, kind, slot, { ...request, ...more });

/** Services break rules on slots of odd formats. */
function oneOfEachFormatFirst(asked: readonly Asked[]): readonly Asked[] {
  const byFormat = new Map(asked.toReversed().map((one) => [one.slot.format, one] as const));
  const firsts = asked.filter((one) => byFormat.get(one.slot.format) === one);
  return [...new Set([...firsts, ...asked])];
}

type Places = readonly [Asked, ...Asked[]];

function inEveryKind(
  askFor: (like: Asked) => AskFor,
  places: Places,
  { flights, countries }: ForecastMaterial,
): Promise<Asked | Asked[]>[] {
  const [first] = places;
  const [second, third = first] = [places[1] ?? first, places[2]];
  const [ofFirst, ofSecond, ofThird] = [askFor(first), askFor(second), askFor(third)];
  const sized = places.slice(0, 4).findLast(({ slot }) => slot.sizes.length > 1) ?? first;
  const lastSize = sized.slot.sizes.slice(-1);

  const geo = inSomeCountry(ofFirst, countries);
  const pair = ofFirst('countries', { targeting: { geo: countries.slice(0, 2) } });
  const sizes = askFor(sized)('sizes', { sizes: lastSize });
  const dayInCountry = ofSecond('combined', {
    flight: flights.shortest,
    targeting: { geo: countries.slice(0, 1) },
    sizes: second.slot.sizes.slice(-1),
  });
  return [
    ofSecond('empty-targeting', { targeting: {} }),
    askFor(sized)('long', { flight: flights.long, sizes: sized.slot.sizes }),
    sizes,
    sizes.then((one) =>
      askFor(sized)('empty-geo', { targeting: { geo: [] }, ...(isTaken(one) && { sizes: lastSize }) }),
    ),
    // First in a country: a cache whose key lacks the countries would answer that with what is forecast worldwide.
    dayInCountry,
    dayInCountry.then(() => ofSecond('one-day', { flight: flights.shortest })),
    geo,
    pair,
    Promise.all([geo, pair]).then((one) => inCountries(one, countries, [first, ofFirst], [third, ofThird], flights)),
  ];
}

/** One slot that accepts no country does not stand for all slots, so another is tried. */
async function inCountries(
  [geo, pair]: readonly [geo: Asked, pair: Asked],
  countries: ForecastMaterial['countries'],
  [first, ofFirst]: readonly [Asked, AskFor],
  [other, ofOther]: readonly [Asked, AskFor],
  flights: ForecastMaterial['flights'],
): Promise<Asked[]> {
  const again = isForecastRefused(geo) ? [await inSomeCountry(ofOther, countries)] : [];
  const [{ targeting } = {}] = [geo, ...again].filter(isTaken).map(({ request }) => request);
  const among = (from: number, to: number): { targeting: Targeting } | undefined =>
    targeting && { targeting: isTaken(pair) ? { geo: countries.slice(from, to) } : targeting };
  return [
    ...again,
    ...(await Promise.all([
      ofOther('month', { flight: flights.wholeMonth, ...among(1, 2), sizes: other.slot.sizes }),
      ofFirst('combined', { ...among(0, SEVERAL_COUNTRIES), sizes: first.slot.sizes }),
    ])),
  ];
}

/** A publisher need not serve every country; the first accepted one is enough. */
async function inSomeCountry(askFor: AskFor, [first, ...others]: ForecastMaterial['countries']): Promise<Asked> {
  const askIn = (country: string) => askFor('geo', { targeting: { geo: [country] } });
  let last = await askIn(first);
  for (const country of others) if (isForecastRefused(last)) last = await askIn(country);
  return last;
}
