import type { ValueOf } from '../../../src/engine/node.ts';
import { isBeyondTerms } from '../../../src/http/reply.ts';
import { Desk } from '../desk/desk.ts';
import { bookTogether, type Together } from '../desk/alone-and-together.ts';
import {
  isAccepted,
  booked,
  isRefusedForValues,
  mayBeBeyondLimits,
  type Booking,
  type Sent,
  type Tried,
  slotsOf,
} from '../readers/booking.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import type { Kinds } from '../desk/booked-kinds.ts';
import { inCountries, onSlots } from '../desk/order-forms.ts';
import { alike } from '../values/alike.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { inOtherCaseAtEnds } from '../values/other-case.ts';
import { termsFound } from '../desk/first-booking.ts';
import { basic, bookedKinds, material, orders, allCreated, kinds, onOtherSlots, twoSlots } from './records.ts';

// Sends orders of two lines for the same days: in two countries, on two slots.

const TRIED_SLOTS = 8;

type First = ValueOf<typeof basic>;

/** An order with two lines on one slot for the same days: in an odd form and, if that was refused, in its own. */
interface Pair {
  readonly odd: Sent;
  readonly sent: Tried;
}

/** Two lines on one slot in two countries, with the name of another order and long references. */
export const pair = orders.traffic(
  {
    id: 'orders.pair-of-countries',
    phase: 'book',
    uses: { material, basic, booked: bookedKinds },
    ifThere: { onOtherSlots },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material, basic, booked: { kinds } }): Promise<Pair> => {
    const desk = new Desk(http, material);
    const { on } = basic;
    const pair = await inPair(desk, basic, kinds);
    if (isAccepted(pair.odd) || !(isRefusedForValues(pair.sent) || isBeyondTerms(pair.sent.reply))) return pair;
    // A service may serve one country only, so the odd form is also tried without countries.
    const { campaigns } = material;
    const lines = [campaigns.line('days-a', on), campaigns.line('days-b', on, { flight: campaigns.later(on) })];
    const inDays = underAlmostKnown(desk, campaigns.order('days', ...lines), basic, kinds);
    return { ...pair, odd: await inOddForms(desk, inDays, basic, kinds) };
  },
);

async function inPair(desk: Desk, basic: First, kinds: Kinds): Promise<Pair> {
  const ofTwo = inCountries(desk.campaigns, basic.on, 'pair', ...desk.campaigns.countries.slice(0, 2));
  const plain = underAlmostKnown(desk, ofTwo, basic, kinds);
  const odd = await inOddForms(desk, plain, basic, kinds);
  if (isAccepted(odd)) return { odd, sent: { ...odd, refused: [] } };
  return { odd, sent: { ...(await desk.update({ request: plain })), refused: [odd] } };
}

/** An order whose reference is almost that of another: the ids show whether the service tells them apart. */
function underAlmostKnown(
  { campaigns }: Desk,
  request: OrderRequest,
  basic: First,
  { severalLines, tag }: Kinds,
): OrderRequest {
  const usual = (severalLines ?? basic).request.order.external_ref;
  const long = tag?.request.order.external_ref ?? '';
  // Only a long reference equals another one if it is cut off or compared by its end.
  const known = long.length > usual.length ? long : usual;
  return { ...request, order: { ...request.order, external_ref: campaigns.almost(known, inOtherCaseAtEnds) } };
}

/** The oddest form first; if it exceeds a limit of the service, fewer lines in a plainer form. */
async function inOddForms(desk: Desk, request: OrderRequest, basic: First, kinds: Kinds): Promise<Sent> {
  const odd = inOddForm(request, kinds.oneDay ?? basic);
  const [first = odd] = desk.possible([withAlikeLines(desk.campaigns, odd, basic.on, request), odd]);
  const oddest = await desk.send(first);
  return mayBeBeyondLimits(oddest) ? desk.update({ request: odd }) : oddest;
}

/** The goal of each line if there are many: together they should not take much room. */
const SMALL_GOAL = 1000;

/** More lines like these, with similar references: the ids show which of them a service confuses. */
function withAlikeLines(campaigns: Campaigns, odd: OrderRequest, on: Bookable, plain: OrderRequest): OrderRequest {
  const { line_items: lines } = plain;
  const goal_impressions = Math.min(on.goal, SMALL_GOAL);
  const added = alike(`${lines[0]?.external_ref ?? ''}-alike`, campaigns.number).map((external_ref, index) => ({
    ...(lines[index % lines.length] ?? campaigns.line('alike', on)),
    external_ref,
    goal_impressions,
  }));
  return { ...odd, line_items: [...odd.line_items, ...added] };
}

/**
 * The order with the name of an existing one, and with long references of lines that are not plain ASCII and differ
 * only in a separator: the answer shows whether they come back unchanged and are told apart.
 */
