import type { Means } from './material.ts';
import { type Flight, daysOf, laterBy } from '../../../src/contract/flight-date.ts';
import type { LineItem, OrderRequest, Creative } from '../values/request-bodies.ts';
import { longer, type Campaigns, withOtherEnding } from '../values/campaign.ts';
import { following } from '../values/flights-and-countries.ts';
import { BUSINESS_RULE } from '../readers/booking.ts';
import { inOtherCase, withOtherEnd, withOtherSign } from '../values/near-misses.ts';

/** The forms of a change, or none if it is impossible. `made` is the order as it was created. */
type Ask = (now: OrderRequest, means: Means, made: OrderRequest) => readonly Partial<OrderRequest>[];

type OfLine = (line: LineItem) => Partial<LineItem>;

export function everyLine({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
  return { line_items: line_items.map((line) => ({ ...line, ...change(line) })) };
}

/** The new line goes first, so that the others move. */
function withLineAhead({ line_items }: OrderRequest, change: OfLine): Partial<OrderRequest> {
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

const ofOne =
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

const aTenth: OfLine = ({ goal_impressions: goal }) => ({ goal_impressions: Math.ceil(goal / 10) });

/** Moves lines to other booked slots; a line whose sizes do not fit there gets one that does, and no creatives. */
export function onOtherSlots(now: OrderRequest, { sizes: listed, bookedSlots }: Means): OfLine[] {
  const others = bookedSlots.filter((id) => now.line_items.every((line) => line.inventory_id !== id)).slice(0, 3);
  return others.map((inventory_id) => ({ sizes }) => {
    const own = listed.get(inventory_id) ?? [];
    const fits = sizes.every((size) => own.includes(size));
    return { inventory_id, ...(!fits && { sizes: own.slice(0, 1), creatives: [] }) };
  });
}

export function withOneMoreLine(refFor: (ref: string) => string): readonly Ask[] {
  const like =
    (change: OfLine): Ask =>
    (now) => [withLineAhead(now, (line) => ({ external_ref: refFor(line.external_ref), ...change(line) }))];
  return [
    like(() => ({})),
    // A service may allow only one line on a slot at a time.
    like(({ flight }) => ({ flight: following(flight) })),
    // The slot may be full, or have little room left.
    (now, means, made) => onOtherSlots(now, means).flatMap((change) => like(change)(now, means, made)),
    like(aTenth),
  ];
}

/** Characters to add. Columns for addresses are often narrower than those for tags. */
const LONGER: Readonly<Record<Creative['type'], number>> = { third_party_tag: 2000, image: 300 };

/** More than some columns hold: 16 bits, two countries, 2,000 characters of a tag, 255 of an address. */
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

export interface Change {
  /** Follows "an update" in a sentence. */
  readonly what: string;
  readonly forms: readonly Ask[];
  /** A refusal of a promised change is wrong, unless a new order of the same content is refused, too. */
  readonly isPromised?: (now: OrderRequest, then: OrderRequest) => boolean;
  /** The statuses with which it may be refused: 422 and the like by default, none if it is promised. */
  readonly refusals?: readonly number[];
}

const always = () => true;

const isLower: Change['isPromised'] = (now, then) =>
  then.line_items.every((line, index) => line.goal_impressions < (now.line_items[index]?.goal_impressions ?? 0));

/** An update that leaves something out may count as malformed or as a conflict. */
const LEAVES_OUT = [...BUSINESS_RULE, 400, 409];
/** An order may belong to its buyer for good. */
const OTHER_BUYER = [...BUSINESS_RULE, 409];
const MANY_LINES = [...BUSINESS_RULE, 400, 413];

const hasOneLine = ({ line_items }: OrderRequest) => line_items.length === 1;
const hasCountries = ({ line_items }: OrderRequest) => line_items.some(({ targeting }) => targeting?.geo?.length);
const hasCreatives = ({ line_items }: OrderRequest) => line_items.some(({ creatives = [] }) => creatives.length > 0);

const asItIs: Ask = () => [{}];
const rename: Ask = ({ order }) => [{ order: { ...order, name: withOtherEnd(order.name) } }];
/** Another buyer of this run if there is one: each buyer is an advertiser that somebody must remove. */
const otherBuyer: Ask = ({ advertiser }, { campaigns, buyer }, made) => {
  const names = [buyer, made.advertiser.name, campaigns.name('other buyer')];
  return [{ advertiser: { ...advertiser, name: names.find((name) => name !== advertiser.name) ?? buyer } }];
};
const advertiserRef: Ask = ({ advertiser }, { campaigns, takesOptionalMembers }) =>
  takesOptionalMembers ? [{ advertiser: { ...advertiser, external_ref: campaigns.ref('buyer') } }] : [];

const lowerGoal = goals((goal) => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(3, goal) / 3));
  return Math.max(1, Math.floor(goal / 3 / unit) * unit);
});
const goal: readonly Ask[] = [
  lowerGoal, // Promised, and round, since impressions may be sold in lots.
  goals((goal) => 2 * goal), // What was booked may be the least goal there is, and goals may be sold in packages.
];
const toFirstGoals: Ask = (now, means, made) => {
  const goalOf = ({ external_ref: ref, goal_impressions: goal }: LineItem) =>
    made.line_items.find((line) => line.external_ref === ref)?.goal_impressions ?? goal;
  const isChanged = now.line_items.some((line) => line.goal_impressions !== goalOf(line));
  return isChanged ? lines((line) => ({ goal_impressions: goalOf(line) }))(now, means, made) : [];
};

