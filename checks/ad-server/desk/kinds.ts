import { type Rooms, type KindName, type BuyerAnswers, KINDS, type BookedKinds, type Kinds } from './material.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import type { Creative, OrderRequest } from '../values/request-bodies.ts';
import { imageCreative, plainTagCreative, tagCreative, type Bookable, type Campaigns } from '../values/campaign.ts';
import { daysWithin, flightFrom } from '../values/flights-and-countries.ts';
import { inOtherCaseAtEnds, longRef, withOtherSign } from '../values/near-misses.ts';
import { everyLine } from './changes.ts';
import {
  firstSize,
  underRef,
  withAllMembers,
  withSeveralLines,
  oneLineEach,
  lineInCountries,
  GENTLER,
  freeOf,
} from './order-forms.ts';
import { describe } from '../../../src/engine/expect.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import {
  isAccepted,
  everySent,
  isRefusedForValues,
  mayBeBeyondLimits,
  mayBeTooOddFor,
  type Sent,
  type Tried,
  isUnknown,
} from '../readers/booking.ts';
import { type Desk, leaveOpen, permitTooShort, says } from './desk.ts';

/** The forms in which a kind of order is tried, one after the other: `ample` first. */
interface Kind {
  readonly ample?: readonly OrderRequest[];
  readonly forms: readonly OrderRequest[];
  /** Forms whose refusal is wrong if all of `without` are accepted. */
  readonly promised?: readonly { readonly form: OrderRequest; readonly without: readonly Without[] }[];
}

interface Without {
  readonly order: (label: string) => OrderRequest;
  /** The business rule that this order shows if it is refused, too. */
  readonly otherwise?: string;
}

function kindOf(name: KindName, campaigns: Campaigns, rooms: Rooms): Kind {
  const [on] = rooms;
  const plain = (label: string) => campaigns.orderOn(label, on);
  const withCreative = (label: string, shape: (size: string) => Creative) =>
    oneLineEach(campaigns, rooms, label, ({ slot }) => ({ creatives: [shape(firstSize(slot))] }));
  const againstPlain = (forms: readonly OrderRequest[]) =>
    forms.slice(0, 1).map((form) => ({ form, without: [{ order: plain }] }));
  const kinds: Readonly<Record<KindName, () => Kind>> = {
    oneDay: () => oneDay(campaigns, rooms, plain),
    severalLines: () => severalLines(campaigns, rooms),
    tag: () => {
      const fullTag = withCreative('tag', tagCreative).slice(0, 1);
      const plainTags = withCreative('plain', plainTagCreative);
      return { ample: tagForms(campaigns, on), forms: [...fullTag, ...plainTags], promised: againstPlain(plainTags) };
    },
    image: () => {
      const images = withCreative('image', imageCreative);
      return { ample: fullImages(campaigns, on, images), forms: images, promised: againstPlain(images) };
    },
    allMembers: () => {
      const forms = withAllMembers(campaigns, rooms);
      return { forms, promised: againstPlain(forms.slice(-rooms.length)) };
    },
    script: () => ({ forms: [inOtherScripts(campaigns, plain('scripts'))] }),
    oneCreative: () => ({ forms: withCreativeOnOneLine(campaigns, rooms) }),
  };
  return kinds[name]();
}

function twoKindsInOne(campaigns: Campaigns, rooms: Rooms): OrderRequest {
  const [order] = withAllMembers(campaigns, rooms);
  return withLongNames(campaigns, inOtherScripts(campaigns, order));
}

