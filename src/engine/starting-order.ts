import type { Node } from './node.ts';
import { phaseOrder, type Phased } from './phase.ts';
import type { ContractId } from './rule.ts';
import type { LeftOut } from './selection.ts';
import { urgenciesOf } from './urgency.ts';

/** Which nodes start before which others, and how urgent each is. All rounds of a run share it. */
export class StartingOrder {
  readonly urgencies: ReadonlyMap<Node, number>;
  /** The nodes of earlier phases that each node waits for. Nodes that wait for the same ones share the list. */
  readonly before: ReadonlyMap<Node, readonly Node[]>;
  /** For each node, the length of the longest chain of requests before it, apart from those it gets its inputs from. */
  readonly depths = new Map<Node, number>();
  readonly #ends = new Map<ContractId, End>();

  constructor(nodes: readonly Node[], leftOut: LeftOut) {
    this.before = phasesBefore(nodes.filter(({ id }) => !leftOut.has(id)));
    this.urgencies = urgenciesOf(nodes, this.before);
  }

  /** Resolves once no more requests will be sent under a contract. */
  endOfAsking(contract: ContractId): End {
    const known = this.#ends.get(contract) ?? new End();
    this.#ends.set(contract, known);
    return known;
  }
}

/** An event that happens once and can be awaited. */
class End {
  readonly ended: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor() {
    this.ended = new Promise((resolve) => (this.#resolve = resolve));
  }

  come(): void {
    this.#resolve();
  }
}

interface PhasedNode extends Phased {
  readonly node: Node;
}

function phasesBefore(nodes: readonly Node[]): ReadonlyMap<Node, readonly Node[]> {
  const before = new Map<Node, readonly Node[]>();
  for (const { module } of new Map(nodes.map((node) => [node.module.contract, node])).values()) {
    const own = nodes.filter((node) => node.module.contract === module.contract);
    const lists = new Map<readonly PhasedNode[], readonly Node[]>();
    for (const [one, others] of phaseOrder(phased(own), module.phases)) {
      if (others.length === 0) continue;
      const list = lists.get(others) ?? others.map(({ node }) => node);
      lists.set(others, list);
      before.set(one.node, list);
    }
  }
  return before;
}

/**
 * The nodes that have a place in the order of phases: traffic, and the checks that can stop the creation of orders.
 * Such a check belongs to the phase of the latest traffic it judges.
 */
function phased(nodes: readonly Node[]): PhasedNode[] {
  const names = nodes.flatMap(({ module }) => Object.keys(module.phases));
  const latest = (node: Node): string | undefined =>
    node.phase ??
    node.sources
      .flatMap((source) => (source.kind === 'given' ? [] : (latest(source) ?? [])))
      .sort((one, other) => names.indexOf(other) - names.indexOf(one))[0];
  return nodes.flatMap((node): PhasedNode[] => {
    if (node.kind === 'traffic')
      return node.phase === undefined ? [] : [{ node, id: node.id, phase: node.phase, sharesState: sharesState(node) }];
    const isAlarm = node.rule.weight === 'live-order' && node.watch === undefined;
    // Later phases wait for it; it waits only for its records.
    return isAlarm ? [{ node, id: node.id, phase: latest(node), sharesState: true }] : [];
  });
}

function sharesState({ sends }: Node): boolean {
  const { orders, reports, token, forecast } = sends;
  return [orders, reports, token, forecast].some((calls) => calls !== undefined);
}
