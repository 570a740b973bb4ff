import { inWords } from '../../../src/text/in-words.ts';
import { laterBy } from '../../../src/contract/flight-date.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import { withOtherEnding, plainTagCreative, type Campaigns } from '../values/campaign.ts';
import { withOtherEnd } from '../values/near-misses.ts';
import type { Creative, LineItem, OrderRequest } from '../values/request-bodies.ts';

export interface ChangedBody {
  readonly where: string;
  readonly request: OrderRequest;
  /** Certainly valid, also as an update. If not, a 422 shows nothing, since a service may check values first. */
  readonly valid: boolean;
}

export function isMissed({ reply, valid }: Pick<ChangedBody, 'valid'> & { readonly reply: Reply }): boolean {
  return reply.status !== 409 && (valid || reply.status !== 422);
}

interface Sources {
  readonly campaigns: Campaigns;
  readonly slots: readonly InventorySlot[];
}

/** `null` if the request has no such place. A change that alters nothing does not count. */
type Alteration = (request: OrderRequest, sources: Sources) => ChangedBody | null;

const ofOrder =
  (
    where: string,
    change: (request: OrderRequest, sources: Sources) => Partial<OrderRequest>,
    valid = false,
  ): Alteration =>
  (request, sources) => ({ where, request: { ...request, ...change(request, sources) }, valid });

const ofLine =
  (
    place: 'first' | 'last',
    where: string,
    change: (line: LineItem, sources: Sources) => Partial<LineItem>,
    valid: (line: LineItem) => boolean = () => false,
  ): Alteration =>
  (request, sources) => {
    const index = place === 'first' ? 0 : request.line_items.length - 1;
    const line = request.line_items[index];
    if (line === undefined) return null;
    const line_items = request.line_items.with(index, { ...line, ...change(line, sources) });
    return { where: `line_items[${index}].${where}`, request: { ...request, line_items }, valid: valid(line) };
  };

const sizesOf = (line: LineItem, { slots }: Sources) =>
  slots.find((slot) => slot.inventory_id === line.inventory_id)?.sizes ?? line.sizes;
const moreImpressions = (by: number) => (line: LineItem) => ({ goal_impressions: line.goal_impressions + by });
const withOtherRef = (line: LineItem) => ({ external_ref: withOtherEnd(line.external_ref) });

const ifSeveralLines =
  (kind: Alteration): Alteration =>
  (request, sources) =>
    request.line_items.length > 1 ? kind(request, sources) : null;

const withLastChanged = (creatives: readonly Creative[]): Creative[] =>
  creatives.map((creative, index) => (index === creatives.length - 1 ? withOtherEnding(creative) : creative));

/** If a service applies one of these by mistake, the order still has all its lines. */
const MILD: readonly Alteration[] = [
  ifSeveralLines(ofLine('last', 'goal_impressions', moreImpressions(1))),
  ofLine(
    'last',
    'creatives',
    ({ sizes, creatives = [] }) => ({
      creatives: creatives.length === 0 ? [plainTagCreative(sizes[0] ?? '300x250')] : withLastChanged(creatives),
    }),
    ({ creatives = [] }) => creatives.length > 0,
  ),
  ofLine('last', 'creatives (an image)', ({ creatives = [] }) =>
    creatives.some(({ type }) => type === 'image') ? { creatives: withLastChanged(creatives) } : {},
  ),
  ofLine('last', 'creatives (none any more)', ({ creatives = [] }) => (creatives.length > 0 ? { creatives: [] } : {})),
  ofOrder('order.name', ({ order }) => ({ order: { ...order, name: withOtherEnd(order.name) } }), true),
  ofOrder('advertiser.name', ({ advertiser }, { campaigns }) => ({
    advertiser: { ...advertiser, name: campaigns.name('other buyer') },
  })),
  ofOrder('advertiser.external_ref', ({ advertiser }, { campaigns }) => ({
    advertiser: { ...advertiser, external_ref: campaigns.ref('buyer') },
  })),
  ofLine('first', 'goal_impressions', moreImpressions(1000)),
  ofLine('last', 'flight.start_date', ({ flight }) => ({
    flight: { ...flight, start_date: laterBy(flight.start_date, 1) },
  })),
  ofLine('last', 'flight.end_date', ({ flight }) => ({
    flight: { ...flight, end_date: laterBy(flight.end_date, -1) },
  })),
  ofLine('last', 'targeting.geo', () => ({ targeting: { geo: ['US'] } })),
  ofLine('last', 'sizes', (line, sources) => {
    // Creatives have to fit, so the sizes stay if there are any. Otherwise the number of sizes stays if the slot has
    // another.
    if ((line.creatives ?? []).length > 0) return {};
    const other = sizesOf(line, sources).find((size) => !line.sizes.includes(size));
    return { sizes: other === undefined ? line.sizes.slice(0, 1) : [other, ...line.sizes.slice(1)] };
  }),
  ofOrder('line_items (one line added)', ({ line_items: lines }) => ({
    line_items: [...lines, ...lines.slice(-1).map((line) => ({ ...line, ...withOtherRef(line) }))],
  })),
];

/** If a service applies one of these by mistake, a line is gone or replaced. */
const HARSH: readonly Alteration[] = [
  ofLine('last', 'external_ref', withOtherRef),
  ofLine('last', 'inventory_id', (line, { slots }) => {
    const other = slots.find(
      ({ inventory_id, sizes }) =>
        inventory_id !== line.inventory_id && line.sizes.every((size) => sizes.includes(size)),
    );
    return other === undefined ? {} : { inventory_id: other.inventory_id };
  }),
  ifSeveralLines(
    ofOrder('line_items (one line removed)', ({ line_items: lines }) => ({ line_items: lines.slice(0, -1) })),
  ),
];

/** Spreads the alterations over these requests, so that each gets few. All harsh ones go to the first. */
export function spreadChanges(
  requests: readonly OrderRequest[],
  sources: Sources,
): readonly (readonly ChangedBody[])[] {
  const made = (kind: Alteration, request: OrderRequest): ChangedBody[] => {
    const change = kind(request, sources);
    return change === null || JSON.stringify(change.request) === JSON.stringify(request) ? [] : [change];
  };
  const queues = requests.map((request, index) => (index === 0 ? HARSH.flatMap((kind) => made(kind, request)) : []));
  for (const kind of MILD) {
    const possible = requests.flatMap((request, index) =>
      made(kind, request).map((change) => ({ change, queue: queues[index] ?? [] })),
    );
    const [best] = possible.sort(
      (one, other) => Number(other.change.valid) - Number(one.change.valid) || one.queue.length - other.queue.length,
    );
    best?.queue.push(best.change);
  }
  return queues;
}

export function renamedTo(label: string, campaigns: Campaigns, request: OrderRequest): OrderRequest {
  return { ...request, order: { ...request.order, name: campaigns.name(label) } };
}

export type SentChanged = ChangedBody & Sent & { readonly first: Booking };

export function missedInWords(missed: readonly ChangedBody[], of: number): string {
  if (missed.length === of) return `to every changed body (${of} of ${of})`;
  const others = of - missed.length === 1 ? 'the other one was' : `the other ${of - missed.length} were`;
  return `to ${missed.length} of ${of} changed bodies, where ${inWords(missed.map(({ where }) => where))} differs; ${others} refused`;
}
