import type { Yields } from './yields.ts';
import type { Module, Check, Node, Source } from './node.ts';
import type { Attested, ClientDuty, ContractId } from './rule.ts';

/** Everything that the suite judges, and the statements it cannot judge. Every list of checks is derived from it. */
export interface Suite {
  /** Which checks report the same fault. */
  readonly yields?: Yields;
  readonly modules: readonly Module[];
  /** The terms a run booked under, if it had to find them out. */
  readonly termsTaken?: Source<unknown>;
  readonly attested: readonly (Attested & { readonly contract: ContractId })[];
  readonly client: readonly (ClientDuty & { readonly contract: ContractId })[];
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SECTION = /^(ad-server|listing) §\d/;

/**
 * Builds a suite from its modules.
 * @throws if a definition is not well-formed, or names something that no module contains.
 */
export function suite(parts: Suite): Suite {
  const nodes = parts.modules.flatMap((module) => module.nodes);
  const names = new Set<string>();
  for (const node of nodes) {
    assertWellNamed(node);
    if (names.has(node.id)) throw new Error(`${node.id} is defined twice`);
    names.add(node.id);
  }
  for (const { id } of parts.modules.flatMap(({ unmade }) => unmade))
    throw new Error(`${id} is declared, and nothing makes it`);
  for (const node of nodes)
    for (const source of node.sources)
      if (source.kind !== 'given' && !names.has(source.id))
        throw new Error(`${node.id} needs ${source.id}, which stands in no module of the suite`);
  parts.yields?.verify(nodes);
  return Object.freeze(parts);
}

function assertWellNamed(node: Node): void {
  const [module, rule, ...rest] = node.id.split('.');
  if (module !== node.module.id || rule === undefined || rest.length > 0 || !SLUG.test(rule))
    throw new Error(`${node.id} is no id of the form ${node.module.id}.<rule-in-kebab-case>`);
  if (node.kind === 'traffic') return;
  const { section, requirement, fix } = node.rule;
  if (!SECTION.test(section)) throw new Error(`${node.id} names no section of a contract: ${section}`);
  if (![requirement, fix].every((sentence) => /^[A-Z`].*\.$/s.test(sentence)))
    throw new Error(`${node.id}: requirement and fix are whole sentences`);
}

/** All nodes in the order of the report, except that each comes after the nodes it needs. */
export function nodesOf(suite: Suite): Node[] {
  const ordered = new Set<Node>();
  const add = (node: Node): void => {
    if (ordered.has(node)) return;
    for (const source of node.sources) if (source.kind !== 'given') add(source);
    ordered.add(node);
  };
  for (const { nodes } of suite.modules) nodes.forEach(add);
  return [...ordered];
}

export function checksOf(suite: Suite): Check<unknown>[] {
  return nodesOf(suite).filter((node) => node.kind === 'check');
}
