import { given as withoutAbsent } from '../text/given.ts';
import type { Payload } from './created.ts';
import { ruleOf, type ContractId, type Rule, type Sentence } from './rule.ts';
import type { Why } from './signal.ts';
import type { Watch } from './watch.ts';
import type { Sends, Wire } from './wire.ts';

export type { Payload };

/**
 * When the traffic of a phase starts, once its inputs are ready: at once; after all traffic of earlier phases, or of the
 * phases up to a given one, that shares state (it forecasts, books, reports or exchanges tokens); or after all traffic
 * of earlier phases.
 */
type Start = 'at once' | 'after bookings' | { readonly after: string } | 'after everything';

/** The phases of a contract, in order. */
export type Phases<Name extends string = string> = Readonly<Record<Name, Start>>;

/** What traffic sends with. */
export interface Asking {
  readonly http: Wire;
}

/** A remark for the report of a passing check: what was seen, how much was read. */
export type Note = (remark: Why) => void;

/** Values by name: of the run itself, or records of traffic. */
export type Needs = Readonly<Record<string, Source<unknown>>>;

/** Where a node gets a value from. A check provides none. */
export type Source<T> = Given<T> | Traffic<T>;

export type ValueOf<S> = S extends Source<infer T> ? T : never;

type Values<N extends Needs, P extends Needs> = { readonly [K in keyof N]: ValueOf<N[K]> } & {
  readonly [K in keyof P]: ValueOf<P[K]> | undefined;
};

type Body<N extends Needs, P extends Needs> = Asking & { readonly note: Note } & Values<N, P>;

/** A value from the options of the run, such as a credential. If it is missing, the nodes that need it are skipped. */
export interface Given<T> {
  readonly kind: 'given';
  readonly id: string;
  /** If it is missing, what needs it is not applicable. */
  readonly conditional: boolean;
  /** For type inference only; never set. */
  readonly value?: T;
}

/** What running a node costs and allows. */
interface Traits {
  readonly sends: Sends;
  /** Draft orders it creates on a conformant service. */
  readonly drafts: number;
  /** The maximum number of draft orders, on a service that accepts every order as a new one; one for each by default. */
  readonly draftsAtMost: number;
  /** All its requests may be in flight at once. */
  readonly atOnce: boolean;
  /** A failure is not checked a second time: that would cost too much, or the traffic repeats its requests itself. */
  readonly once: boolean;
  /** A failure counts only if it comes again: it may be due to the machine that this suite runs on. */
  readonly lasting: boolean;
  /** Refused orders may be sent again to see whether a failure repeats. */
  readonly again: boolean;
  /** Its requests may break the contract on purpose. */
  readonly odd: boolean;
  /** It, or what needs it, may find that its rule does not apply to this service. */
  readonly conditional: boolean;
}

interface Running<T> extends Traits {
  readonly id: string;
  readonly module: Module;
  /** The node runs only if all of these succeeded. */
  readonly needs: Needs;
  /** Used if they succeeded. The node runs without them too. */
  readonly prefers: Needs;
  /** The same, but nothing is sent for this node alone: another node of the run must need them. */
  readonly ifThere: Needs;
  /** All of the above. The node waits for these and for earlier phases. */
  readonly sources: readonly Source<unknown>[];
  readonly phase?: string | undefined;
  readonly run: (context: Asking & { readonly note: Note } & Readonly<Record<string, unknown>>) => Promise<T>;
}

/** Sends requests and makes a record, or makes a record from others. It judges nothing. */
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

type Wants = Partial<Traits & Pick<Running<unknown>, 'needs' | 'prefers' | 'ifThere' | 'phase'>>;

// An object without members is what is meant: the body then gets its tools alone.
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type
type None = Readonly<Record<never, never>>;

/** Makes a record of its own, with this id. */
interface Own {
  readonly id: string;
  readonly makes?: never;
}

interface Makes<T> {
  readonly id?: never;
  readonly makes: Traffic<T>;
}

/** How traffic is defined: when it is sent, what it uses, and what it costs a conformant service. */
interface Asked<Phase extends string, N extends Needs, P extends Needs, T extends Needs>
  extends Partial<Omit<Traits, 'sends' | 'once' | 'lasting'>>, Pick<Traits, 'sends'> {
  readonly phase: Phase;
  /** Without these it cannot be sent. */
  readonly uses?: N;
  /** Used if they succeeded. */
  readonly mayUse?: P;
  /** Used if another node of the run needs them: nothing is sent for this alone. */
  readonly ifThere?: T;
}

/** How a record that is made from others is defined. */
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
  readonly lasting?: true;
  /** `judge` may find that it does not apply to this service. */
  readonly conditional?: true;
};

/** How a rule about every answer is defined. */
export type AnswersDefinition = Sentence & Watch & { readonly of?: Needs; readonly provokedBy?: Needs };

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

  /** Declared records that nothing makes. */
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

  /** Adds a record that is made from others; nothing is sent for it. */
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
    const wants = withoutAbsent({ needs: of, prefers: maybe, ifThere, conditional });
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
   * such answer. If none came, the rule ends like that traffic.
   */
  everyAnswer(definition: AnswersDefinition): Check {
    const { id, of = {}, provokedBy = {} } = definition;
    const running = this.#running(id, { needs: of, prefers: provokedBy }, () => undefined);
    return this.#add({ kind: 'check', ...running, rule: ruleOf(definition), watch: definition });
  }

  #running<T, N extends Needs, P extends Needs>(
    id: string,
    wants: Wants,
    body: (context: Body<N, P>) => T | Promise<T>,
  ): Running<T> {
    const { needs = {}, prefers = {}, ifThere = {}, sends = {}, phase } = wants;
    return {
      id,
      module: this,
      needs,
      prefers,
      ifThere,
      sources: [needs, prefers, ifThere].flatMap((sources) => Object.values(sources)),
      sends,
      drafts: wants.drafts ?? 0,
      draftsAtMost: wants.draftsAtMost ?? sends.orders ?? 0,
      atOnce: wants.atOnce ?? false,
      once: wants.once ?? false,
      lasting: wants.lasting ?? false,
      again: wants.again ?? false,
      odd: wants.odd ?? false,
      conditional: wants.conditional ?? false,
      phase,
      // The engine passes the values of exactly these sources, so the context has this type.
      run: async (context) => body(context as Body<N, P>),
    };
  }

  /** Completes a declared record in place, because other nodes already refer to it. */
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

/** Makes the modules of a contract, whose traffic is sent in these phases. */
export function contract<Phase extends string>(id: ContractId, phases: Phases<Phase>) {
  return { module: (module: string, title: string) => new Module<Phase>(id, module, title, phases) };
}

/** Names a value that the run may or may not have. */
export function given<T>(id: string, { conditional = false } = {}): Given<T> {
  return Object.freeze({ kind: 'given', id, conditional });
}

/** Builds one rule per row of a table, keyed by the name of the row. */
export function rulesOf<Row, Name extends string>(
  rows: Readonly<Record<Name, Row>>,
  make: (name: Name, row: Row) => Check,
): Readonly<Record<Name, Check>> {
  const names = Object.keys(rows) as Name[]; // The table is an object literal, so it has no other keys.
  return Object.fromEntries(names.map((name) => [name, make(name, rows[name])])) as Record<Name, Check>; // Every name was mapped.
}
