import type { Lane } from '../http/client.ts';
import { timeLimitReached } from '../http/time-limit.ts';
import type { Because } from '../causes/because.ts';
import { isBeyondTerms, type Reply } from '../http/reply.ts';
import { excuseOf } from './excuse.ts';
import type { Check, Node, Source, Given } from './node.ts';
import { becauseOf, Blocked, Inconclusive, NotApplicable, Violation, type Finding, type Why } from './signal.ts';
import { obstacleOf, type Awaited, type Settled, type State } from './state.ts';
import type { Watch } from './watch.ts';
import { Wire } from './wire.ts';
import type { Relaxation } from './rule.ts';
import type { LeftOut } from './selection.ts';
import type { Session } from './session.ts';
import type { Yields } from './yields.ts';

export type GivenValue = { readonly value: unknown } | { readonly missing: Because };

export interface Schedule {
  readonly nodes: readonly Node[];
  readonly leftOut: LeftOut;
  readonly givens: ReadonlyMap<Given<unknown>, GivenValue>;
  readonly relaxed: ReadonlySet<Relaxation>;
  readonly session: Session;
  readonly yields?: Yields;
  readonly signal?: AbortSignal;
  readonly onSettled?: (settled: Settled) => void;
  /** Order in which nodes that may start at once are started; by default the order of their definition. */
  readonly startOrder?: (nodes: readonly Node[]) => readonly Node[];
}

/** Runs one node whose needs are met, and turns what it returns or throws into a `State`. */
export class NodeRun {
  readonly #schedule: Schedule;
  readonly #node: Node;
  readonly #awaited: Awaited;
  readonly #lane: Lane;
  readonly #http: Wire;
  readonly #notes: Because[] = [];

  constructor(schedule: Schedule, node: Node, awaited: Awaited, lane: Lane) {
    this.#schedule = schedule;
    this.#node = node;
    this.#awaited = awaited;
    this.#lane = lane;
    const { id, sends, odd, module } = node;
    this.#http = new Wire({ id, sends, contract: module.contract, odd }, schedule.session, lane);
  }

