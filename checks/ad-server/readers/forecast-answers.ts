import { isDeepStrictEqual } from 'node:util';
import { isServed, type Reply, hasFailed } from '../../../src/http/reply.ts';
import { isOfCsrf } from '../../../src/http/who-answered.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { valueAt } from '../../json.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import { expect, expectNone, differs } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { groupedBy } from '../../../src/text/grouped-by.ts';
import { listed } from '../../../src/text/printable.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { forecastResult } from '../../../src/schema/generated/validators.js';

export interface Forecast {
  readonly request: ForecastRequest;
  readonly reply: Reply;
  /** The place of the slot in the list, if it is listed and got 404 all the same. */
  readonly listedAs?: string;
}

/**
 * An `archived` slot need not have a forecast; `unsupported` is a complete request about one that cannot; `combined` is
 * a request with several members that are also requested one by one.
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
  | 'empty-targeting'
  | 'empty-geo'
  | 'geo'
  | 'countries'
  | 'combined';

export interface Asked extends Forecast {
  readonly kind: ForecastKind;
  readonly slot: InventorySlot;
}

export const isForecastRefused = ({ reply }: Pick<Asked, 'reply'>): boolean => reply.status === 422 && !isOfCsrf(reply);

export const isTaken = ({ reply }: Pick<Asked, 'reply'>): boolean => isServed(reply) || reply.status === 501;

/** What distinguishes each kind of request. */
export const IN_WORDS: Readonly<Record<ForecastKind, string>> = {
  usual: 'to a plain request',
  again: 'to a request that was sent before',
  archived: 'to a request about an archived slot',
  unsupported: 'to a request about a slot without a forecast',
  month: 'to a request for a month',
  long: 'to a request for a long flight',
  'one-day': 'to a request for one day',
  sizes: 'to a request with `sizes`',
  'empty-targeting': 'to a request with an empty `targeting`',
  'empty-geo': 'to a request with an empty `targeting.geo`',
  geo: 'to a request with `targeting.geo`',
  countries: 'to a request for several countries',
  combined: 'to a request with several optional members',
};

export const requestInWords = ({ kind, listedAs }: Asked): string =>
  listedAs === undefined ? IN_WORDS[kind] : `for ${listedAs}`;

/** If some slots get this answer every time, and the others never do. */
export function contrastOf({ reply }: Asked, all: readonly Asked[]): string {
  const bySlot = groupedBy(all, ({ slot }) => slot.inventory_id);
  const isAlike = (one: Asked) => one.reply.status === reply.status;
  const [alike, others] = [
    [...bySlot].filter(([, of]) => of.every(isAlike)),
    [...bySlot].filter(([, of]) => !of.some(isAlike)),
  ];
  if (others.length < 2 || alike.length > others.length || alike.length + others.length < bySlot.size) return '';
  const ids = alike.map(([id]) => JSON.stringify(id));
  const which = ids.length === 1 ? `slot ${ids[0] ?? ''} gets` : `slots ${listed(ids, 3)} get`;
  return `Only ${which} this answer; ${others.length} others that were asked for do not.`;
}

/** A 501 is not a server error here: it says that there is no forecast. */
export const isForecastBroken = (reply: Reply): boolean => hasFailed(reply) && reply.status !== 501;

/** The answers, if each is 501; those about archived slots and the like do not count. */
export function neverForecast(asked: readonly Asked[]): Reply[] | null {
  const expectable = asked.filter(({ kind }) => kind !== 'archived' && kind !== 'unsupported');
  const replies = expectable.map(({ reply }) => reply);
  return replies.every(({ status }) => status === 501) ? replies : null;
}

/** Whether nothing was forecast and most was refused: the contract does not promise every flight. */
export function isNoneServed(asked: readonly Asked[]): boolean {
  const expectable = asked.filter(({ kind }) => kind !== 'archived' && kind !== 'unsupported');
  const refused = expectable.filter(isForecastRefused);
  return 2 * refused.length > expectable.length && !asked.some(({ reply }) => isServed(reply));
}

export function lastServed(asked: readonly Asked[], isOfKind: (request: ForecastRequest) => boolean) {
  return asked.findLast(({ request, reply }) => isServed(reply) && isOfKind(request));
}

export function forecastOf({ reply }: Forecast): number {
  const forecasted = valueAt(reply, 'forecasted_impressions');
  return typeof forecasted === 'number' ? forecasted : Number.NaN;
}

/** Below this, rounding and a minute's change weigh too much. */
const LEAST_NOTABLE = 1000;

export function isFarBelow(low: Forecast, high: Forecast): boolean {
  return forecastOf(high) >= LEAST_NOTABLE && forecastOf(low) * 2 < forecastOf(high);
}

