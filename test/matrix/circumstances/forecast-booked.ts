import { refusingLines } from '../../../fixtures/behaviours/added-rules.ts';
import { isCrowded } from '../../../fixtures/behaviours/crowded-slots.ts';
import { bookedFaults } from '../../../fixtures/faults/forecast/booked.ts';
import { forecastFaults } from '../../../fixtures/faults/forecast.ts';
import { forecastVariations } from '../../../fixtures/variations/forecast.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { Circumstance } from './circumstance.ts';

const BOOKED = 'orders.booked-slot-is-forecast';
const run = { certify: { only: [BOOKED] } };

const named = (name: string): BehaviourChange => {
  const found = [...forecastFaults, ...bookedFaults, ...forecastVariations].find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no fault and no variation ${name}`);
  return found.behaviour;
};

/** Removes slots from the list once drafts are booked on them. Orders and forecasts no longer find them then. */
const leaving: BehaviourChange = (base) => ({
  slots: (exchange) => base.slots(exchange).filter(({ inventoryId }) => !isCrowded(exchange, inventoryId)),
});

const waiting = (name: string, rule: string): Circumstance => ({
  name: `${name} is not judged again once drafts are booked`,
  behaviour: named(name),
  run,
  fails: [rule],
  verdict: 'failed',
  says: { [BOOKED]: new RegExp(`^Waits for ${rule.replace('.', '\\.')}`) },
});

/** Forecasts of a slot with bookings. */
export const bookedForecasts: readonly Circumstance[] = [
  {
    name: 'a slot that was booked and left the list need not be forecast',
    behaviour: leaving,
    run,
    verdict: 'inconclusive',
    ends: { [BOOKED]: 'inconclusive' },
  },
  {
    name: 'where the service offers no forecasts, none is asked for once drafts are booked',
    behaviour: named('no-forecast-and-no-endpoint'),
    run: { certify: { only: [BOOKED, 'orders.created-is-201'] } },
    verdict: 'passed',
    ends: { [BOOKED]: 'not-applicable' },
  },
  {
    name: 'a refusal of what an order is accepted for says so',
    behaviour: named('forecast-refused-once-booked'),
    run,
    fails: [BOOKED],
    verdict: 'failed',
    says: { [BOOKED]: /^Expected status 200 or 501, got status 422 .* for what orders are accepted for/ },
  },
  {
    name: 'a refusal of what orders are refused for by now, too, is open',
    behaviour: (base, settings) => ({
      ...named('forecast-refused-once-booked')(base, settings),
      ...refusingLines(
        ({ inventoryId }, _index, { order, exchange }) => order === undefined && isCrowded(exchange, inventoryId),
        'Sold out.',
      )(base),
    }),
    run,
    verdict: 'inconclusive',
    ends: { [BOOKED]: 'inconclusive' },
  },
  {
    name: 'a run that creates nothing leaves the forecast of booked slots out by name',
    run: { certify: { readOnly: true } },
    verdict: 'passed',
    says: { [BOOKED]: /--read-only/ },
  },
  waiting('forecast-crashes', 'forecast.answers-200'),
  waiting('forecast-body-array', 'forecast.body-is-object'),
  waiting('forecast-available-missing', 'forecast.available-is-integer'),
  waiting('forecast-id-of-another', 'forecast.echoes-slot'),
  ...bookedFaults
    .filter(({ name }) => name.endsWith('-404'))
    .map(({ behaviour }): Circumstance => ({
      name: 'what is found wrong says where',
      behaviour,
      run,
      fails: [BOOKED],
      verdict: 'failed',
      says: {
        [BOOKED]:
          /^Expected status 200 or 501, got status 404 .* for "slot-\d{4}", slot \d+ of the \d+ that are listed\. Seen both times that it was asked\.$/,
      },
    })),
];
