import type { Because } from '../causes/because.ts';
import type { Given, Node } from './node.ts';
import type { Relaxation } from './rule.ts';
import type { LeftOut } from './selection.ts';
import type { Session } from './session.ts';
import type { Settled } from './state.ts';
import type { Yields } from './yields.ts';

export type GivenValue = { readonly value: unknown } | { readonly missing: Because };

export interface Plan {
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
