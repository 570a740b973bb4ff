import { shapeViolation } from '../../../src/engine/expect.ts';
import { Violation, type Finding } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { forecastResult } from '../../../src/schema/generated/validators.js';
import { faultsIn, valueAt } from '../../json.ts';
import type { Forecast } from './forecast-answers.ts';

// What can be wrong with one forecast.

const CODE = 'forecast_unsupported';

export const saysUnsupported = (reply: Reply): boolean => valueAt(reply, 'code') === CODE;

/** The finding for a 501 with another code; `null` if the code says that the slot cannot be forecast. */
export function otherCode(reply: Reply): Finding | null {
  const code = valueAt(reply, 'code');
  if (code === CODE) return null;
  return {
    expected: `the code ${JSON.stringify(CODE)}`,
    actual: shownMember(code, 'code', reply.json.ok ? reply.json.value : null),
    pointer: code === undefined ? '' : '/code',
    replies: [reply],
  };
}

/** The finding for a forecast of another slot than requested (§2.4). The schema checks that the id is a string. */
export function otherSlot({ request, reply }: Forecast): Finding | null {
  const id = valueAt(reply, 'inventory_id');
  if (typeof id !== 'string' || id === '' || id === request.inventory_id) return null;
  return { expected: shown(request.inventory_id), actual: shown(id), pointer: '/inventory_id', replies: [reply] };
}

/** The finding for more impressions available than forecasted (§2.4). The schema checks that both are numbers. */
export function moreThanForecast(reply: Reply, circumstance: string): Finding | null {
  const available = valueAt(reply, 'available_impressions');
  const forecasted = valueAt(reply, 'forecasted_impressions');
  if (typeof available !== 'number' || typeof forecasted !== 'number' || available <= forecasted) return null;
  return {
    expected: `available_impressions of at most ${forecasted}`,
    actual: `${available} ${circumstance}`,
    pointer: '/available_impressions',
    replies: [reply],
  };
}

/** The rules about members of a forecast, by pointer. */
const RULES: Readonly<Record<string, string>> = {
  '/inventory_id': 'forecast.has-inventory-id',
  '/available_impressions': 'forecast.available-is-integer',
  '/forecasted_impressions': 'forecast.forecasted-is-integer',
  '/unit_type': 'forecast.unit-type',
};

/** What is wrong with a forecast of a booked slot, by the id of the forecast rule that it breaks. */
export function brokenBy({ request, reply }: Forecast): ReadonlyMap<string, Violation> {
  const broken = new Map<string, Violation>();
  const add = (rule: string, finding: Finding | null) => {
    if (finding !== null) broken.set(rule, new Violation(finding));
  };
  if (reply.status === 501) add('forecast.unsupported-is-501-with-code', otherCode(reply));
  if (!isServed(reply)) return broken;
  const faults = faultsIn(reply, forecastResult);
  for (const fault of faults)
    broken.set(RULES[fault.pointer] ?? 'forecast.body-is-object', shapeViolation(reply, [fault]));
  if (faults.length > 0) return broken;
  add('forecast.available-within-forecasted', moreThanForecast(reply, 'for a slot that was booked'));
  add('forecast.echoes-slot', otherSlot({ request, reply }));
  return broken;
}
