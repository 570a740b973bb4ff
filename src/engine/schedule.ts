import type { Lane } from '../http/client.ts';
import type { Reply } from '../http/reply.ts';
import type { Check, Given, Node, Source, Watch } from './node.ts';
import { sourcesOf } from './node.ts';
import type { Relaxation } from './rule.ts';
import type { LeftOut } from './selection.ts';
import type { Session } from './session.ts';
import type { Repetition } from './sightings.ts';
import { INTERRUPTED, UNDER_LOCAL, waitsFor, waitsForSkipped } from './skip-words.ts';
import { Blocked, Inconclusive, NotApplicable, Violation, type Finding } from './signal.ts';
import { urgenciesOf } from './urgency.ts';
import { Wire } from './wire.ts';

/** How a node ended. */
export type State =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'waived'; readonly value: unknown; readonly why: string }
  | { readonly kind: 'violated'; readonly finding: Finding; readonly seen?: Repetition; readonly unstable?: true }
  | { readonly kind: 'not-applicable'; readonly why: string }
  | { readonly kind: 'inconclusive'; readonly why: string; readonly replies: readonly Reply[] }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'error'; readonly error: unknown };

/** A node's end with what the report says around it. */
export interface Settled {
  readonly node: Node;
  readonly state: State;
  readonly notes: readonly string[];
  readonly exchanges: readonly string[];
  readonly durationMs: number;
  /** How many requests, one after the other, led here. */
  readonly depth: number;
}

export type GivenValue = { readonly value: unknown } | { readonly missing: string; readonly conditional?: true };

type Awaited = ReadonlyMap<Source<unknown>, Settled>;

export interface Plan {
  readonly nodes: readonly Node[];
  readonly leftOut: LeftOut;
  readonly givens: ReadonlyMap<Given<unknown>, GivenValue>;
  readonly relaxed: ReadonlySet<Relaxation>;
  readonly session: Session;
  readonly signal?: AbortSignal;
  readonly onSettled?: (settled: Settled) => void;
}

/** Runs every node as soon as what it waits for has ended; the client bounds what is in flight. */
export async function run(plan: Plan): Promise<Settled[]> {
  const first = new Round(plan, null);
  const contracts = [...new Set(plan.nodes.map((node) => node.chapter.contract))];
  const settled = await Promise.all(
    contracts.map((contract) =>
      settleContract(
        first,
        plan.nodes.filter((node) => node.chapter.contract === contract),
      ),
    ),
  );
  const byNode = new Map(settled.flat().map((one) => [one.node, one]));
  return plan.nodes.map((node) => byNode.get(node)).filter((one) => one !== undefined);
}

/** The rules about every answer of a service are judged once nothing is asked of it any more. */
async function settleContract(round: Round, nodes: readonly Node[]): Promise<Settled[]> {
  const watches = nodes.filter((node) => node.kind === 'check' && node.watch !== undefined);
  const others = await settleInTurn(
    round,
    nodes.filter((node) => !watches.includes(node)),
  );
  return [...others, ...(await Promise.all(watches.map((node) => round.settle(node))))];
}

/** First all that may start at once, then what comes last with all that waits for it. */
async function settleInTurn(round: Round, nodes: readonly Node[]): Promise<Settled[]> {
  const late = new Set<Source<unknown>>();
  for (const node of nodes) if (node.last || sourcesOf(node).some((source) => late.has(source))) late.add(node);
  const early = await Promise.all(nodes.filter((node) => !late.has(node)).map((node) => round.settle(node)));
  for (const node of nodes) if (node.last) round.depthBefore.set(node, depthOf(early));
  return [...early, ...(await Promise.all(nodes.filter((node) => late.has(node)).map((node) => round.settle(node))))];
}

/** One reading of the service: every node runs at most once in it. A second round asks failing checks again. */
class Round {
  /** How many requests, one after the other, came before what runs last. */
  readonly depthBefore: Map<Node, number>;
  readonly #plan: Plan;
  readonly #urgencies: ReadonlyMap<Node, number>;
  readonly #earlier: Round | null;
  readonly #settled = new Map<Node, Promise<Settled>>();
  #again: Round | null = null;

  constructor(plan: Plan, earlier: Round | null) {
    this.#plan = plan;
    this.#urgencies = earlier === null ? urgenciesOf(plan.nodes) : earlier.#urgencies;
    this.#earlier = earlier;
    this.depthBefore = earlier?.depthBefore ?? new Map<Node, number>();
  }

  settle(node: Node): Promise<Settled> {
    if (this.#earlier === null) return this.#once(node, () => this.#judge(node));
    return canRepeat(node) ? this.#once(node, () => this.#execute(node)) : this.#earlier.settle(node);
  }

  /** The check itself runs again even where only its own requests allow it. */
  settleAgain(node: Node): Promise<Settled> {
    return this.#once(node, () => this.#execute(node));
  }

  #once(node: Node, run: () => Promise<Settled>): Promise<Settled> {
    const settled = this.#settled.get(node) ?? run();
    this.#settled.set(node, settled);
    return settled;
  }