/** One day, or the stated minimum. One day is promised if two days are accepted for twice the goal. */
function oneDay(campaigns: Campaigns, rooms: Rooms, plain: Without['order']): Kind {
  const [on] = rooms;
  const { minDays } = campaigns.flights;
  const from = ({ start_date }: Flight) => ({ flight: flightFrom(start_date, minDays) });
  const daysOf = (on: Bookable) => daysWithin(campaigns.flightOn(on));
  const [day] = daysOf(on);
  const forms = oneLineEach(campaigns, rooms, 'one-day', (on) => from(daysOf(on)[0]));
  const twoDays = { flight: flightFrom(day.start_date, 2), goal_impressions: 2 * on.goal };
  const ofTwoDays: Without = {
    order: (label) => campaigns.orderOn(label, on, twoDays),
    otherwise: 'Flights of two days are refused, too: a business rule may forbid short ones.',
  };
  return {
    forms: [
      ...forms,
      // Some services sell flights from certain days of the week.
      ...oneLineEach(campaigns, rooms, 'first-day', (on) => from(campaigns.flightOn(on))).slice(0, 1),
      ...oneLineEach(campaigns, rooms, 'day', (on) => from(daysOf(on)[1])).slice(0, GENTLER.length),
    ],
    promised: minDays > 1 ? [] : forms.slice(0, 1).map((form) => ({ form, without: [{ order: plain }, ofTwoDays] })),
  };
}

const MOST_COMPARED = 6;

/** Two lines are promised if each alone is accepted with the goal of both. */
function severalLines(campaigns: Campaigns, rooms: Rooms): Kind {
  // A service may confuse it with the reference of the order with tags.
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

const tagsRef = (campaigns: Campaigns): string => longRef(campaigns.ref('tags'));

function tagForms(campaigns: Campaigns, on: Bookable): readonly [underLongRef: OrderRequest, plain: OrderRequest] {
  const size = firstSize(on.slot);
  const creatives = [tagCreative(size), plainTagCreative(size)];
  const tags = campaigns.orderOn('tags', on, { creatives });
  return [underRef(campaigns, tagsRef(campaigns), tags), tags];
}

/** Lines of several sizes and countries, of which one size has a creative yet. */
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
    external_ref: withOtherSign(longRef(line.external_ref)),
  }));
  // A service may cut it off to the reference of the order with tags.
  const own = { name: `${order.name}-long`, external_ref: campaigns.endedAsUsual(`${tagsRef(campaigns)}-2`) };
  return campaigns.update({ ...request, order: own }, { line_items });
}

/** Two lines, the last with a creative; without one if none is accepted; on other slots if this one has no room. */
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

/** An order like this one, its names as long, of plain letters alone. */
function withPlainNames({ campaigns }: Desk, { order, advertiser, line_items: lines }: OrderRequest): OrderRequest {
  const plain = (name: string) => name.replace(/[^\w :-]/gu, 'x');
  const own = lines.map((line, index) => ({ ...line, external_ref: campaigns.ref(`Line-plain-names-${index + 1}`) }));
  const made = campaigns.order('plain-names', ...own);
  return {
    ...made,
    order: { ...made.order, name: plain(order.name) },
    advertiser: campaigns.advertiser(plain(advertiser.name)),
  };
}

/** A usual column has 255 characters. */
const LONG_NAME = 200;

function withLongNames(campaigns: Campaigns, { order, advertiser, ...request }: OrderRequest): OrderRequest {
  const long = (name: string) => `${name} `.padEnd(LONG_NAME, 'x');
  return {
    ...request,
    order: { ...order, name: long(order.name) },
    advertiser: { ...advertiser, ...campaigns.advertiser(long(advertiser.name)) },
  };
}

export const IN_ONE: readonly KindName[] = ['allMembers', 'script'];

export function bookInOne(desk: Desk, rooms: Rooms): Promise<Sent> {
  return desk.send(twoKindsInOne(desk.campaigns, rooms));
}

export async function bookFirst(desk: Desk, rooms: Rooms, name: KindName, inOne?: Sent): Promise<Tried> {
  if (inOne !== undefined && isAccepted(inOne)) return { ...inOne, refused: [] };
  const { ample = [], forms } = kindOf(name, desk.campaigns, rooms);
  return desk.firstTaken(desk.possibleOf([...ample, ...forms], (order) => order).slice(0, 1));
}

interface BookingPlan {
  readonly rooms: Rooms;
  readonly elsewhere?: readonly Bookable[];
  readonly known: OrderRequest;
}

