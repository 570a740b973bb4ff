import type { Node, Source } from './node.ts';

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
