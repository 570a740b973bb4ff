/** The publisher's own terms for the draft orders of a run. */
export interface BookingTerms {
  /** Only these slots are booked. The first one is used for most orders. */
  readonly inventoryIds?: readonly string[];
  /** The advertiser of all orders. */
  readonly advertiser?: string;
  /** The host of creatives and of their links. */
  readonly creativeHost?: string;
  /** The impressions of a line item; as an object the minimum and maximum for any line item. */
  readonly goal?: number | { readonly min?: number; readonly max?: number };
  readonly flight?: FlightTerms;
  /** The only countries that line items are targeted at. */
  readonly geo?: readonly string[];
}

export interface FlightTerms {
  /** Minimum number of days before a flight starts. */
  readonly leadDays?: number;
  /** How many days a flight has at least. */
  readonly minDays?: number;
  readonly days?: number;
  /** The weekday on which flights start. */
  readonly weekday?: Weekday;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Whether the terms allow a goal. A goal that is not a number of impressions books nothing, so it is allowed. */
export function isGoalStated({ goal }: BookingTerms, impressions: number): boolean {
  if (typeof goal !== 'object' || !Number.isInteger(impressions) || impressions < 1) return true;
  return impressions >= (goal.min ?? 1) && impressions <= (goal.max ?? Infinity);
}
