import { sourcesOf, type Node, type Source } from './node.ts';
import type { GivenValue, Plan } from './plan.ts';
import { Round } from './round.ts';
import type { Settled } from './state.ts';

export type { GivenValue, Plan, Settled };

/** Runs every node as soon as what it waits for has ended; the client bounds what is in flight. */
export async function run(plan: Plan): Promise<Settled[]> {
  const round = new Round(plan);
  const contracts = [...new Set(plan.nodes.map((node) => node.module.contract))];
  const settled = await Promise.all(
    contracts.map((contract) => {
      const nodes = plan.nodes.filter((node) => node.module.contract === contract);
      return settleContract(round, nodes, plan.startOrder);
    }),
  );
  const byNode = new Map(settled.flat().map((one) => [one.node, one]));
  return plan.nodes.map((node) => byNode.get(node)).filter((one) => one !== undefined);
}

/** The rules about every answer of a service are judged once nothing is asked of it any more. */
async function settleContract(
  round: Round,
  nodes: readonly Node[],
  startOrder: NonNullable<Plan['startOrder']> = (all) => all,
): Promise<Settled[]> {
  const asking = nodes.filter((node) => node.kind === 'traffic' || node.watch === undefined);
  await settleInTurn(round, startOrder(asking));
  for (const { module } of nodes.slice(0, 1)) round.endAsking(module.contract);
  return Promise.all(nodes.map((node) => round.tell(node)));
}

/** First all that may start at once, then what comes last with all that waits for it. */
async function settleInTurn(round: Round, nodes: readonly Node[]): Promise<void> {
  const late = new Set<Node | Source<unknown>>();
  for (const node of nodes) if (comesLast(node) || sourcesOf(node).some((source) => late.has(source))) late.add(node);
  const start = (node: Node) => {
    round.tell(node).catch(() => undefined); // Reported where it is awaited.
    return round.settle(node);
  };
  const early = await Promise.all(nodes.filter((node) => !late.has(node)).map(start));
  for (const node of nodes) if (comesLast(node)) round.comesAfter(node, early);
  await Promise.all(nodes.filter((node) => late.has(node)).map(start));
}

/** Whether a node belongs to a phase that starts after all earlier ones. */
function comesLast({ phase, module }: Node): boolean {
  return phase !== undefined && module.phases[phase] === 'after everything';
}
