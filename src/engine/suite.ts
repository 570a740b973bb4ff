import type { Yields } from './yields.ts';
import { sourcesOf, type Chapter, type Check, type Node } from './node.ts';
import type { Attested, ClientDuty, ContractId } from './rule.ts';

/** Everything that can be judged, and what cannot: the one array that every list is made of. */
export interface Suite {
  /** Which checks tell of the same fault. */
  readonly yields?: Yields;
  readonly chapters: readonly Chapter[];
  readonly attested: readonly (Attested & { readonly contract: ContractId })[];
  readonly client: readonly (ClientDuty & { readonly contract: ContractId })[];
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SECTION = /^(ad-server|listing) §\d/;

/** Takes chapters as a suite; throws where a definition breaks the house's rules. */
export function suite(parts: Suite): Suite {
  const earlier = new Set<string>();
  for (const chapter of parts.chapters)
    for (const node of chapter.nodes) {
      assertWellNamed(node);
      if (earlier.has(node.id)) throw new Error(`${node.id} is defined twice`);
      for (const source of sourcesOf(node))
        if (source.kind !== 'given' && !earlier.has(source.id))
          throw new Error(`${node.id} needs ${source.id}, which stands after it or in no chapter of the suite`);
      earlier.add(node.id);
    }
  parts.yields?.verify(parts.chapters.flatMap(({ nodes }) => nodes));
  return Object.freeze(parts);
}

function assertWellNamed(node: Node): void {
  const [module, rule, ...rest] = node.id.split('.');
  if (module !== node.chapter.id || rule === undefined || rest.length > 0 || !SLUG.test(rule))
    throw new Error(`${node.id} is no id of the form ${node.chapter.id}.<rule-in-kebab-case>`);
  if (node.kind === 'traffic') return;
  const { section, requirement, fix } = node.rule;
  if (!SECTION.test(section)) throw new Error(`${node.id} names no section of a contract: ${section}`);
  if (![requirement, fix].every((sentence) => /^[A-Z`].*\.$/s.test(sentence)))
    throw new Error(`${node.id}: requirement and fix are whole sentences`);
}

export function nodesOf(suite: Suite): Node[] {
  return suite.chapters.flatMap((chapter) => chapter.nodes);
}

export function checksOf(suite: Suite): Check<unknown>[] {
  return nodesOf(suite).filter((node) => node.kind === 'check');
}
