import type { DeskMaterial } from './material.ts';
import { laterBy } from '../../../src/contract/flight-date.ts';
import { refusedAlone } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import {
  isForecastRefused,
  isTaken,
  type Asked,
  type Forecast,
  type ForecastKind,
} from '../readers/forecast-answers.ts';
import { isAccepted, isUnknown, asListed } from '../readers/booking.ts';
import type { ForecastRequest, OrderRequest } from '../values/request-bodies.ts';
import { type Desk, leaveOpen, permit } from './desk.ts';

export async function askForecast(http: Wire, request: ForecastRequest): Promise<Forecast> {
  return { request, reply: await http.forecast({ json: request }) };
}

export async function askAs(
  http: Wire,
  kind: ForecastKind,
  slot: InventorySlot,
  about: Omit<ForecastRequest, 'inventory_id'>,
): Promise<Asked> {
  return { kind, slot, ...(await askForecast(http, { inventory_id: slot.inventory_id, ...about })) };
}

/** Excuses a 404 for a slot that has left the inventory; for the others, notes their place in the list. */
export async function excuseGoneForecasts<F extends Forecast>(
  http: Wire,
  readAgain: DeskMaterial['readAgain'],
  asked: readonly F[],
): Promise<readonly F[]> {
  if (!asked.some(isUnknown)) return asked;
  const { ids } = await readAgain(http);
  return asked.map((one) => {
    const { inventory_id: id } = one.request;
    if (!isUnknown(one)) return one;
    if (ids.has(id)) return { ...one, listedAs: asListed([id], ids) };
    leaveOpen(one.reply, 'The requested slot is not listed any more.');
    return one;
  });
}

export function ofListed<F extends Forecast>(asked: readonly F[]): F[] {
  return asked.filter((one) => !isUnknown(one) || one.reply.excuse === undefined);
}

type WithoutChange = (request: ForecastRequest) => readonly ForecastRequest[];

const untargeted: WithoutChange = ({ targeting: _, ...request }) => [request];

/** The requests without the change; if these are served, the contract promises the one with it. */
const PROMISED: Partial<Record<ForecastKind, WithoutChange>> = {
  sizes: ({ sizes: _, ...request }) => [request],
  geo: untargeted,
  'empty-geo': untargeted,
  'empty-targeting': untargeted,
  countries: ({ targeting: { geo = [] } = {}, ...request }) =>
    geo.map((country) => ({ ...request, targeting: { geo: [country] } })),
  // A service that refuses two days as well has a minimum length.
  'one-day': ({ flight: { start_date }, ...request }) => [
    { ...request, flight: { start_date, end_date: laterBy(start_date, 1) } },
  ],
};

/** If a business rule refuses these, their rule is kept: other requests of the kind are served. */
const RULED_OUT: readonly ForecastKind[] = ['countries', 'one-day'];

export async function controlPromised(http: Wire, asked: Asked): Promise<void> {
  const withoutChange = PROMISED[asked.kind]?.(asked.request);
  if (withoutChange !== undefined && isForecastRefused(asked))
    await controlForecast(http, asked, withoutChange, RULED_OUT.includes(asked.kind));
}

/** The same for forecasts as `Desk.control` for orders. */
export async function controlForecast(
  http: Wire,
  { request, reply }: Forecast,
  withoutChange: readonly ForecastRequest[],
  isRuledOut = false,
): Promise<void> {
  const before = await firstRefused(http, withoutChange);
  const again = before === null ? await http.forecast({ json: request }) : null;
  const control = before ?? (await firstRefused(http, withoutChange));
  const open = isRuledOut ? permit : leaveOpen;
  if (control !== null)
    open(reply, refusedAlone('Refused, as is the same request without the change', control), control);
  else if (again !== null && isTaken({ reply: again }))
    leaveOpen(reply, 'It was refused first and accepted later.', again);
}

/**
 * What an order is accepted for can be forecast: a refusal is wrong if `order`, like one that was accepted before, is
 * accepted, too, and the forecast refused again.
 */
export async function controlBooked(
  { http, desk }: { readonly http: Wire; readonly desk: Desk },
  { request, reply }: Forecast,
  order: OrderRequest,
): Promise<void> {
  if (!isForecastRefused({ reply })) return;
  const control = await desk.send(order);
  const why = refusedAlone('An order for the same is not accepted by now either', control.reply);
  if (!isAccepted(control)) {
    (desk.sellsOnce ? permit : leaveOpen)(reply, why, control.reply);
    return;
  }
  const again = await http.forecast({ json: request });
  if (!isForecastRefused({ reply: again })) leaveOpen(reply, 'It was refused first and served later.', again);
}

async function firstRefused(http: Wire, requests: readonly ForecastRequest[]): Promise<Reply | null> {
  for (const request of requests) {
    const reply = await http.forecast({ json: request });
    if (!isTaken({ reply })) return reply;
  }
  return null;
}