export function usualOf<T extends Asked>(asked: readonly T[], { slot }: Asked): T | undefined {
  return asked.find((one) => one.kind === 'usual' && one.slot === slot);
}

/** The first should be at least as high as the second, and is far lower. */
export type Pair = readonly [low: Asked, high: Asked];

export function belowUntargeted(forecasts: readonly Asked[]): readonly Pair[] {
  return forecasts.flatMap((empty): Pair[] => {
    if (empty.kind !== 'empty-geo' && empty.kind !== 'empty-targeting') return [];
    const usual = forecasts.find((one) => isUntargeted(one, empty));
    return usual !== undefined && isFarBelow(empty, usual) ? [[empty, usual]] : [];
  });
}

function isUntargeted({ request }: Asked, { request: { targeting: _, ...without } }: Asked): boolean {
  return isDeepStrictEqual(request, without);
}

/** Forecasts of zero, each with one for a part of the same request that has impressions. */
export function belowPart(forecasts: readonly Asked[]): readonly Pair[] {
  return forecasts.flatMap((whole): Pair[] => {
    if (forecastOf(whole) !== 0 || whole.kind.startsWith('empty-')) return [];
    const part = forecasts.find((one) => forecastOf(one) >= LEAST_NOTABLE && isWithin(one, whole));
    return part === undefined ? [] : [[whole, part]];
  });
}

function isWithin({ slot, request }: Asked, whole: Asked): boolean {
  const { flight: days, targeting: { geo: among = [] } = {} } = request;
  const { flight, targeting: { geo = [] } = {}, sizes = slot.sizes } = whole.request;
  return (
    slot === whole.slot &&
    flight.start_date <= days.start_date &&
    days.end_date <= flight.end_date &&
    (geo.length === 0 || (among.length > 0 && among.every((country) => geo.includes(country)))) &&
    slot.sizes.every((size) => sizes.includes(size))
  );
}

/** Whether rounding cannot explain that a day of the flight has no impressions. */
export function isEmptyDay(day: Asked, forecasts: readonly Asked[]): boolean {
  const usual = usualOf(forecasts, day);
  const step = Math.max(LEAST_NOTABLE, 2 * roundedTo(forecasts));
  return forecastOf(day) === 0 && usual !== undefined && forecastOf(usual) >= USUAL_DAYS * step;
}

const USUAL_DAYS = 21;

/** The greatest number that divides all forecasts: what the service rounds to. */
function roundedTo(forecasts: readonly Asked[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return forecasts.map(forecastOf).filter(Number.isSafeInteger).reduce(divisor, 0);
}

/** `null` if it is not known how much is left. */
export type Available = number | null;

export function availableIn(reply: Reply): Available {
  const available = isServed(reply) ? valueAt(reply, 'available_impressions') : undefined;
  return typeof available === 'number' && available >= 0 ? Math.floor(available) : null;
}

const CODE = 'forecast_unsupported';

export const saysUnsupported = (reply: Reply): boolean => valueAt(reply, 'code') === CODE;

export function otherCode(reply: Reply): Finding | null {
  const code = valueAt(reply, 'code');
  if (code === CODE) return null;
  return differs({
    expected: `the code ${JSON.stringify(CODE)}`,
    actual: shownMember(code, 'code', reply.json.ok ? reply.json.value : null),
    pointer: code === undefined ? '' : '/code',
    replies: [reply],
  });
}

/** The finding for a forecast of another slot (§2.4). */
export function otherSlot({ request, reply }: Forecast): Finding | null {
  const id = valueAt(reply, 'inventory_id');
  if (typeof id !== 'string' || id === '' || id === request.inventory_id) return null;
  return differs({
    expected: shown(request.inventory_id),
    actual: shown(id),
    pointer: '/inventory_id',
    replies: [reply],
  });
}

/** The finding for more impressions available than forecasted (§2.4). */
export function moreThanForecast(reply: Reply, circumstance: string): Finding | null {
  const available = valueAt(reply, 'available_impressions');
  const forecasted = valueAt(reply, 'forecasted_impressions');
  if (typeof available !== 'number' || typeof forecasted !== 'number' || available <= forecasted || forecasted < 0)
    return null;
  return differs({
    expected: `available_impressions of at most ${forecasted}`,
    actual: `${available} ${circumstance}`,
    pointer: '/available_impressions',
    replies: [reply],
  });
}

export function expectForecast({ request, reply }: Forecast): void {
  if (reply.status === 501) expectNone(otherCode(reply));
  if (!isServed(reply)) return;
  expect(reply).fits(forecastResult, '');
  expectNone(moreThanForecast(reply, 'for a slot that was booked'));
  expectNone(otherSlot({ request, reply }));
}
