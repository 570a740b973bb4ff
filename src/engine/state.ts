import { blockerOf, type Because, type BlockedAfter } from '../causes/because.ts';
import type { Reply } from '../http/reply.ts';
import type { Check, Node, Source } from './node.ts';
import type { Repetition } from '../causes/found.ts';
import type { Finding } from './signal.ts';

/** The source whose record was missing, if that is why a node did not run. */
interface Lacking {
  readonly lacking?: Source<unknown>;
}

export type State =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'waived'; readonly value: unknown; readonly because: Because }
  | { readonly kind: 'violated'; readonly finding: Finding; readonly seen?: Repetition; readonly unstable?: true }
  | { readonly kind: 'not-applicable'; readonly because: Because }
  | ({ readonly kind: 'inconclusive'; readonly because: Because; readonly replies: readonly Reply[] } & Lacking)
  | ({ readonly kind: 'skipped'; readonly because: Because } & Lacking)
  | { readonly kind: 'error'; readonly error: unknown };

/** How a node ended, and what the report says about it. */
export interface Settled {
  readonly node: Node;
  readonly state: State;
  readonly notes: readonly Because[];
  readonly callIds: readonly string[];
  readonly durationMs: number;
  /** The length of the longest chain of requests that led here. */
  readonly depth: number;
  /** Set if the node was itself broken but is reported as blocked by another check. */
  readonly broken?: true;
}

export type Awaited = ReadonlyMap<Source<unknown>, Settled>;

/** The result of a node that did not run. */
export function unrun(node: Node, state: State, depth = 0): Settled {
  return { node, state, notes: [], callIds: [], durationMs: 0, depth };
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
      // The check that blocks all of them is the one to name.
      return blockerOf(state.because) === undefined
        ? { kind: 'skipped', because: { kind: 'blocked', by: need.id, after: 'skipped', root: state.because } }
        : { kind: 'skipped', because: state.because };
    case 'violated':
      return blocked(need.id, 'broken');
    case 'inconclusive':
      // No other check is to blame for the end of the run.
      return state.because.kind === 'time-limit' ? { ...state, replies: [] } : blocked(need.id, 'inconclusive');
    case 'error':
      return blocked(need.id, 'error');
  }
}

const blocked = (by: string, after: BlockedAfter): State => ({
  kind: 'skipped',
  because: { kind: 'blocked', by, after },
});

function passedOn(need: Source<unknown>, state: State): State | null {
  if (state.kind === 'done' || state.kind === 'waived') return null;
  const isLacking = state.kind === 'inconclusive' || state.kind === 'skipped';
  return isLacking ? { ...state, lacking: state.lacking ?? need } : state;
}
