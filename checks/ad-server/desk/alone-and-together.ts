import { GENTLER } from './order-forms.ts';
import type { Together } from './material.ts';
import { isAccepted, isRefusedForValues, type Sent } from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import type { Desk } from './desk.ts';

// Finds out whether lines, countries or sizes that are accepted one by one are also accepted together.

interface Apart<T> {
  readonly what: 'countries' | 'slots' | 'sizes';
  readonly all: readonly T[];
  readonly usual: number;
  readonly order: (label: string, goal: number, ...some: readonly T[]) => OrderRequest;
}

const TRIED_GOALS = 4;
const TRIED_ALONE = 3;

/** Orders two together that are taken alone, for the goal of both: there may be room for one line but not for two. */
export async function bookTogether<T>(desk: Desk, { what, all, usual, order }: Apart<T>): Promise<Together> {
  if (desk.sellsOnce) return { none: `A slot takes one order at a time, so no two ${what} can be tried apart first.` };
  const possible = desk.possibleOf(all, (one) => order(`${what}-possible`, usual, one));
  // The publisher's terms rule out an order with two of them: the reply of the order that is not sent says so.
  if (possible.length < 2 && all.length > possible.length)
    return { sent: await desk.send(order(`${what}-beyond`, usual, ...all.slice(0, 2))) };
  for (const [tried, part] of GENTLER.slice(0, TRIED_GOALS).entries()) {
    const goal = Math.ceil(usual / part);
    const label = `${what.charAt(0)}${tried + 1}`;
    const alone = (one: T, when: string, goal: number) => desk.send(order(`${label}-${when}`, goal, one));
    const taken: T[] = [];
    for (const [index, one] of possible.entries())
      if (taken.length < TRIED_ALONE && isAccepted(await alone(one, `before-${index + 1}`, 2 * goal))) taken.push(one);
    const pairs = taken.flatMap((one, index) => taken.slice(index + 1).map((other) => [one, other]));
    if (pairs.length === 0) continue;
    const sent = await desk.firstTaken(pairs.map((pair, index) => order(`${label}-both-${index + 1}`, goal, ...pair)));
    if (!isRefusedForValues(sent)) return { sent };
    const again = await desk.update(sent);
    if (!isRefusedForValues(again)) return { sent: again };
    const after: Sent[] = [];
    for (const [index, one] of taken.entries()) after.push(await alone(one, `after-${index + 1}`, 2 * goal));
    if (!after.every(isAccepted)) return { none: `There is no room left for two ${what} in one order.` };
    for (const [index, one] of taken.entries())
      if (!isAccepted(await alone(one, `half-${index + 1}`, goal)))
        return { none: 'A line alone is refused for as little as each of two: there may be a minimum goal.' };
    return { sent, alone: after };
  }
  return { none: `No two ${what} are taken with room to spare.` };
}
