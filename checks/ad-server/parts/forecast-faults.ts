import { shapeViolation } from '../../../src/engine/expect.ts';
import { Violation } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { faultsOf, shown, shownMember, type ShapeFault } from '../../../src/schema/faults.ts';
import { forecastResult } from '../../../src/schema/generated/validators.js';
import { member } from './json.ts';
import type { ForecastRequest } from './requests.ts';

/** A forecast that was asked for, and what came. */
interface Forecast {
  readonly request: ForecastRequest;
  readonly reply: Reply;
}

/** What is wrong with a forecast, by the check of the forecasts' own chapter that is about it. */
export function brokenBy({ request, reply }: Forecast): ReadonlyMap<string, Violation> {
  const broken = new Map<string, Violation>();
  const body = reply.json.ok ? reply.json.value : null;
  if (reply.status === 501) {
    const code = member(body, 'code');
    if (code !== 'forecast_unsupported')
      broken.set(
        'forecast.unsupported-is-501-with-code',
        new Violation({
          expected: 'the code "forecast_unsupported"',
          actual: shownMember(code, 'code', body),
          pointer: code === undefined ? '' : '/code',
          replies: [reply],
        }),
      );
  }
  if (reply.status !== 200) return broken;
  const faults: readonly ShapeFault[] = reply.json.ok
    ? faultsOf(forecastResult, reply.json.value)
    : [{ pointer: '', place: '', expected: 'JSON', actual: reply.json.problem }];
  for (const fault of faults) broken.set(ruleAt(fault.pointer), shapeViolation(reply, [fault]));
  if (faults.length > 0) return broken;
  const available = Number(member(body, 'available_impressions'));
  const forecasted = Number(member(body, 'forecasted_impressions'));
  if (available > forecasted)
    broken.set(
      'forecast.available-within-forecasted',
      new Violation({
        expected: `available_impressions of at most ${forecasted}`,
        actual: `${available} for a slot that was booked`,
        pointer: '/available_impressions',
        replies: [reply],
      }),
    );
  const id = member(body, 'inventory_id');
  if (id !== request.inventory_id)
    broken.set(
      'forecast.echoes-slot',
      new Violation({
        expected: shown(request.inventory_id),
        actual: shown(id),
        pointer: '/inventory_id',
        replies: [reply],
      }),
    );
  return broken;
}

/** The check that a member of a forecast belongs to; of the body as a whole. */
function ruleAt(pointer: string): string {
  switch (pointer) {
    case '/inventory_id':
      return 'forecast.has-inventory-id';
    case '/available_impressions':
      return 'forecast.available-is-integer';
    case '/forecasted_impressions':
      return 'forecast.forecasted-is-integer';
    case '/unit_type':
      return 'forecast.unit-type';
    default:
      return 'forecast.body-is-object';
  }
}