  /** Runs a node; a check that fails and can safely be asked again is. */
  async #judge(node: Node): Promise<Settled> {
    const settled = await this.#execute(node);
    const final =
      settled.state.kind === 'violated' && asksAgain(node, settled.state.finding)
        ? await this.#askAgain(settled, settled.state.finding)
        : settled;
    this.#plan.onSettled?.(final);
    return final;
  }

  async #askAgain(first: Settled, finding: Finding): Promise<Settled> {
    if (this.#plan.signal?.aborted) return first;
    this.#again ??= new Round(this.#plan, this);
    const second = await this.#again.settleAgain(first.node);
    if (second.exchanges.every((id) => first.exchanges.includes(id))) return first;
    const repeated = second.state.kind === 'violated';
    return {
      ...first,
      state: {
        kind: 'violated',
        finding: second.state.kind === 'violated' ? second.state.finding : finding,
        seen: { times: repeated ? 2 : 1, of: 2 },
        ...(repeated ? {} : { unstable: true as const }),
      },
      exchanges: repeated ? [...first.exchanges, ...second.exchanges] : [...second.exchanges, ...first.exchanges],
      durationMs: first.durationMs + second.durationMs,
      depth: Math.max(first.depth, second.depth),
    };
  }

  async #execute(node: Node): Promise<Settled> {
    const left = this.#plan.leftOut.get(node.id);
    if (left !== undefined) return unrun(node, { kind: 'skipped', why: left });
    const awaited = await this.#sources(node);
    const obstacle = this.#obstacle(node, awaited);
    if (obstacle !== null) return unrun(node, obstacle, depthOf([...awaited.values()]));
    if (node.kind === 'check' && node.rule.relaxation === 'local' && this.#plan.relaxed.has('local'))
      return unrun(node, { kind: 'waived', value: undefined, why: UNDER_LOCAL });
    return this.#runBody(node, awaited);
  }

  async #sources(node: Node): Promise<Map<Source<unknown>, Settled>> {
    const running = sourcesOf(node).filter((source) => source.kind !== 'given');
    // Asking again repeats the stimulus, not what led to it: a node that asks by itself keeps what it was given.
    const round = this.#earlier !== null && asks(node) ? this.#earlier : this;
    const settled = await Promise.all(running.map(async (source) => [source, await round.settle(source)] as const));
    return new Map(settled);
  }

  /** Why a node cannot run; `null` where it can. */
  #obstacle(node: Node, awaited: Awaited): State | null {
    for (const need of Object.values(node.needs)) {
      if (need.kind === 'given') {
        const given = this.#plan.givens.get(need);
        if (given === undefined) return { kind: 'error', error: new Error(`nothing was given for ${need.id}`) };
        if ('missing' in given)
          return given.conditional
            ? { kind: 'not-applicable', why: given.missing }
            : { kind: 'skipped', why: given.missing };
        continue;
      }
      const obstacle = obstacleOf(need, awaited.get(need)?.state);
      if (obstacle !== null) return obstacle;
    }
    if (this.#plan.signal?.aborted) return { kind: 'skipped', why: INTERRUPTED };
    return null;
  }

  async #runBody(node: Node, awaited: Awaited): Promise<Settled> {
    const lane: Lane = {
      depth: Math.max(depthOf([...awaited.values()]), this.depthBefore.get(node) ?? 0),
      urgency: this.#urgencies.get(node) ?? 0,
    };
    const http = new Wire(node, this.#plan.session, lane);
    const notes: string[] = [];
    const values = this.#values(node, awaited);
    const began = performance.now();
    const state = await this.#outcome(node, awaited, () =>
      node.run({ ...values, http, note: (remark) => notes.push(remark) }),
    );
    return {
      node,
      state,
      notes,
      exchanges: this.#evidence(http, state, awaited),
      durationMs: Math.round(performance.now() - began),
      depth: lane.depth,
    };
  }

  async #outcome(node: Node, awaited: Awaited, body: () => Promise<unknown>): Promise<State> {
    try {
      const value = await body();
      const watched = node.kind === 'check' && node.watch ? this.#watched(node, node.watch, awaited) : null;
      if (watched !== null) return watched;
      const relaxation = node.kind === 'check' ? node.rule.relaxation : undefined;
      if (relaxation !== undefined && this.#plan.relaxed.has(relaxation))
        return { kind: 'waived', value, why: `Held, but under --${relaxation}.` };
      return { kind: 'done', value };
    } catch (thrown) {
      if (thrown instanceof Violation) {
        if (node.kind === 'stage')
          return { kind: 'error', error: new Error(`the stage ${node.id} judged: ${thrown.message}`) };
        if (node.alarm) this.#plan.session.stopBooking(node);
        return { kind: 'violated', finding: thrown.finding };
      }
      if (thrown instanceof NotApplicable) return { kind: 'not-applicable', why: thrown.message };
      if (thrown instanceof Inconclusive) return { kind: 'inconclusive', why: thrown.message, replies: thrown.replies };
      if (thrown instanceof Blocked) return { kind: 'skipped', why: this.#lack(thrown.by.id) };
      return { kind: 'error', error: thrown };
    }
  }

  /** Why there is nothing of a check that did not pass, or of what was not given. */
  #lack(id: string): string {
    const [, given] = [...this.#plan.givens].find(([source]) => source.id === id) ?? [];
    return given !== undefined && 'missing' in given ? given.missing : waitsFor(id, 'did not pass');
  }

  /** The account of a rule about all answers, once all others have ended. */
  #watched(node: Check<unknown>, { conditional, together }: Watch, awaited: Awaited): State | null {
    const sightings = this.#plan.session.sightings.get(node.id);
    if (sightings === undefined) return null;
    const { first, repetition, seen, kept } = sightings;
    if (first !== null) return { kind: 'violated', finding: first, seen: repetition };
    together?.(kept);
    if (seen > 0) return null;
    if (conditional) return { kind: 'not-applicable', why: UNSEEN };
    return provocationMissed(node, awaited) ?? { kind: 'inconclusive', why: UNSEEN, replies: [] };
  }

  #values(node: Node, awaited: Awaited): Record<string, unknown> {
    const valueOf = (source: Source<unknown>): unknown => {
      if (source.kind === 'given') {
        const given = this.#plan.givens.get(source);
        return given !== undefined && 'value' in given ? given.value : undefined;
      }
      const state = awaited.get(source)?.state;
      return state?.kind === 'done' || state?.kind === 'waived' ? state.value : undefined;
    };
    return Object.fromEntries(
      Object.entries({ ...node.prefers, ...node.needs }).map(([name, source]) => [name, valueOf(source)]),
    );
  }

  /** What a verdict cites: its own exchanges, those of its stages, and last the one that broke the rule. */
  #evidence(http: Wire, state: State, awaited: Awaited): string[] {
    const cited =
      state.kind === 'violated' ? state.finding.replies : state.kind === 'inconclusive' ? state.replies : [];
    if (cited.length > 0) return unique(cited.flatMap((reply) => reply.exchanges));
    const stages = [...awaited].filter(([source]) => source.kind === 'stage').flatMap(([, { exchanges }]) => exchanges);
    return unique([...stages.slice(0, MOST_CITED), ...http.exchanges.slice(0, MOST_CITED)]);
  }
}

