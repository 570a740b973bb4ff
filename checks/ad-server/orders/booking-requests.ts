import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import { because } from '../../../src/engine/expect.ts';
import { bookingTerms, run } from '../../givens.ts';
import {
  booked,
  bookingsOf,
  isAccepted,
  isRefusedForValues,
  isUnknown,
  slotsUnknown,
  type Booking,
  mayBeBeyondLimits,
  mayBeTooOddFor,
  type Sent,
} from '../readers/booking.ts';
import { Campaigns, type Bookable, USUAL_GOAL } from '../values/campaign.ts';
import { CatchingUp, KINDS, Terms } from '../desk/material.ts';
import { expectUsableSlots, type Walk } from '../readers/inventory-summary.ts';
import { bookFirst, bookInOne, bookKinds, IN_ONE } from '../desk/kinds.ts';
import { findFirstBooking, noBookingAccepted } from '../desk/first-booking.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { askForecast, controlBooked, excuseGoneForecasts } from '../desk/forecasts.ts';
import { availableIn } from '../readers/forecast-answers.ts';
import { spread, oddSlots } from '../values/choice.ts';
import { countries, flights, listed, rereading, asked, askedOfArchived, askedUsual } from '../records.ts';
import {
  basic,
  bookedKinds,
  created,
  firstBooking,
  firstForms,
  inOne,
  kinds,
  material,
  model,
  onOtherSlots,
  orders,
  rooms,
  type Model,
} from '../booking-records.ts';
import {
  linesIn,
  oneLineEach,
  underRef,
  goalFor,
  roomsBeside,
  roomsElsewhere,
  suitability,
} from '../desk/order-forms.ts';
import { withAccent, larger } from '../values/near-misses.ts';

const slots = orders.record(
  {
    id: 'orders.slots',
    of: { all: listed, rereading, run, flights, countries, stated: bookingTerms },
    // Archived slots may leave the inventory once others are booked, so their forecasts come first.
    maybe: { asked: askedUsual },
    ifThere: { askedOfArchived },
  },
  ({ all, rereading, run, flights, countries, stated, asked = [] }) => {
    const availability = new Map(asked.map(({ slot, reply }) => [slot, availableIn(reply)] as const));
    const chosen = statedSlots(stated, all) ?? [...availability.keys(), ...spread(all.bookable, 12)];
    const [first, ...others] = [...new Set(chosen)]
      .map((slot) => ({ slot, available: availability.get(slot) ?? null }))
      .sort((one, other) => (stated.inventoryIds ? 0 : suitability(other) - suitability(one)))
      .map(({ slot, available }): Bookable => ({ slot, goal: goalFor(available, stated) }));
    if (first === undefined) {
      expectUsableSlots(all);
      inconclusive('The inventory lists no active slot with a size that could be booked.', all.first);
    }
    const terms = new Terms(stated, all.ids);
    return {
      ...rereading,
      bookable: [first, ...others] as const,
      otherSlots: all.bookable.filter(({ inventory_id: id }) => !terms.isBookable(id)),
      archived: all.archived,
      ids: all.ids,
      terms,
      catchingUp: new CatchingUp(),
      campaigns: new Campaigns(run, flights, countries).with({ stated }),
    };
  },
);

const ONE_ORDER = { ...ordering('book', 1), drafts: 1 } as const;
const NO_ORDER = ordering('book', 0);

orders.traffic({ makes: firstBooking, ...ONE_ORDER, uses: { slots } }, ({ http, slots }) =>
  findFirstBooking(new Desk(http, slots), slots.bookable, slots.terms.stated),
);

orders.record({ makes: basic, of: { first: firstBooking, stated: bookingTerms } }, ({ first, stated }) => {
  const { attempts, sent, on } = first;
  if (sent === null) noBookingAccepted(attempts, stated);
  if (!isAccepted(sent)) inconclusive(because('The order was not accepted', sent.reply), sent.reply);
  return { ...booked(sent), on };
});

/** What was tried for the first booking, which listed slots got 404, and the ids that are listed now. */
export const tried = orders.traffic(
  { id: 'orders.tried', ...NO_ORDER, uses: { slots, first: firstBooking } },
  async ({ http, slots, first }) => {
    const unknown = first.attempts.filter(isUnknown);
    return { ...first, unknown, listed: (await new Desk(http, slots).excuseGone(unknown)) ?? slots.ids };
  },
);

orders.record(
  { makes: rooms, of: { slots, first: firstBooking, basic } },
  ({ slots: { bookable }, first: { attempts }, basic: { on } }) => roomsBeside(on, bookable, attempts),
);

const likeFirst = orders.record(
  { id: 'orders.like-first', of: { slots, first: firstBooking, basic, rooms } },
  ({ slots, first: { campaigns }, basic: { request, on }, rooms }) => ({
    material: { ...slots, campaigns },
    plan: { known: request, rooms, elsewhere: roomsElsewhere(on, slots.bookable, campaigns) },
    rooms,
  }),
);

