import type { Payload } from './payload.ts';
import type { Phases } from './phase.ts';
import { ruleOf, type ContractId, type Rule, type Sentence } from './rule.ts';
import type { Why } from './signal.ts';
import type { Watch } from './watch.ts';
import type { Sends, Wire } from './wire.ts';

export type { Payload };

/** What traffic sends with. */
export interface Asking {
  readonly http: Wire;
}

/** A remark for the report of a passing check: what was seen, how much was read. */
export type Note = (remark: Why) => void;

/** Values by name: of the run itself, or records of traffic. */
export type Needs = Readonly<Record<string, Source<unknown>>>;

/** Anything that hands a value to the nodes that name it. A check hands nothing on. */
export type Source<T> = Given<T> | Traffic<T>;

export type ValueOf<S> = S extends Source<infer T> ? T : never;

type Values<N extends Needs, P extends Needs> = { readonly [K in keyof N]: ValueOf<N[K]> } & {
  readonly [K in keyof P]: ValueOf<P[K]> | undefined;
};

type Body<N extends Needs, P extends Needs> = Asking & { readonly note: Note } & Values<N, P>;

/** A value of the run itself: a credential, an option. Where it is missing, what needs it is skipped and says why. */
export interface Given<T> {
  readonly kind: 'given';
  readonly id: string;
  /** Where it is missing, what needs it is not applicable. */
  readonly conditional: boolean;
  readonly value?: T; // Only for inference; never there.
}

interface Running<T> {
  readonly id: string;
  readonly module: Module;
  /** Must have succeeded; their values are handed over. */
  readonly needs: Needs;
  /** Handed over too where they succeeded; where not, the node does without. */
  readonly prefers: Needs;
  /** The same, as far as the run asks for them anyway: where only some checks are chosen, nothing is sent for this node. */
  readonly ifThere: Needs;
  /** All of these: what the node waits for besides earlier phases. */
  readonly sources: readonly Source<unknown>[];
  readonly sends: Sends;
  /** Draft orders it creates on a conformant service. */
  readonly drafts: number;
  /** Draft orders it creates at most, on a service that takes all orders for new and valid ones. */
  readonly draftsAtMost: number;
  /** None of its requests waits for another of them. */
  readonly atOnce: boolean;
  /** A failure is reported as it was first seen: asking again would cost too much, or the traffic does so itself. */
  readonly once: boolean;
  /** Refused orders may be sent again to see whether a failure repeats. */
  readonly again: boolean;
  /** What it sends need not be a request of the contract: broken, misspelt or impossible on purpose. */
  readonly odd: boolean;
  /** It may find that its rule, or that of what needs it, does not apply to this service. */
  readonly conditional: boolean;
  readonly phase?: string | undefined;
  readonly run: (context: Asking & { readonly note: Note } & Readonly<Record<string, unknown>>) => Promise<T>;
}

/** What is sent, and the record it makes; or a record made of others. It judges nothing. */
export interface Traffic<T> extends Running<T> {
  readonly kind: 'traffic';
}

/** One sentence of the contract, one verdict. */
export interface Check<T = void> extends Running<T> {
  readonly kind: 'check';
  readonly rule: Rule;
  /** For a rule about every answer: judges each as it is recorded. */
  readonly watch?: Watch;
}

export type Node = Traffic<unknown> | Check<unknown>;

interface Wants {
  readonly needs?: Needs;
  readonly prefers?: Needs;
  readonly ifThere?: Needs;
  readonly sends?: Sends;
  readonly drafts?: number;
  readonly draftsAtMost?: number;
  readonly atOnce?: true;
  readonly once?: true;
  readonly again?: true;
  readonly odd?: true;
  readonly conditional?: true;
  readonly phase?: string;
}

// No member at all is just what is meant: what a body is given then are its tools alone.
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type
type None = Readonly<Record<never, never>>;

/** What is made: a record of its own, by its id, or one that was declared for whoever reads it. */
interface Own {
  readonly id: string;
  readonly makes?: never;
}

