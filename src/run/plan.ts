import type { Because } from '../causes/because.ts';
import { suite as wholeSuite } from '../../checks/suite.ts';
import { longestRun } from '../http/exchange-ledger.ts';
import { nearest, quoted, sentences } from '../engine/did-you-mean.ts';
import type { Node } from '../engine/node.ts';
import type { ContractId } from '../engine/rule.ts';
import { newRun } from '../engine/run-identity.ts';
import { matching, select, UnknownName, type LeftOut } from '../engine/selection.ts';
import { checksOf, nodesOf } from '../engine/suite.ts';
import {
  DEFAULT_THROTTLE_WINDOW,
  NoAddress,
  tlsOptions,
  UsageError,
  type CertifyOptions,
  type RunTotals,
} from '../settings.ts';
import { resolverFor } from '../addresses.ts';
import { assertTerms } from '../booking-terms.ts';
import { currentNames, withCurrentNames } from './earlier-names.ts';
import { intervalFor, likelySeconds, pacedSeconds, timeLimitFor } from './duration.ts';
import { giveValues } from './given-values.ts';
import { readHeaders } from '../request-headers.ts';
import { nodesNotRun } from './not-run.ts';
import { assertSomethingLeft } from './nothing-left.ts';
import { relaxationsOf } from './relaxations.ts';
import { readSecrets } from './secrets.ts';
import { readTargets } from './targets.ts';

/** What a run would do: which nodes run, and what they send and create on a conformant service. */
export interface RunPlan {
  /** As given, with the names that checks have in this release. */
  readonly options: CertifyOptions;
  readonly contracts: ReadonlySet<ContractId>;
  readonly nodes: readonly Node[];
  readonly leftOut: LeftOut;
  /** The nodes that will not run, and why: left out, or something they need does not run. */
  readonly notRun: ReadonlyMap<Node, Because>;
  /** The least time that `--rate` makes the run take. */
  readonly pacedSeconds: number;
  readonly totals: RunTotals;
}

/**
 * Finds out what a run would do, without sending anything.
 * @throws UsageError if the options cannot be run, or leave nothing to judge.
 */
export function planRun(given: CertifyOptions): RunPlan {
  const options = withCurrentNames(given);
  const contracts = contractsOf(options);
  assertTerms(options);
  const leftOut = selectOrExplain(options, contracts);
  assertKnown(options.expectedFailures?.map(({ id }) => id) ?? []);
  const nodes = nodesOf(wholeSuite).filter((node) => contracts.has(node.module.contract));
  const targets = readTargets(options);
  // Only which values are given matters here. None of them is used.
  readHeaders(options);
  tlsOptions(options);
  resolverFor(options, Object.values(targets));
  const givens = giveValues(options, targets, readSecrets(options), newRun(new Date()), {});
  const notRun = nodesNotRun(nodes, { leftOut, givens, relaxed: relaxationsOf(options) });
  assertSomethingLeft(nodes, notRun, options);
  const running = nodes.filter((node) => !notRun.has(node));
  const exchanges = running.some(({ sends: { token = 0 } }) => token > 0);
  const paced = pacedSeconds(running, targets, intervalFor(options));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const requests = sum(running.flatMap((node) => Object.values(node.sends)));
  return {
    options,
    contracts,
    nodes,
    leftOut,
    notRun,
    pacedSeconds: paced,
    totals: {
      checks: running.filter((node) => node.kind === 'check').length,
      requests,
      timeLimitSeconds: timeLimitFor(options, paced),
      likelySeconds: likelySeconds(running, requests, paced, options),
      drafts: sum(running.map((node) => node.drafts)),
      bookings: sum(running.map((node) => node.draftsAtMost)),
      ...(exchanges && {
        listingSeconds: longestRun(options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW) + Math.ceil(paced),
      }),
    },
  };
}

function contractsOf(options: CertifyOptions): Set<ContractId> {
  const { baseUrl, listingUrl, apiKey, listingKey, listingToken } = options;
  const contracts = new Set<ContractId>();
  if (baseUrl !== undefined) contracts.add('ad-server');
  if (listingUrl !== undefined) contracts.add('listing');
  if (contracts.size === 0)
    throw new NoAddress('No address was given. Give the base URL of the ad server, or --listing-url.');
  if (baseUrl !== undefined && !apiKey)
    throw new UsageError('No API key was given. Set ADSERVER_API_KEY, or use --api-key-file or --api-key.');
  if (listingUrl !== undefined && !listingKey && !listingToken)
    throw new UsageError(
      'No credential of the listing API was given. Set LISTING_KEY and LISTING_SECRET, LISTING_TOKEN, or all three (--listing-key, --listing-secret, --listing-token).',
    );
  return contracts;
}

/** @throws UsageError for a name that is neither a module nor a check, with the nearest match. */
export function assertNames(names: readonly string[], option: string): void {
  explained(() => matching(wholeSuite, currentNames(names), option));
}

function explained<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof UnknownName ? new UsageError(error.message) : error;
  }
}

function selectOrExplain(options: CertifyOptions, contracts: ReadonlySet<ContractId>): LeftOut {
  return explained(() =>
    select(wholeSuite, {
      contracts,
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.failedFrom === undefined ? {} : { onlyBy: '--failed-from' }),
      ...(options.skip === undefined ? {} : { skip: options.skip }),
      readOnly: options.readOnly ?? false,
    }),
  );
}

/** @throws UsageError for an id that is not a check, with the nearest match. */
export function assertKnown(ids: readonly string[]): void {
  const known = checksOf(wholeSuite).map(({ id }) => id);
  for (const id of currentNames(ids))
    if (!known.includes(id))
      throw new UsageError(
        sentences(`The expected failures name ${quoted(id)}, which is not a check.`, nearest(id, known)),
      );
}
