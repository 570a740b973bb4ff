import type { Node, Phases, Source } from './node.ts';
import type { ContractId } from './rule.ts';
import type { LeftOut } from './selection.ts';

/** Which nodes start before which others, and how urgent each is. All rounds of a run share it. */
export class StartingOrder {
  readonly urgencies: ReadonlyMap<Node, number>;
  /** The nodes of earlier phases that each node waits for. Nodes that wait for the same ones share the list. */
  readonly before: ReadonlyMap<Node, readonly Node[]>;
  /** For each node, the longest chain of requests before it, not counting those that make its inputs. */
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

/**
 * The length of the longest chain of requests that begins at each node: its own requests, plus those of nodes that wait
 * for its record or for its phase.
 */
export function urgenciesOf(
  nodes: readonly Node[],
  before: ReadonlyMap<Node, readonly Node[]> = new Map(),
): Map<Node, number> {
  const waiting = new Map<Node | Source<unknown>, Node[]>();
  for (const node of nodes)
    for (const source of [...node.sources, ...(before.get(node) ?? [])]) {
      const others = waiting.get(source);
      if (others === undefined) waiting.set(source, [node]);
      else others.push(node);
    }
  const urgencies = new Map<Node, number>();
  const urgencyOf = (node: Node): number => {
    const known = urgencies.get(node);
    if (known !== undefined) return known;
    const calls = Object.values(node.sends).reduce((sum, each) => sum + each, 0);
    const urgency =
      (node.atOnce ? Math.min(1, calls) : calls) + Math.max(0, ...(waiting.get(node) ?? []).map(urgencyOf));
    urgencies.set(node, urgency);
    return urgency;
  };
  nodes.forEach(urgencyOf);
  return urgencies;
}

/** What the order of phases depends on. */
interface Phased {
  readonly id: string;
  readonly phase?: string | undefined;
  /** True if it creates something, or if its answers may depend on what was created before. */
  readonly sharesState: boolean;
}

/**
 * The nodes of earlier phases that each node has to wait for. Nodes that wait for the same ones share the list.
 * @throws if a node names a phase that its contract does not have.
 */
export function phaseOrder<N extends Phased>(nodes: readonly N[], phases: Phases): ReadonlyMap<N, readonly N[]> {
  const names = Object.keys(phases);
  const placeOf = (id: string, phase: string): number => {
    const place = names.indexOf(phase);
    if (place < 0) throw new Error(`${id} names no phase of its contract: ${phase}`);
    return place;
  };
  const places = new Map(
    nodes.map((node) => [node, node.phase === undefined ? -1 : placeOf(node.id, node.phase)] as const),
  );
  const earlierThan = (place: number) =>
    nodes.filter((other) => {
      const otherPlace = places.get(other) ?? -1;
      return otherPlace >= 0 && otherPlace < place;
    });
  const order = new Map<N, readonly N[]>();
  const barriers = new Map<string, readonly N[]>();
  for (const node of nodes) {
    const start = node.phase === undefined ? 'at once' : (phases[node.phase] ?? 'at once');
    const after = typeof start === 'object' ? placeOf(node.id, start.after) + 1 : (places.get(node) ?? -1);
    // Nothing is earlier than the first phase.
    const place = start === 'at once' ? 0 : after;
    const isForAll = start === 'after everything';
    const barrier = `${place} ${isForAll}`;
    const earlier = barriers.get(barrier) ?? earlierThan(place).filter(({ sharesState }) => isForAll || sharesState);
    barriers.set(barrier, earlier);
    order.set(node, earlier);
  }
  return order;
}