interface Makes<T> {
  readonly id?: never;
  readonly makes: Traffic<T>;
}

/** How traffic is defined: when it is sent, what it uses, and what it costs a conformant service. */
interface Asked<Phase extends string, N extends Needs, P extends Needs, T extends Needs> {
  readonly phase: Phase;
  /** Without these it cannot be sent. */
  readonly uses?: N;
  /** It goes without these where there are none. */
  readonly mayUse?: P;
  /** It uses these too if a chosen check, or what that needs, asks for them: they are not sent for this alone. */
  readonly ifThere?: T;
  readonly sends: Sends;
  readonly drafts?: number;
  /** By default one for each order that it sends. */
  readonly draftsAtMost?: number;
  /** None of its requests waits for another: what has a longer way to go is sent first. */
  readonly atOnce?: true;
  readonly again?: true;
  /** What it sends need not fit the schema of its request: it is broken, misspelt or impossible on purpose. */
  readonly odd?: true;
  readonly conditional?: true;
}

/** How a record is defined that is made of others. */
interface Derived<N extends Needs, P extends Needs, T extends Needs> {
  readonly of: N;
  readonly maybe?: P;
  /** Records that are made only if a chosen check needs them. */
  readonly ifThere?: T;
  readonly conditional?: true;
}

/** How a rule is defined: the sentence of the contract, and the records it judges. */
type RuleDefinition<N extends Needs, P extends Needs, T extends Needs> = Sentence & {
  readonly of: N;
  /** Records that may be missing. */
  readonly maybe?: P;
  /** Records that may be missing, and are not made for this rule alone. */
  readonly ifThere?: T;
  readonly judge: (records: Values<N, P & T>, note: Note) => void;
  readonly once?: true;
  /** `judge` may find that it does not apply to this service. */
  readonly conditional?: true;
};

/** A module of the report: its traffic and its checks in running order. */
export class Module<Phase extends string = string> {
  readonly contract: ContractId;
  readonly id: string;
  readonly title: string;
  readonly phases: Phases;
  readonly nodes: Node[] = [];
  readonly #unmade = new Set<Source<unknown>>();

  constructor(contract: ContractId, id: string, title: string, phases: Phases<Phase>) {
    this.contract = contract;
    this.id = id;
    this.title = title;
    this.phases = phases;
  }

