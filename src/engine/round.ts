import type { Lane } from '../http/client.ts';
import { isBeyondTerms, type Reply } from '../http/reply.ts';
import { WENT_AWAY } from '../http/outage-words.ts';
import { BodyRun } from './body-run.ts';
import { sourcesOf, type Given, type Node, type Source } from './node.ts';
import type { Plan } from './plan.ts';
import { asks, asksAgain, asksAnything, canRepeat, mayBeTrouble } from './repeat.ts';
import type { ContractId } from './rule.ts';
import { StartingOrder } from './starting-order.ts';
import { INTERRUPTED, UNDER_LOCAL, waitedFor } from './skip-words.ts';
import type { Finding } from './signal.ts';
import { depthOf, obstacleOf, unrun, type Awaited, type Settled, type State } from './state.ts';

/** One reading of the service: every node runs at most once in it. A second round asks failing checks again. */
export class Round {
  readonly #plan: Plan;
  readonly #order: StartingOrder;
  readonly #earlier: Round | null;
  readonly #settled = new Map<Node, Promise<Settled>>();
  readonly #told = new Map<Node, Promise<Settled>>();
  readonly #repeats: (node: Node) => boolean;
  /** What is asked anew, in the order of its phases, as trouble may have spoiled it. */
  readonly #spoiled: ReadonlySet<Node>;
  #again: Round | null = null;
  readonly #anew = new Map<ContractId, Promise<Round>>();

  constructor(plan: Plan, earlier: Round | null = null, repeats = canRepeat, spoiled: ReadonlySet<Node> = new Set()) {
    this.#plan = plan;
    this.#earlier = earlier;
    this.#repeats = repeats;
    this.#spoiled = spoiled;
    this.#order = earlier === null ? new StartingOrder(plan.nodes, plan.leftOut) : earlier.#order;
  }

  /** How a node ended, as far as it goes by itself. */
  settle(node: Node): Promise<Settled> {
    if (this.#earlier !== null && !this.#repeats(node)) return this.#earlier.settle(node);
    return this.#once(node);
  }

  /** How a node ended, as the report tells it: what another check is the cause of is told as that. */
  tell(node: Node): Promise<Settled> {
    const told = this.#told.get(node) ?? this.#tell(node);
    this.#told.set(node, told);
    return told;
  }

  /** A node starts when these have ended. */
  comesAfter(node: Node, settled: readonly Settled[]): void {
    this.#order.depths.set(node, Math.max(depthOf(settled), this.#order.depths.get(node) ?? 0));
  }

  /** Nothing more is asked under a contract: the rules about every answer can be judged. */
  endAsking(contract: ContractId): void {
    this.#order.endOfAsking(contract).come();
  }

  #once(node: Node): Promise<Settled> {
    const settled = this.#settled.get(node) ?? this.#execute(node);
    this.#settled.set(node, settled);
    return settled;
  }

