import type { Because } from '../causes/because.ts';
import type { Given, Node, Source } from '../engine/node.ts';
import { unjudgedUnder, type Relaxation } from '../engine/rule.ts';
import type { GivenValue } from '../engine/schedule.ts';
import type { LeftOut } from '../engine/selection.ts';

interface Circumstances {
  readonly leftOut: LeftOut;
  readonly givens: ReadonlyMap<Given<unknown>, GivenValue>;
  readonly relaxed: ReadonlySet<Relaxation>;
}

/** The nodes that will not run, each with the first cause, as far as that is known before anything is sent. */
export function nodesNotRun(nodes: readonly Node[], circumstances: Circumstances): ReadonlyMap<Node, Because> {
  const causes = new Map<Node, Because>();
  // Each node comes after everything it waits for, so the obstacles of its needs are known by then.
  for (const node of nodes) {
    const cause = causeOf(node, circumstances, causes);
    if (cause !== undefined) causes.set(node, cause);
  }
  // A waived check does not block others.
  for (const node of nodes) {
    const relaxation = node.kind === 'check' ? unjudgedUnder(node.rule, circumstances.relaxed) : undefined;
    if (relaxation !== undefined && !causes.has(node))
      causes.set(node, { kind: 'relaxed', option: relaxation, held: false });
  }
  return causes;
}

function causeOf(
  node: Node,
  { leftOut, givens }: Circumstances,
  causes: ReadonlyMap<Node | Source<unknown>, Because>,
): Because | undefined {
  const left = leftOut.get(node.id);
  if (left !== undefined) return left;
  const obstacle = (source: Source<unknown>) =>
    source.kind === 'given' ? missing(source, givens) : causes.get(source);
  const needs = Object.values(node.needs).map(obstacle);
  const need = needs.find((cause) => cause !== undefined);
  if (need !== undefined || node.kind === 'traffic' || node.watch === undefined) return need;
  // A rule about every answer is judged as long as any traffic that may provoke such an answer still runs.
  const provokers = Object.values(node.prefers).map(obstacle);
  return provokers.includes(undefined) ? undefined : provokers[0];
}

function missing(given: Given<unknown>, givens: Circumstances['givens']): Because | undefined {
  const value = givens.get(given);
  return value !== undefined && 'missing' in value ? value.missing : undefined;
}
