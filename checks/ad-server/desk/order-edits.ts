import { daysOf, laterBy } from '../../../src/contract/flight-date.ts';
import { longer, otherwise, USUAL_GOAL, type Campaigns } from '../values/campaign.ts';
import { following } from '../values/flights.ts';
import { inOtherCase, withOtherEnd, withOtherSign } from '../values/other-case.ts';
import type { Creative, LineItem, OrderRequest } from '../values/requests.ts';

/** What edits may make use of. */
export interface Means {
  readonly campaigns: Campaigns;
  /** Of each slot that may be booked, or took a booking. */
  readonly sizes: ReadonlyMap<string, readonly string[]>;
  /** Slots that took a booking. */
  readonly taken: readonly string[];
  /** The shapes of creatives that are taken. */
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly takesAdvertiserRef: boolean;
}

/**
 * Ways to ask for a kind of edit: the next is tried where a business rule refuses one; none where it cannot be asked. Some
 * depend on what the order was when it was made.
 */
type Edit = (request: OrderRequest, means: Means, made?: OrderRequest) => readonly Partial<OrderRequest>[];

const everyLine = (request: OrderRequest, change: (line: LineItem) => Partial<LineItem>): Partial<OrderRequest> => ({
  line_items: request.line_items.map((line) => ({ ...line, ...change(line) })),
});

/** An edit of one line alone: the others are sent as they are, and are to keep their ids as it is. */
const ofOneLine =
  (place: 'first' | 'last', edit: Edit): Edit =>
  (request, means, made) => {
    const { line_items: before } = request;
    const at = place === 'first' ? 0 : before.length - 1;
    return edit(request, means, made).map(({ line_items = [], ...change }) => ({
      ...change,
      line_items: before.map((line, index) => (index === at ? (line_items[index] ?? line) : line)),
    }));
  };

/** To a name that no other order has, as long as before and as plain: names may have to be short. */
const rename: Edit = ({ order }) => [{ order: { ...order, name: withOtherEnd(order.name) } }];

/** Lower, which asks for less than before; higher where that is below a least goal. */
const goal: Edit = (request) => [
  everyLine(request, (line) => ({ goal_impressions: Math.max(1, Math.floor(line.goal_impressions * 0.8)) })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + 1000 })),
  // By as much again where there are many: impressions may be sold in lots.
  everyLine(request, ({ goal_impressions: now }) => ({ goal_impressions: now + Math.max(USUAL_GOAL, now) })),
  // By little: a new goal may have to be near the one of before.
  everyLine(request, ({ goal_impressions: now }) => ({ goal_impressions: Math.max(1, Math.floor(now * 0.95)) })),
  // Lower, and round: lots may be sold, and goals may not be raised, or there be no room.
  everyLine(request, ({ goal_impressions: now }) => ({ goal_impressions: roundBelow(now) })),
];

/** The next lower number of one digit and noughts; half of one of 1 and noughts. */
function roundBelow(goal: number): number {
  const unit = 10 ** Math.floor(Math.log10(goal));
  return Math.max(1, goal === unit ? Math.floor(unit / 2) : (Math.ceil(goal / unit) - 1) * unit);
}

/** Back to what the lines were made with, which is no less than any least goal; up again, it may be refused. */
const goalBack: Edit = (request, _means, made = request) => {
  const goals = new Map(made.line_items.map((line) => [line.external_ref, line.goal_impressions]));
  const firstOf = (line: LineItem) => goals.get(line.external_ref) ?? line.goal_impressions;
  const changes = request.line_items.map((line) => firstOf(line) - line.goal_impressions);
  if (changes.every((change) => change === 0)) return [];
  const back = everyLine(request, (line) => ({ goal_impressions: firstOf(line) }));
  const more = everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + 1000 }));
  return changes.some((change) => change < 0) ? [back] : [back, more];
};

const flight: Edit = (request) => [
  everyLine(request, ({ flight }) => ({ flight: { ...flight, end_date: laterBy(flight.end_date, 2) } })),
  everyLine(request, ({ flight }) => ({
    flight: { start_date: laterBy(flight.start_date, 1), end_date: laterBy(flight.end_date, 1) },
  })),
  // No further ahead than before.
  everyLine(request, ({ flight }) => ({
    flight: { ...flight, start_date: laterBy(flight.start_date, flight.start_date === flight.end_date ? 0 : 1) },
  })),
  // From the same day of the week on, and as long: flights may be sold by the week.
  everyLine(request, ({ flight }) => ({
    flight: { start_date: laterBy(flight.start_date, 7), end_date: laterBy(flight.end_date, 7) },
  })),
];

