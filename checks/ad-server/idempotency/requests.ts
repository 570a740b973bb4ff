import { inconclusive } from '../../../src/engine/signal.ts';
import { Desk } from '../desk/desk.ts';
import { plainOrders } from '../desk/order-forms.ts';
import { booked, isAccepted, isRefusedForValues, type Booking, isUnknown } from '../readers/booking.ts';
import {
  basic,
  bookedKinds,
  kinds,
  material,
  rooms,
  onOtherSlots,
  unknownSlots,
  wrongFlights,
} from '../orders/records.ts';
import { idempotency, first, retry, reused } from './records.ts';

/**
 * The order that is repeated: two lines, one with a creative. If that was not accepted, a plain one, but not the very
 * first, which is updated meanwhile.
 */
idempotency.traffic(
  {
    makes: first,
    phase: 'repeat',
    uses: { material, oneCreative: kinds.oneCreative, basic, rooms },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material, oneCreative, basic, rooms }): Promise<Booking> => {
    if (isAccepted(oneCreative)) return booked(oneCreative);
    const plain = await new Desk(http, material).firstTaken(plainOrders(material.campaigns, rooms, 'repeated'));
    return isAccepted(plain) ? booked(plain) : basic;
  },
);

idempotency.traffic(
  { makes: retry, phase: 'repeat', uses: { material, first }, sends: { orders: 1, inventory: 0 } },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

idempotency.record(
  { makes: reused, of: { first, booked: bookedKinds }, ifThere: { onOtherSlots } },
  ({ first, booked: { kinds }, onOtherSlots = [] }): readonly [Booking, ...Booking[]] => {
    const { severalLines, tag, image, allMembers } = kinds;
    const others = [severalLines, tag, image, allMembers, ...onOtherSlots.slice(0, 1)];
    return [
      first,
      ...others
        .filter((sent) => sent !== undefined)
        .filter(isAccepted)
        .map(booked),
    ];
  },
);

export const retriesOfRefused = idempotency.traffic(
  { id: 'idempotency.retries-of-refused', phase: 'break', uses: { unknownSlots, wrongFlights }, sends: { orders: 2 } },
  async ({ http, unknownSlots, wrongFlights }) => {
    const refused = [unknownSlots.find(isUnknown), wrongFlights.find(isRefusedForValues)].filter(
      (sent) => sent !== undefined,
    );
    if (refused.length === 0) inconclusive('No order was refused with 404 or 422.');
    const retries = [];
    for (const before of refused) retries.push({ before, reply: await http.orders({ json: before.request }) });
    return retries;
  },
);
