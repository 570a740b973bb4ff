import type { Sent, Tried } from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';

// What became of the kinds of order that were booked.

export type KindName = 'oneDay' | 'severalLines' | 'tag' | 'image' | 'allMembers' | 'script' | 'oneCreative';

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

export type Kinds = Readonly<Record<KindName, Answered>>;

export interface BookedKinds {
  readonly kinds: Kinds;
  /** An order of two kinds, with long names: where it was not taken, each was asked for alone. */
  readonly inOne: Sent;
  /** A line in a country that was refused, although the same is taken worldwide. */
  readonly inCountry: Sent | null;
  /** What showed whether the buyer may book again, if that was in question. */
  readonly buyer: BuyerAnswers | null;
  /** Makes orders in the manner that was taken. */
  readonly campaigns: Campaigns;
}