  async settle(): Promise<Settled> {
    const began = performance.now();
    const ended = await this.#state();
    const { lost } = this.#http;
    // The node's requests are meant to be judged together, so one that got lost makes all of them inconclusive.
    const state: State =
      lost === null ? ended : { kind: 'inconclusive', because: this.#whyLost(lost), replies: [lost] };
    return {
      node: this.#node,
      state,
      notes: this.#notes,
      callIds: this.#evidence(state),
      durationMs: Math.round(performance.now() - began),
      depth: this.#lane.depth,
    };
  }

  async #state(): Promise<State> {
    const node = this.#node;
    try {
      const note = (remark: Why) => this.#notes.push(becauseOf(remark));
      const value = await node.run({ ...this.#values(), http: this.#http, note });
      const watched = node.kind === 'check' && node.watch ? this.#watched(node, node.watch) : null;
      return watched ?? this.#held(value);
    } catch (thrown) {
      return this.#thrown(thrown);
    }
  }

  #held(value: unknown): State {
    const relaxation = this.#node.kind === 'check' ? this.#node.rule.relaxation : undefined;
    return relaxation !== undefined && this.#schedule.relaxed.has(relaxation)
      ? { kind: 'waived', value, because: { kind: 'relaxed', option: relaxation, held: true } }
      : { kind: 'done', value };
  }

  #thrown(thrown: unknown): State {
    if (thrown instanceof Violation) return this.#violated(thrown.finding);
    if (thrown instanceof NotApplicable) return { kind: 'not-applicable', because: thrown.because };
    if (thrown instanceof Inconclusive) {
      const { replies } = thrown;
      const { stoppedBy } = this.#schedule.session;
      // Without an answer to show, it only means that the orders it is about were not created.
      if (replies.length === 0 && stoppedBy !== null && isAboutOrders(this.#node))
        return { kind: 'skipped', because: this.#lack(stoppedBy.id) };
      const { because = thrown.because } = replies.find(isBeyondTerms)?.excuse ?? {};
      return { kind: 'inconclusive', because, replies };
    }
    if (thrown instanceof Blocked) return { kind: 'skipped', because: this.#lack(thrown.by.id) };
    return { kind: 'error', error: thrown };
  }

  #violated(finding: Finding): State {
    const node = this.#node;
    if (node.kind === 'traffic')
      return { kind: 'error', error: new Error(`the traffic ${node.id} judged: ${JSON.stringify(finding.found)}`) };
    const unreadable = finding.replies.at(-1)?.unreadable;
    if (unreadable !== undefined) return { kind: 'skipped', because: this.#lack(unreadable) };
    const excuse = excuseOf(finding);
    if (excuse?.permitted) {
      this.#notes.push(excuse.because);
      return this.#held(undefined);
    }
    if (excuse !== undefined) return { kind: 'inconclusive', because: excuse.because, replies: excuse.shownBy };
    // Rules about every answer stop it when the answer comes.
    if (node.rule.weight === 'live-order' && node.watch === undefined) this.#schedule.session.stopBooking(node);
    return { kind: 'violated', finding };
  }

  /** Why a check cannot run: another check blocks it, or a value was not given. */
  #lack(id: string): Because {
    const [, given] = [...this.#schedule.givens].find(([source]) => source.id === id) ?? [];
    return given !== undefined && 'missing' in given ? given.missing : { kind: 'blocked', by: id, after: 'broken' };
  }

  /** The result of a rule about every answer, once the run sends no more requests. */
  #watched(node: Check<unknown>, { conditional, together }: Watch): State | null {
    const sightings = this.#schedule.session.sightings.get(node.id);
    if (sightings === undefined) return null;
    const { first, repetition, seen, kept } = sightings;
    if (first !== null) return { kind: 'violated', finding: first, seen: repetition };
    const seconds = timeLimitReached(this.#schedule.signal);
    // Answers that did not come any more might have broken it.
    if (seconds !== null) return { kind: 'inconclusive', because: { kind: 'time-limit', seconds }, replies: [] };
    together?.(kept);
    if (seen > 0) return null;
    if (conditional) return { kind: 'not-applicable', because: UNSEEN };
    return provocationMissed(node, this.#awaited) ?? { kind: 'inconclusive', because: UNSEEN, replies: [] };
  }

  /** Why the requests of this node could not be sent any more. */
  #whyLost({ failure }: Reply): Because {
    const seconds = timeLimitReached(this.#schedule.signal);
    if (failure?.reason === 'time-limit' && seconds !== null) return { kind: 'time-limit', seconds };
    if (failure?.between !== undefined) return { kind: 'in-between', ...failure.between };
    const what = failure?.message ?? '';
    const isWhole = failure?.reason === 'gone' || failure?.isOfAll === true;
    return { kind: isWhole ? 'no-service' : 'closed', what };
  }

  #values(): Record<string, unknown> {
    const { ifThere, prefers, needs } = this.#node;
    return Object.fromEntries(
      Object.entries({ ...ifThere, ...prefers, ...needs }).map(([name, source]) => [name, this.#valueOf(source)]),
    );
  }

  #valueOf(source: Source<unknown>): unknown {
    if (source.kind === 'given') {
      const given = this.#schedule.givens.get(source);
      return given !== undefined && 'value' in given ? given.value : undefined;
    }
    const state = this.#awaited.get(source)?.state;
    return state?.kind === 'done' || state?.kind === 'waived' ? state.value : undefined;
  }

  /**
   * The calls a verdict cites: those that show the problem. A passing check cites those of its records, each of which
   * begins with its own.
   */
  #evidence(state: State): string[] {
    const cited =
      state.kind === 'violated' ? state.finding.replies : state.kind === 'inconclusive' ? state.replies : [];
    if (cited.length > 0) return unique(cited.flatMap((reply) => reply.callIds));
    const records = [...this.#awaited].flatMap(([source, { callIds }]) => (source.kind === 'traffic' ? [callIds] : []));
    const share = Math.ceil(MOST_CITED / Math.max(1, records.length));
    return unique([
      ...this.#http.callIds.slice(0, MOST_CITED),
      ...records.flatMap((callIds) => callIds.slice(0, share)),
    ]);
  }
}

/** Whether a node sends orders, or uses what was found out by sending some. */
function isAboutOrders(source: Node | Source<unknown>): boolean {
  return source.kind !== 'given' && (source.sends.orders !== undefined || source.sources.some(isAboutOrders));
}

/** Limits what a passing check cites, per kind of call: reading an inventory may take thousands. */
const MOST_CITED = 12;

const unique = (ids: readonly string[]) => [...new Set(ids.filter((id) => id !== ''))];

const UNSEEN: Because = { kind: 'unseen' };

/**
 * If no answer matched a rule about every answer: the first obstacle among the traffic that should have caused one. The
 * rule is not applicable if none of that traffic is.
 */
function provocationMissed(node: Node, awaited: Awaited): State | null {
  const states = Object.values(node.prefers).map((source) => obstacleOf(source, awaited.get(source)?.state));
  const inapplicable = states.filter((state) => state?.kind === 'not-applicable');
  if (inapplicable.length === states.length) return inapplicable[0] ?? null;
  return states.find((state) => state !== null && state.kind !== 'not-applicable') ?? null;
}
