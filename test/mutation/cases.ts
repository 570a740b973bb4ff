import type { Fault, Variation } from '../../fixtures/entries.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { authVariations } from '../../fixtures/variations/auth.ts';
import { bookingVariations } from '../../fixtures/variations/booking.ts';
import { errorsVariations } from '../../fixtures/variations/errors.ts';
import { forecastVariations } from '../../fixtures/variations/forecast.ts';
import { healthVariations } from '../../fixtures/variations/health.ts';
import { idempotencyVariations } from '../../fixtures/variations/idempotency.ts';
import { inventoryVariations } from '../../fixtures/variations/inventory.ts';
import { ordersVariations } from '../../fixtures/variations/orders.ts';
import { reportsVariations } from '../../fixtures/variations/reports.ts';
import { updatesVariations } from '../../fixtures/variations/updates.ts';
import { wireVariations } from '../../fixtures/variations/wire.ts';
import type { Report } from '../../src/report/model.ts';
import { endedAs, judge } from '../matrix/judge.ts';

/** One publisher, and what is wrong about how it was judged: null where nothing is. */
export interface Case {
  readonly id: string;
  readonly run: () => Promise<string | null>;
}

/** The unusual publishers that concern a module most: all of them for every mutant would take days. */
const VARIATIONS: Readonly<Record<string, readonly Variation[]>> = {
  health: healthVariations,
  inventory: [...inventoryVariations, ...wireVariations],
  forecast: forecastVariations,
  orders: [...ordersVariations, ...bookingVariations],
  idempotency: [...idempotencyVariations, ...bookingVariations],
  updates: [...updatesVariations, ...bookingVariations],
  reports: [...reportsVariations, ...healthVariations],
  auth: authVariations,
  errors: [...errorsVariations, ...wireVariations],
};

/** A conformant publisher, then every one whose faults a check of this module must find, then every unusual one. */
export function casesOf(module: string): Case[] {
  const own = (id: string): boolean => id.startsWith(`${module}.`);
  const run = { certify: { only: [module] } };

  const caught = ({ fails }: Fault, report: Report): string | null => {
    const found = Object.keys(endedAs(report, 'fail', 'warn')).filter(own);
    return difference(found, fails.filter(own)) ?? broken(report);
  };
  const tolerated = ({ unjudged = [], warns = [] }: Variation, report: Report): string | null => {
    const without = endedAs(report, 'skip', 'inconclusive', 'not-applicable');
    return (
      difference(Object.keys(endedAs(report, 'fail', 'warn')).filter(own), warns.filter(own)) ??
      difference(
        unjudged.filter(own).filter((id) => without[id] === undefined),
        [],
      ) ??
      broken(report)
    );
  };

  const plain: Variation = { name: 'plain', freedom: 'None.', verdict: 'passed', behaviour: () => ({}) };
  return [
    { id: 'plain', run: async () => tolerated(plain, await judge([], run)) },
    ...faults
      .filter(({ fails }) => fails.some(own))
      .map((fault) => ({ id: fault.name, run: async () => caught(fault, await judge(fault.behaviour, run)) })),
    ...(VARIATIONS[module] ?? []).map((variation) => ({
      id: variation.name,
      run: async () => tolerated(variation, await judge(variation.behaviour, run)),
    })),
  ];
}

function difference(found: readonly string[], expected: readonly string[]): string | null {
  const [is, should] = [found, expected].map((ids) => ids.toSorted().join(', ') || 'none');
  return is === should ? null : `${is} instead of ${should}`;
}

function broken(report: Report): string | null {
  const errors = Object.values(endedAs(report, 'error'));
  return errors.length === 0 ? null : errors.join('; ');
}
