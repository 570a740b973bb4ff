import type { Endpoint, Reply } from '../http/reply.ts';
import type { Wire } from './wire.ts';
import type { ContractId, Rule } from './rule.ts';

/** How many calls a node makes to each endpoint on a conformant service, retries aside. */
export type Sends = Readonly<Partial<Record<Endpoint, number>>>;

/** What a body is given besides the values it needs. */
export interface Tools {
  readonly http: Wire;
  /** A remark for the report of a passing check: what was seen, how much was read. */
  readonly note: (remark: string) => void;
}

export type Needs = Readonly<Record<string, Source<unknown>>>;

/** Anything that hands a value to the nodes that name it. */
export type Source<T> = Given<T> | Stage<T> | Check<T>;

export type ValueOf<S> = S extends Source<infer T> ? T : never;

export type BodyContext<N extends Needs, P extends Needs> = Tools & { readonly [K in keyof N]: ValueOf<N[K]> } & {
  readonly [K in keyof P]: ValueOf<P[K]> | undefined;
};

/** A value of the run itself: a credential, an option. Where it is missing, what needs it is skipped and says why. */
export interface Given<T> {
  readonly kind: 'given';
  readonly id: string;
  /** Only for inference; never there. */
  readonly value?: T;
}

interface Running<T> {
  readonly id: string;
  readonly chapter: Chapter;
  /** Must have succeeded; their values are handed to the body. */
  readonly needs: Needs;
  /** Handed over too where they succeeded; where not, the body does without. */
  readonly prefers: Needs;
  /** Waited for, whatever comes of them. */
  readonly after: readonly Source<unknown>[];
  readonly sends: Sends;
  /** Draft orders it creates on a conformant service. */
  readonly drafts: number;
  /** A failure is reported as it was first seen: asking again would be too dear, or is done by the body itself. */
  readonly once: boolean;
  /** A violation means that something created is not a draft: nothing more is created then. */
  readonly alarm: boolean;
  /** Starts when all else about the same contract has ended, but for what waits for it. */
  readonly last: boolean;
  readonly run: (context: Tools & Readonly<Record<string, unknown>>) => Promise<T>;
}

/** A stimulus whose replies several checks judge. It judges nothing itself. */
export interface Stage<T> extends Running<T> {
  readonly kind: 'stage';
}

/** One sentence of the contract, one verdict. */
export interface Check<T> extends Running<T> {
  readonly kind: 'check';
  readonly rule: Rule;
  /** For a rule about every answer: judges each as it is recorded. The body then only closes the account. */
  readonly watch?: Watch;
}

export interface Watch {
  /** Which answers the rule is about; `own` where the run's own credential asked for it. */
  readonly concerns: (reply: Reply, own: boolean) => boolean;
  /** Throws a Violation for an answer that breaks the rule. */
  readonly judge: (reply: Reply) => void;
  /** Throws a Violation where answers, each right by itself, break the rule together. */
  readonly together?: (replies: readonly Reply[]) => void;
  /** Whether a violation is a sign that something created is not a draft: nothing more is created then. */
  readonly stopsBooking?: (reply: Reply) => boolean;
  /** A conformant service may never answer so: the rule is not applicable then. */
  readonly conditional?: true;
  /** An answer that breaks this rule leaves nothing for others to judge: they are skipped and name it. */
  readonly spoils?: true;
}

export type Node = Stage<unknown> | Check<unknown>;

interface Wants<N extends Needs, P extends Needs> {
  readonly needs?: N;
  readonly prefers?: P;
  readonly after?: readonly Source<unknown>[];
  readonly sends?: Sends;
  readonly drafts?: number;
  readonly once?: true;
  readonly alarm?: true;
  readonly last?: true;
}

// No member at all is just what is meant: what a body is given then are its tools alone.
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type
type NoNeeds = Readonly<Record<never, never>>;

/** A module of the report: its checks and stages in running order. */
export class Chapter {
  readonly contract: ContractId;
  readonly id: string;
  readonly title: string;
  readonly nodes: Node[] = [];

  constructor(contract: ContractId, id: string, title: string) {
    this.contract = contract;
    this.id = id;
    this.title = title;
  }

  /** Adds a check: its rule as data, and a body that says the rule and nothing else. */
  check<T, N extends Needs = NoNeeds, P extends Needs = NoNeeds>(
    definition: Rule & Wants<N, P>,
    body: (context: BodyContext<N, P>) => T | Promise<T>,
  ): Check<T> {
    return this.#add({ kind: 'check', ...this.#running(definition.id, definition, body), rule: ruleOf(definition) });
  }

  /** Adds a stage: a stimulus shared by the checks that need its replies. */
  stage<T, N extends Needs = NoNeeds, P extends Needs = NoNeeds>(
    definition: { readonly id: string } & Wants<N, P>,
    body: (context: BodyContext<N, P>) => T | Promise<T>,
  ): Stage<T> {
    return this.#add({ kind: 'stage', ...this.#running(definition.id, definition, body) });
  }

  /**
   * Adds a rule about every answer of the run that it concerns. `prefers` names what provokes at least one such answer:
   * where none came, the rule is skipped and waits for what came to nothing there.
   */
  watch(definition: Rule & Wants<Needs, Needs>, watch: Watch): Check<void> {
    const running = this.#running(definition.id, definition, () => undefined);
    return this.#add({ kind: 'check', ...running, rule: ruleOf(definition), watch });
  }

  #running<T, N extends Needs, P extends Needs>(
    id: string,
    { needs, prefers, after, sends, drafts, once, alarm, last }: Wants<N, P>,
    body: (context: BodyContext<N, P>) => T | Promise<T>,
  ): Running<T> {
    return {
      id,
      chapter: this,
      needs: needs ?? {},
      prefers: prefers ?? {},
      after: after ?? [],
      sends: sends ?? {},
      drafts: drafts ?? 0,
      once: once ?? false,
      alarm: alarm ?? false,
      last: last ?? false,
      // The engine hands over exactly the values of `needs` and `prefers`, of whose types the context is made.
      run: async (context) => body(context as BodyContext<N, P>),
    };
  }

  #add<K extends Node>(node: K): K {
    Object.freeze(node);
    this.nodes.push(node);
    return node;
  }
}

/** The rule of a definition, without what says how it is run. */
function ruleOf<N extends Needs, P extends Needs>(definition: Rule & Wants<N, P>): Rule {
  const { needs, prefers, after, sends, drafts, once, alarm, last, ...rule } = definition;
  return rule;
}

/** Opens a module of the report. */
export function chapter(contract: ContractId, id: string, title: string): Chapter {
  return new Chapter(contract, id, title);
}

/** Names a value that the run may or may not have. */
export function given<T>(id: string): Given<T> {
  return Object.freeze({ kind: 'given', id });
}

/** All that a node waits for: what it needs, prefers, or merely comes after. */
export function sourcesOf(node: Node): readonly Source<unknown>[] {
  return [...Object.values(node.needs), ...Object.values(node.prefers), ...node.after];
}
