import type { Sent, Tried } from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';

// What became of the kinds of order that were booked.

/** In the order in which they are asked for. */
export const KINDS = ['oneDay', 'severalLines', 'tag', 'image', 'allMembers', 'oneCreative', 'script'] as const;

export type KindName = (typeof KINDS)[number];

/** Makes something for each kind, in this order. */
export function eachKind<T>(make: (name: KindName) => T): Readonly<Record<KindName, T>> {
  return Object.fromEntries(KINDS.map((name) => [name, make(name)])) as Record<KindName, T>; // One of each.
}

/** Plain orders that show whether a service refuses orders because their buyer has booked before. */
export interface BuyerAnswers {
  /** Whether the buyer had orders taken besides the first. */
  readonly hadMore: boolean;
  readonly known: Sent;
  /** Where that was refused: another one, asked for between orders of new buyers. */
  readonly again: Sent | null;
  readonly newcomer: Sent | null;
}

/** A kind of order, as it was answered: its last form, and those that were refused before. */
export interface Answered extends Tried {
  readonly missed?: Sent;
}

/** The kinds that were asked for: all of them, unless a run is about some checks alone. */
export type Kinds = Readonly<Partial<Record<KindName, Answered | undefined>>>;

export interface BookedKinds {
  readonly kinds: Kinds;
  /** A line in a country that was refused, although the same is taken worldwide. */
  readonly inCountry: Sent | null;
  /** What showed whether the buyer may book again, if that was in question. */
  readonly buyer: BuyerAnswers | null;
  /** Makes orders in the manner that was taken. */
  readonly campaigns: Campaigns;
}