  /** Declares a record, so that others can use it and know nothing of the traffic that makes it. */
  declares<T>(id: string): Traffic<T> {
    const unmade = (): never => {
      throw new Error(`nothing makes ${id}`);
    };
    const declared: Traffic<T> = { kind: 'traffic', ...this.#running<T, None, None>(id, {}, unmade) };
    this.#unmade.add(declared);
    return declared;
  }

  /** The records that are declared, and that nothing makes. */
  get unmade(): readonly Source<unknown>[] {
    return [...this.#unmade];
  }

  /** Adds what is sent in a phase, and the record that it makes. */
  traffic<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    definition: Makes<R> & Asked<Phase, N, P, T>,
    ask: (context: Asking & Values<N, P & T>) => NoInfer<R> | Promise<NoInfer<R>>,
  ): Traffic<R>;
  traffic<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    definition: Own & Asked<Phase, N, P, T>,
    ask: (context: Asking & Values<N, P & T>) => R | Promise<R>,
  ): Traffic<R>;
  traffic<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    { uses, mayUse, id, makes, ...definition }: (Own | Makes<R>) & Asked<Phase, N, P, T>,
    ask: (context: Asking & Values<N, P & T>) => R | Promise<R>,
  ): Traffic<R> {
    const wants = { ...definition, ...(uses && { needs: uses }), ...(mayUse && { prefers: mayUse }) };
    return this.#make<R, N, P & T>(makes ?? id, wants, ask);
  }

  /** Adds a record that is made of others; nothing is sent for it. */
  record<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    definition: Makes<R> & Derived<N, P, T>,
    make: (records: Values<N, P & T>) => NoInfer<R>,
  ): Traffic<R>;
  record<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    definition: Own & Derived<N, P, T>,
    make: (records: Values<N, P & T>) => R,
  ): Traffic<R>;
  record<R, N extends Needs = None, P extends Needs = None, T extends Needs = None>(
    { id, makes, of, maybe, ifThere, conditional }: (Own | Makes<R>) & Derived<N, P, T>,
    make: (records: Values<N, P & T>) => R,
  ): Traffic<R> {
    const wants = {
      needs: of,
      ...(maybe && { prefers: maybe }),
      ...(ifThere && { ifThere }),
      ...(conditional && { conditional }),
    };
    return this.#make<R, N, P & T>(makes ?? id, wants, make);
  }

  /** Adds a rule: a function of records. It cannot send, and hands nothing on. */
  rule<N extends Needs = None, P extends Needs = None, T extends Needs = None>({
    of,
    maybe,
    judge,
    ...definition
  }: RuleDefinition<N, P, T>): Check {
    const wants = { ...definition, needs: of, ...(maybe && { prefers: maybe }) };
    const rule = this.#running(definition.id, wants, (context: Body<N, P & T>) => {
      judge(context, context.note);
    });
    return this.#add({ kind: 'check', ...rule, rule: ruleOf(wants) });
  }

  /**
   * Adds a rule about every answer of the run that it concerns. `provokedBy` names the traffic that brings at least one
   * such answer: where none came, the rule is told as what that came to.
   */
  everyAnswer(definition: Sentence & { readonly provokedBy?: Needs; readonly of?: Needs }, watch: Watch): Check {
    const { provokedBy, of, ...rule } = definition;
    const running = this.#running(rule.id, { needs: of ?? {}, prefers: provokedBy ?? {} }, () => undefined);
    return this.#add({ kind: 'check', ...running, rule: ruleOf(rule), watch });
  }

  #running<T, N extends Needs, P extends Needs>(
    id: string,
    wants: Wants,
    body: (context: Body<N, P>) => T | Promise<T>,
  ): Running<T> {
    const { needs = {}, prefers = {}, ifThere = {} } = wants;
    return {
      id,
      module: this,
      needs,
      prefers,
      ifThere,
      sources: [needs, prefers, ifThere].flatMap((sources) => Object.values(sources)),
      sends: wants.sends ?? {},
      drafts: wants.drafts ?? 0,
      draftsAtMost: wants.draftsAtMost ?? wants.sends?.orders ?? 0,
      atOnce: wants.atOnce ?? false,
      once: wants.once ?? false,
      again: wants.again ?? false,
      odd: wants.odd ?? false,
      conditional: wants.conditional ?? false,
      phase: wants.phase,
      // The engine hands over exactly the values of these sources, of whose types the context is made.
      run: async (context) => body(context as Body<N, P>),
    };
  }

  /** Fills a declared record in: whoever uses it holds the very object. */
  #make<T, N extends Needs, P extends Needs>(
    made: string | Traffic<T>,
    wants: Wants,
    body: (context: Body<N, P>) => T | Promise<T>,
  ): Traffic<T> {
    if (typeof made === 'string') return this.#add({ kind: 'traffic', ...this.#running(made, wants, body) });
    if (!this.#unmade.delete(made)) throw new Error(`${made.id} is made twice, or ${this.id} does not declare it`);
    return this.#add(Object.assign(made, this.#running(made.id, wants, body)));
  }

  #add<K extends Node>(node: K): K {
    Object.freeze(node);
    this.nodes.push(node);
    return node;
  }
}

/** Opens modules of a contract whose traffic is sent in these phases. */
export function contract<Phase extends string>(id: ContractId, phases: Phases<Phase>) {
  return { module: (module: string, title: string) => new Module<Phase>(id, module, title, phases) };
}

/** Names a value that the run may or may not have. */
export function given<T>(id: string, { conditional = false } = {}): Given<T> {
  return Object.freeze({ kind: 'given', id, conditional });
}