orders.traffic({ makes: inOne, ...ONE_ORDER, uses: { likeFirst } }, ({ http, likeFirst: { material, rooms } }) =>
  bookInOne(new Desk(http, material), rooms),
);

// One after the other: if drafts are limited, the verdict must not depend on which order arrives first.
for (const [place, name] of KINDS.entries()) {
  const earlier = Object.fromEntries(KINDS.slice(0, place).map((name) => [name, firstForms[name]]));
  const makes = firstForms[name];
  if (IN_ONE.includes(name))
    orders.traffic(
      { makes, ...NO_ORDER, uses: { likeFirst, inOne }, ifThere: earlier },
      ({ http, likeFirst: { material, rooms }, inOne }) => bookFirst(new Desk(http, material), rooms, name, inOne),
    );
  else
    orders.traffic(
      { makes, ...ONE_ORDER, uses: { likeFirst }, ifThere: { inOne, ...earlier } },
      ({ http, likeFirst: { material, rooms } }) => bookFirst(new Desk(http, material), rooms, name),
    );
}

orders.traffic(
  { makes: bookedKinds, ...NO_ORDER, uses: { likeFirst }, ifThere: firstForms },
  ({ http, likeFirst: { material, plan }, ...first }) => bookKinds(new Desk(http, material), plan, first),
);

for (const name of KINDS)
  orders.record(
    { makes: kinds[name], of: { first: firstForms[name], booked: bookedKinds } },
    ({ first, booked: { kinds } }) => kinds[name] ?? first,
  );

// A second order shows whether the buyer may book again, which decides the form of all later orders.
orders.record(
  { makes: material, of: { slots, first: firstBooking }, maybe: { booked: bookedKinds, second: kinds.image } },
  ({ slots, first, booked }) => ({ ...slots, campaigns: (booked ?? first).campaigns, free: booked?.free ?? null }),
);

orders.record(
  { makes: created, of: { basic }, ifThere: { booked: bookedKinds, onOtherSlots } },
  ({ basic, booked, onOtherSlots = [] }): readonly Booking[] => [
    basic,
    ...bookingsOf([...onOtherSlots, ...Object.values(booked?.kinds ?? {})]),
  ],
);

/** For the booked days, and from today on. Updates come first: they change what is left, too. */
export const ofBooked = orders.traffic(
  {
    id: 'orders.forecast-of-booked',
    phase: 'report again',
    uses: { asked, basic, material, rereading, flights },
    mayUse: { second: kinds.image, lines: kinds.severalLines },
    ifThere: { created },
    sends: { forecast: 2, inventory: 0, orders: 0 },
  },
  async ({ http, basic: { request }, material, rereading: { readAgain }, flights: { fromToday } }) => {
    const [line] = request.line_items;
    if (line === undefined) throw new Error('the basic order has a line');
    const { inventory_id, flight, targeting } = line;
    const about = { inventory_id, ...(targeting && { targeting }) };
    const sent = await Promise.all([flight, fromToday].map((flight) => askForecast(http, { ...about, flight })));
    const { campaigns } = material;
    const again = campaigns.order('as-forecast', { ...line, external_ref: campaigns.ref('Line-as-forecast') });
    for (const one of sent.slice(0, 1)) await controlBooked({ http, desk: new Desk(http, material) }, one, again);
    return excuseGoneForecasts(http, readAgain, sent);
  },
);

/** The slots that the publisher states; `null` if it states none. Nothing is booked if one of them cannot be. */
function statedSlots({ inventoryIds }: BookingTerms, all: Walk): readonly InventorySlot[] | null {
  if (inventoryIds === undefined) return null;
  const wrong = inventoryIds.flatMap((id) => {
    const { status, sizes = [] } = all.wanted.get(id) ?? {};
    if (sizes.length > 0 && status !== 'archived') return [];
    const is = all.ids.has(id) ? 'has no size that could be booked' : 'is not listed';
    return `${JSON.stringify(id)} ${status === 'archived' ? 'is archived' : is}`;
  });
  if (wrong.length > 0)
    inconclusive(
      `Nothing was booked. Of the slots that booking.inventoryIds (or --slot) names, ${wrong.join('; ')}. Name active slots as GET /inventory lists them, or leave the term out.`,
      all.first,
    );
  return inventoryIds.flatMap((id) => all.wanted.get(id) ?? []);
}

orders.record(
  { makes: model, of: { material, first: firstBooking, basic } },
  ({ material: { campaigns, ids, bookable }, first: { attempts }, basic: { on, request } }): Model => {
    const [line] = request.line_items;
    if (line === undefined) throw new Error('the basic order has a line');
    const unusable = new Set([on.slot.inventory_id, ...slotsUnknown(attempts)]);
    const others = bookable.flatMap((one) => (unusable.has(one.slot.inventory_id) ? [] : [one.slot]));
    return { campaigns, ids, slot: on.slot, others, line: { ...line, external_ref: campaigns.ref('Line-model') } };
  },
);

