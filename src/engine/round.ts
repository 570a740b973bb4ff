import { blockerOf, type Because } from '../causes/because.ts';
import type { Lane } from '../http/client.ts';
import { timeLimitReached } from '../http/time-limit.ts';
import { hasFailed, isBeyondTerms, isStatusOfGateway, type Reply } from '../http/reply.ts';
import { NodeRun, type Schedule } from './node-run.ts';
import type { Given, Node, Source } from './node.ts';
import { asks, asksAgain, asksAnything, canRepeat, mayBeTrouble } from './repeat.ts';
import { unjudgedUnder, type ContractId } from './rule.ts';
import { StartingOrder } from './starting-order.ts';
import type { Finding } from './signal.ts';
import { depthOf, obstacleOf, unrun, type Awaited, type Settled, type State } from './state.ts';

/**
 * Runs every node at most once. The first round judges everything; later rounds repeat failed checks, or those that a
 * temporary failure may have affected.
 */
export class Round {
  readonly #schedule: Schedule;
  readonly #order: StartingOrder;
  readonly #earlier: Round | null;
  readonly #settled = new Map<Node, Promise<Settled>>();
  readonly #told = new Map<Node, Promise<Settled>>();
  /** The depth at which all nodes of a list have ended, by the list. */
  readonly #barriers = new Map<readonly Node[], Promise<number>>();
  readonly #repeats: (node: Node) => boolean;
  /** Nodes to run again, in the order of their phases, because a temporary failure may have affected them. */
  readonly #affected: ReadonlySet<Node>;
  #repetition: Round | null = null;
  readonly #roundsAfterTrouble = new Map<ContractId, Promise<Round>>();

  constructor(
    schedule: Schedule,
    earlier: Round | null = null,
    repeats = canRepeat,
    affected: ReadonlySet<Node> = new Set(),
  ) {
    this.#schedule = schedule;
    this.#earlier = earlier;
    this.#repeats = repeats;
    this.#affected = affected;
    this.#order = earlier === null ? new StartingOrder(schedule.nodes, schedule.leftOut) : earlier.#order;
  }

  /** How a node ended by itself. */
  settle(node: Node): Promise<Settled> {
    if (this.#earlier !== null && !this.#repeats(node)) return this.#earlier.settle(node);
    return this.#once(node);
  }

  /** How the report shows a node's end: if another check is the cause, the node is shown as blocked by it. */
  tell(node: Node): Promise<Settled> {
    const told = this.#told.get(node) ?? this.#tell(node);
    this.#told.set(node, told);
    return told;
  }

  /** Makes a node start after those that ended at this depth. */
  comesAfter(node: Node, depth: number): void {
    this.#order.depths.set(node, Math.max(depth, this.#order.depths.get(node) ?? 0));
  }

  /** Call this when no more requests will be sent under a contract: rules about every answer can then be judged. */
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
    const { state } = yielded;
    const isAsked = state.kind === 'violated' && asksAgain(node, state.finding) && !unsteadiness(yielded)?.();
    const found = isAsked ? await this.#askAgain(yielded, state.finding) : yielded;
    const told = await this.#unlessUnsteady(found);
    this.#schedule.onSettled?.(told);
    return told;
  }

