import { suite as wholeSuite } from '../../checks/index.ts';
import { nearest } from '../engine/nearest.ts';
import type { Node } from '../engine/node.ts';
import type { ContractId } from '../engine/rule.ts';
import { select, UnknownName, type LeftOut } from '../engine/selection.ts';
import { checksOf, nodesOf } from '../engine/suite.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** What a run would do: which nodes run, and what they send and create on a conformant service. */
export interface RunPlan {
  readonly contracts: ReadonlySet<ContractId>;
  readonly nodes: readonly Node[];
  readonly leftOut: LeftOut;
  readonly totals: { readonly checks: number; readonly requests: number; readonly drafts: number };
}

/**
 * Says what a run would do, and sends nothing.
 * @throws UsageError where the options cannot be run.
 */
export function planRun(options: CertifyOptions): RunPlan {
  const contracts = new Set<ContractId>();
  if (options.baseUrl !== undefined) contracts.add('ad-server');
  if (options.listingUrl !== undefined) contracts.add('listing');
  if (contracts.size === 0)
    throw new UsageError('No address was given. Name the base URL of the ad server, or --listing-url.');
  if (options.baseUrl !== undefined && !options.apiKey)
    throw new UsageError('No API key was given. Set ADSERVER_API_KEY, or use --api-key-file or --api-key.');
  const leftOut = selectOrExplain(options, contracts);
  assertKnown(options.expectedFailures?.map(({ id }) => id) ?? []);
  const nodes = nodesOf(wholeSuite).filter((node) => contracts.has(node.chapter.contract));
  const running = nodes.filter((node) => !leftOut.has(node.id));
  if (!running.some((node) => node.kind === 'check'))
    throw new UsageError('The filters leave no check to run. Take back some of --only, --skip and --read-only.');
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    contracts,
    nodes,
    leftOut,
    totals: {
      checks: running.filter((node) => node.kind === 'check').length,
      requests: sum(running.flatMap((node) => Object.values(node.sends))),
      drafts: sum(running.map((node) => node.drafts)),
    },
  };
}

function selectOrExplain(options: CertifyOptions, contracts: ReadonlySet<ContractId>): LeftOut {
  try {
    return select(wholeSuite, {
      contracts,
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.skip === undefined ? {} : { skip: options.skip }),
      readOnly: options.readOnly ?? false,
    });
  } catch (error) {
    throw error instanceof UnknownName ? new UsageError(error.message) : error;
  }
}

function assertKnown(ids: readonly string[]): void {
  const known = checksOf(wholeSuite).map(({ id }) => id);
  for (const id of ids)
    if (!known.includes(id))
      throw new UsageError(
        `The expected failures name ${JSON.stringify(id)}, which is no check. ${nearest(id, known)}`,
      );
}