export function bookKinds(desk: Desk, plan: BookingPlan, first: Kinds): Promise<BookedKinds> {
  return new BookingInForms(desk, plan, first).book();
}

const COUNTRIES_CONTROLLED = 4;

class BookingInForms {
  #desk: Desk;
  readonly #allRooms: Rooms;
  readonly #known: OrderRequest;
  readonly #answers = new Map<KindName, Tried>();
  readonly #kinds = new Map<KindName, Kind>();
  #buyer: BuyerAnswers | null = null;
  #controls = 0;
  readonly #elsewhere: readonly Bookable[];

  constructor(desk: Desk, { rooms, elsewhere = [], known }: BookingPlan, first: Kinds) {
    this.#desk = desk;
    this.#allRooms = rooms;
    this.#elsewhere = elsewhere;
    this.#known = known;
    for (const name of KINDS) if (first[name] !== undefined) this.#answers.set(name, first[name]);
  }

  async book(): Promise<BookedKinds> {
    if (this.#answers.size > 0 && !this.#hasMore) await this.#askForBuyer();
    for (const [name, answer] of this.#answers) this.#answers.set(name, await this.#ask(name, answer));
    for (const [name, answer] of this.#answers) this.#answers.set(name, await this.#controlled(name, answer));
    const script = this.#answers.get('script');
    if (script !== undefined && hasFailed(script.reply))
      this.#answers.set('script', {
        ...script,
        plain: await this.#desk.send(withPlainNames(this.#desk, script.request)),
      });
    for (const name of ['tag', 'image'] as const) excuseHost(this.#answers.get(name));
    return {
      kinds: Object.fromEntries(this.#answers),
      inCountry: await this.#refusedInCountry(),
      buyer: this.#buyer,
      campaigns: this.#desk.campaigns,
      free: this.#free,
    };
  }

  /** Rooms left if each slot takes one order: then the second plain order was accepted, but not beside the first. */
  get #free(): readonly Bookable[] | null {
    const again = this.#buyer?.known;
    const { campaigns } = this.#desk;
    const isOnceOnly =
      again !== undefined && isAccepted(again) && freeOf([this.#allRooms[0]], [again.request], campaigns).length > 0;
    if (!isOnceOnly) return null;
    const taken = [...this.#answers.values(), again].filter(isAccepted).map(({ request }) => request);
    return freeOf(this.#elsewhere, [this.#known, ...taken], campaigns);
  }

  get #rooms(): Rooms {
    const [first, ...others] = this.#free ?? [];
    return first === undefined ? this.#allRooms : [first, ...others];
  }

  get #hasMore(): boolean {
    return [...this.#answers.values()].some((answer) => isAccepted(answer) && this.#isOfBuyer(answer));
  }

  #isOfBuyer({ request }: Tried): boolean {
    return request.advertiser.name === this.#known.advertiser.name;
  }

  async #askForBuyer(): Promise<void> {
    this.#buyer = await askForBuyer(this.#desk, this.#rooms, this.#hasMore);
    if (this.#isForBuyer) this.#desk = this.#desk.with(this.#desk.campaigns.with({ buyers: 'one for each' }));
  }

  get #isForBuyer(): boolean {
    return this.#buyer !== null && isBuyerRefused(this.#buyer);
  }

  async #ask(name: KindName, first: Tried): Promise<Tried> {
    if (isAccepted(first)) return first;
    const mayBeTaken = this.#isForBuyer || isUnknown(first) || mayBeBeyondLimits(first) || mayBeTooOddFor(first);
    const tried = mayBeTaken ? await this.#inTurn(name) : first;
    if (isAccepted(tried) || this.#buyer !== null || !this.#isOfBuyer(first)) return tried;
    await this.#askForBuyer();
    return this.#isForBuyer ? this.#inTurn(name) : tried;
  }

  async #inTurn(name: KindName): Promise<Tried> {
    const round = this.#kinds.has(name) ? 'c' : 'b';
    const campaigns = this.#desk.campaigns.with({ refsEndIn: round });
    const kind = kindOf(name, campaigns, this.#rooms);
    this.#kinds.set(name, kind);
    return this.#desk.firstTaken(kind.forms, kind.ample);
  }

  async #controlled(name: KindName, answer: Tried): Promise<Tried> {
    const { promised = [] } = this.#kinds.get(name) ?? {};
    if (!isRefusedForValues(answer) || (name === 'oneDay' && permitTooShort(answer.reply))) return answer;
    let last: Sent = answer;
    for (const { form, without } of promised) {
      const sent = everySent(answer).find(({ request }) => request === form);
      if (sent === undefined || !isRefusedForValues(sent)) continue;
      for (const control of without) await this.#control(sent, control);
      last = sent;
      if (sent.reply.excuse === undefined) return { ...sent, refused: answer.refused };
    }
    return { ...last, refused: answer.refused };
  }

  #control(sent: Sent, { order, otherwise }: Without): Promise<void> {
    const number = ++this.#controls;
    return this.#desk.control(sent, (when) => [order(`room-${when}-${number}`)], otherwise);
  }

  /** If lines are accepted only worldwide: a line in one country that is refused although there is room for it. */
  async #refusedInCountry(): Promise<Sent | null> {
    const severalLines = this.#answers.get('severalLines');
    if (severalLines === undefined || !isAccepted(severalLines) || !isWorldwide(severalLines)) return null;
    const [on] = this.#rooms;
    const { campaigns } = this.#desk;
    const tried = await this.#desk.firstTaken(lineInCountries(campaigns, on));
    if (!isRefusedForValues(tried)) return isAccepted(tried) ? null : tried;
    for (const sent of everySent(tried).slice(0, COUNTRIES_CONTROLLED)) {
      await this.#control(sent, { order: (label) => campaigns.orderOn(label, on) });
      if (sent.reply.excuse === undefined) return sent;
    }
    return null;
  }
}

