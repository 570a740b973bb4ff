import type { BuyerAnswers } from './booked-kinds.ts';
import { isAccepted } from '../readers/booking.ts';
import type { Desk } from './desk.ts';
import { plainOrders } from './order-forms.ts';
import type { Rooms } from './rooms.ts';

// Publishers that take no second order of a buyer.

/** Whether new buyers may book and this one may not. */
export function isBuyerRefused({ again, newcomer }: BuyerAnswers): boolean {
  return again !== null && newcomer !== null && !isAccepted(again) && isAccepted(newcomer);
}

/**
 * Asks for a plain order of the buyer. Where that is refused, one of a new buyer shows whether it is for the buyer: the
 * buyer's is asked for once more behind it, and a second new buyer's behind that, since there may be no room left.
 */
export async function askForBuyer(desk: Desk, rooms: Rooms, hadMore: boolean): Promise<BuyerAnswers> {
  const { campaigns } = desk;
  // Finally for other days: a service may not take two orders for the same ones.
  const [on] = rooms;
  const tried = [...rooms, { ...on, flight: campaigns.later(on) }];
  const plain = (label: string, buyer?: string) => {
    const advertiser = buyer === undefined ? {} : { advertiser: { name: campaigns.name(buyer) } };
    return desk.firstTaken(plainOrders(campaigns, tried, label).map((order) => ({ ...order, ...advertiser })));
  };
  const known = await plain('one-buyer');
  if (isAccepted(known)) return { hadMore, known, again: null, newcomer: null };
  const newcomer = await plain('new-buyer', 'new buyer');
  const again = await plain('one-again');
  const isTold = isAccepted(again) || !isAccepted(newcomer);
  return { hadMore, known, again, newcomer: isTold ? newcomer : await plain('newer-buyer', 'newer buyer') };
}
