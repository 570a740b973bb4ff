import type { Fault, Variation } from '../../fixtures/entries.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { authVariations } from '../../fixtures/variations/auth.ts';
import { bookingVariations } from '../../fixtures/variations/booking.ts';
import { connectionVariations } from '../../fixtures/variations/connection.ts';
import { errorsVariations } from '../../fixtures/variations/errors.ts';
import { forecastVariations } from '../../fixtures/variations/forecast.ts';
import { healthVariations } from '../../fixtures/variations/health.ts';
import { idempotencyVariations } from '../../fixtures/variations/idempotency.ts';
import { inventoryVariations } from '../../fixtures/variations/inventory.ts';
import { listingVariations } from '../../fixtures/variations/listing.ts';
import { ordersVariations } from '../../fixtures/variations/orders.ts';
import { reportsVariations } from '../../fixtures/variations/reports.ts';
import { updatesVariations } from '../../fixtures/variations/updates.ts';
import { wireVariations } from '../../fixtures/variations/wire.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import type { Report } from '../../src/report/model.ts';
import * as ofListing from '../listing/circumstance.ts';
import { listingCircumstances } from '../listing/circumstances/index.ts';
import * as listing from '../listing/judge.ts';
import { judgeUnder, problemsOf, type Circumstance, type Statement } from '../matrix/circumstances/circumstance.ts';
import { authCircumstances } from '../matrix/circumstances/auth.ts';
import { connectionCircumstances } from '../matrix/circumstances/connection.ts';
import { errorsCircumstances } from '../matrix/circumstances/errors.ts';
import { forecastCircumstances } from '../matrix/circumstances/forecast.ts';
import { healthCircumstances } from '../matrix/circumstances/health.ts';
import { idempotencyCircumstances } from '../matrix/circumstances/idempotency.ts';
import { inventoryCircumstances } from '../matrix/circumstances/inventory.ts';
import { ordersCircumstances } from '../matrix/circumstances/orders.ts';
import { reportsCircumstances } from '../matrix/circumstances/reports.ts';
import { updatesCircumstances } from '../matrix/circumstances/updates.ts';
import { endedAs, judge, unjudgedIn, withoutEvidence } from '../matrix/judge.ts';

/** The modules whose publishers judge a change. `also` lists checks of other modules that depend on them. */
export interface Part {
  readonly contract: 'ad-server' | 'listing';
  readonly modules: readonly string[];
  readonly also: readonly string[];
}

/** Which checks a run makes: those of the modules, or all of them if a fault only shows that way. */
export type Scope = 'module' | 'suite';

/** One publisher, and why the judgement of it is wrong; null if it is right. */
export interface Case {
  readonly id: string;
  /** The checks that fail here, and those that cannot be judged or that something is stated about. */
  readonly fails: readonly string[];
  readonly run: (scope: Scope) => Promise<string | null>;
}

/**
 * Checks that the reference publisher cannot trigger, since it has no rate limit and the run's address is on its
 * allowlist.
 */
const ONLY_ELSEWHERE = [
  'errors.retry-after-in-seconds',
  'listing-access.blocked-exchange-403',
  'listing-access.blocked-exchange-code',
  'listing-access.blocked-data-401',
];

/** The unusual publishers that matter most for a module. Running all of them for every mutant would take days. */
const VARIATIONS: Readonly<Record<string, readonly Variation[]>> = {
  connection: [...connectionVariations, ...wireVariations],
  health: healthVariations,
  inventory: [...inventoryVariations, ...wireVariations],
  forecast: forecastVariations,
  orders: [...ordersVariations, ...bookingVariations],
  idempotency: [...idempotencyVariations, ...bookingVariations],
  updates: [...updatesVariations, ...bookingVariations],
  reports: [...reportsVariations, ...healthVariations],
  auth: authVariations,
  errors: [
    ...errorsVariations,
    ...wireVariations,
    ...forecastVariations.filter(({ name }) => ['batch-forecasts', 'no-forecast-and-no-endpoint'].includes(name)),
  ],
  'token-exchange': listingVariations,
};

/** Runs with options or answers that no publisher of the lists above has. */
const CIRCUMSTANCES: Readonly<Record<string, readonly Circumstance[]>> = {
  auth: authCircumstances,
  connection: connectionCircumstances,
  errors: errorsCircumstances,
  forecast: forecastCircumstances,
  health: healthCircumstances,
  idempotency: idempotencyCircumstances,
  inventory: inventoryCircumstances,
  orders: ordersCircumstances,
  reports: reportsCircumstances,
  updates: updatesCircumstances,
};

/** A conformant publisher, then every fault that a check of these modules must find, then the unusual publishers. */
export function casesOf({ contract, modules, also }: Part): Case[] {
  const ofModules = (id: string): boolean => modules.some((module) => id.startsWith(`${module}.`));
  const own = (id: string): boolean => ofModules(id) || also.includes(id);
  const judged = (behaviour: BehaviourChange | [], scope: Scope, name = ''): Promise<Report> => {
    const only = scope === 'suite' ? {} : { only: [...modules, ...also] };
    return contract === 'listing'
      ? listing.judge(behaviour, { ...listing.optionsFor(name), ...only })
      : judge(behaviour, { certify: only });
  };

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
      unjudgedIn(report).filter((id) => own(id) && !ONLY_ELSEWHERE.includes(id)),
      [],
    );

  return [
    { id: 'plain', fails: [], run: async (scope) => plain(await judged([], scope)) },
    ...faults
      .filter(({ fails }) => fails.some(ofModules))
      .map((fault) => ({
        id: fault.name,
        fails: [...fault.fails, ...(fault.unjudged ?? [])],
        run: async (scope: Scope) => caught(fault, await judged(fault.behaviour, scope, fault.name)),
      })),
    ...modules
      .flatMap((module) => VARIATIONS[module] ?? [])
      .map((variation) => ({
        id: variation.name,
        fails: [],
        run: async (scope: Scope) => tolerated(variation, await judged(variation.behaviour, scope)),
      })),
    ...modules
      .flatMap((module) => CIRCUMSTANCES[module] ?? [])
      .map((circumstance) => underCircumstances(circumstance, () => judgeUnder(circumstance))),
    ...(contract === 'listing' ? listingCircumstances : []).map((circumstance) =>
      underCircumstances(circumstance, () => ofListing.judgeUnder(circumstance)),
    ),
  ];
}

function underCircumstances(stated: Statement, judged: () => Promise<Report>): Case {
  return {
    id: stated.name,
    fails: aboutOf(stated),
    run: async () => problemsOf(stated, await judged()).join('; ') || null,
  };
}

/** The checks that a statement is about. If nothing fails, any check may matter, so the list is empty. */
function aboutOf({ fails = [], says = {}, ends = {}, cites = {} }: Statement): string[] {
  return fails.length === 0 ? [] : [...fails, ...Object.keys({ ...says, ...ends, ...cites })];
}

function difference(what: string, found: readonly string[], expected: readonly string[]): string | null {
  const [is, should] = [found, expected].map((ids) => ids.toSorted().join(', ') || 'none');
  return is === should ? null : `${what}: ${is} instead of ${should}`;
}