const SLOTS_IN_ONE_ORDER = 8;
const SLOTS_ONE_BY_ONE = 3;

export const oddRooms = orders.record(
  { id: 'orders.odd-slots', of: { all: listed, material, first: firstBooking, basic } },
  ({ all, material: { bookable, otherSlots, terms }, first: { attempts }, basic: { on } }) => {
    // A slot that got 404 is reported anyway, and would get the whole order refused.
    const unknown = slotsUnknown(attempts);
    const within = terms.stated.inventoryIds === undefined ? all.bookable : bookable.map(({ slot }) => slot);
    // Orders that the terms rule out are not sent; their replies say which term.
    const slots = within.length > 1 ? within : [...within, ...otherSlots];
    const others = slots.filter((slot) => !unknown.has(slot.inventory_id));
    return oddSlots(others, on.slot).map((slot): Bookable => {
      const known = bookable.find((one) => one.slot.inventory_id === slot.inventory_id)?.goal ?? USUAL_GOAL;
      return { ...on, slot, goal: known < USUAL_GOAL ? Math.min(known, on.goal) : on.goal };
    });
  },
);

orders.traffic(
  { makes: onOtherSlots, ...ordering('book', 2), uses: { material, basic, rooms: oddRooms }, drafts: 2 },
  async ({ http, material, basic: { request }, rooms }): Promise<readonly Sent[]> => {
    const desk = new Desk(http, material);
    const external_ref = withAccent(request.order.external_ref);
    const first = await bookAll(desk, rooms.slice(0, SLOTS_IN_ONE_ORDER), 'odd', external_ref);
    return [...first, ...(await bookAll(desk, rooms.slice(SLOTS_IN_ONE_ORDER), 'odder'))];
  },
);

/** Books all slots in one order, first under the given reference; some alone if that is refused. */
async function bookAll(desk: Desk, rooms: readonly Bookable[], name: string, ref?: string): Promise<readonly Sent[]> {
  if (rooms.length === 0) return [];
  const { campaigns } = desk;
  const all = linesIn(campaigns, name, ...rooms);
  for (const request of [...(ref === undefined ? [] : [underRef(campaigns, ref, all)]), all]) {
    const together = await desk.send(request);
    if (!mayBeBeyondLimits(together) && !mayBeTooOddFor(together)) return [together];
  }
  const alone: Sent[] = [];
  for (const order of oneLineEach(campaigns, rooms.slice(0, SLOTS_ONE_BY_ONE), `${name}-1`))
    alone.push(await desk.send(order));
  return alone;
}

export const unfittingOnOtherSlots = orders.traffic(
  {
    id: 'orders.unfitting-on-other-slots',
    ...ordering('refuse', 8),
    uses: { material, rooms: oddRooms },
    atOnce: true,
    again: true,
  },
  ({ http, material, rooms }): Promise<readonly Sent[]> => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    return Promise.all(
      rooms.map((on, index) => {
        const sizes = [larger(on.slot.sizes, true, true)];
        return desk.send(campaigns.orderOn(`misfit-${index + 1}`, on, { sizes }));
      }),
    );
  },
);

/** An order of two lines that was refused for the creative of one: taken without it, and the line with it alone. */
export const creativeRefused = orders.traffic(
  {
    id: 'orders.creative-refused-on-one-line',
    ...ordering('book', 0),
    uses: { material, answered: kinds.oneCreative, tag: kinds.tag },
    conditional: true,
  },
  async ({ http, material, answered, tag }): Promise<Sent> => {
    const creativeOf = ({ request }: Sent) => request.line_items.find(({ creatives = [] }) => creatives.length > 0);
    const typeOf = (sent: Sent) => creativeOf(sent)?.creatives?.[0]?.type;
    const types = [tag].filter(isAccepted).map(typeOf);
    const refused = answered.refused.find((one) => isRefusedForValues(one) && types.includes(typeOf(one)));
    const line = refused === undefined ? undefined : creativeOf(refused);
    if (refused === undefined || line === undefined || creativeOf(answered) !== undefined || !isAccepted(answered))
      notApplicable('No such order was refused for its creative alone.');
    const { campaigns } = material;
    const alone = (label: string) => campaigns.order(label, { ...line, external_ref: campaigns.ref(`Line-${label}`) });
    await new Desk(http, material).control(refused, (when) => [alone(`creative-${when}`)]);
    return refused;
  },
);

/** Plain orders for listed slots that got 404, and all slots that orders did not find. */
export const notFound = orders.record(
  { id: 'orders.not-found-slots', of: { tried }, ifThere: { onOtherSlots } },
  ({ tried: { unknown: plain, listed: ids }, onOtherSlots = [] }) => {
    return { plain, ids, slots: slotsUnknown([...plain, ...onOtherSlots]) };
  },
);
