import type { Repetition } from '../causes/found.ts';
import { nameOf } from '../http/outage.ts';
import type { Endpoint, Reply } from '../http/reply.ts';
import type { Finding } from './signal.ts';

/** The answers of one endpoint with one status. */
interface Count {
  readonly endpoint: Endpoint;
  readonly status: number | null;
  seen: number;
  broken: number;
}

/** Counts the answers that a rule about every answer concerns, and describes which of them break it. */
export class Sightings {
  seen = 0;
  first: Finding | null = null;
  /** Answers to be judged together at the end. */
  readonly kept: Reply[] = [];
  #broken = 0;
  readonly #counts = new Map<string, Count>();

  /** Counts an answer that the rule concerns. */
  add(reply: Reply): void {
    this.seen++;
    this.#countOf(reply).seen++;
  }

  /** Marks an answer that was added before as breaking the rule. */
  blame(reply: Reply, finding: Finding): void {
    this.first ??= finding;
    this.#broken++;
    this.#countOf(reply).broken++;
  }

  get repetition(): Repetition {
    const within = this.#broken > 1 ? this.#narrowest() : undefined;
    return { times: this.#broken, of: this.seen, ...(within && { within }) };
  }

  #countOf({ endpoint, status }: Reply): Count {
    const kind = `${endpoint} ${status}`;
    const count = this.#counts.get(kind) ?? { endpoint, status, seen: 0, broken: 0 };
    this.#counts.set(kind, count);
    return count;
  }

  /**
   * The smallest group of answers (by endpoint, status or both) that contains every offending one; undefined
   * if the group is more than three quarters of all answers, which would say little.
   */
  #narrowest(): Repetition['within'] {
    const counts = [...this.#counts.values()];
    const [narrowest] = KINDS.flatMap(({ of, name }) => {
      const [kind, another] = new Set(counts.filter(({ broken }) => broken > 0).map(of));
      const [one, ...others] = counts.filter((count) => of(count) === kind);
      if (one === undefined || another !== undefined) return [];
      return [{ name: name(one), seen: others.reduce((total, { seen }) => total + seen, one.seen) }];
    }).sort((one, other) => one.seen - other.seen);
    if (narrowest === undefined || narrowest.seen * 4 > this.seen * 3) return undefined;
    return { of: narrowest.seen, which: narrowest.name };
  }
}

/** The ways to group answers, the simplest first. */
const KINDS: readonly { readonly of: (count: Count) => unknown; readonly name: (count: Count) => string }[] = [
  { of: ({ endpoint }) => endpoint, name: ({ endpoint }) => `of ${nameOf(endpoint)}` },
  { of: ({ status }) => status, name: ({ status }) => named(status) },
  {
    of: ({ endpoint, status }) => `${endpoint} ${status}`,
    name: ({ endpoint, status }) => `of ${nameOf(endpoint)} ${named(status)}`,
  },
];

function named(status: number | null): string {
  return status === null ? 'that did not come' : `with status ${status}`;
}
