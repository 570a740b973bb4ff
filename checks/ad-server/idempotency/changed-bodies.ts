import { inWords } from '../../../src/text/in-words.ts';
import { laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import { withOtherEnding, type Campaigns } from '../values/campaign.ts';
import { withOtherEnd } from '../values/near-misses.ts';
import type { Creative, LineItem, OrderRequest } from '../values/request-bodies.ts';

export interface ChangedBody {
  readonly where: string;
  readonly request: OrderRequest;
  /** If not, 422 is right, too: a service may check values before keys. */
  readonly valid: boolean;
}

export function isMissed({ reply, valid }: Pick<ChangedBody, 'valid'> & { readonly reply: Reply }): boolean {
  return reply.status !== 409 && (valid || reply.status !== 422);
}

interface Sources {
  readonly campaigns: Campaigns;
  readonly slots: readonly InventorySlot[];
}

type Change = (request: OrderRequest, sources: Sources) => Partial<OrderRequest>;

/** Where a body is altered (`-1` is the last line), how, and whether it is certainly valid then. */
type Alteration = readonly [where: string, change: Change, valid?: 'valid'];

const inLine =
  (at: 0 | -1, change: (line: LineItem, sources: Sources) => Partial<LineItem>): Change =>
  ({ line_items: lines }, sources) => ({
    line_items: lines.map((line) => (line === lines.at(at) ? { ...line, ...change(line, sources) } : line)),
  });

const ifSeveralLines =
  (change: Change): Change =>
  (request, sources) =>
    request.line_items.length > 1 ? change(request, sources) : {};

const moreImpressions = (by: number) => (line: LineItem) => ({ goal_impressions: line.goal_impressions + by });
const withOtherRef = (line: LineItem) => ({ external_ref: withOtherEnd(line.external_ref) });
const laterDay = (member: keyof Flight, days: number) =>
  inLine(-1, ({ flight }) => ({ flight: { ...flight, [member]: laterBy(flight[member], days) } }));
/** Lines with creatives keep their sizes, since the creatives have to fit. */
const withOtherSizes = (line: LineItem, { slots }: Sources): Partial<LineItem> => {
  const { sizes } = slots.find((slot) => slot.inventory_id === line.inventory_id) ?? line;
  const other = sizes.find((size) => !line.sizes.includes(size));
  if ((line.creatives ?? []).length > 0) return {};
  return { sizes: other === undefined ? line.sizes.slice(0, 1) : [other, ...line.sizes.slice(1)] };
};

const withCreatives = (change: (creatives: readonly Creative[]) => readonly Creative[]) =>
  inLine(-1, ({ creatives = [] }) => (creatives.length > 0 ? { creatives: change(creatives) } : {}));
const withLastChanged = (creatives: readonly Creative[]): Creative[] =>
  creatives.map((creative, index) => (index === creatives.length - 1 ? withOtherEnding(creative) : creative));

const withoutCreatives: Change = ({ line_items: lines }, { campaigns }) => ({
  line_items: lines.map((line) => {
    const { creatives, ...rest } = line;
    return line === lines.at(-1) && creatives?.length && !campaigns.needsCreatives ? rest : line;
  }),
});

/** If a service applies one of these by mistake, the order still has all its lines. */
const MILD: readonly Alteration[] = [
  ['line_items[-1].goal_impressions', ifSeveralLines(inLine(-1, moreImpressions(1)))],
  ['line_items[-1].creatives', withCreatives(withLastChanged), 'valid'],
  [
    'line_items[-1].creatives (an image)',
    withCreatives((creatives) =>
      creatives.some(({ type }) => type === 'image') ? withLastChanged(creatives) : creatives,
    ),
  ],
  ['line_items[-1].creatives (removed)', withoutCreatives],
  ['order.name', ({ order }) => ({ order: { ...order, name: withOtherEnd(order.name) } }), 'valid'],
  [
    'advertiser.name',
    ({ advertiser }, { campaigns }) => ({ advertiser: { ...advertiser, name: campaigns.name('other buyer') } }),
  ],
  [
    'advertiser.external_ref',
    ({ advertiser }, { campaigns }) => ({ advertiser: { ...advertiser, external_ref: campaigns.ref('buyer') } }),
  ],
  ['line_items[0].goal_impressions', inLine(0, moreImpressions(1000))],
  ['line_items[-1].flight.start_date', laterDay('start_date', 1)],
  ['line_items[-1].flight.end_date', laterDay('end_date', -1)],
  ['line_items[-1].targeting.geo', inLine(-1, () => ({ targeting: { geo: ['US'] } }))],
  ['line_items[-1].sizes', inLine(-1, withOtherSizes)],
  [
    'line_items (one line added)',
    ({ line_items: lines }) => ({
      line_items: [...lines, ...lines.slice(-1).map((line) => ({ ...line, ...withOtherRef(line) }))],
    }),
  ],
];

/** If a service applies one of these by mistake, a line is gone or replaced. */
const HARSH: readonly Alteration[] = [
  ['line_items[-1].external_ref', inLine(-1, withOtherRef)],
  [
    'line_items[-1].inventory_id',
    inLine(-1, ({ inventory_id: own, sizes }, { slots }) => {
      const fits = (slot: InventorySlot) => sizes.every((size) => slot.sizes.includes(size));
      const other = slots.find((slot) => slot.inventory_id !== own && fits(slot));
      return other ? { inventory_id: other.inventory_id } : {};
    }),
  ],
  ['line_items (one line removed)', ifSeveralLines(({ line_items: lines }) => ({ line_items: lines.slice(0, -1) }))],
];

/** Spreads the alterations over the requests. All harsh ones go to the first. */
export function spreadChanges(
  requests: readonly OrderRequest[],
  sources: Sources,
): readonly (readonly ChangedBody[])[] {
  const made = ([where, change, valid]: Alteration, request: OrderRequest): ChangedBody[] => {
    const altered = { ...request, ...change(request, sources) };
    if (JSON.stringify(altered) === JSON.stringify(request)) return [];
    const last = String(request.line_items.length - 1);
    return [{ where: where.replace('-1', last), request: altered, valid: valid !== undefined }];
  };
  const queues = requests.map((request, index) => (index === 0 ? HARSH.flatMap((kind) => made(kind, request)) : []));
  for (const kind of MILD) {
    const possible = requests.flatMap((request, index) =>
      made(kind, request).map((change) => ({ change, queue: queues[index] ?? [] })),
    );
    const [best] = possible.sort((one, other) => one.queue.length - other.queue.length);
    best?.queue.push(best.change);
  }
  return queues;
}

export function renamedTo(label: string, campaigns: Campaigns, request: OrderRequest): OrderRequest {
  return { ...request, order: { ...request.order, name: campaigns.name(label) } };
}

export interface SentChanged extends ChangedBody, Sent {
  readonly first: Booking;
  /** Whether it was refused and accepted again when it was repeated, as by one process and by another. */
  readonly isOfOtherProcess?: boolean;
}

export function missedInWords(missed: readonly ChangedBody[], of: number): string {
  if (missed.length === of) return `to every changed body (${of} of ${of})`;
  const others = of - missed.length === 1 ? 'the other one was' : `the other ${of - missed.length} were`;
  return `to ${missed.length} of ${of} changed bodies, where ${inWords(missed.map(({ where }) => where))} differs; ${others} refused`;
}
