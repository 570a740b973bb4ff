import { sourcesOf, type Node, type Source } from './node.ts';

/** How many requests depend on each node: its own, plus those of the longest chain of nodes that wait for it. */
export function urgenciesOf(nodes: readonly Node[]): Map<Node, number> {
  const behind = new Map<Node | Source<unknown>, number>();
  const urgencies = new Map<Node, number>();
  // Nodes come after those they wait for, so going backwards meets the waiting ones first.
  for (const node of nodes.toReversed()) {
    const own = Object.values(node.sends).reduce((sum, calls) => sum + calls, 0);
    const urgency = own + (behind.get(node) ?? 0);
    urgencies.set(node, urgency);
    for (const source of sourcesOf(node)) behind.set(source, Math.max(urgency, behind.get(source) ?? 0));
  }
  return urgencies;
}
