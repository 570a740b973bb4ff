import { hasFailed, isServed, type Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { valueAt } from '../../json.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';

// Forecasts as they were asked for and answered.

export interface Forecast {
  readonly request: ForecastRequest;
  readonly reply: Reply;
  /** Of a slot that is listed, and answered 404 all the same: which one it is. */
  readonly listedAs?: string;
}

/**
 * What a request is about: `again` repeats a usual one, `archived` is about a slot that need not be forecast,
 * `unsupported` has all members and is about one that cannot be.
 */
export type ForecastKind =
  | 'usual'
  | 'again'
  | 'archived'
  | 'unsupported'
  | 'month'
  | 'long'
  | 'one-day'
  | 'sizes'
  | 'empty-sizes'
  | 'empty-targeting'
  | 'empty-geo'
  | 'geo'
  | 'countries';

export interface Asked extends Forecast {
  readonly kind: ForecastKind;
  readonly slot: InventorySlot;
}

/** Refused for its values, as a business rule may. */
export function isForecastRefused({ reply }: Pick<Asked, 'reply'>): boolean {
  return reply.status === 422;
}

/** What a conformant service says of a slot: its forecast, or that it has none. */
export function isTaken({ reply }: Pick<Asked, 'reply'>): boolean {
  return isServed(reply) || reply.status === 501;
}

/** A server error, or no answer; 501 says that there is no forecast. */
export function isForecastBroken(reply: Reply): boolean {
  return hasFailed(reply) && reply.status !== 501;
}

/**
 * The answers that say so, where no slot can be forecast; `null` where some can, or may. Archived slots, and those that had
 * no forecast when less was asked, do not count.
 */
export function neverForecast(asked: readonly Asked[]): Reply[] | null {
  const expectable = asked.filter(({ kind }) => kind !== 'archived' && kind !== 'unsupported');
  const replies = expectable.map(({ reply }) => reply);
  return replies.every(({ status }) => status === 501) ? replies : null;
}

/** The last forecast with such a request: of those with sizes, the one that also has countries comes last. */
export function lastServed(
  asked: readonly Asked[],
  isOfKind: (request: ForecastRequest) => boolean,
): Asked | undefined {
  return asked.findLast(({ request, reply }) => isServed(reply) && isOfKind(request));
}

/** The forecast of an answer; not a number where it has none. */
export function forecastOf({ reply }: Forecast): number {
  const forecasted = valueAt(reply, 'forecasted_impressions');
  return typeof forecasted === 'number' ? forecasted : Number.NaN;
}

/** Below so many impressions a forecast says little: rounding and a minute's change weigh too much. */
const NOTABLE = 1000;

/** Whether a forecast is less than half of another, and that is no small one. */
export function isFarBelow(low: Forecast, high: Forecast): boolean {
  return forecastOf(high) >= NOTABLE && forecastOf(low) * 2 < forecastOf(high);
}

/** The usual forecast for the slot that another is about. */
export function usualOf<T extends Asked>(asked: readonly T[], { slot }: Asked): T | undefined {
  return asked.find((one) => one.kind === 'usual' && one.slot === slot);
}

/** Forecasts of which the first should be no lower than the second, and is by far. */
export type Pair = readonly [low: Asked, high: Asked];

/** Forecasts with an empty targeting, each far below that without one. */
export function belowUntargeted(forecasts: readonly Asked[]): readonly Pair[] {
  return forecasts.flatMap((empty): Pair[] => {
    if (empty.kind !== 'empty-geo' && empty.kind !== 'empty-targeting') return [];
    const usual = usualOf(forecasts, empty);
    return usual !== undefined && isFarBelow(empty, usual) ? [[empty, usual]] : [];
  });
}

/** Forecasts of nothing, each with one of a part that has impressions. */
export function belowPart(forecasts: readonly Asked[]): readonly Pair[] {
  return forecasts.flatMap((whole): Pair[] => {
    if (forecastOf(whole) !== 0 || whole.kind.startsWith('empty-')) return [];
    const part = forecasts.find((one) => forecastOf(one) >= NOTABLE && isWithin(one, whole));
    return part === undefined ? [] : [[whole, part]];
  });
}

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

/** Whether a day has no impressions though all days of the usual flight have many, even if rounded. */
export function isEmptyDay(day: Asked, forecasts: readonly Asked[]): boolean {
  const usual = usualOf(forecasts, day);
  const step = Math.max(NOTABLE, 2 * roundedTo(forecasts));
  return forecastOf(day) === 0 && usual !== undefined && forecastOf(usual) >= DAYS * step;
}

/** In the usual three weeks. */
const DAYS = 21;

/** What all forecasts are multiples of: rounding is allowed, and may leave nothing of a day. */
function roundedTo(forecasts: readonly Asked[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return forecasts.map(forecastOf).filter(Number.isSafeInteger).reduce(divisor, 0);
}
