import type { Queries } from './database.ts';
import { Problem } from './problem.ts';
import { assertCountries, daysOf, type ForecastRequest } from './requests.ts';
import { assertSizes, slotOf } from './slots.ts';

/** The share of the traffic that one country has here; a real ad server counts. */
const SHARE_OF_COUNTRY = 0.2;
/** The share that other campaigns have not taken yet. */
const SHARE_FREE = 0.8;

export async function forecast(queries: Queries, { inventory_id, flight, targeting, sizes = [] }: ForecastRequest) {
  const slot = await slotOf(queries, inventory_id);
  const days = daysOf(flight);
  const geo = targeting?.geo ?? [];
  assertCountries(geo);
  assertSizes(slot, sizes);
  if (slot.daily_impressions === null)
    throw new Problem(501, 'forecast_unsupported', `${slot.name} is sold as a whole: there is no forecast.`);
  const share = geo.length === 0 ? 1 : Math.min(1, geo.length * SHARE_OF_COUNTRY);
  const forecasted = Math.floor(slot.daily_impressions * days * share);
  return {
    inventory_id,
    available_impressions: Math.floor(forecasted * SHARE_FREE),
    forecasted_impressions: forecasted,
    unit_type: 'IMPRESSIONS',
  };
}
