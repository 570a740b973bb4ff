import type { Import } from './imports.ts';

/** The files that each file imports, each once. */
export type Graph = ReadonlyMap<string, readonly string[]>;

export function graphOf(imports: readonly Import[]): Graph {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) {
    const targets = graph.get(from) ?? [];
    graph.set(from, targets);
    if (!targets.includes(to)) targets.push(to);
  }
  return graph;
}

/** For each file that imports itself through others, the shortest circle: `a → b → a`. */
export function circlesIn(graph: Graph): ReadonlyMap<string, string> {
  const circles = new Map<string, string>();
  for (const file of graph.keys()) {
    const circle = shortestCircle(graph, file);
    if (circle !== null) circles.set(file, circle.join(' → '));
  }
  return circles;
}

function shortestCircle(graph: Graph, start: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue)
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [...wayTo(file, start, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  return null;
}

function wayTo(file: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [file];
  for (let at = file; at !== start;) {
    at = cameFrom.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}

/** The longest chain of imports among files that do not import each other in a circle. */
export function longestChain(graph: Graph): readonly string[] {
  const chains = new Map<string, readonly string[]>();
  const open = new Set<string>();
  const chainFrom = (file: string): readonly string[] => {
    const known = chains.get(file);
    if (known !== undefined) return known;
    if (open.has(file)) throw new Error(`${file} imports itself through others`);
    open.add(file);
    const chain = [file, ...longest((graph.get(file) ?? []).map(chainFrom))];
    chains.set(file, chain);
    return chain;
  };
  return longest([...graph.keys()].map(chainFrom));
}

function longest(chains: readonly (readonly string[])[]): readonly string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}
