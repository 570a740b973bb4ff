import type { Check, Node, Source } from './node.ts';

/** Any node, by its id. */
type Named = Pick<Node, 'id'>;

/**
 * One subject and the checks that report the same fault. The subject is a check, or traffic, which stands for every
 * check that lacks its record.
 */
interface Row {
  readonly subject: string;
  /** `follows`: broken because the other is broken. `waits`: nothing to judge because the other did not pass. */
  readonly verb: 'follows' | 'waits';
  readonly on: readonly string[];
}

/** `follow(b, c).from(a)`: if `a` is broken, `b` and `c` are broken because of it. */
export function follow(...checks: readonly Named[]) {
  return { from: (...others: readonly Named[]): readonly Row[] => rows('follows', checks, others) };
}

/**
 * `waits(b).on(a)`: if `a` did not pass, `b` has nothing to judge. Traffic in place of a check stands for all checks
 * that lack its record.
 */
export function waits(...nodes: readonly Named[]) {
  return { on: (...others: readonly Named[]): readonly Row[] => rows('waits', nodes, others) };
}

function rows(verb: Row['verb'], subjects: readonly Named[], others: readonly Named[]): readonly Row[] {
  return subjects.map(({ id }) => ({
    subject: id,
    verb,
    on: others.map((other) => other.id).filter((on) => on !== id),
  }));
}

/** The table of which checks report the same fault. Only the engine reads it. */
export class Yields {
  readonly #rows = new Map<string, Row[]>();

  constructor(table: readonly Row[]) {
    for (const row of table) this.#rows.set(row.subject, [...(this.#rows.get(row.subject) ?? []), row]);
  }

  /** The checks that may be why this one is broken, in the order of the table. */
  causesOfBreak({ id }: Named): readonly string[] {
    return this.#causes(id, ({ verb }) => verb === 'follows');
  }

  /** The checks that may be why this one has nothing to judge; `lacking` is the record that is missing, if known. */
  causesOfLack({ id }: Named, lacking?: Source<unknown>): readonly string[] {
    const own = this.#causes(id, () => true);
    return lacking === undefined ? own : [...own, ...this.#causes(lacking.id, () => true).filter((on) => on !== id)];
  }

  get names(): ReadonlySet<string> {
    return new Set([...this.#rows.values()].flat().flatMap(({ subject, on }) => [subject, ...on]));
  }

  #causes(subject: string, wanted: (row: Row) => boolean): readonly string[] {
    return (this.#rows.get(subject) ?? []).filter(wanted).flatMap(({ on }) => on);
  }

  /**
   * Checks that every name is one of these nodes, and that no checks wait for each other in a circle.
   * @throws an error that names the problem.
   */
  verify(nodes: readonly Node[]): void {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    for (const name of this.names)
      if (!byId.has(name)) throw new Error(`the table of yields names ${name}, which is no node`);
    const known = new Map<Node, ReadonlySet<string>>();
    const ended = new Set<string>();
    const visit = (check: Check<unknown>, path: readonly string[]): void => {
      if (path.includes(check.id)) throw new Error(`a circle of yields: ${[...path, check.id].join(' → ')}`);
      if (ended.has(check.id)) return;
      for (const id of this.#everyCause(check, known)) {
        const next = id === check.id ? undefined : byId.get(id);
        if (next?.kind === 'check') visit(next, [...path, check.id]);
      }
      ended.add(check.id);
    };
    for (const node of nodes) if (node.kind === 'check') visit(node, []);
  }

  /** The causes of a node and of all traffic that it requires, directly or not; remembers those that are known. */
  #everyCause(node: Node, known: Map<Node, ReadonlySet<string>>): ReadonlySet<string> {
    const before = known.get(node);
    if (before !== undefined) return before;
    const causes = new Set(this.#causes(node.id, () => true));
    for (const traffic of requiredTraffic(node))
      for (const cause of this.#everyCause(traffic, known)) causes.add(cause);
    known.set(node, causes);
    return causes;
  }
}

/**
 * The traffic whose records a node requires. For a rule about every answer, also the traffic that provokes such answers.
 * Optional inputs do not count.
 */
function requiredTraffic(node: Node): readonly Node[] {
  const isProvoked = node.kind === 'check' && node.watch !== undefined;
  const sources: readonly Source<unknown>[] = isProvoked ? node.sources : Object.values(node.needs);
  return sources.flatMap((source) => (source.kind === 'traffic' ? [source] : []));
}
