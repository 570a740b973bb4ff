import type { Flight } from '../../../src/contract/flight-date.ts';
import type { OrderRequest, LineItem } from '../values/request-bodies.ts';
import { imageCreative, plainTagCreative, tagCreative, type Bookable, type Campaigns } from '../values/campaign.ts';
import { daysWithin, flightFrom } from '../values/flights.ts';
import { inOtherCaseAtEnds, longRef, withOtherSign } from '../values/other-case.ts';
import type { KindName } from './booked-kinds.ts';
import { everyLine } from './change-parts.ts';
import { firstSize, underRef, withAllMembers, withSeveralLines } from './order-forms.ts';
import { GENTLER, type Rooms } from './slot-candidates.ts';

/** A kind of order, in the forms in which it is tried, one after the other, `ample` before `forms`. */
export interface Kind {
  readonly ample: readonly OrderRequest[];
  readonly forms: readonly OrderRequest[];
  /** Forms that the contract promises to accept if the same orders without the change are all accepted. */
  readonly promised: readonly { readonly form: OrderRequest; readonly without: readonly Without[] }[];
}

export interface Without {
  readonly order: (label: string) => OrderRequest;
  /** The business rule that explains it if this order is refused, too. */
  readonly otherwise?: string;
}

const oneLineIn =
  (campaigns: Campaigns, rooms: Rooms) => (label: string, change: (on: Bookable) => Partial<LineItem>) =>
    rooms.map((on, index) => campaigns.orderOn(index === 0 ? label : `${label}-${index + 1}`, on, change(on)));

export function kindOf(name: KindName, campaigns: Campaigns, rooms: Rooms): Kind {
  const [on] = rooms;
  const plain = (label: string) => campaigns.orderOn(label, on);
  const oneLine = oneLineIn(campaigns, rooms);
  const againstPlain = (forms: readonly OrderRequest[]): Kind['promised'] =>
    forms.slice(0, 1).map((form) => ({ form, without: [{ order: plain }] }));
  const kinds: Readonly<Record<KindName, () => Kind>> = {
    oneDay: () => oneDay(campaigns, rooms, plain),
    severalLines: () => severalLines(campaigns, rooms),
    tag: () => {
      const fullTag = oneLine('tag', ({ slot }) => ({ creatives: [tagCreative(firstSize(slot))] })).slice(0, 1);
      const plainTags = oneLine('plain', ({ slot }) => ({ creatives: [plainTagCreative(firstSize(slot))] }));
      return { ample: tagForms(campaigns, on), forms: [...fullTag, ...plainTags], promised: againstPlain(plainTags) };
    },
    image: () => {
      const images = oneLine('image', ({ slot }) => ({ creatives: [imageCreative(firstSize(slot))] }));
      return { ample: fullImages(campaigns, on, images), forms: images, promised: againstPlain(images) };
    },
    allMembers: () => {
      const forms = withAllMembers(campaigns, rooms);
      return { ample: [], forms, promised: againstPlain(forms.slice(-rooms.length)) };
    },
    script: () => ({ ample: [], forms: [inOtherScripts(campaigns, plain('scripts'))], promised: [] }),
    oneCreative: () => ({ ample: [], forms: withCreativeOnOneLine(campaigns, rooms), promised: [] }),
  };
  return kinds[name]();
}

/** Two kinds in one order, with long names in other scripts. If it is accepted, both kinds are. */
export function twoKindsInOne(campaigns: Campaigns, rooms: Rooms): OrderRequest {
  const [order] = withAllMembers(campaigns, rooms);
  return withLongNames(campaigns, inOtherScripts(campaigns, order));
}

/** A flight of one day is promised if two days are accepted for twice the goal; it has more if the terms say so. */
function oneDay(campaigns: Campaigns, rooms: Rooms, plain: Without['order']): Kind {
  const [on] = rooms;
  const { minDays } = campaigns.flights;
  const oneLine = oneLineIn(campaigns, rooms);
  const from = ({ start_date }: Flight) => ({ flight: flightFrom(start_date, minDays) });
  const daysOf = (on: Bookable) => daysWithin(campaigns.flightOn(on));
  const [day] = daysOf(on);
  const forms = oneLine('one-day', (on) => from(daysOf(on)[0]));
  const twoDays = { flight: flightFrom(day.start_date, 2), goal_impressions: 2 * on.goal };
  const ofTwoDays: Without = {
    order: (label) => campaigns.orderOn(label, on, twoDays),
    otherwise: 'Flights of two days are refused, too: a business rule may forbid short ones.',
  };
  return {
    ample: [],
    forms: [
      ...forms,
      // Flights may have to start on a certain day of the week.
      ...oneLine('first-day', (on) => from(campaigns.flightOn(on))).slice(0, 1),
      ...oneLine('day', (on) => from(daysOf(on)[1])).slice(0, GENTLER.length),
    ],
    promised: minDays > 1 ? [] : forms.slice(0, 1).map((form) => ({ form, without: [{ order: plain }, ofTwoDays] })),
  };
}