/** Ends sooner, or later where there is but one day, or no room for as much in fewer. */
const otherEnd: Edit = (request, means) => [
  everyLine(request, ({ flight }) => ({
    flight: { ...flight, end_date: laterBy(flight.end_date, flight.start_date === flight.end_date ? 1 : -1) },
  })),
  ...flight(request, means).slice(0, 1),
];

/** Starts later, ends sooner. */
const flightWithin: Edit = (request) =>
  request.line_items.some(({ flight }) => daysOf(flight) < 3)
    ? []
    : [
        everyLine(request, ({ flight }) => ({
          flight: { start_date: laterBy(flight.start_date, 1), end_date: laterBy(flight.end_date, -1) },
        })),
      ];

/** For the calendar month, where the lines are told apart by more than their days. */
const wholeMonth: Edit = (request, { campaigns: { flights } }) =>
  request.line_items.length === 1 ? [everyLine(request, () => ({ flight: flights.wholeMonth }))] : [];

/** To the month behind that of the usual flights: a line may be told apart by its month elsewhere. */
const nextMonth: Edit = (request, { campaigns: { flights } }) =>
  request.line_items.length === 1 ? [everyLine(request, () => ({ flight: flights.later }))] : [];

/** One day sooner, at its start or at both ends: it still starts a few days ahead. */
const earlier: Edit = (request) =>
  [0, -1].map((days) =>
    everyLine(request, ({ flight }) => ({
      flight: { start_date: laterBy(flight.start_date, -1), end_date: laterBy(flight.end_date, days) },
    })),
  );

/** A tenth of a goal: there may be no room for more. */
export function forLittle({ goal_impressions: goal }: LineItem): Partial<LineItem> {
  return { goal_impressions: Math.ceil(goal / 10) };
}

/** To two countries; to one, where a line has no more; to one or two for a tenth, where there is no room for the goal. */
const geo: Edit = (request, { campaigns: { countries } }) => [
  ...[countries.slice(0, 2), ...countries.map((country) => [country])].map((geo) =>
    everyLine(request, () => ({ targeting: { geo } })),
  ),
  ...[countries.slice(0, 1), countries.slice(0, 2)].map((geo) =>
    everyLine(request, (line) => ({ targeting: { geo }, ...forLittle(line) })),
  ),
];

/** From the one country of the first line to another, all lines alike. */
const geoOfSeveral: Edit = (request, means) => {
  const { countries } = means.campaigns;
  const [first] = request.line_items;
  const [before, ...more] = first?.targeting?.geo ?? [];
  const other = countries.find((country) => country !== before);
  if (before === undefined || more.length > 0 || other === undefined) return geo(request, means);
  return [everyLine(request, () => ({ targeting: { geo: [other] } })), ...geo(request, means).slice(1)];
};

/** From countries to another one; to the last of those, where no other is served. */
const otherGeo: Edit = (request, { campaigns: { countries } }) => {
  const before = [...new Set(request.line_items.flatMap(({ targeting }) => targeting?.geo ?? []))];
  if (before.length === 0) return [];
  const others = countries.filter((country) => !before.includes(country)).slice(0, 2);
  return [...others, ...before.slice(1)].map((country) =>
    everyLine(request, () => ({ targeting: { geo: [country] } })),
  );
};

const worldwide: Edit = (request) =>
  request.line_items.every(({ targeting }) => (targeting?.geo ?? []).length === 0)
    ? []
    : [{ line_items: request.line_items.map(({ targeting, ...line }) => line) }];

/** So many other slots are tried: a line may be kept to those of its kind. */
const OTHER_SLOTS = 3;

/** To another slot that took a booking; in a size of its own, and without creatives of another, where they do not fit. */
export const slot: Edit = (request, { sizes, taken }) =>
  taken
    .filter((id) => request.line_items.every((line) => line.inventory_id !== id))
    .slice(0, OTHER_SLOTS)
    .map((other) => everyLine(request, (line) => onSlot(line, other, sizes.get(other))));

function onSlot(line: LineItem, inventory_id: string, own: readonly string[] = []): Partial<LineItem> {
  return line.sizes.every((size) => own.includes(size))
    ? { inventory_id }
    : { inventory_id, sizes: own.slice(0, 1), creatives: [] };
}

/** Another size alone; besides the one of before, where a creative of that is attached. */
const otherSizes: Edit = (request, { sizes }) => {
  const others = (line: LineItem) =>
    (sizes.get(line.inventory_id) ?? []).filter((size) => !line.sizes.includes(size)).slice(0, 1);
  if (request.line_items.some((line) => others(line).length === 0)) return [];
  return [
    everyLine(request, (line) => ({ sizes: others(line) })),
    everyLine(request, (line) => ({ sizes: [...line.sizes, ...others(line)] })),
  ];
};

