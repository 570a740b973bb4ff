import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isServed } from '../../../src/http/reply.ts';
import { bookingTerms, run } from '../../givens.ts';
import { bookKinds } from '../desk/booking-kinds.ts';
import { goalFor, suitability } from '../desk/slot-candidates.ts';
import { Desk } from '../desk/desk.ts';
import { Interview } from '../desk/first-booking.ts';
import { roomsBeside } from '../desk/rooms.ts';
import { statedSlots } from '../desk/stated-slots.ts';
import { Terms } from '../desk/terms.ts';
import { termsToState } from '../desk/terms-found.ts';
import { availableIn } from '../readers/available.ts';
import { attemptsInWords, booked, isAccepted, isUnknown, type Booking } from '../readers/booking.ts';
import { Campaigns, type Bookable } from '../values/campaign.ts';
import { spread } from '../values/spread.ts';
import { countries, flights } from '../health/records.ts';
import { listed, rereading } from '../inventory/records.ts';
import { askedOfArchived, askedUsual } from '../forecast/records.ts';
import { orders, material, firstBooking, basic, rooms, bookedKinds, kinds, created, onOtherSlots } from './records.ts';

// The first booking, then each kind of order that the contract promises to take.

const slots = orders.record(
  {
    id: 'orders.slots',
    of: { all: listed, rereading, run, flights, countries, stated: bookingTerms },
    // Slots that are archived may leave the inventory once others are booked: they are asked about before.
    maybe: { asked: askedUsual, askedOfArchived },
  },
  ({ all, rereading, run, flights, countries, stated, asked = [] }) => {
    const availability = new Map(asked.map(({ slot, reply }) => [slot, availableIn(reply)] as const));
    const [first, ...others] = (statedSlots(stated, all) ?? [...availability.keys(), ...spread(all.bookable, 12)])
      .filter((slot, index, slots) => slots.indexOf(slot) === index)
      .map((slot) => ({ slot, available: availability.get(slot) ?? null }))
      .sort((one, other) => (stated.inventoryIds ? 0 : suitability(other) - suitability(one)))
      .map(({ slot, available }): Bookable => ({ slot, goal: goalFor(available, stated) }));
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size that could be booked.', all.first);
    const terms = new Terms(stated, all.ids);
    return {
      ...rereading,
      bookable: [first, ...others] as const,
      elsewhere: all.bookable.filter(({ inventory_id: id }) => !terms.isBookable(id)),
      archived: all.archived,
      ids: all.ids,
      terms,
      campaigns: new Campaigns(run, flights, countries).with({ stated }),
      isForecast: asked.some(({ reply }) => isServed(reply)),
    };
  },
);

orders.traffic(
  { makes: firstBooking, phase: 'book', uses: { slots }, sends: { orders: 1, inventory: 0 }, drafts: 1 },
  ({ http, slots }) => new Interview(new Desk(http, slots), slots.bookable, slots.terms.stated).firstBooking(),
);

orders.record({ makes: basic, of: { first: firstBooking, stated: bookingTerms } }, ({ first, stated }) => {
  const { attempts, sent, on, without } = first;
  if (without !== null)
    inconclusive('No plain order was accepted.', ...(sent === null ? [] : [sent.reply]), without.plain.reply);
  if (sent === null)
    inconclusive(
      `No booking was accepted, with or without the optional members. Tried: ${attemptsInWords(attempts)}. ${termsToState(stated)}`,
      ...attempts.map(({ reply }) => reply),
    );
  if (!isAccepted(sent)) inconclusive(`The order was not accepted: ${describe(sent.reply)}.`, sent.reply);
  return { ...booked(sent), on };
});

/** What was tried before any booking was taken, and what is listed by now if slots were answered 404. */
export const tried = orders.traffic(
  { id: 'orders.tried', phase: 'book', uses: { slots, first: firstBooking }, sends: { inventory: 0 } },
  async ({ http, slots, first }) => {
    const unknown = first.sent === null ? first.attempts.filter(isUnknown) : [];
    return { ...first, unknown, listed: await new Desk(http, slots).excuseGone(unknown) };
  },
);

orders.record(
  { makes: rooms, of: { slots, first: firstBooking, basic } },
  ({ slots: { bookable }, first: { attempts }, basic: { on } }) => roomsBeside(on, bookable, attempts),
);

orders.traffic(
  {
    makes: bookedKinds,
    phase: 'book',
    uses: { slots, first: firstBooking, basic, rooms },
    sends: { orders: 6, inventory: 0, forecast: 0 },
    drafts: 6,
  },
  ({ http, slots: { isForecast, ...material }, first: { campaigns }, basic: { request }, rooms }) =>
    bookKinds(new Desk(http, { ...material, campaigns, asksForecasts: isForecast }), rooms, request),
);

orders.record({ makes: kinds, of: { booked: bookedKinds } }, ({ booked: { kinds } }) => kinds);

orders.record(
  { makes: material, of: { slots, first: firstBooking }, maybe: { booked: bookedKinds } },
  ({ slots, first, booked }) => ({ ...slots, campaigns: (booked ?? first).campaigns }),
);

orders.record(
  { makes: created, of: { basic }, maybe: { booked: bookedKinds, onOtherSlots } },
  ({ basic, booked: { kinds } = { kinds: {} }, onOtherSlots = [] }): readonly Booking[] => [
    basic,
    // One order may be of two kinds.
    ...new Map(
      [...onOtherSlots, ...Object.values(kinds)].filter(isAccepted).map((sent) => [sent.reply, booked(sent)]),
    ).values(),
  ],
);
