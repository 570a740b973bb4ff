import { NO_ANSWER, type Repetition } from '../causes/found.ts';
import { nameOf } from '../http/outage.ts';
import type { Endpoint, Reply } from '../http/reply.ts';
import { inWords } from '../text/in-words.ts';
import { isObject } from '../text/json.ts';
import { listed } from '../text/printable.ts';
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
  #soundBefore = 0;
  readonly #counts = new Map<string, Count>();
  readonly #asked: Pick<Reply, 'endpoint' | 'asked'>[] = [];
  readonly #askedOfBroken: unknown[] = [];
  /** What distinguishes the requests whose answers break the rule. */
  readonly #whatOfBroken = new Set<string | undefined>();

  /** Counts an answer that the rule concerns. */
  add(reply: Reply): void {
    this.seen++;
    const { endpoint, asked } = reply;
    if (asked !== undefined) this.#asked.push({ endpoint, asked });
    this.#countOf(reply).seen++;
  }

  /** Marks an answer that was added before as breaking the rule. */
  blame(reply: Reply, finding: Finding): void {
    if (this.first === null) this.#soundBefore = this.seen - 1;
    this.first ??= finding;
    this.#broken++;
    this.#askedOfBroken.push(reply.asked);
    this.#countOf(reply).broken++;
    this.#whatOfBroken.add(reply.what);
  }

  get repetition(): Repetition {
    const [times, of] = [this.#broken, this.seen];
    if (times === of) return { times, of };
    // That a single answer has a status of its own says little.
    const within = this.#narrowest(times === 1 ? [BY_ENDPOINT] : KINDS);
    const [what, ...others] = this.#whatOfBroken;
    const isOneThing = what !== undefined && others.length === 0;
    const where = isOneThing ? `to ${what}` : within ? '' : (this.#begin() ?? this.#spread());
    return { times, of, ...(within && { within }), ...(where !== '' && { where }) };
  }

  #countOf({ endpoint, status }: Reply): Count {
    const kind = `${endpoint} ${status}`;
    const count = this.#counts.get(kind) ?? { endpoint, status, seen: 0, broken: 0 };
    this.#counts.set(kind, count);
    return count;
  }

  /**
   * The smallest group of answers (by endpoint, status, both, or a member of the request) that contains every offending
   * one; undefined if that would say little: the group is more than three quarters of all answers, or it is one answer.
   */
  #narrowest(kinds: readonly Kind[]): Repetition['within'] {
    const counts = [...this.#counts.values()];
    const groups = kinds.flatMap(({ of, name }) => {
      const [kind, another] = new Set(counts.filter(({ broken }) => broken > 0).map(of));
      const [one, ...others] = counts.filter((count) => of(count) === kind);
      if (one === undefined || another !== undefined) return [];
      return [{ name: name(one), seen: others.reduce((total, { seen }) => total + seen, one.seen) }];
    });
    const { endpoint } = this.#asked.find(({ asked }) => asked === this.#askedOfBroken[0]) ?? {};
    const alike = this.#asked.filter((one) => one.endpoint === endpoint).map(({ asked }) => asked);
    const member = this.#broken > 1 ? memberThatTells(alike, this.#askedOfBroken) : undefined;
    if (member !== undefined) groups.push({ name: `to requests ${member}`, seen: this.#broken });
    const [narrowest] = groups.sort((one, other) => one.seen - other.seen);
    const isTold = narrowest !== undefined && narrowest.seen > 1;
    if (!isTold || (this.#broken > 1 && narrowest.seen * 4 > this.seen * 3)) return undefined;
    return { of: narrowest.seen, which: narrowest.name };
  }

  /** Since when all of them are broken, if they were sound before. */
  #begin(): string | undefined {
    const isLasting = this.#soundBefore > 0 && this.#soundBefore + this.#broken === this.seen;
    return isLasting && this.#broken >= FEWEST_LASTING
      ? `every one from number ${this.#soundBefore + 1} on`
      : undefined;
  }

  /**
   * `40 of POST /orders, 20 of GET /inventory`: the offending answers by endpoint, or by status if that says more; empty
   * if all answers are of one kind.
   */
  #spread(): string {
    const grouped = ({ name }: Kind) => {
      const groups = new Map<string, number>();
      for (const count of this.#counts.values())
        if (count.broken > 0) groups.set(name(count), (groups.get(name(count)) ?? 0) + count.broken);
      return [...groups].sort(([, one], [, other]) => other - one).map(([group, broken]) => `${broken} ${group}`);
    };
    const [endpoints, statuses] = [grouped(BY_ENDPOINT), grouped(BY_STATUS)];
    const isOneEndpoint = new Set([...this.#counts.values()].map(BY_ENDPOINT.of)).size === 1;
    const groups = isOneEndpoint || statuses.length < endpoints.length ? statuses : endpoints;
    if (this.#counts.size === 1) return '';
    return groups.length === 1 ? (groups[0] ?? '').replace(/^\d+/, 'only') : listed(groups, MOST_NAMED);
  }
}

const MOST_NAMED = 3;
/** Fewer may be the last by chance. */
const FEWEST_LASTING = 3;

interface Kind {
  readonly of: (count: Count) => unknown;
  readonly name: (count: Count) => string;
}

const BY_ENDPOINT: Kind = { of: ({ endpoint }) => endpoint, name: ({ endpoint }) => `of ${nameOf(endpoint)}` };
const BY_STATUS: Kind = { of: ({ status }) => status, name: ({ status }) => named(status) };

/** The ways to group answers, the simplest first. */
const KINDS: readonly Kind[] = [
  BY_ENDPOINT,
  BY_STATUS,
  {
    of: ({ endpoint, status }) => `${endpoint} ${status}`,
    name: ({ endpoint, status }) => `of ${nameOf(endpoint)} ${named(status)}`,
  },
];

function named(status: number | null): string {
  return status === null ? NO_ANSWER : `with status ${status}`;
}

/** What all these bodies of requests have, and none of the others: `` with `sizes` ``. */
export function memberThatTells(all: readonly unknown[], these: readonly unknown[]): string | undefined {
  const others = all.filter((asked) => !these.includes(asked));
  if (these.length < 2 || others.length < 2 || these.length + others.length !== all.length) return undefined;
  const [some, rest] = [these, others].map((bodies) => bodies.map((asked) => new Set(membersIn(asked))));
  const present = only(some, rest);
  const isTold = (name: string) => present.some((one) => one.replace(EMPTY, '') === name.replace(EMPTY, ''));
  const absent = only(rest, some).filter((name) => !isTold(name));
  if (present.length + absent.length > MOST_TOLD) return undefined;
  const named = (how: string, members: readonly string[]) =>
    members.length === 0 ? [] : [`${how} ${inWords(members, 'and')}`];
  return [...named('with', present), ...named('without', absent)].join(' and ') || undefined;
}

type Names = readonly ReadonlySet<string>[];

/** The members that all of some bodies have and the others lack; of members inside each other, the outermost. */
function only(some: Names = [], others: Names = []): string[] {
  const telling = [...(some[0] ?? [])].filter(
    (name) => some.every((one) => one.has(name)) && !others.some((one) => one.has(name)),
  );
  const isInside = (name: string, other: string) => name.replace(EMPTY, '').startsWith(`${other.slice(0, -1)}.`);
  return telling.filter((name) => !telling.some((other) => isInside(name, other)));
}

const MOST_TOLD = 2;
const EMPTY = 'an empty ';

/** The members of a body, and of those inside it: `` `targeting` ``, `` `targeting.geo` `` or `` an empty `targeting.geo` ``. */
function membersIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => membersIn(element, path));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const isEmpty = Array.isArray(inside) && inside.length === 0;
    return [`${isEmpty ? EMPTY : ''}\`${path}${name}\``, ...membersIn(inside, `${path}${name}.`)];
  });
}
