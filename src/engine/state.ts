import type { Reply } from '../http/reply.ts';
import type { Check, Node, Source } from './node.ts';
import type { Repetition } from './sightings.ts';
import type { Finding } from './signal.ts';
import { waitsFor, waitsForSkipped } from './skip-words.ts';

/** Whose record is missing, where a node did not run for want of it. */
interface Lacking {
  readonly lacking?: Source<unknown>;
}

/** How a node ended. */
export type State =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'waived'; readonly value: unknown; readonly why: string }
  | { readonly kind: 'violated'; readonly finding: Finding; readonly seen?: Repetition; readonly unstable?: true }
  | { readonly kind: 'not-applicable'; readonly why: string }
  | ({ readonly kind: 'inconclusive'; readonly why: string; readonly replies: readonly Reply[] } & Lacking)
  | ({ readonly kind: 'skipped'; readonly why: string } & Lacking)
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
  /** It was found broken, and is told as what follows from another. */
  readonly broken?: true;
}

export type Awaited = ReadonlyMap<Source<unknown>, Settled>;

/** The end of a node that did not run. */
export function unrun(node: Node, state: State, depth = 0): Settled {
  return { node, state, notes: [], exchanges: [], durationMs: 0, depth };
}

export function depthOf(settled: Iterable<Settled>): number {
  return Math.max(0, ...Array.from(settled, ({ depth }) => depth));
}

/**
 * What a need's end means for what needs it; `null` where it can run. Only checks have names that a report knows: how
 * traffic ended is passed on.
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
