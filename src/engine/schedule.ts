import type { Node, Source } from './node.ts';
import type { Schedule } from './node-run.ts';
import { Round } from './round.ts';
import { depthOf, type Settled } from './state.ts';

/**
 * Runs every node as soon as the nodes it waits for have ended. The HTTP client limits the number of concurrent
 * requests.
 */
export async function run(schedule: Schedule): Promise<Settled[]> {
  const round = new Round(schedule);
  const contracts = [...new Set(schedule.nodes.map((node) => node.module.contract))];
  const settled = await Promise.all(
    contracts.map((contract) => {
      const nodes = schedule.nodes.filter((node) => node.module.contract === contract);
      return settleContract(round, nodes, schedule.startOrder);
    }),
  );
  const byNode = new Map(settled.flat().map((one) => [one.node, one]));
  return schedule.nodes.map((node) => byNode.get(node)).filter((one) => one !== undefined);
}

/** Rules about every answer are judged last, when no more requests will be sent to the service. */
async function settleContract(
  round: Round,
  nodes: readonly Node[],
  startOrder: NonNullable<Schedule['startOrder']> = (all) => all,
): Promise<Settled[]> {
  const asking = nodes.filter((node) => node.kind === 'traffic' || node.watch === undefined);
  await settleInTurn(round, startOrder(asking));
  for (const { module } of nodes.slice(0, 1)) round.endAsking(module.contract);
  return Promise.all(nodes.map((node) => round.tell(node)));
}

/** Starts every node that need not wait for the end of the others, then the rest. */
async function settleInTurn(round: Round, nodes: readonly Node[]): Promise<void> {
  const late = new Set<Node | Source<unknown>>();
  for (const node of nodes) if (comesLast(node) || node.sources.some((source) => late.has(source))) late.add(node);
  const start = (node: Node) => {
    round.tell(node).catch(() => undefined); // The same promise is awaited in settleContract, which reports the error.
    return round.settle(node);
  };
  const early = depthOf(await Promise.all(nodes.filter((node) => !late.has(node)).map(start)));
  for (const node of nodes) if (comesLast(node)) round.comesAfter(node, early);
  await Promise.all(nodes.filter((node) => late.has(node)).map(start));
}

/** True if the node's phase starts only after everything in earlier phases. */
function comesLast({ phase, module }: Node): boolean {
  return phase !== undefined && module.phases[phase] === 'after everything';
}