const allSizes: Edit = (request, { sizes }) => {
  const ofSlot = (line: LineItem) => sizes.get(line.inventory_id) ?? line.sizes;
  return request.line_items.every((line) => line.sizes.length === ofSlot(line).length)
    ? []
    : [everyLine(request, (line) => ({ sizes: ofSlot(line) }))];
};

/** Where there is one, another in its place; one in each shape that is taken, where there is none. */
const creative: Edit = (request, { shapes }) => {
  const isBare = request.line_items.some(({ creatives = [] }) => creatives.length === 0);
  return (isBare ? shapes : shapes.slice(0, 1)).map((shape) =>
    everyLine(request, ({ creatives = [], sizes }) => ({
      creatives: creatives.length > 0 ? creatives.map(otherwise) : [shape(sizes[0] ?? '')],
    })),
  );
};

/** In the last shape that is taken, on lines without any. */
const lastShape: Edit = (request, { shapes }) =>
  shapes.slice(-1).map((shape) => everyLine(request, ({ sizes }) => ({ creatives: [shape(sizes[0] ?? '')] })));

const noCreative: Edit = (request) =>
  request.line_items.every(({ creatives = [] }) => creatives.length === 0)
    ? []
    : [everyLine(request, () => ({ creatives: [] }))];

/** The creatives are not named at all, on lines that have some: whether they stay is left open. */
const leftOutCreative: Edit = (request) =>
  request.line_items.every(({ creatives = [] }) => creatives.length === 0)
    ? []
    : [{ line_items: request.line_items.map(({ creatives, ...line }) => line) }];

/** One line more, on the slot of the first and for the same days, or for those behind, where lines may not overlap. */
export function withLine(
  request: OrderRequest,
  refFor: (ref: string) => string,
  days: 'same' | 'behind',
  change: Partial<LineItem> = {},
): Partial<OrderRequest> {
  // It comes first, so that the old ones change their place.
  const added = request.line_items.slice(0, 1).map((line) => ({
    ...line,
    external_ref: refFor(line.external_ref),
    flight: days === 'same' ? line.flight : following(line.flight),
    ...change,
  }));
  return { line_items: [...added, ...request.line_items] };
}

/**
 * Under a reference that is almost that of a line which is there; under another, where both are taken for one. At last on
 * another slot, and for little: there may be no room for one line more on that of the others.
 */
const addedLine =
  (how: (ref: string) => string): Edit =>
  (request, { campaigns, sizes, taken }) => {
    const other = taken.find((id) => request.line_items.every((line) => line.inventory_id !== id));
    const almost = (ref: string) => campaigns.almost(ref, how);
    const [line] = request.line_items;
    return [
      ...[almost, (ref: string) => `${ref}-added`].flatMap((refFor) => [
        withLine(request, refFor, 'same'),
        withLine(request, refFor, 'behind'),
      ]),
      ...(line === undefined || other === undefined
        ? []
        : [withLine(request, almost, 'same', onSlot(line, other, sizes.get(other)))]),
      ...(line === undefined ? [] : [withLine(request, (ref) => `${ref}-little`, 'same', forLittle(line))]),
    ];
  };

const advertiserDetail: Edit = (request, { campaigns, takesAdvertiserRef }) =>
  takesAdvertiserRef ? [{ advertiser: { ...request.advertiser, external_ref: campaigns.ref('buyer') } }] : [];

const otherBuyer: Edit = (request, { campaigns }) => [
  { advertiser: { ...request.advertiser, name: campaigns.name('other buyer') } },
];

/** As the client sends a campaign again by hand. */
const nothing: Edit = () => [{}];

/** Two changes in one request, of the order and of its lines. */
export const renameAndGoal: Edit = (request, means) =>
  rename(request, means).flatMap((renamed) => goal(request, means).map((changed) => ({ ...renamed, ...changed })));

/** One change on top of the other in one request, each in its first form. */
const together =
  (...edits: readonly Edit[]): Edit =>
  (request, means) => [
    edits.reduce<Partial<OrderRequest>>(
      (changed, edit) => ({ ...changed, ...edit({ ...request, ...changed }, means)[0] }),
      {},
    ),
  ];

/**
 * As a campaign comes that was changed in all since: name, buyer, all of one line, and a line more, which may be too many;
 * where that is refused in less, at last in the flight alone.
 */
const several: Edit = (request, means) => {
  const line = ofOneLine('last', together(goal, otherEnd, geo, otherSizes, lastShape));
  const [all, ...less] = [
    together(rename, otherBuyer, line),
    together(rename, line),
    together(rename, ofOneLine('last', together(goal, otherEnd))),
    ofOneLine('last', otherEnd),
  ].flatMap((edit) => edit(request, means));
  return [
    { ...all, ...withLine({ ...request, ...all }, (ref) => `${ref}-too`, 'behind') },
    ...(all === undefined ? [] : [all, ...less]),
  ];
};

