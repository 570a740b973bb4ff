import type { Reply } from '../http/reply.ts';
import type { Check, Node, Source } from './node.ts';
import type { Repetition } from './sightings.ts';
import type { Finding } from './signal.ts';
import { waitsFor, waitsForSkipped } from './skip-words.ts';

/** The source whose record was missing, if that is why a node did not run. */
interface Lacking {
  readonly lacking?: Source<unknown>;
}

export type State =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'waived'; readonly value: unknown; readonly why: string }
  | { readonly kind: 'violated'; readonly finding: Finding; readonly seen?: Repetition; readonly unstable?: true }
  | { readonly kind: 'not-applicable'; readonly why: string }
  | ({ readonly kind: 'inconclusive'; readonly why: string; readonly replies: readonly Reply[] } & Lacking)
  | ({ readonly kind: 'skipped'; readonly why: string } & Lacking)
  | { readonly kind: 'error'; readonly error: unknown };

/** How a node ended, and what the report says about it. */
export interface Settled {
  readonly node: Node;
  readonly state: State;
  readonly notes: readonly string[];
  readonly exchanges: readonly string[];
  readonly durationMs: number;
  /** The length of the longest chain of requests that led here. */
  readonly depth: number;
  /** Set if the node was itself broken but is reported as blocked by another check. */
  readonly broken?: true;
}

export type Awaited = ReadonlyMap<Source<unknown>, Settled>;

/** The result of a node that did not run. */
export function unrun(node: Node, state: State, depth = 0): Settled {
  return { node, state, notes: [], exchanges: [], durationMs: 0, depth };
}

export function depthOf(settled: Iterable<Settled>): number {
  return Math.max(0, ...Array.from(settled, ({ depth }) => depth));
}

/**
 * What the state of a need means for the node that needs it; `null` if the node can run. Reports only know the names of
 * checks, so the reason of traffic that failed is passed on as it is.
 */
export function obstacleOf(need: Source<unknown> | Check<unknown>, state: State | undefined): State | null {
  if (state === undefined) return { kind: 'error', error: new Error(`${need.id} did not run`) };
  if (need.kind === 'traffic') return passedOn(need, state);
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

function passedOn(need: Source<unknown>, state: State): State | null {
  if (state.kind === 'done' || state.kind === 'waived') return null;
  const isLacking = state.kind === 'inconclusive' || state.kind === 'skipped';
  return isLacking ? { ...state, lacking: state.lacking ?? need } : state;
}