const MOST_COMPARED = 6;

/** Two lines for different days are promised if each alone is accepted for the goals of both. */
function severalLines(campaigns: Campaigns, rooms: Rooms): Kind {
  // That of the order with tags, but for a few characters.
  const likeRef = campaigns.endedAsUsual(tagsRef(campaigns));
  const [several, ...two] = withSeveralLines(campaigns, rooms);
  const pairs = two.filter(({ line_items: lines }) =>
    lines.every(({ targeting }) => targeting === campaigns.targeting),
  );
  return {
    ample: [underRef(campaigns, inOtherCaseAtEnds(withOtherSign(likeRef)), several), several],
    forms: two,
    promised: pairs.slice(0, MOST_COMPARED).map((form) => ({ form, without: aloneForBoth(campaigns, form) })),
  };
}

function aloneForBoth(campaigns: Campaigns, { line_items: lines }: OrderRequest): readonly Without[] {
  return lines.map((line) => ({
    order: (label) => {
      const external_ref = campaigns.ref(`Line-${label}`);
      return campaigns.order(label, { ...line, external_ref, goal_impressions: lines.length * line.goal_impressions });
    },
  }));
}

/** The reference of the order with tags, long enough to be cut off. */
const tagsRef = (campaigns: Campaigns): string => longRef(campaigns.ref('tags'));

function tagForms(campaigns: Campaigns, on: Bookable): readonly [underLongRef: OrderRequest, plain: OrderRequest] {
  const size = firstSize(on.slot);
  const creatives = [tagCreative(size), plainTagCreative(size)];
  const tags = campaigns.orderOn('tags', on, { creatives });
  return [underRef(campaigns, tagsRef(campaigns), tags), tags];
}

/** With all sizes, in two countries, and with a creative for one size, as if approved first. */
function fullImages(campaigns: Campaigns, on: Bookable, images: readonly OrderRequest[]): OrderRequest[] {
  const creatives = [imageCreative(firstSize(on.slot))];
  const ofAllSizes = campaigns.orderOn('image-all', on, { sizes: on.slot.sizes, creatives });
  const severalSizes = on.slot.sizes.length > 1 ? [ofAllSizes] : [];
  const inTwo = { targeting: { geo: campaigns.countries.slice(0, 2) } };
  const underLongRefs = [...severalSizes, ...images]
    .slice(0, 1)
    .map((order) => withLongLineRefs(campaigns, { ...order, ...everyLine(order, () => inTwo) }));
  return [...underLongRefs, ...severalSizes];
}

function withLongLineRefs(campaigns: Campaigns, { order, ...request }: OrderRequest): OrderRequest {
  const line_items = request.line_items.map((line) => ({
    ...line,
    external_ref: campaigns.almost(longRef(line.external_ref), withOtherSign),
  }));
  // It begins with the reference of the order with tags.
  const own = { name: `${order.name}-long`, external_ref: campaigns.endedAsUsual(`${tagsRef(campaigns)}-2`) };
  return campaigns.update({ ...request, order: own }, { line_items });
}

/** Two lines, the last with a creative of each shape, then of none; then on other slots: one may have room for two. */
function withCreativeOnOneLine(campaigns: Campaigns, [on, ...others]: Rooms): OrderRequest[] {
  const onOtherSlot = others.filter(({ slot }) => slot.inventory_id !== on.slot.inventory_id);
  const forms = [
    ...[tagCreative, plainTagCreative, imageCreative, null].map((shape) => [on, shape] as const),
    ...onOtherSlot.flatMap((other) => [plainTagCreative, null].map((shape) => [other, shape] as const)),
  ];
  return forms.map(([on, shape], index) => {
    const label = index === 0 ? 'repeat' : `repeat-${index + 1}`;
    const creatives = shape === null ? {} : { creatives: [shape(firstSize(on.slot))] };
    return campaigns.order(
      label,
      campaigns.line(`${label}-a`, on),
      campaigns.line(`${label}-b`, on, { flight: campaigns.later(on), ...creatives }),
    );
  });
}

function inOtherScripts(campaigns: Campaigns, { order, ...request }: OrderRequest): OrderRequest {
  const name = `${campaigns.name(`Größe & <Änderung> "東京" — مرحبا, 100 % d'Été \\ a/b`)} 🎈`;
  const advertiser = campaigns.advertiser(`${request.advertiser.name} «Ünïcode» 広告主, L'Été & "Fils", 100 % 🎈`);
  return { ...request, order: { ...order, name }, advertiser: { ...request.advertiser, ...advertiser } };
}

/** Within the usual width of a column. */
const LONG_NAME = 200;

function withLongNames(campaigns: Campaigns, { order, advertiser, ...request }: OrderRequest): OrderRequest {
  const long = (name: string) => `${name} `.padEnd(LONG_NAME, 'x');
  return {
    ...request,
    order: { ...order, name: long(order.name) },
    advertiser: { ...advertiser, ...campaigns.advertiser(long(advertiser.name)) },
  };
}