function inOddForm({ order, line_items: lines, ...request }: OrderRequest, known: Pick<Sent, 'request'>): OrderRequest {
  const line_items = lines.map((line, index) => {
    const [{ external_ref } = line] = lines;
    const sign = index === lines.length - 1 ? '_' : '/';
    return { ...line, external_ref: `${external_ref} Frühjahr.Größe & Länge${sign}1 äöü` };
  });
  return { ...request, order: { ...order, name: known.request.order.name }, line_items };
}

/** Two lines in two countries that are accepted one by one. */
export const twoCountries = orders.traffic(
  {
    id: 'orders.two-countries',
    phase: 'book',
    uses: { material, basic, pair },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, pair }): Promise<Together> => {
    if (!isRefusedForValues(pair.sent)) return { sent: pair.sent };
    return bookTogether(new Desk(http, material), {
      what: 'countries',
      all: material.campaigns.countries,
      usual: on.goal,
      order: (label, goal, ...countries) => inCountries(material.campaigns, { ...on, goal }, label, ...countries),
    });
  },
);

orders.traffic(
  {
    makes: twoSlots,
    phase: 'book',
    uses: { material, basic, allMembers: kinds.allMembers },
    ifThere: { twoCountries },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, allMembers }): Promise<Together> => {
    if (isAccepted(allMembers) && new Set(slotsOf(allMembers.request)).size > 1) return { sent: allMembers };
    // Slots of different formats may not belong in one order.
    const listed = [...material.bookable.map(({ slot }) => slot), ...material.elsewhere];
    const slots = listed.filter(({ format }) => format === on.slot.format);
    return bookTogether(new Desk(http, material), {
      what: 'slots',
      all: slots.slice(0, TRIED_SLOTS),
      usual: on.goal,
      order: (label, goal, ...slots) => onSlots(material.campaigns, { ...on, goal }, label, ...slots),
    });
  },
);

/** All created orders, including those of two lines if they were accepted. */
export const everyCreated = orders.record(
  { id: 'orders.every-created', of: { created: allCreated }, maybe: { twoCountries, pair } },
  ({ created, twoCountries, pair }): readonly Booking[] => {
    const inTwo = twoCountries?.sent;
    const isOther = pair !== undefined && isAccepted(pair.odd) && pair.odd.request !== inTwo?.request;
    return [
      ...created,
      ...(inTwo !== undefined && isAccepted(inTwo) ? [booked(inTwo)] : []),
      ...(isOther ? [booked(pair.odd)] : []),
    ];
  },
);

/** The terms with which this run booked, for the configuration of the next one. */
export const termsTaken = orders.record(
  { id: 'orders.terms-taken', of: { material, basic, everyCreated, onOtherSlots }, ifThere: { twoSlots } },
  ({ material: { terms, campaigns }, basic: { on }, everyCreated, onOtherSlots, twoSlots }) => {
    const orders = [...everyCreated, ...onOtherSlots, ...(twoSlots?.sent ? [twoSlots.sent] : [])];
    return termsFound(terms.stated, { on, orders, campaigns });
  },
);

// Orders of one line with two of something that is accepted one by one.

const MOST_TRIED = 6;

/** An accepted order with such a line; then nothing more is sent. */
function takenWith(kinds: Kinds, has: (line: LineItem) => boolean): Together | null {
  const sent = Object.values(kinds).find(
    (one) => one !== undefined && isAccepted(one) && one.request.line_items.some(has),
  );
  return sent === undefined ? null : { sent };
}

export const lineInTwoCountries = orders.traffic(
  {
    id: 'orders.line-in-two-countries',
    phase: 'book',
    uses: { material, basic, booked: bookedKinds },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<Together> => {
    const { campaigns } = material;
    const isInTwo = ({ targeting: { geo = [] } = {} }: LineItem) => geo.length > 1;
    return (
      takenWith(kinds, isInTwo) ??
      bookTogether(new Desk(http, material), {
        what: 'countries',
        all: campaigns.countries.slice(0, MOST_TRIED),
        usual: on.goal,
        order: (label, goal, ...geo) => campaigns.orderOn(`one-${label}`, { ...on, goal }, { targeting: { geo } }),
      })
    );
  },
);

export const lineOfTwoSizes = orders.traffic(
  {
    id: 'orders.line-of-two-sizes',
    phase: 'book',
    uses: { material, basic, booked: bookedKinds },
    ifThere: { lineInTwoCountries },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<Together> => {
    const { campaigns, bookable } = material;
    const taken = takenWith(kinds, ({ sizes }) => sizes.length > 1);
    if (taken !== null) return taken;
    const slot = [on.slot, ...bookable.map(({ slot }) => slot)].find(({ sizes }) => sizes.length > 1);
    if (slot === undefined) return { none: 'No slot that may be booked lists two sizes.' };
    return bookTogether(new Desk(http, material), {
      what: 'sizes',
      all: slot.sizes.slice(0, MOST_TRIED),
      usual: on.goal,
      order: (label, goal, ...sizes) => campaigns.orderOn(`one-${label}`, { ...on, slot, goal }, { sizes }),
    });
  },
);
