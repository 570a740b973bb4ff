import { laterBy } from '../../src/contract/flight-date.ts';
import { chapter } from '../../src/engine/node.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { basic, material } from './05-orders.ts';
import { kinds } from './05-orders-kinds.ts';
import { retriesLater } from './06-idempotency-later.ts';
import { booked, isAccepted, sendFirstTaken, type Booking, type Sent } from './booking.ts';
import { imageCreative, otherwise, plainTagCreative, tagCreative, USUAL_GOAL, type Campaigns } from './campaign.ts';
import { following } from './flights.ts';
import { COUNTRIES, type Creative, type LineItem, type OrderRequest } from './requests.ts';

export const updates = chapter('ad-server', 'updates', 'Updates');

/** An order that existed, the update that was sent for it, and what came. */
export interface Updated extends Sent {
  readonly before: Booking;
}

/** What edits may make use of. */
interface Means {
  readonly campaigns: Campaigns;
  /** Of the slot that is booked. */
  readonly sizes: readonly string[];
  /** The shapes of creatives that are taken. */
  readonly shapes: readonly ((size: string) => Creative)[];
  readonly takesAdvertiserRef: boolean;
}

/** Ways to ask for a kind of edit: the next is tried where a business rule refuses one; none where it cannot be asked. */
type Edit = (request: OrderRequest, means: Means) => readonly Partial<OrderRequest>[];

const everyLine = (request: OrderRequest, change: (line: LineItem) => Partial<LineItem>): Partial<OrderRequest> => ({
  line_items: request.line_items.map((line) => ({ ...line, ...change(line) })),
});

/** To a name that no other order has. */
const rename: Edit = (request, { campaigns }) => [
  { order: { ...request.order, name: campaigns.name(`new ${request.order.name.split(': ').at(-1) ?? ''}`) } },
];

/** Lower, which asks for less than before; higher where that is below a least goal. */
const goal: Edit = (request) => [
  everyLine(request, (line) => ({ goal_impressions: Math.max(1, Math.ceil(line.goal_impressions * 0.8)) })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + 1000 })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + USUAL_GOAL })),
];

/** Up again. */
const goalBack: Edit = (request) => [
  everyLine(request, (line) => ({ goal_impressions: Math.ceil(line.goal_impressions * 1.25) })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + 1000 })),
];

const flight: Edit = (request) => [
  everyLine(request, ({ flight }) => ({ flight: { ...flight, end_date: laterBy(flight.end_date, 2) } })),
  everyLine(request, ({ flight }) => ({
    flight: { start_date: laterBy(flight.start_date, 1), end_date: laterBy(flight.end_date, 1) },
  })),
];

/** Starts later, ends sooner. */
const flightWithin: Edit = (request) => [
  everyLine(request, ({ flight }) => ({
    flight: { start_date: laterBy(flight.start_date, 1), end_date: laterBy(flight.end_date, -1) },
  })),
];

const geo: Edit = (request) =>
  COUNTRIES.map((country) => everyLine(request, () => ({ targeting: { geo: [country] } })));

const worldwide: Edit = (request) =>
  request.line_items.every(({ targeting }) => (targeting?.geo ?? []).length === 0)
    ? []
    : [{ line_items: request.line_items.map(({ targeting, ...line }) => line) }];

/** Another size alone; besides the one of before, where a creative of that is attached. */
const otherSizes: Edit = (request, { sizes }) => {
  const others = (line: LineItem) => sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
  if (request.line_items.some((line) => others(line).length === 0)) return [];
  return [
    everyLine(request, (line) => ({ sizes: others(line) })),
    everyLine(request, (line) => ({ sizes: [...line.sizes, ...others(line)] })),
  ];
};

const allSizes: Edit = (request, { sizes }) =>
  request.line_items.every((line) => line.sizes.length === sizes.length) ? [] : [everyLine(request, () => ({ sizes }))];

/** Where there is one, another in its place. */
const creative: Edit = (request, { shapes }) =>
  request.line_items.some(({ creatives = [] }) => creatives.length > 0)
    ? [everyLine(request, ({ creatives = [] }) => ({ creatives: creatives.map(otherwise) }))]
    : shapes.map((shape) => everyLine(request, ({ sizes }) => ({ creatives: [shape(sizes[0] ?? '')] })));

const noCreative: Edit = (request) =>
  request.line_items.every(({ creatives = [] }) => creatives.length === 0)
    ? []
    : [everyLine(request, () => ({ creatives: [] }))];

/** The new line comes first, so that the old ones change their place; behind the old one in time where it may not overlap. */
const addedLine: Edit = (request) =>
  [({ flight }: LineItem) => flight, ({ flight }: LineItem) => following(flight)].map((flightFor) => ({
    line_items: [
      ...request.line_items
        .slice(0, 1)
        .map((line) => ({ ...line, external_ref: `${line.external_ref}-added`, flight: flightFor(line) })),
      ...request.line_items,
    ],
  }));