  /**
   * If a service has many passing server errors, one rule reports them; such a failure adds nothing.
   */
  async #unlessUnsteady(settled: Settled): Promise<Settled> {
    const isUnsteady = unsteadiness(settled);
    if (isUnsteady === undefined) return settled;
    await this.#order.endOfAsking(settled.node.module.contract).ended;
    if (isUnsteady() === null) return settled;
    const replies = repliesOf(settled.state).slice(-1);
    return { ...settled, state: { kind: 'inconclusive', because: UNSTEADY, replies } };
  }

  /** Replaces the result of a check that is broken, or has nothing to judge, because another check did not pass. */
  async #yielded(settled: Settled): Promise<Settled> {
    const { node, state } = settled;
    const { yields, nodes, leftOut } = this.#schedule;
    if (yields === undefined || (state.kind !== 'violated' && state.kind !== 'inconclusive')) return settled;
    const isBroken = state.kind === 'violated';
    if (!isBroken && (state.because.kind === 'time-limit' || state.replies.some(isBeyondTerms))) return settled;
    const causes = isBroken ? yields.causesOfBreak(node) : yields.causesOfLack(node, state.lacking);
    for (const id of causes) {
      const other = nodes.find((one) => one.id === id);
      if (other === undefined || leftOut.has(id)) continue;
      const cause = await this.tell(other);
      const obstacle = explains(cause, isBroken) ? obstacleOf(other, cause.state) : null;
      if (obstacle !== null)
        return { ...settled, state: obstacle, callIds: [], ...(isBroken ? { broken: true as const } : {}) };
    }
    return settled;
  }

  /** If a result may be due to a temporary failure, repeats what led to it once no other requests are sent. */
  async #withoutTrouble(first: Settled): Promise<Settled> {
    const { node, state } = first;
    const { session, signal } = this.#schedule;
    const replies = repliesOf(state);
    if (this.#earlier !== null || !mayBeTrouble(node, replies) || signal?.aborted === true) return first;
    await this.#order.endOfAsking(node.module.contract).ended;
    const trouble = () => session.trouble(node.module.contract);
    const isUnsteady = () => trouble().isUnsteady || session.ledger.isUnsteady;
    // Each answer may have come and the data still be wrong, if a token exchange failed before.
    if (!trouble().hadTokenTrouble) return first;
    const repeated = trouble().isGone ? first : await (await this.#roundAfterTrouble(node.module.contract)).#once(node);
    // The run may have had no time left to repeat it.
    const second = repliesOf(repeated.state).some(({ isUnsent }) => isUnsent) ? first : repeated;
    const isOpen = second.state.kind === 'inconclusive' && state.kind === 'inconclusive';
    if (second.state.kind !== 'violated' && !isOpen) return { ...second, notes: [...second.notes, PASSED] };
    const because = trouble().isGone ? GONE : isUnsteady() ? UNSTEADY : null;
    return because === null ? first : { ...first, state: { kind: 'inconclusive', because, replies } };
  }

  #roundAfterTrouble(contract: ContractId): Promise<Round> {
    const anew = this.#roundsAfterTrouble.get(contract) ?? this.#startAfterTrouble(contract);
    this.#roundsAfterTrouble.set(contract, anew);
    return anew;
  }

  /** Starts a round that repeats every request whose checks may have met a temporary failure. */
  async #startAfterTrouble(contract: ContractId): Promise<Round> {
    const own = [...this.#settled].filter(([{ module }]) => module.contract === contract);
    const states = new Map<Source<unknown> | Node, State>();
    for (const [node, settled] of own) states.set(node, (await settled).state);
    const affected = new Set<Node>();
    const add = (node: Node): void => {
      if (asks(node)) affected.add(node);
      const sources = node.sources.filter((source) => source.kind !== 'given');
      for (const source of sources)
        if (!affected.has(source) && (!asks(node) || obstacleOf(source, states.get(source)) !== null)) add(source);
    };
    for (const [node, settled] of own)
      if (node.kind === 'check' && mayBeTrouble(node, repliesOf((await settled).state))) add(node);
    return new Round(this.#schedule, this, asksAnything, affected);
  }

  async #askAgain(first: Settled, finding: Finding): Promise<Settled> {
    if (this.#schedule.signal?.aborted) return first;
    this.#repetition ??= new Round(this.#schedule, this);
    // The failed check itself is repeated even if only its own requests may be.
    const second = await this.#repetition.#once(first.node);
    if (second.callIds.every((id) => first.callIds.includes(id))) return first;
    const repeated = second.state.kind === 'violated';
    if (second.state.kind === 'done' && first.node.lasting) return second;
    if (second.state.kind === 'done' && isTroubleAlone(finding)) return { ...second, notes: [...second.notes, PASSED] };
    return {
      ...first,
      state: {
        kind: 'violated',
        finding: second.state.kind === 'violated' ? second.state.finding : finding,
        seen: { times: repeated ? 2 : 1, of: 2 },
        ...(repeated ? {} : { unstable: true as const }),
      },
      callIds: repeated ? [...first.callIds, ...second.callIds] : [...second.callIds, ...first.callIds],
      durationMs: first.durationMs + second.durationMs,
      depth: Math.max(first.depth, second.depth),
    };
  }

  async #execute(node: Node): Promise<Settled> {
    const left = this.#schedule.leftOut.get(node.id);
    if (left !== undefined) return unrun(node, { kind: 'skipped', because: left });
    if (node.kind === 'check' && node.watch !== undefined) await this.#order.endOfAsking(node.module.contract).ended;
    const awaited = await this.#sources(node);
    await this.#earlierPhases(node);
    const obstacle = this.#obstacle(node, awaited);
    if (obstacle !== null) return unrun(node, obstacle, depthOf(awaited.values()));
    const relaxation = node.kind === 'check' ? unjudgedUnder(node.rule, this.#schedule.relaxed) : undefined;
    if (relaxation !== undefined)
      return unrun(node, {
        kind: 'waived',
        value: undefined,
        because: { kind: 'relaxed', option: relaxation, held: false },
      });
    const lane: Lane = {
      depth: Math.max(depthOf(awaited.values()), this.#order.depths.get(node) ?? 0),
      urgency: this.#order.urgencies.get(node) ?? 0,
    };
    const settled = await new NodeRun(this.#schedule, node, awaited, lane).settle();
    if (settled.state.kind === 'violated') this.#schedule.session.transcript.cite(settled.callIds);
    return settled;
  }

  async #sources(node: Node): Promise<Awaited> {
    const running = node.sources.filter((source) => source.kind !== 'given');
    const settled = await Promise.all(
      running.map(async (source): Promise<[Source<unknown>, Settled]> => [source, await this.#sourceOf(node, source)]),
    );
    return new Map(settled);
  }

  /**
   * A repetition sends the same requests but keeps their inputs: a node that sends requests gets its records from the
   * earlier round.
   */
  async #sourceOf(node: Node, source: Exclude<Source<unknown>, Given<unknown>>): Promise<Settled> {
    if (this.#earlier === null || !asks(node)) return this.settle(source);
    const kept = await this.#earlier.settle(source);
    return this.#affected.has(node) && obstacleOf(source, kept.state) !== null ? this.settle(source) : kept;
  }

  async #earlierPhases(node: Node): Promise<void> {
    const before = this.#order.before.get(node);
    if (before === undefined) return;
    const barrier = this.#barriers.get(before) ?? this.#endOf(before);
    this.#barriers.set(before, barrier);
    this.comesAfter(node, await barrier);
  }

  async #endOf(all: readonly Node[]): Promise<number> {
    const nodes = this.#earlier === null ? all : all.filter((node) => this.#affected.has(node));
    return depthOf(await Promise.all(nodes.map((node) => this.settle(node))));
  }

  /** Why a node cannot run; `null` if it can. */
  #obstacle(node: Node, awaited: Awaited): State | null {
    for (const need of Object.values(node.needs)) {
      const obstacle = need.kind === 'given' ? this.#missing(need) : obstacleOf(need, awaited.get(need)?.state);
      if (obstacle !== null) return obstacle;
    }
    const { signal } = this.#schedule;
    if (signal?.aborted !== true) return null;
    const seconds = timeLimitReached(signal);
    if (seconds === null) return { kind: 'skipped', because: { kind: 'interrupted' } };
    // What was asked in time is judged, unless a part of it is missing.
    const isWhole = (node.kind === 'check' && node.watch) || ![...awaited.values()].some(isCutShort);
    return asks(node) || !isWhole
      ? { kind: 'inconclusive', because: { kind: 'time-limit', seconds }, replies: [] }
      : null;
  }

  #missing(need: Given<unknown>): State | null {
    const given = this.#schedule.givens.get(need);
    if (given === undefined) return { kind: 'error', error: new Error(`nothing was given for ${need.id}`) };
    if (!('missing' in given)) return null;
    return { kind: need.conditional ? 'not-applicable' : 'skipped', because: given.missing };
  }
}

