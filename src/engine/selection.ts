import type { Because } from '../causes/because.ts';
import { checksOf, nodesOf, type Suite } from './suite.ts';
import type { Node, Source } from './node.ts';
import type { ContractId } from './rule.ts';
import { asks } from './repeat.ts';

export interface Filters {
  readonly contracts: ReadonlySet<ContractId>;
  readonly only?: readonly string[];
  /** The option that `only` was derived from. */
  readonly onlyBy?: string;
  readonly skip?: readonly string[];
  readonly readOnly?: boolean;
}

/** The nodes that a run leaves out, and why. All others run. */
export type LeftOut = ReadonlyMap<string, LeftOutBy>;

type LeftOutBy = Because & { readonly kind: 'left-out' };

/** Applies the filters of a run, whose names are known. What a chosen check needs is chosen, too. */
export function select(suite: Suite, filters: Filters): LeftOut {
  const { onlyBy = '--only' } = filters;
  const nodes = nodesOf(suite).filter((node) => filters.contracts.has(node.module.contract));
  const chosen = filters.only === undefined ? null : chosenBy(suite, filters.only);
  const dropped = new Set(matching(suite, filters.skip ?? []).map((node) => node.id));
  // Traffic that only skipped checks need is not sent.
  const needed = withNeeds(nodes.filter(({ id, kind }) => kind === 'check' && !dropped.has(id)));
  const leftOut = new Map<string, LeftOutBy>();
  const isThere = (source: Source<unknown>) =>
    source.kind === 'given' || (needed.has(source.id) && (chosen === null || chosen.has(source.id)));
  for (const node of nodes) {
    // It sends nothing, so it runs if its inputs do.
    if (node === suite.termsTaken && Object.values(node.needs).every(isThere)) continue;
    if (chosen !== null && !chosen.has(node.id)) leftOut.set(node.id, { kind: 'left-out', option: onlyBy });
    else if (dropped.has(node.id) || !needed.has(node.id)) leftOut.set(node.id, { kind: 'left-out', option: '--skip' });
    else if (filters.readOnly && node.sends.orders !== undefined)
      leftOut.set(node.id, { kind: 'left-out', option: '--read-only', calls: 'POST /orders' });
  }
  return leftOut;
}

/** The ids of the nodes that run if these modules and checks are chosen. */
export function chosenBy(suite: Suite, names: readonly string[]): Set<string> {
  return withCauses(suite, withNeeds(matching(suite, names)));
}

function matching(suite: Suite, names: readonly string[]): Node[] {
  return names.flatMap((name) => {
    const found = checksOf(suite).filter((check) => check.id === name || check.module.id === name);
    // An empty run would look like a success.
    if (found.length === 0) throw new Error(`there is no module or check ${name}`);
    return found;
  });
}

/** Adds the checks that may explain why a chosen one fails, unless that would need additional requests. */
function withCauses(suite: Suite, chosen: Set<string>): Set<string> {
  const { yields } = suite;
  if (yields === undefined) return chosen;
  const checks = new Map(checksOf(suite).map((check) => [check.id, check]));
  const pending = [...chosen];
  for (let id = pending.pop(); id !== undefined; id = pending.pop())
    for (const cause of yields.causesOfLack({ id })) {
      const check = checks.get(cause);
      if (check === undefined || chosen.has(cause) || !isFree(check, chosen)) continue;
      for (const needed of withNeeds([check])) {
        if (!chosen.has(needed)) pending.push(needed);
        chosen.add(needed);
      }
    }
  return chosen;
}

/** Whether a node and everything it needs, apart from what is already chosen, sends no request. */
function isFree(source: Node | Source<unknown>, chosen: ReadonlySet<string>): boolean {
  if (source.kind === 'given' || chosen.has(source.id)) return true;
  return !asks(source) && source.sources.every((each) => isFree(each, chosen));
}

function withNeeds(nodes: readonly Node[]): Set<string> {
  const chosen = new Set<string>();
  const left = new Set<Source<unknown>>();
  const add = (source: Node | Source<unknown>): void => {
    if (source.kind === 'given' || chosen.has(source.id)) return;
    chosen.add(source.id);
    [...Object.values(source.needs), ...Object.values(source.prefers)].forEach(add);
    for (const other of Object.values(source.ifThere)) left.add(other);
  };
  nodes.forEach(add);
  // An optional record is included if everything that it is made from is.
  const isThere = (source: Source<unknown>) => source.kind === 'given' || chosen.has(source.id);
  for (const source of left) if (source.kind !== 'given' && !asks(source) && source.sources.every(isThere)) add(source);
  return chosen;
}