const advertiserDetail: Edit = (request, { campaigns, takesAdvertiserRef }) =>
  takesAdvertiserRef ? [{ advertiser: { ...request.advertiser, external_ref: campaigns.ref('buyer') } }] : [];

const otherBuyer: Edit = (request, { campaigns }) => [
  { advertiser: { ...request.advertiser, name: campaigns.name('other buyer') } },
];

/** As the client sends a campaign again by hand. */
const nothing: Edit = () => [{}];

/** The kinds of edit, and the kind of order that each is made to; those of one order in a row. */
const EDITS = {
  rename: [rename, 'basic'],
  creative: [creative, 'basic'],
  'no-creative': [noCreative, 'basic'],
  goal: [goal, 'allMembers'],
  'goal-back': [goalBack, 'allMembers'],
  flight: [flight, 'severalLines'],
  'flight-within': [flightWithin, 'severalLines'],
  geo: [geo, 'script'],
  worldwide: [worldwide, 'script'],
  sizes: [otherSizes, 'oneDay'],
  'all-sizes': [allSizes, 'oneDay'],
  'added-line': [addedLine, 'image'],
  're-push': [nothing, 'image'],
  advertiser: [advertiserDetail, 'tag'],
  buyer: [otherBuyer, 'tag'],
} as const satisfies Record<string, readonly [Edit, string]>;

export type Kind = keyof typeof EDITS;

const means = updates.stage(
  { id: 'updates.means', needs: { material, basic, kinds } },
  ({ material: { campaigns }, basic: { on }, kinds: { tag, image, allMembers } }): Means => ({
    campaigns,
    sizes: on.slot.sizes,
    shapes: [
      ...(isAccepted(tag) ? [(size: string) => tagCreative(size, 'attached'), plainTagCreative] : []),
      ...(isAccepted(image) ? [imageCreative] : []),
    ],
    takesAdvertiserRef: isAccepted(allMembers),
  }),
);

/** Each kind of edit on its own, to the order as the edit before has left it; those of different orders at once. */
export const edited = updates.stage(
  {
    id: 'updates.edited',
    needs: { means, basic, kinds },
    after: [retriesLater],
    sends: { orders: Object.keys(EDITS).length },
  },
  async ({ http, means, basic, kinds }): Promise<Readonly<Partial<Record<Kind, Updated>>>> => {
    const edits = Object.entries(EDITS).map(([kind, [edit, of]]) => ({
      kind,
      edit,
      order: of === 'basic' || !isAccepted(kinds[of]) ? basic : booked(kinds[of]),
    }));
    const refs = new Set(edits.map(({ order }) => order.request.order.external_ref));
    const ofEachOrder = [...refs].map(async (ref) => {
      const own = edits.filter(({ order }) => order.request.order.external_ref === ref);
      const done: (readonly [string, Updated])[] = [];
      let before = own[0]?.order ?? basic;
      for (const { kind, edit } of own) {
        const changes = edit(before.request, means);
        if (changes.length === 0) continue;
        const updated = await update(http, means.campaigns, before, kind, changes);
        done.push([kind, updated]);
        if (isAccepted(updated)) before = booked(updated);
      }
      return done;
    });
    return Object.fromEntries((await Promise.all(ofEachOrder)).flat());
  },
);

async function update(
  http: Wire,
  campaigns: Campaigns,
  before: Booking,
  kind: string,
  changes: readonly Partial<OrderRequest>[],
): Promise<Updated> {
  const forms = changes.map((change) => campaigns.update(before.request, kind, change));
  return { before, ...(await sendFirstTaken(http, forms)) };
}

/** Edits in a row on one order, with the lines in another order each time. */
const SERIES = [
  'rename',
  'goal',
  'creative',
  'flight',
  'creative',
  'advertiser',
  're-push',
] as const satisfies readonly Kind[];

export const series = updates.stage(
  { id: 'updates.series', needs: { means, basic, kinds, edited }, sends: { orders: SERIES.length } },
  async ({ http, means, basic, kinds: { severalLines }, edited }) => {
    let before: Booking = isAccepted(severalLines) ? booked(severalLines) : basic;
    for (const other of Object.values(edited))
      if (isAccepted(other) && other.request.order.external_ref === before.request.order.external_ref)
        before = booked(other);
    const steps: (Updated & { readonly kind: Kind })[] = [];
    for (const kind of SERIES) {
      const [edit] = EDITS[kind];
      const reordered = { ...before.request, line_items: before.request.line_items.toReversed() };
      const changes = edit(reordered, means);
      if (changes.length === 0) continue;
      const step = await update(http, means.campaigns, { ...before, request: reordered }, 'series', changes);
      steps.push({ kind, ...step });
      if (isAccepted(step)) before = booked(step);
    }
    return steps;
  },
);

/** Every update of this chapter that was to be taken. */
export const all = updates.stage({ id: 'updates.all', needs: { edited, series } }, ({ edited, series }) => [
  ...Object.entries(edited).map(([kind, updated]) => ({ kind, ...updated })),
  ...series.map((step) => ({ ...step, kind: `${step.kind} in a series` })),
]);
