/** A publisher's own terms for the drafts of a run. */
export interface BookingTerms {
  /** Only these slots are booked; the first takes most orders. */
  readonly inventoryIds?: readonly string[];
  /** The one advertiser of all orders. */
  readonly advertiser?: string;
  /** The host that creatives and their links are on. */
  readonly creativeHost?: string;
  /** The impressions that a line is booked for; as an object the least and the most that any line is booked for. */
  readonly goal?: number | { readonly min?: number; readonly max?: number };
  readonly flight?: FlightTerms;
  /** Lines are targeted at no other countries. */
  readonly geo?: readonly string[];
}

export interface FlightTerms {
  /** So many days ahead flights start at the earliest. */
  readonly leadDays?: number;
  readonly days?: number;
  /** On which they start. */
  readonly weekday?: Weekday;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Whether a goal may be booked by these terms: what is not a goal at all books nothing. */
export function isGoalStated({ goal }: BookingTerms, impressions: number): boolean {
  if (typeof goal !== 'object' || !Number.isInteger(impressions) || impressions < 1) return true;
  return impressions >= (goal.min ?? 1) && impressions <= (goal.max ?? Infinity);
}