const moved = ({ start_date, end_date }: Flight, start: number, end = start): Flight => ({
  start_date: laterBy(start_date, start),
  end_date: laterBy(end_date, end),
});
const endsSooner = flights((flight, { flights: { minDays } }) => moved(flight, 0, daysOf(flight) <= minDays ? 1 : -1));
const nextMonth = flights((_flight, by) => by.flights.later);

const inCountries = (...geo: readonly string[]): Partial<LineItem> => ({ targeting: { geo } });
const toTwoCountries = lines((_line, { campaigns }) => inCountries(...campaigns.countries.slice(0, 2)));
const geo: readonly Ask[] = [
  toTwoCountries,
  // A service may take one country per line, and not every country.
  (now, { campaigns }) => campaigns.countries.map((country) => everyLine(now, () => inCountries(country))),
  // A single country may have little room.
  lines((line, { campaigns }) => ({ ...inCountries(...campaigns.countries.slice(0, 1)), ...aTenth(line) })),
];
const withEmptyGeo = lines(({ targeting = { geo: [] } }, { takesOptionalMembers }) =>
  takesOptionalMembers ? { targeting } : {},
);

const withOtherSizes =
  (change: (own: readonly string[], others: readonly string[]) => readonly string[]): Ask =>
  (now, { sizes: listed }) => {
    const others = ({ inventory_id, sizes }: LineItem) =>
      (listed.get(inventory_id) ?? []).filter((size) => !sizes.includes(size)).slice(0, 1);
    if (now.line_items.some((line) => others(line).length === 0)) return [];
    return [everyLine(now, (line) => ({ sizes: change(line.sizes, others(line)) }))];
  };
const otherSizes = withOtherSizes((_own, others) => others);
/** A creative may be attached in the old size. */
const moreSizes = withOtherSizes((own, others) => [...own, ...others]);
const otherCreatives: Ask = (now, { shapes }) => {
  const isBare = now.line_items.some(({ creatives = [] }) => creatives.length === 0);
  return (isBare ? shapes : shapes.slice(0, 1)).map((shape) =>
    everyLine(now, ({ creatives = [], sizes: [size = ''] }) => ({
      creatives: creatives.length > 0 ? creatives.map(withOtherEnding) : [shape(size)],
    })),
  );
};
const noCreatives = lines(() => ({ creatives: [] }));
const creativeOfLastShape: Ask = (now, { shapes }) =>
  shapes.slice(-1).map((shape) => everyLine(now, ({ sizes: [size = ''] }) => ({ creatives: [shape(size)] })));

const toOtherSlot: Ask = (now, means) => onOtherSlots(now, means).map((change) => everyLine(now, change));

/** The new reference is almost that of another line: a service may confuse the two. */
const addedLine = (how: (ref: string) => string): readonly Ask[] => [
  ...withOneMoreLine(how),
  // A service may refuse references that differ in one character alone.
  ...withOneMoreLine((ref) => `${ref}-added`).slice(0, 2),
];