/** Nothing but a line that is new to the order; no other edit of it follows, which would leave that line out. */
const newLineAlone: Edit = (request) =>
  (['same', 'behind'] as const).map((days) => {
    const { line_items = [] } = withLine(request, (ref) => `${ref}-own`, days);
    return { line_items: line_items.slice(0, 1) };
  });

/** Only the first line is named. */
const leftOut: Edit = ({ line_items }) => (line_items.length < 2 ? [] : [{ line_items: line_items.slice(0, 1) }]);

/** More than 16 bits hold. */
const LARGE_GOAL = 40_000;
const LONG = 2000;

/** Values that are valid, and larger than some columns: each for every line, by what it is called. */
export function largeLines(
  { line_items }: OrderRequest,
  { campaigns, shapes }: Means,
): { readonly what: string; readonly change: Partial<LineItem> }[] {
  const geo = campaigns.countries.slice(0, 3);
  const [shape] = shapes;
  const creatives = line_items.slice(0, 1).flatMap(({ sizes }) => shape?.(sizes[0] ?? '') ?? []);
  return [
    { what: `a goal of ${LARGE_GOAL.toLocaleString('en')}`, change: { goal_impressions: LARGE_GOAL } },
    { what: `${geo.length} countries`, change: { targeting: { geo } } },
    ...(creatives.length === 0
      ? []
      : [
          {
            what: `a creative of over ${LONG.toLocaleString('en')} characters`,
            change: { creatives: creatives.map((creative) => longer(creative, LONG)) },
          },
        ]),
  ];
}

/** The kinds of edit, the kind of order that each is made to, and what an update of the kind is; those of one order in a row. */
export const EDITS = {
  rename: [rename, 'basic', 'of the name'],
  creative: [creative, 'basic', 'of the creatives'],
  'no-creative': [noCreative, 'basic', 'that takes the creatives away'],
  'last-shape': [lastShape, 'basic', 'that attaches a creative of another shape'],
  goal: [goal, 'elsewhere', 'of the goal'],
  'goal-back': [goalBack, 'elsewhere', 'of the goal, back to what it was'],
  flight: [flight, 'severalLines', 'of the flight'],
  'left-out': [leftOut, 'severalLines', 'that leaves a line out'],
  'named-again': [nothing, 'severalLines', 'that names that line again'],
  'geo-of-several': [geoOfSeveral, 'severalLines', 'of the countries of several lines'],
  'added-to-several': [addedLine(inOtherCase), 'severalLines', 'that adds a line to an order of several'],
  geo: [geo, 'script', 'of the countries'],
  'other-geo': [otherGeo, 'script', 'to another country'],
  worldwide: [worldwide, 'script', 'that takes the countries away'],
  sizes: [otherSizes, 'oneDay', 'of the sizes'],
  'all-sizes': [allSizes, 'oneDay', 'to all sizes of the slot'],
  earlier: [earlier, 'oneDay', 'to earlier days'],
  'goal-of-one': [goal, 'oneDay', 'of the goal of a single line'],
  'new-line-alone': [newLineAlone, 'oneDay', 'that names a new line alone'],
  'added-line': [addedLine(withOtherSign), 'image', 'that adds a line'],
  're-push': [nothing, 'image', 'that changes nothing'],
  advertiser: [advertiserDetail, 'tag', 'that adds an advertiser reference'],
  buyer: [otherBuyer, 'tag', 'of the advertiser name'],
  'flight-within': [flightWithin, 'tag', 'to a shorter flight'],
  'whole-month': [wholeMonth, 'tag', 'to the whole month'],
  'next-month': [nextMonth, 'tag', 'to the next month'],
  'left-out-creative': [leftOutCreative, 'tag', 'that leaves the creatives out'],
} as const satisfies Record<string, readonly [Edit, of: string, what: string]>;

export type EditKind = keyof typeof EDITS;

/** A kind of edit, or one that is made in the series alone. */
export type Step = EditKind | 'rename-and-goal' | 'several' | 'slot';

/** Edits in a row on one order of several lines, some of one line alone. */
export const SERIES: readonly (readonly [Step, Edit, what: string])[] = [
  ['rename-and-goal', ofOneLine('first', renameAndGoal), 'of name and goal'],
  ['slot', slot, 'to another slot'],
  ['creative', ofOneLine('first', creative), 'of the creatives of one line'],
  ['several', several, 'of the name, the buyer and all of one line, with a line more'],
  ['creative', creative, 'of the creatives'],
  ['re-push', nothing, 'that changes nothing'],
];
