import { sourcesOf, type Node } from './node.ts';
import { phaseOrder, type Phased } from './phase.ts';
import type { ContractId } from './rule.ts';
import type { LeftOut } from './selection.ts';
import { urgenciesOf } from './urgency.ts';

/** What comes before what, and how urgent each node is: the same in every round. */
export class StartingOrder {
  readonly urgencies: ReadonlyMap<Node, number>;
  /** The nodes of earlier phases that each node waits for. */
  readonly before: ReadonlyMap<Node, readonly Node[]>;
  /** How many requests, one after the other, came before a node for other reasons than what it uses. */
  readonly depths = new Map<Node, number>();
  readonly #ends = new Map<ContractId, End>();

  constructor(nodes: readonly Node[], leftOut: LeftOut) {
    this.before = phasesBefore(nodes.filter(({ id }) => !leftOut.has(id)));
    this.urgencies = urgenciesOf(nodes, this.before);
  }

  /** When nothing is asked any more under a contract. */
  endOfAsking(contract: ContractId): End {
    const known = this.#ends.get(contract) ?? new End();
    this.#ends.set(contract, known);
    return known;
  }
}

/** A moment that can be waited for, and comes once. */
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
    for (const [one, others] of phaseOrder(phased(own), module.phases))
      if (others.length > 0)
        before.set(
          one.node,
          others.map((other) => other.node),
        );
  }
  return before;
}

/** Traffic by its phase, and the checks on which it depends whether anything more is created by that of their records. */
function phased(nodes: readonly Node[]): PhasedNode[] {
  const names = nodes.flatMap(({ module }) => Object.keys(module.phases));
  const latest = (node: Node): string | undefined =>
    node.phase ??
    sourcesOf(node)
      .flatMap((source) => (source.kind === 'given' ? [] : (latest(source) ?? [])))
      .sort((one, other) => names.indexOf(other) - names.indexOf(one))[0];
  return nodes.flatMap((node): PhasedNode[] => {
    if (node.kind === 'traffic')
      return node.phase === undefined ? [] : [{ node, id: node.id, phase: node.phase, sharesState: sharesState(node) }];
    const isAlarm = node.alarm && node.watch === undefined;
    // It is waited for, and waits for nothing but its records.
    return isAlarm ? [{ node, id: node.id, phase: latest(node), sharesState: true }] : [];
  });
}

function sharesState({ sends }: Node): boolean {
  return sends.orders !== undefined || sends.reports !== undefined || sends.token !== undefined;
}