const isCutShort = ({ state }: Settled) => state.kind === 'inconclusive' && state.because.kind === 'time-limit';

/** The replies that a failed or inconclusive check is based on. */
function repliesOf(state: State): readonly Reply[] {
  if (state.kind === 'violated') return state.finding.replies;
  return state.kind === 'inconclusive' ? state.replies : [];
}

/** Whether a finding is a server error or a missing answer, which is no failure if the same request is answered later. */
function isTroubleAlone({ found, replies }: Finding): boolean {
  const [reply] = replies.slice(-1);
  const isOfStatus = found.kind === 'status' || found.kind === 'no-answer';
  return isOfStatus && (reply === undefined || (hasFailed(reply) && reply.status !== 501));
}

/** Tells, of a finding that is a server error or a missing answer, whether so many pass that it may be one of them. */
function unsteadiness({ node, state }: Settled): Reply['unsteadiness'] {
  const reply = repliesOf(state).at(-1);
  if (state.kind !== 'violated' || node.kind !== 'check' || node.watch?.tellsOfUnsteadiness) return undefined;
  // The body of a server error is judged like any other, unless it is a gateway's.
  const isOfStatus = state.finding.found.kind === 'status' || reply?.status == null;
  return isOfStatus || isStatusOfGateway(reply.status) ? reply?.unsteadiness : undefined;
}

const PASSED: Because = {
  kind: 'observed',
  what: 'Judged at the second attempt, because the service had failed in the meantime.',
};
const UNSTEADY: Because = { kind: 'unsteady' };
const GONE: Because = { kind: 'no-service', what: 'The service went away before the end of the run.' };

/** Whether a check that ended this way is the reason why another is broken, or has nothing to judge. */
function explains({ state, broken }: Settled, isBroken: boolean): boolean {
  if (state.kind === 'violated' || broken === true) return true;
  if (isBroken) return false;
  return state.kind === 'inconclusive' || (state.kind === 'skipped' && blockerOf(state.because) !== undefined);
}
