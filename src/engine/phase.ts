/**
 * When the traffic of a phase starts, once its inputs are ready: at once; after all traffic of earlier phases, or of the
 * phases up to a given one, that shares state (it forecasts, books, reports or exchanges tokens); or after all traffic
 * of earlier phases.
 */
export type Start = 'at once' | 'after bookings' | { readonly after: string } | 'after everything';

/** The phases of a contract, in order. */
export type Phases<Name extends string = string> = Readonly<Record<Name, Start>>;

/** What the order of phases depends on. */
export interface Phased {
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
