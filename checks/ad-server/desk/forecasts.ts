import { laterBy } from '../../../src/contract/flight-date.ts';
import { describe } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import {
  isForecastRefused,
  isTaken,
  type Asked,
  type Forecast,
  type ForecastKind,
} from '../readers/forecast-answers.ts';
import type { IdSet } from '../readers/id-set.ts';
import { asListed } from '../readers/orders-in-words.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import type { DeskMaterial } from './desk.ts';

// Decides which refusals of forecasts are wrong.

type ReadAgain = DeskMaterial['readAgain'];

/**
 * Excuses each 404 for a slot that has left the inventory since it was read. Hands back all that was asked, with the place
 * of each slot that is listed and was answered 404 all the same.
 */
export async function excuseGoneForecasts<F extends Forecast>(
  http: Wire,
  readAgain: ReadAgain,
  asked: readonly F[],
): Promise<readonly F[]> {
  if (!asked.some(isUnknown)) return asked;
  const { ids } = await readAgain(http);
  return asked.map((one) => placed(one, ids));
}

function placed<F extends Forecast>(one: F, ids: IdSet): F {
  if (!isUnknown(one)) return one;
  const { request, reply } = one;
  if (ids.has(request.inventory_id)) return { ...one, listedAs: asListed([request.inventory_id], ids) };
  excuse(reply, { why: 'The slot that was asked about is not listed any more.', shownBy: [reply] });
  return one;
}

/**
 * Asks for these forecasts. What was asked about a slot that has left the inventory is asked again about one of these others
 * that is still listed: a slot may leave once another is booked, and that may be before or after it was asked about.
 */
export async function askAboutListed(
  http: Wire,
  readAgain: ReadAgain,
  requests: readonly ForecastRequest[],
  others: readonly InventorySlot[],
): Promise<readonly Forecast[]> {
  const ask = async (request: ForecastRequest): Promise<Forecast> => ({
    request,
    reply: await http.forecast({ json: request }),
  });
  const asked = await Promise.all(requests.map(ask));
  if (!asked.some(isUnknown)) return asked;
  const { ids } = await readAgain(http);
  const listed = others.filter((slot) => ids.has(slot.inventory_id));
  const again = asked.map(async (one, index) => {
    const other = listed[index % listed.length];
    const isGone = isUnknown(one) && !ids.has(one.request.inventory_id);
    return isGone && other !== undefined ? ask(about(other, one.request)) : placed(one, ids);
  });
  return excuseGoneForecasts(http, readAgain, await Promise.all(again));
}

/** The same request about another slot. */
function about({ inventory_id, sizes }: InventorySlot, request: ForecastRequest): ForecastRequest {
  return { ...request, inventory_id, ...(request.sizes && { sizes }) };
}

function isUnknown({ reply }: Forecast): boolean {
  return reply.status === 404;
}

/** Those of slots that are still listed. */
export function ofListed<F extends Forecast>(asked: readonly F[]): F[] {
  return asked.filter((one) => !isUnknown(one) || one.reply.excuse === undefined);
}

/** What a promised forecast is without its change; `null` where it is not promised. */
type WithoutChange = (request: ForecastRequest) => readonly ForecastRequest[];

const untargeted: WithoutChange = ({ targeting: _, ...request }) => [request];

/** Forecasts that are promised as long as these are taken. */
const PROMISED: Partial<Record<ForecastKind, WithoutChange>> = {
  sizes: ({ sizes: _, ...request }) => [request],
  geo: untargeted,
  'empty-geo': untargeted,
  'empty-targeting': untargeted,
  // Two countries are promised, where each is taken by itself.
  countries: ({ targeting: { geo = [] } = {}, ...request }) =>
    geo.map((country) => ({ ...request, targeting: { geo: [country] } })),
  // The last day belongs to a flight. What is refused for two days, too, is too short.
  'one-day': ({ flight: { start_date }, ...request }) => [
    { ...request, flight: { start_date, end_date: laterBy(start_date, 1) } },
  ],
};

/** A business rule may refuse these, and then nothing is left open: other countries, or longer flights, are taken. */
const RULED_OUT: readonly ForecastKind[] = ['countries', 'one-day'];

/** Excuses the refusal of a promised forecast where the control shows that the change is not what it is refused for. */
export async function controlPromised(http: Wire, asked: Asked): Promise<void> {
  const { kind, request } = asked;
  const withoutChange = PROMISED[kind];
  if (withoutChange === undefined || !isForecastRefused(asked)) return;
  await controlForecast(http, asked, withoutChange(request), RULED_OUT.includes(kind));
}

/**
 * The control of a refused promise: it is wrong where the same request without the change is taken before it and after it,
 * and it is refused again in between. Otherwise the refusal is excused.
 */
export async function controlForecast(
  http: Wire,
  { request, reply }: Forecast,
  withoutChange: readonly ForecastRequest[],
  isRuledOut = false,
): Promise<void> {
  const before = await firstRefused(http, withoutChange);
  const again = before === null ? await http.forecast({ json: request }) : null;
  const control = before ?? (await firstRefused(http, withoutChange));
  if (control !== null)
    excuse(reply, {
      why: `Refused, as is the same request without the change: ${describe(control)}.`,
      shownBy: [reply, control],
      ...(isRuledOut && { permitted: true }),
    });
  else if (again !== null && isTaken({ reply: again }))
    excuse(reply, { why: 'It was refused first and is accepted by now.', shownBy: [reply, again] });
}

/** The first of these that is not taken. */
async function firstRefused(http: Wire, requests: readonly ForecastRequest[]): Promise<Reply | null> {
  for (const request of requests) {
    const reply = await http.forecast({ json: request });
    if (!isTaken({ reply })) return reply;
  }
  return null;
}
