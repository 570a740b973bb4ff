import type { Flight } from '../../../src/contract/flight-date.ts';
import type { LineItem, OrderRequest, Creative } from '../values/request-bodies.ts';
import { longer, type Campaigns } from '../values/campaign.ts';
import { following } from '../values/flights.ts';

export interface Means {
  readonly campaigns: Campaigns;
  readonly sizes: ReadonlyMap<string, readonly string[]>;
  readonly bookedSlots: readonly string[];
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly takesOptionalMembers: boolean;
  readonly buyer: string;
}

/** `made` is the order as it was created. Empty if the change is not possible; several if each is to be tried. */
export type Ask = (now: OrderRequest, means: Means, made: OrderRequest) => readonly Partial<OrderRequest>[];

type OfLine = (line: LineItem) => Partial<LineItem>;

export function everyLine({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: line_items.map((line) => ({ ...line, ...change(line) })) };
}

/** Adds a line like the first but for this change. It goes first, so that the others move. */
export function withLineAhead({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: [...line_items.slice(0, 1).map((line) => ({ ...line, ...change(line) })), ...line_items] };
}

export const lines =
  (change: (line: LineItem, means: Means) => Partial<LineItem>): Ask =>
  (now, means) => [everyLine(now, (line) => change(line, means))];

export const goals = (change: (goal: number) => number): Ask =>
  lines(({ goal_impressions: goal }) => ({ goal_impressions: change(goal) }));

export const flights = (change: (flight: Flight, campaigns: Campaigns) => Flight): Ask =>
  lines(({ flight }, { campaigns }) => ({ flight: change(flight, campaigns) }));

export const where =
  (holds: (now: OrderRequest) => boolean, ask: Ask): Ask =>
  (now, ...rest) =>
    holds(now) ? ask(now, ...rest) : [];

export const ofOne =
  (at: 0 | -1, ask: Ask): Ask =>
  (now, ...rest) =>
    ask(now, ...rest).map(({ line_items = [], ...change }) => ({
      ...change,
      line_items: now.line_items.map((line) => (line === now.line_items.at(at) ? (line_items.at(at) ?? line) : line)),
    }));

export const together =
  (...asks: readonly Ask[]): Ask =>
  (now, ...rest) => [
    asks.reduce<Partial<OrderRequest>>((done, ask) => ({ ...done, ...ask({ ...now, ...done }, ...rest)[0] }), {}),
  ];

export const aTenth: OfLine = ({ goal_impressions: goal }) => ({ goal_impressions: Math.ceil(goal / 10) });

/** Each line on other slots that were booked; in a size of the slot and without creatives if its own do not fit. */
export function onOtherSlots(now: OrderRequest, { sizes: listed, bookedSlots }: Means): OfLine[] {
  const others = bookedSlots.filter((id) => now.line_items.every((line) => line.inventory_id !== id)).slice(0, 3);
  return others.map((inventory_id) => ({ sizes }) => {
    const own = listed.get(inventory_id) ?? [];
    const fits = sizes.every((size) => own.includes(size));
    return { inventory_id, ...(!fits && { sizes: own.slice(0, 1), creatives: [] }) };
  });
}

export function withOneMoreLine(refFor: (ref: string, campaigns: Campaigns) => string): readonly Ask[] {
  const like =
    (change: OfLine): Ask =>
    (now, { campaigns }) => [
      withLineAhead(now, (line) => ({ external_ref: refFor(line.external_ref, campaigns), ...change(line) })),
    ];
  return [
    like(() => ({})),
    // Lines on one slot may have to be for different days.
    like(({ flight }) => ({ flight: following(flight) })),
    // There may be no room for one more line on the slot, or room for little.
    (now, means, made) => onOtherSlots(now, means).flatMap((change) => like(change)(now, means, made)),
    like(aTenth),
  ];
}

/** How much longer than usual, in characters. Columns for addresses are often narrower than those for tags. */
const LONGER: Readonly<Record<Creative['type'], number>> = { third_party_tag: 2000, image: 300 };

/** Valid values that exceed what some columns hold: 16 bits, two countries, 2,000 characters of a tag, 255 of an address. */
export function largeValues(
  { line_items: [line] }: OrderRequest,
  { campaigns, shapes }: Means,
): readonly { readonly what: string; readonly change: Partial<LineItem> }[] {
  const geo = campaigns.countries.slice(0, 3);
  const creatives = shapes.map((shape) => shape(line?.sizes[0] ?? '')).map((one) => longer(one, LONGER[one.type]));
  return [
    { what: 'a goal of 40,000', change: { goal_impressions: 40_000 } },
    { what: `${geo.length} countries`, change: { targeting: { geo } } },
    ...(creatives.length > 0 ? [{ what: 'long creatives', change: { creatives } }] : []),
  ];
}