/** A passing check cites so many exchanges of a kind at most: a walk may have thousands. */
const MOST_CITED = 12;

const unique = (ids: readonly string[]) => [...new Set(ids.filter((id) => id !== ''))];

function unrun(node: Node, state: State, depth = 0): Settled {
  return { node, state, notes: [], exchanges: [], durationMs: 0, depth };
}

function depthOf(settled: readonly Settled[]): number {
  return Math.max(0, ...settled.map(({ depth }) => depth));
}

/** What a need's end means for what needs it. Only checks have names that a report knows: a stage's end is passed on. */
function obstacleOf(need: Source<unknown>, state: State | undefined): State | null {
  if (state === undefined) return { kind: 'error', error: new Error(`${need.id} did not run`) };
  if (need.kind === 'stage') return state.kind === 'done' || state.kind === 'waived' ? null : state;
  switch (state.kind) {
    case 'done':
    case 'waived':
      return null;
    case 'not-applicable':
      return state;
    case 'skipped':
      return { kind: 'skipped', why: waitsForSkipped(need.id, state.why) };
    case 'violated':
      return { kind: 'skipped', why: waitsFor(need.id, 'did not pass') };
    case 'inconclusive':
      return { kind: 'skipped', why: waitsFor(need.id, 'was inconclusive') };
    case 'error':
      return { kind: 'skipped', why: waitsFor(need.id, 'could not run: a fault of this suite') };
  }
}

const UNSEEN = 'No answer that this rule concerns was seen.';

/** Why no answer came that a rule about all answers concerns: the first of what provokes one that came to nothing. */
function provocationMissed(node: Node, awaited: Awaited): State | null {
  const states = Object.values(node.prefers).map((source) => obstacleOf(source, awaited.get(source)?.state));
  return states.find((state) => state !== null && state.kind !== 'not-applicable') ?? null;
}

/** Reading again changes nothing at the service. */
function isReading(node: Node): boolean {
  return node.sends.orders === undefined && node.sends.token === undefined && !(node.kind === 'check' && node.watch);
}

/** Whether a node asks the service by itself. */
function asks(node: Node): boolean {
  return Object.values(node.sends).some((calls) => calls > 0);
}

/** Whether running a node again asks the service again, without creating or spending anything. */
function canRepeat(node: Node): boolean {
  if (!isReading(node)) return false;
  return asks(node) || Object.values(node.needs).some((need) => need.kind !== 'given' && canRepeat(need));
}

function asksAgain(node: Node, finding: Finding): boolean {
  if (node.kind === 'stage' || node.once) return false;
  if (canRepeat(node)) return true;
  const refused = finding.replies.every(({ status }) => status === null || status >= 300);
  return node.sends.orders !== undefined && node.drafts === 0 && refused && finding.replies.length > 0;
}