  async #tell(node: Node): Promise<Settled> {
    const settled = await this.settle(node);
    const yielded = await this.#withoutTrouble(await this.#yielded(settled));
    const told =
      yielded.state.kind === 'violated' && asksAgain(node, yielded.state.finding)
        ? await this.#askAgain(yielded, yielded.state.finding)
        : yielded;
    this.#plan.onSettled?.(told);
    return told;
  }

  /** What is broken, or has nothing to judge, because another check did not pass. */
  async #yielded(settled: Settled): Promise<Settled> {
    const { node, state } = settled;
    const { yields, nodes, leftOut } = this.#plan;
    if (yields === undefined || (state.kind !== 'violated' && state.kind !== 'inconclusive')) return settled;
    const isBroken = state.kind === 'violated';
    if (!isBroken && state.replies.some(isBeyondTerms)) return settled;
    const causes = isBroken ? yields.causesOfBreak(node) : yields.causesOfLack(node, state.lacking);
    for (const id of causes) {
      const other = nodes.find((one) => one.id === id);
      if (other === undefined || leftOut.has(id)) continue;
      const cause = await this.tell(other);
      const obstacle = explains(cause, isBroken) ? obstacleOf(other, cause.state) : null;
      if (obstacle !== null)
        return { ...settled, state: obstacle, exchanges: [], ...(isBroken ? { broken: true as const } : {}) };
    }
    return settled;
  }

  /** Asks again, once nothing else is asked, where trouble that passes may be all that was found. */
  async #withoutTrouble(first: Settled): Promise<Settled> {
    const { node, state } = first;
    const { session, signal } = this.#plan;
    const replies = repliesOf(state);
    if (this.#earlier !== null || !mayBeTrouble(node, replies) || signal?.aborted === true) return first;
    await this.#order.endOfAsking(node.module.contract).ended;
    const trouble = () => session.trouble(node.module.contract);
    const isUnsteady = () => trouble().isUnsteady || session.ledger.isUnsteady;
    // Data that fails while every exchange is answered may fail because of the exchanges.
    if (!trouble().hadTokenTrouble) return first;
    const second = trouble().isGone ? first : await (await this.#askedAnew(node.module.contract)).#once(node);
    const isOpen = second.state.kind === 'inconclusive' && state.kind === 'inconclusive';
    if (second.state.kind !== 'violated' && !isOpen) return { ...second, notes: [...second.notes, PASSED] };
    const why = trouble().isGone ? `${WENT_AWAY} before the end of the run.` : isUnsteady() ? UNSTEADY : null;
    return why === null ? first : { ...first, state: { kind: 'inconclusive', why, replies } };
  }

  #askedAnew(contract: ContractId): Promise<Round> {
    const anew = this.#anew.get(contract) ?? this.#beginAnew(contract);
    this.#anew.set(contract, anew);
    return anew;
  }

  /** Begins a round of all that asks for checks which trouble may have spoiled. */
  async #beginAnew(contract: ContractId): Promise<Round> {
    const own = [...this.#settled].filter(([{ module }]) => module.contract === contract);
    const states = new Map<Source<unknown> | Node, State>();
    for (const [node, settled] of own) states.set(node, (await settled).state);
    const spoiled = new Set<Node>();
    const add = (node: Node): void => {
      if (asks(node)) spoiled.add(node);
      const sources = sourcesOf(node).filter((source) => source.kind !== 'given');
      for (const source of sources)
        if (!spoiled.has(source) && (!asks(node) || obstacleOf(source, states.get(source)) !== null)) add(source);
    };
    for (const [node, settled] of own)
      if (node.kind === 'check' && mayBeTrouble(node, repliesOf((await settled).state))) add(node);
    return new Round(this.#plan, this, asksAnything, spoiled);
  }

  async #askAgain(first: Settled, finding: Finding): Promise<Settled> {
    if (this.#plan.signal?.aborted) return first;
    this.#again ??= new Round(this.#plan, this);
    // The check itself runs again even where only its own requests allow it.
    const second = await this.#again.#once(first.node);
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
    if (node.kind === 'check' && node.watch !== undefined) await this.#order.endOfAsking(node.module.contract).ended;
    const awaited = await this.#sources(node);
    await this.#earlierPhases(node);
    const obstacle = this.#obstacle(node, awaited);
    if (obstacle !== null) return unrun(node, obstacle, depthOf(awaited.values()));
    if (node.kind === 'check' && node.rule.relaxation === 'local' && this.#plan.relaxed.has('local'))
      return unrun(node, { kind: 'waived', value: undefined, why: UNDER_LOCAL });
    const lane: Lane = {
      depth: Math.max(depthOf(awaited.values()), this.#order.depths.get(node) ?? 0),
      urgency: this.#order.urgencies.get(node) ?? 0,
    };
    const settled = await new BodyRun(this.#plan, node, awaited, lane).settle();
    if (settled.state.kind === 'violated') this.#plan.session.transcript.cite(settled.exchanges);
    return settled;
  }

  async #sources(node: Node): Promise<Awaited> {
    const running = sourcesOf(node).filter((source) => source.kind !== 'given');
    const settled = await Promise.all(
      running.map(async (source): Promise<[Source<unknown>, Settled]> => [source, await this.#sourceOf(node, source)]),
    );
    return new Map(settled);
  }

  /** Asking again repeats the stimulus, not what led to it: a node that asks by itself keeps what it was given. */
  async #sourceOf(node: Node, source: Exclude<Source<unknown>, Given<unknown>>): Promise<Settled> {
    if (this.#earlier === null || !asks(node)) return this.settle(source);
    const kept = await this.#earlier.settle(source);
    return this.#spoiled.has(node) && obstacleOf(source, kept.state) !== null ? this.settle(source) : kept;
  }

  async #earlierPhases(node: Node): Promise<void> {
    const all = this.#order.before.get(node) ?? [];
    const before = this.#earlier === null ? all : all.filter((other) => this.#spoiled.has(other));
    this.comesAfter(node, await Promise.all(before.map((other) => this.settle(other))));
  }

  /** Why a node cannot run; `null` where it can. */
  #obstacle(node: Node, awaited: Awaited): State | null {
    for (const need of Object.values(node.needs)) {
      const obstacle = need.kind === 'given' ? this.#missing(need) : obstacleOf(need, awaited.get(need)?.state);
      if (obstacle !== null) return obstacle;
    }
    return this.#plan.signal?.aborted ? { kind: 'skipped', why: INTERRUPTED } : null;
  }

  #missing(need: Given<unknown>): State | null {
    const given = this.#plan.givens.get(need);
    if (given === undefined) return { kind: 'error', error: new Error(`nothing was given for ${need.id}`) };
    if (!('missing' in given)) return null;
    return given.conditional ? { kind: 'not-applicable', why: given.missing } : { kind: 'skipped', why: given.missing };
  }
}

/** What a check that came to nothing good goes by. */
function repliesOf(state: State): readonly Reply[] {
  if (state.kind === 'violated') return state.finding.replies;
  return state.kind === 'inconclusive' ? state.replies : [];
}

const PASSED = 'Judged when it was asked for a second time, as the service had failed meanwhile.';
const UNSTEADY = 'The service fails now and then, and answers when it is asked again: what came here may be that.';

/** Whether a check that ended so is why another is broken, or has nothing to judge. */
function explains({ state, broken }: Settled, isBroken: boolean): boolean {
  if (state.kind === 'violated' || broken === true) return true;
  if (isBroken) return false;
  return state.kind === 'inconclusive' || (state.kind === 'skipped' && waitedFor(state.why) !== undefined);
}