const allOfOneLine = ofOne(-1, together(lowerGoal, endsSooner, toTwoCountries, otherSizes, creativeOfLastShape));
const oneMoreLine: Ask = (now) => [
  withLineAhead(now, ({ external_ref: ref, flight }) => ({ external_ref: `${ref}-too`, flight: following(flight) })),
];
const firstLineAlone: Ask = ({ line_items }) => (line_items.length < 2 ? [] : [{ line_items: line_items.slice(0, 1) }]);
const withOwnLine = withOneMoreLine((ref) => `${ref}-own`).slice(0, 2);
const newLineAlone = withOwnLine.map((ask) => together(ask, firstLineAlone));
const leavingOut =
  (member: 'targeting' | 'creatives'): Ask =>
  (now) => [{ line_items: now.line_items.map(({ [member]: _, ...line }) => line) }];

export const CHANGES = {
  rename: { what: 'of the name', forms: [rename], isPromised: always },
  creative: { what: 'that attaches a creative', forms: [otherCreatives], isPromised: always, refusals: BUSINESS_RULE },
  'no-creative': {
    what: 'that takes the creatives away',
    forms: [where(hasCreatives, noCreatives)],
    refusals: LEAVES_OUT,
  },
  // The two shapes may be in different tables.
  'last-shape': { what: 'that attaches a creative of another shape', forms: [creativeOfLastShape] },
  goal: { what: 'of the goal', forms: goal, isPromised: isLower },
  'goal-back': { what: 'of the goal, back to what it was', forms: [toFirstGoals], isPromised: isLower },
  flight: {
    what: 'of the flight',
    forms: [
      flights((flight) => moved(flight, 0, 2)),
      flights((flight) => moved(flight, 1)), // Flights may have to be as long as they were.
      flights((flight) => moved(flight, 7)), // They may be sold by the week,
      flights((flight) => following(flight)), // or by the month.
    ],
  },
  // A service may identify lines by their month.
  'next-month': { what: 'to the next month', forms: [where(hasOneLine, nextMonth)] },
  geo: { what: 'of the countries', forms: geo },
  worldwide: { what: 'that takes the countries away', forms: [where(hasCountries, leavingOut('targeting'))] },
  sizes: { what: 'of the sizes', forms: [otherSizes, moreSizes] },
  'added-line': { what: 'that adds a line', forms: addedLine(withOtherSign), isPromised: always },
  'added-to-several': {
    what: 'that adds a line to an order of several',
    forms: addedLine(inOtherCase),
    refusals: MANY_LINES,
  },
  'new-line-alone': { what: 'that names a new line alone', forms: newLineAlone, refusals: [...LEAVES_OUT, 413] },
  // The contract leaves open what becomes of lines and creatives that are not named, but the others must stay.
  'left-out': { what: 'that leaves a line out', forms: [firstLineAlone], refusals: LEAVES_OUT },
  'named-again': { what: 'that names that line again', forms: [asItIs] },
  'left-out-creative': {
    what: 'that leaves the creatives out',
    forms: [where(hasCreatives, leavingOut('creatives'))],
    refusals: LEAVES_OUT,
  },
  're-push': { what: 'that changes nothing', forms: [asItIs], isPromised: always },
  advertiser: { what: 'that adds an advertiser reference', forms: [advertiserRef] },
  buyer: { what: 'of the advertiser name', forms: [otherBuyer], refusals: OTHER_BUYER },
  'rename-and-goal': {
    what: 'of the name, the buyer and the goal of one line, with an empty geo for none',
    forms: goal.map((ask) => ofOne(0, together(rename, otherBuyer, withEmptyGeo, ask))),
    refusals: OTHER_BUYER,
  },
  slot: { what: 'to another slot, in a series', forms: [toOtherSlot] },
  'creative-of-one': { what: 'of the creatives of one line, in a series', forms: [ofOne(0, otherCreatives)] },
  several: {
    what: 'of the name and all of one line, with one more line, in a series',
    forms: [
      together(rename, allOfOneLine, oneMoreLine),
      together(rename, ofOne(-1, endsSooner)), // Little may be allowed to change, and there may be a limit on lines.
    ],
    refusals: MANY_LINES,
  },
  'creatives-again': { what: 'of the creatives, in a series', forms: [otherCreatives] },
} as const satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;
