import type { Sent, Tried } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';

export const KINDS = ['oneDay', 'severalLines', 'tag', 'image', 'allMembers', 'oneCreative', 'script'] as const;

export type KindName = (typeof KINDS)[number];

export function eachKind<T>(make: (name: KindName) => T): Readonly<Record<KindName, T>> {
  return Object.fromEntries(KINDS.map((name) => [name, make(name)])) as Record<KindName, T>; // One of each.
}

/** Plain orders that show whether a service refuses a buyer who has booked before. */
export interface BuyerAnswers {
  readonly hadOtherOrders: boolean;
  readonly known: Sent;
  /** If that was refused: another one, sent between orders of new buyers. */
  readonly again: Sent | null;
  readonly newcomer: Sent | null;
}

/** All kinds, unless a run is limited to some checks. */
export type Kinds = Readonly<Partial<Record<KindName, Tried | undefined>>>;

export interface BookedKinds {
  readonly kinds: Kinds;
  /** A line that was refused for a country but is accepted worldwide. */
  readonly inCountry: Sent | null;
  readonly buyer: BuyerAnswers | null;
  readonly campaigns: Campaigns;
  /** What is left to book if the service sells a slot to one order at a time. */
  readonly free: readonly Bookable[] | null;
}
