import { laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import type { LineItem, OrderRequest, Creative } from '../values/request-bodies.ts';
import { longer, withOtherEnding, type Campaigns } from '../values/campaign.ts';
import { following } from '../values/flights.ts';

// The parts from which changes of an order are built.

export interface Means {
  readonly campaigns: Campaigns;
  /** Of each slot that may be booked, or was. */
  readonly sizes: ReadonlyMap<string, readonly string[]>;
  /** Slots that were booked. */
  readonly taken: readonly string[];
  /** The shapes of creatives that the service accepts. */
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly takesAdvertiserRef: boolean;
  /** The buyer of the first order. */
  readonly buyer: string;
}

/**
 * What an update changes in the order as it is `now`; `made` is how it was created. Empty if the change is not
 * possible; several if each is to be tried.
 */
export type Ask = (now: OrderRequest, means: Means, made: OrderRequest) => readonly Partial<OrderRequest>[];

export const lines =
  (change: (line: LineItem) => Partial<LineItem>): Ask =>
  (now) => [everyLine(now, change)];

export const goals = (change: (goal: number) => number): Ask =>
  lines(({ goal_impressions: goal }) => ({ goal_impressions: change(goal) }));

export const flights =
  (change: (flight: Flight, campaigns: Campaigns) => Flight): Ask =>
  (now, { campaigns }) => [everyLine(now, ({ flight }) => ({ flight: change(flight, campaigns) }))];

export const where =
  (holds: (now: OrderRequest) => boolean, ask: Ask): Ask =>
  (now, ...rest) =>
    holds(now) ? ask(now, ...rest) : [];

/** Applies a change to one line only; the others are sent as they are. */
export const ofOne =
  (at: 0 | -1, ask: Ask): Ask =>
  (now, ...rest) =>
    ask(now, ...rest).map(({ line_items = [], ...change }) => ({
      ...change,
      line_items: now.line_items.map((line) => (line === now.line_items.at(at) ? (line_items.at(at) ?? line) : line)),
    }));

/** Several changes in one request, each applied to the result of the one before. */
export const together =
  (...asks: readonly Ask[]): Ask =>
  (now, ...rest) => [
    asks.reduce<Partial<OrderRequest>>((done, ask) => ({ ...done, ...ask({ ...now, ...done }, ...rest)[0] }), {}),
  ];

export const toFirstGoals: Ask = (now, means, made) => {
  const goalOf = ({ external_ref: ref, goal_impressions: goal }: LineItem) =>
    made.line_items.find((line) => line.external_ref === ref)?.goal_impressions ?? goal;
  const isChanged = now.line_items.some((line) => line.goal_impressions !== goalOf(line));
  return isChanged ? lines((line) => ({ goal_impressions: goalOf(line) }))(now, means, made) : [];
};

const toCountries = (now: OrderRequest, geo: readonly string[]) => everyLine(now, () => ({ targeting: { geo } }));

export const toTwoCountries: Ask = (now, { campaigns }) => [toCountries(now, campaigns.countries.slice(0, 2))];

export const toEachCountry: Ask = (now, { campaigns }) =>
  campaigns.countries.map((country) => toCountries(now, [country]));

export const toFewCountriesForLittle: Ask = (now, { campaigns }) =>
  [1, 2].map((count) =>
    everyLine(now, (line) => ({ targeting: { geo: campaigns.countries.slice(0, count) }, ...aTenth(line) })),
  );

/** Another country than before; one of the former countries if no other is served. */
export const toOtherCountry: Ask = (now, { campaigns }) => {
  const before = countriesOf(now);
  const others = campaigns.countries.filter((country) => !before.includes(country)).slice(0, 2);
  return [...others, ...before.slice(1)].map((country) => toCountries(now, [country]));
};

/** Changes the sizes of each line, given another size of its slot; empty if a line's slot has no other. */
export const withOtherSizes =
  (change: (own: readonly string[], others: readonly string[]) => readonly string[]): Ask =>
  (now, { sizes: listed }) => {
    const others = ({ inventory_id, sizes }: LineItem) =>
      (listed.get(inventory_id) ?? []).filter((size) => !sizes.includes(size)).slice(0, 1);
    if (now.line_items.some((line) => others(line).length === 0)) return [];
    return [everyLine(now, (line) => ({ sizes: change(line.sizes, others(line)) }))];
  };

export const toAllSizes: Ask = (now, { sizes: listed }) => {
  const all = ({ inventory_id, sizes }: LineItem) => listed.get(inventory_id) ?? sizes;
  const hasAll = now.line_items.every((line) => line.sizes.length === all(line).length);
  return hasAll ? [] : [everyLine(now, (line) => ({ sizes: all(line) }))];
};

/** Replaces the creatives. Lines without any get one, in each accepted shape. */
export const otherCreatives: Ask = (now, { shapes }) => {
  const isBare = now.line_items.some(({ creatives = [] }) => creatives.length === 0);
  return (isBare ? shapes : shapes.slice(0, 1)).map((shape) =>
    everyLine(now, ({ creatives = [], sizes: [size = ''] }) => ({
      creatives: creatives.length > 0 ? creatives.map(withOtherEnding) : [shape(size)],
    })),
  );
};

export const creativeOfLastShape: Ask = (now, { shapes }) =>
  shapes.slice(-1).map((shape) => everyLine(now, ({ sizes: [size = ''] }) => ({ creatives: [shape(size)] })));

/** A few other slots that were booked. */
const slotsBesides = (now: OrderRequest, taken: readonly string[]) =>
  taken.filter((id) => now.line_items.every((line) => line.inventory_id !== id)).slice(0, 3);

export const toOtherSlot: Ask = (now, { sizes, taken }) =>
  slotsBesides(now, taken).map((other) => everyLine(now, (line) => onSlot(line, other, sizes.get(other))));

/** Adds a line whose reference `refFor` makes from that of the first line. */
export function withOneMoreLine(refFor: (ref: string, campaigns: Campaigns) => string): readonly Ask[] {
  const like =
    (change: (line: LineItem) => Partial<LineItem>): Ask =>
    (now, { campaigns }) => [
      withLineAhead(now, (line) => ({ external_ref: refFor(line.external_ref, campaigns), ...change(line) })),
    ];
  return [
    like(() => ({})),
    // Lines on one slot may have to be for different days.
    like(({ flight }) => ({ flight: following(flight) })),
    // There may be no room for one more line on the slot, or room for little.
    (now, means, made) =>
      slotsBesides(now, means.taken).flatMap((other) =>
        like((line) => onSlot(line, other, means.sizes.get(other)))(now, means, made),
      ),
    like(aTenth),
  ];
}

/** Valid values that exceed what some columns hold: 16 bits, two countries, 2,000 characters. */
export function largeValues(
  { line_items: [line] }: OrderRequest,
  { campaigns, shapes: [shape] }: Means,
): readonly { readonly what: string; readonly change: Partial<LineItem> }[] {
  const geo = campaigns.countries.slice(0, 3);
  const creatives = line && shape ? [longer(shape(line.sizes[0] ?? ''), 2000)] : [];
  return [
    { what: 'a goal of 40,000', change: { goal_impressions: 40_000 } },
    { what: `${geo.length} countries`, change: { targeting: { geo } } },
    ...creatives.map((creative) => ({
      what: 'a creative of over 2,000 characters',
      change: { creatives: [creative] },
    })),
  ];
}

// Changes that updates make to the lines of an order.

type OfLine = (line: LineItem) => Partial<LineItem>;

export function everyLine({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: line_items.map((line) => ({ ...line, ...change(line) })) };
}

/** Adds a line like the first but for this change. It goes first, so that the others move. */
export function withLineAhead({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: [...line_items.slice(0, 1).map((line) => ({ ...line, ...change(line) })), ...line_items] };
}

export function moved({ start_date, end_date }: Flight, start: number, end = start): Flight {
  return { start_date: laterBy(start_date, start), end_date: laterBy(end_date, end) };
}

export function isOneDay({ start_date, end_date }: Flight): boolean {
  return start_date === end_date;
}

/** About a third of a goal, rounded to one digit and zeros. */
export function aboutAThird(goal: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(3, goal) / 3));
  return Math.max(1, Math.floor(goal / 3 / unit) * unit);
}

export function aTenth({ goal_impressions: goal }: LineItem): Partial<LineItem> {
  return { goal_impressions: Math.ceil(goal / 10) };
}

export function countriesOf({ line_items }: OrderRequest): readonly string[] {
  return [...new Set(line_items.flatMap(({ targeting }) => targeting?.geo ?? []))];
}

export function hasCreatives({ line_items }: OrderRequest): boolean {
  return line_items.some(({ creatives = [] }) => creatives.length > 0);
}

/** A line on another slot, in a size of that slot and without creatives if its own sizes do not fit. */
export function onSlot({ sizes }: LineItem, inventory_id: string, own: readonly string[] = []): Partial<LineItem> {
  return sizes.every((size) => own.includes(size))
    ? { inventory_id }
    : { inventory_id, sizes: own.slice(0, 1), creatives: [] };
}
