import type { BuyerAnswers } from './booked-kinds.ts';
import { isAccepted } from '../readers/booking.ts';
import type { Desk } from './desk.ts';
import { plainOrders } from './order-forms.ts';
import type { Rooms } from './rooms.ts';

// For publishers that take no second order of a buyer.

/** Whether the buyer is refused and a new buyer accepted. */
export function isBuyerRefused({ again, newcomer }: BuyerAnswers): boolean {
  return again !== null && newcomer !== null && !isAccepted(again) && isAccepted(newcomer);
}

/**
 * Sends a plain order of the buyer. If it is refused, an order of a new buyer shows whether the buyer is the reason.
 * Since room may have run out, the buyer's order is then sent again, and after it one of a second new buyer.
 */
export async function askForBuyer(desk: Desk, rooms: Rooms, hadMore: boolean): Promise<BuyerAnswers> {
  const { campaigns } = desk;
  // Also tries other days: a service may refuse two orders for the same days.
  const [on] = rooms;
  const allRooms = [...rooms, { ...on, flight: campaigns.later(on) }];
  const plain = (label: string, buyer?: string) => {
    const advertiser = buyer === undefined ? {} : { advertiser: { name: campaigns.name(buyer) } };
    return desk.firstTaken(plainOrders(campaigns, allRooms, label).map((order) => ({ ...order, ...advertiser })));
  };
  const known = await plain('one-buyer');
  if (isAccepted(known)) return { hadMore, known, again: null, newcomer: null };
  const newcomer = await plain('new-buyer', 'new buyer');
  const again = await plain('one-again');
  const isTold = isAccepted(again) || !isAccepted(newcomer);
  return { hadMore, known, again, newcomer: isTold ? newcomer : await plain('newer-buyer', 'newer buyer') };
}