const OF_HOSTS =
  /\bhost(s|ed|name)?\b|\bdom(ai|ä|í)ne?n?s?\b|\bdominios?\b|(allow|safe|white)[ -]?list|example\.(com|net|org)|(approved|allowed|permitted|trusted) (url|source|server|site|origin)|\b(be|hosted|served|loaded)\s(on|at|from|under)\s["'`]?(https?:\/\/)?(?!\d)([a-z\d-]+\.)+[a-z]{2,}\b/i;

function excuseHost(sent: Sent | undefined): void {
  if (sent === undefined || !isRefusedForValues(sent) || sent.reply.excuse !== undefined) return;
  const { reply } = sent;
  const why = `Creatives were refused for the host they are on: ${describe(reply)}. Name one that you accept with --creative-host, and run again.`;
  if (says(reply, OF_HOSTS)) leaveOpen(reply, why);
}

function isWorldwide({ request }: Sent): boolean {
  return request.line_items.every(({ targeting }) => targeting === undefined);
}

export function isBuyerRefused({ again, newcomer }: BuyerAnswers): boolean {
  return again !== null && newcomer !== null && !isAccepted(again) && isAccepted(newcomer);
}

/** If the buyer may not book again, new buyers show whether room is why. It may run out, so both are tried twice. */
async function askForBuyer(desk: Desk, rooms: Rooms, hadOtherOrders: boolean): Promise<BuyerAnswers> {
  const { campaigns } = desk;
  const [on] = rooms;
  const allRooms = [...rooms, { ...on, flight: campaigns.later(on) }];
  const plain = (label: string, change: Partial<OrderRequest> = {}) =>
    desk.firstTaken(oneLineEach(campaigns, allRooms, label).map((order) => ({ ...order, ...change })));
  const ofNew = (buyer: string) => plain(buyer, { advertiser: { name: campaigns.name(buyer) } });
  const known = await plain('one-buyer');
  if (isAccepted(known)) return { hadOtherOrders, known, again: null, newcomer: null };
  const newcomer = await ofNew('new-buyer');
  const again = await plain('one-again');
  const isTold = isAccepted(again) || !isAccepted(newcomer);
  return { hadOtherOrders, known, again, newcomer: isTold ? newcomer : await ofNew('newer-buyer') };
}
