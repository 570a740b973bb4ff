import { Desk } from '../desk/desk.ts';
import { plainOrders } from '../desk/order-forms.ts';
import { basic, material, rooms } from '../orders/basic.ts';
import { kinds } from '../orders/kinds.ts';
import { elsewhere } from '../orders/odd-slots.ts';
import { refusalOf } from '../orders/refused.ts';
import { unknownSlotIs404 } from '../orders/unknown-slots.ts';
import { adServer } from '../phases.ts';
import { booked, isAccepted, type Booking } from '../readers/booking.ts';

export const idempotency = adServer.module('idempotency', 'Idempotency');

/**
 * The order that is repeated, of two lines with a creative on one; a plain one if that was not taken, but not the first
 * of all, which is updated meanwhile.
 */
export const first = idempotency.traffic(
  {
    id: 'idempotency.first',
    phase: 'repeat',
    uses: { material, kinds, basic, rooms },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, kinds: { oneCreative }, basic, rooms }): Promise<Booking> => {
    if (isAccepted(oneCreative)) return booked(oneCreative);
    const plain = await new Desk(http, material).firstTaken(plainOrders(material.campaigns, rooms, 'repeated'));
    return isAccepted(plain) ? booked(plain) : basic;
  },
);

/** A literal retry at once, byte for byte. */
export const retry = idempotency.traffic(
  { id: 'idempotency.retry', phase: 'repeat', uses: { material, first }, sends: { orders: 1, inventory: 0 } },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

/** Orders whose keys are sent with other bodies: none that is repeated later, nor any that is updated before. */
export const reused = idempotency.record(
  { id: 'idempotency.reused', of: { first, kinds }, maybe: { elsewhere } },
  ({ first, kinds: { severalLines, tag, image, allMembers }, elsewhere = [] }): readonly [Booking, ...Booking[]] => [
    first,
    ...[severalLines, tag, image, allMembers, ...elsewhere.slice(0, 1)].filter(isAccepted).map(booked),
  ],
);

/** A literal retry of orders that were refused with 404 and with 422. */
export const retriesOfRefused = idempotency.traffic(
  {
    id: 'idempotency.retries-of-refused',
    phase: 'repeat',
    uses: { unknown: unknownSlotIs404, reversed: refusalOf('reversed-range-is-422') },
    sends: { orders: 2 },
  },
  async ({ http, unknown, reversed }) => {
    const retries = [];
    for (const before of [unknown, reversed])
      retries.push({ before, reply: await http.orders({ json: before.request }) });
    return retries;
  },
);
