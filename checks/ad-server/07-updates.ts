import { laterBy } from '../../src/contract/flight-date.ts';
import { chapter } from '../../src/engine/node.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { basic, material } from './05-orders.ts';
import { kinds } from './05-orders-kinds.ts';
import { booked, isAccepted, sendFirstTaken, type Booking, type Sent } from './booking.ts';
import { imageCreative, tagCreative, USUAL_GOAL, type Campaigns } from './campaign.ts';
import { COUNTRIES, type LineItem, type OrderRequest } from './requests.ts';

export const updates = chapter('ad-server', 'updates', 'Updates');

/** An order that existed, the update that was sent for it, and what came. */
export interface Updated extends Sent {
  readonly before: Booking;
}

/** Ways to ask for a kind of edit: the next is tried where a business rule refuses one; none where it cannot be asked. */
type Edit = (request: OrderRequest, campaigns: Campaigns, sizes: readonly string[]) => readonly Partial<OrderRequest>[];

const everyLine = (request: OrderRequest, change: (line: LineItem) => Partial<LineItem>): Partial<OrderRequest> => ({
  line_items: request.line_items.map((line) => ({ ...line, ...change(line) })),
});

const rename: Edit = (request, campaigns) => [{ order: { ...request.order, name: campaigns.name('renamed') } }];

/** Lower, which asks for less than before; higher where that is below a least goal. */
const goal: Edit = (request) => [
  everyLine(request, (line) => ({ goal_impressions: Math.max(1, Math.ceil(line.goal_impressions * 0.8)) })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + 1000 })),
  everyLine(request, (line) => ({ goal_impressions: line.goal_impressions + USUAL_GOAL })),
];

const flight: Edit = (request) => [
  everyLine(request, ({ flight }) => ({ flight: { ...flight, end_date: laterBy(flight.end_date, 2) } })),
  everyLine(request, ({ flight }) => ({
    flight: { start_date: laterBy(flight.start_date, 1), end_date: laterBy(flight.end_date, 1) },
  })),
];

const geo: Edit = (request) =>
  COUNTRIES.map((country) => everyLine(request, () => ({ targeting: { geo: [country] } })));

const otherSizes: Edit = (request, _campaigns, sizes) =>
  [everyLine(request, (line) => ({ sizes: sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1) }))].filter(
    ({ line_items: lines }) => lines?.every((line) => line.sizes.length > 0),
  );

const creative: Edit = (request) => [
  everyLine(request, ({ sizes }) => ({ creatives: [tagCreative(sizes[0] ?? '', 'attached')] })),
  everyLine(request, ({ sizes }) => ({ creatives: [imageCreative(sizes[0] ?? '')] })),
];

/** The new line comes first, so that the old ones change their place. */
const addedLine: Edit = (request) => [
  {
    line_items: [
      ...request.line_items.slice(0, 1).map((line) => ({ ...line, external_ref: `${line.external_ref}-added` })),
      ...request.line_items,
    ],
  },
];

const advertiserDetail: Edit = (request, campaigns) => [
  { advertiser: { ...request.advertiser, external_ref: campaigns.ref('buyer') } },
];

const otherBuyer: Edit = (request, campaigns) => [
  { advertiser: { ...request.advertiser, name: campaigns.name('other buyer') } },
];

/** As the client sends a campaign again by hand. */
const nothing: Edit = () => [{}];

/** The kinds of edit, and the kind of order that each is made to; those of one order in a row. */
const EDITS = {
  rename: [rename, 'basic'],
  creative: [creative, 'basic'],
  goal: [goal, 'allMembers'],
  flight: [flight, 'severalLines'],
  geo: [geo, 'script'],
  sizes: [otherSizes, 'oneDay'],
  'added-line': [addedLine, 'image'],
  're-push': [nothing, 'image'],
  advertiser: [advertiserDetail, 'tag'],
  buyer: [otherBuyer, 'tag'],
} as const satisfies Record<string, readonly [Edit, string]>;

export type Kind = keyof typeof EDITS;

/** Each kind of edit on its own, to the order as the edit before has left it; those of different orders at once. */
export const edited = updates.stage(
  { id: 'updates.edited', needs: { material, basic, kinds }, sends: { orders: 10 } },
  async ({ http, material: { campaigns }, basic, kinds }): Promise<Readonly<Partial<Record<Kind, Updated>>>> => {
    const turns = new Map<string, Promise<Booking>>();
    const edits = Object.entries(EDITS).map(async ([kind, [edit, of]]) => {
      const order = of === 'basic' || !isAccepted(kinds[of]) ? basic : booked(kinds[of]);
      const name = order.request.order.external_ref;
      const turn = (turns.get(name) ?? Promise.resolve(order)).then(async (before) => {
        const changes = edit(before.request, campaigns, basic.on.slot.sizes);
        return { before, updated: changes.length === 0 ? null : await update(http, campaigns, before, kind, changes) };
      });
      turns.set(
        name,
        turn.then(({ before, updated }) => (updated !== null && isAccepted(updated) ? booked(updated) : before)),
      );
      return [kind, (await turn).updated] as const;
    });
    return Object.fromEntries((await Promise.all(edits)).filter(([, updated]) => updated !== null));
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
const SERIES = ['rename', 'goal', 'flight', 'advertiser', 're-push'] as const satisfies readonly Kind[];

export const series = updates.stage(
  { id: 'updates.series', needs: { material, basic, kinds, edited }, sends: { orders: SERIES.length } },
  async ({ http, material: { campaigns }, basic, kinds: { severalLines }, edited }) => {
    let before: Booking = isAccepted(severalLines) ? booked(severalLines) : basic;
    for (const other of Object.values(edited))
      if (isAccepted(other) && other.request.order.external_ref === before.request.order.external_ref)
        before = booked(other);
    const steps: (Updated & { readonly kind: Kind })[] = [];
    for (const kind of SERIES) {
      const [edit] = EDITS[kind];
      const reordered = { ...before.request, line_items: before.request.line_items.toReversed() };
      const step = await update(
        http,
        campaigns,
        { ...before, request: reordered },
        'series',
        edit(reordered, campaigns, []),
      );
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
