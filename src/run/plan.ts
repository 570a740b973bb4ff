import type { Because } from '../causes/because.ts';
import { suite as wholeSuite } from '../../checks/suite.ts';
import { longestRun } from '../http/exchange-ledger.ts';
import type { TransportOptions } from '../http/transport.ts';
import { nearest, quoted, sentences } from '../engine/did-you-mean.ts';
import type { Node } from '../engine/node.ts';
import type { ContractId, Relaxation } from '../engine/rule.ts';
import { newRun, type RunIdentity } from '../engine/run-identity.ts';
import { select, type LeftOut } from '../engine/selection.ts';
import { nodesOf } from '../engine/suite.ts';
import {
  DEFAULT_THROTTLE_WINDOW,
  intervalFor,
  networkOptions,
  NoAddress,
  UsageError,
  type CertifyOptions,
  type RunTotals,
} from '../settings.ts';
import { resolverFor } from '../addresses.ts';
import { given } from '../text/given.ts';
import { assertTerms } from './booking-terms.ts';
import { withCurrentNames } from './earlier-names.ts';
import { assertChecks, assertNames } from './known-names.ts';
import { likelySeconds, pacedSeconds, timeLimitFor } from './duration.ts';
import { giveValues } from './given-values.ts';
import { readHeaders, type RequestHeaders } from '../request-headers.ts';
import { nodesNotRun, assertSomethingLeft } from './not-run.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { readTargets, type Targets } from './targets.ts';

/** What a run would do: which nodes run, what they send and create on a conformant service, and what was read for it. */
export interface RunPlan {
  /** As given, with the names that checks have in this release. */
  readonly options: CertifyOptions;
  readonly identity: RunIdentity;
  readonly targets: Targets;
  readonly secrets: Secrets;
  readonly headers: RequestHeaders;
  readonly network: TransportOptions;
  /** Milliseconds between the starts of two requests to a host, if `--rate` is given. */
  readonly interval: number | undefined;
  readonly relaxed: ReadonlySet<Relaxation>;
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
export function planRun(typed: CertifyOptions): RunPlan {
  const options = withCurrentNames(typed);
  const targets = readTargets(options);
  const contracts = contractsOf(options);
  assertTerms(options);
  const { only, skip, failedFrom, readOnly } = options;
  const filters = { contracts, ...given({ only, skip, readOnly, onlyBy: failedFrom && '--failed-from' }) };
  assertNames(only ?? [], failedFrom === undefined ? '--only' : '--failed-from');
  assertNames(skip ?? [], '--skip');
  assertChecks(options.expectedFailures?.map(({ id }) => id) ?? []);
  const leftOut = select(wholeSuite, filters);
  const nodes = nodesOf(wholeSuite).filter((node) => contracts.has(node.module.contract));
  const read = {
    options,
    identity: newRun(new Date()),
    targets,
    headers: readHeaders(options),
    secrets: readSecrets(options),
    interval: intervalFor(options),
    relaxed: relaxationsOf(options),
  };
  const { interval, relaxed } = read;
  const network = networkOf(options, targets);
  const notRun = nodesNotRun(nodes, { leftOut, givens: giveValues({ ...read, network }), relaxed });
  assertSomethingLeft(nodes, notRun, options);
  const running = nodes.filter((node) => !notRun.has(node));
  const calls = running.some(({ sends: { token = 0 } }) => token > 0);
  const paced = pacedSeconds(running, targets, interval);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const requests = sum(running.flatMap((node) => Object.values(node.sends)));
  return {
    ...read,
    network,
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
      ...(calls && {
        listingSeconds: longestRun(options.throttleWindow ?? DEFAULT_THROTTLE_WINDOW) + Math.ceil(paced),
      }),
    },
  };
}

/** The largest answer in bytes, after decompression: 200 slots of 40 kB each. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

function networkOf(options: CertifyOptions, targets: Targets): TransportOptions {
  const resolve = resolverFor(options, Object.values(targets));
  return {
    ...networkOptions(options),
    maxBodyBytes: MAX_BODY_BYTES,
    ...given({ environment: options.environment, resolve }),
  };
}

function contractsOf(options: CertifyOptions): Set<ContractId> {
  const { baseUrl, listingUrl, apiKey, listingKey, listingToken } = options;
  const contracts = new Set<ContractId>();
  if (baseUrl !== undefined) contracts.add('ad-server');
  if (listingUrl !== undefined) contracts.add('listing');
  if (contracts.size === 0)
    throw new NoAddress(
      sentences('No address was given. Give the base URL of the ad server, or --listing-url.', meantAddress(options)),
    );
  if (baseUrl !== undefined && !apiKey)
    throw new UsageError('No API key was given. Set ADSERVER_API_KEY, or use --api-key-file or --api-key.');
  if (listingUrl !== undefined && !listingKey && !listingToken)
    throw new UsageError(
      'No credential of the listing API was given. Set LISTING_KEY and LISTING_SECRET, LISTING_TOKEN, or all three (--listing-key, --listing-secret, --listing-token).',
    );
  return contracts;
}

/** `baseURL` in place of `baseUrl`, in a program without types. */
function meantAddress(options: CertifyOptions): string {
  const known = ['baseUrl', 'listingUrl'];
  const near = Object.keys(options).find((name) => !known.includes(name) && /ur[il]$/i.test(name));
  return near === undefined ? '' : `There is no option ${quoted(near)}. ${nearest(near, known)}`.trim();
}

function relaxationsOf({ local, insecure, throttleWindow }: CertifyOptions): Set<Relaxation> {
  const relaxed = new Set<Relaxation>();
  if (local) relaxed.add('local');
  if (insecure) relaxed.add('insecure');
  if (throttleWindow !== undefined && throttleWindow !== DEFAULT_THROTTLE_WINDOW) relaxed.add('throttle-window');
  return relaxed;
}
