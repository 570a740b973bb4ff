import type { Node } from './node.ts';
import { chosenBy } from './selection.ts';
import type { Settled } from './state.ts';
import { checksOf, type Suite } from './suite.ts';

/** What a run needs to know of another: how its nodes ended, and which of them sent a call. */
interface Ran {
  readonly settled: readonly Settled[];
  /** Ids of nodes by ids of calls. */
  readonly senders: ReadonlyMap<string, string>;
}

type RunsOfOne = ReadonlyMap<string, ReadonlySet<string>>;

/** Worked out once for a suite, which never changes. */
const runsOfOne = new WeakMap<Suite, RunsOfOne>();

/**
 * Finds out what a run must include besides a failed check so that the failure is shown again. A rule about every answer
 * may be broken by requests of any other check, some requests depend on what was sent before, and some rules on all of it.
 */
export class RerunWith {
  readonly #suite: Suite;
  readonly #ran: Ran;
  readonly #nodes: ReadonlyMap<string, Node>;

  constructor(suite: Suite, ran: Ran) {
    this.#suite = suite;
    this.#ran = ran;
    this.#nodes = new Map(ran.settled.map(({ node }) => [node.id, node]));
  }

  /** The ids of checks, or for a rule about the whole run of all modules that ran. */
  names({ node, callIds }: Settled): string[] {
    if (node.kind === 'check' && node.rule.ofWholeRun) return this.#modules(node);
    const included = new Set(this.#runsOfOne.get(node.id));
    const sent = callIds.flatMap((id) => this.#ran.senders.get(id) ?? []);
    const missing = new Set(sent.flatMap((id) => this.#circumstances(id)).filter((id) => !included.has(id)));
    const further: string[] = [];
    while (missing.size > 0) {
      const [best] = this.#options(node, missing, included);
      if (best === undefined) break;
      further.push(best.id);
      for (const id of best.nodes) {
        included.add(id);
        missing.delete(id);
      }
    }
    return further;
  }

  /** The checks that include something missing: first those that include most of it, then those that send least. */
  #options({ module }: Node, missing: ReadonlySet<string>, included: ReadonlySet<string>) {
    return [...this.#runsOfOne]
      .filter(([id]) => this.#nodes.get(id)?.module.contract === module.contract)
      .map(([id, nodes]) => ({
        id,
        nodes,
        shows: [...nodes].filter((one) => missing.has(one)).length,
        sends: this.#requests([...nodes].filter((one) => !included.has(one))),
      }))
      .filter(({ shows }) => shows > 0)
      .sort((one, other) => other.shows - one.shows || one.sends - other.sends);
  }

  /** The nodes of a run of one check alone, by check. Most runs break no rule and never ask. */
  get #runsOfOne(): RunsOfOne {
    const known = runsOfOne.get(this.#suite);
    if (known !== undefined) return known;
    const made = new Map(checksOf(this.#suite).map(({ id }) => [id, chosenBy(this.#suite, [id])]));
    runsOfOne.set(this.#suite, made);
    return made;
  }

  /** A node, and what it takes into account if that was sent before. */
  #circumstances(id: string): string[] {
    const { ifThere = {} } = this.#nodes.get(id) ?? {};
    return [id, ...Object.values(ifThere).map((source) => source.id)];
  }

  #requests(ids: readonly string[]): number {
    const calls = ids.flatMap((id) => Object.values(this.#nodes.get(id)?.sends ?? {}));
    return calls.reduce((sum, count) => sum + count, 0);
  }

  #modules({ module: { contract } }: Node): string[] {
    const ran = this.#ran.settled.filter(({ node, state }) => node.kind === 'check' && state.kind !== 'skipped');
    return [...new Set(ran.map(({ node }) => node.module).filter((module) => module.contract === contract))].map(
      ({ id }) => id,
    );
  }
}
