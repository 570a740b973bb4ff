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
import { endedAs, judge, unjudgedIn, withoutEvidence } from '../matrix/judge.ts';

/** What a run asks for: the checks of the module, or all there are, where it takes others to show a fault. */
export type Scope = 'module' | 'suite';

/** One publisher, and what is wrong about how it was judged: null where nothing is. */
export interface Case {
  readonly id: string;
  /** The checks that fail here. */
  readonly fails: readonly string[];
  readonly run: (scope: Scope) => Promise<string | null>;
}

/** The one check that a publisher without a rate limit gives no occasion for. */
const ONLY_WHERE_LIMITED = 'errors.retry-after-in-seconds';

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

/**
 * A conformant publisher, then every one whose faults a check of this module must find, then every unusual one.
 * `also` are checks of other modules that depend on this one.
 */
export function casesOf(module: string, also: readonly string[] = []): Case[] {
  const own = (id: string): boolean => id.startsWith(`${module}.`) || also.includes(id);
  const options = (scope: Scope) => (scope === 'suite' ? {} : { certify: { only: [module, ...also] } });

  const wrong = (expected: readonly string[], unjudged: readonly string[], report: Report): string | null => {
    const found = Object.keys(endedAs(report, 'fail', 'warn')).filter(own);
    return (
      difference('failed', found, expected.filter(own)) ??
      difference(
        'judged',
        unjudged.filter((id) => own(id) && !unjudgedIn(report).includes(id)),
        [],
      ) ??
      difference('broken', Object.values(endedAs(report, 'error')), []) ??
      difference('without evidence', withoutEvidence(report), [])
    );
  };
  const caught = ({ fails, unjudged = [] }: Fault, report: Report) => wrong(fails, unjudged, report);
  const tolerated = ({ warns = [], unjudged = [], verdict }: Variation, report: Report) =>
    wrong(warns, unjudged, report) ??
    (report.verdict === 'inconclusive' && verdict !== 'inconclusive' ? 'inconclusive' : null);

  const plain = (report: Report): string | null =>
    wrong([], [], report) ??
    difference(
      'unjudged',
      unjudgedIn(report).filter((id) => own(id) && id !== ONLY_WHERE_LIMITED),
      [],
    );

  return [
    { id: 'plain', fails: [], run: async (scope) => plain(await judge([], options(scope))) },
    ...faults
      .filter(({ fails }) => fails.some((id) => id.startsWith(`${module}.`)))
      .map((fault) => ({
        id: fault.name,
        fails: fault.fails,
        run: async (scope: Scope) => caught(fault, await judge(fault.behaviour, options(scope))),
      })),
    ...(VARIATIONS[module] ?? []).map((variation) => ({
      id: variation.name,
      fails: [],
      run: async (scope: Scope) => tolerated(variation, await judge(variation.behaviour, options(scope))),
    })),
  ];
}

function difference(what: string, found: readonly string[], expected: readonly string[]): string | null {
  const [is, should] = [found, expected].map((ids) => ids.toSorted().join(', ') || 'none');
  return is === should ? null : `${what}: ${is} instead of ${should}`;
}
