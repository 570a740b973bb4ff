import { Desk, ordering } from '../desk/desk.ts';
import { excuseIfSameAlone, sendAtOnce } from '../desk/races.ts';
import { isAccepted, isConflict, type Sent } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { material, rooms } from '../orders/records.ts';
import { GENTLER, type Rooms } from '../desk/slot-candidates.ts';
import { conflicts, first, idempotency } from './records.ts';
import { renamedTo } from './changed-bodies.ts';

/*
 * Requests that are to meet are sent when nothing else is under way: if they had to wait for a free connection, they
 * would not meet. So the races for new orders run one after the other, and only the first of them beside the update
 * race.
 */

/**
 * If `conflicts` has an order refused with 409, this race sends that order: 201 shows that the refusal applied nothing.
 */
export const sameKey = idempotency.traffic(
  {
    id: 'idempotency.same-key-race',
    ...ordering('race', 3),
    uses: { material, rooms },
    ifThere: { conflicts },
    drafts: 1,
  },
  ({ http, material, rooms, conflicts }) => {
    const { campaigns } = material;
    const refused = conflicts !== undefined && isConflict(conflicts.anotherOrder) ? conflicts.anotherOrder : null;
    return sendAtOnce(new Desk(http, material), roomsIn(material, rooms), (on, index, isTaken) => {
      const plain = oneLine(campaigns, 'race-key', on, index);
      const { idempotency_key } = plain;
      const request =
        refused === null || isTaken
          ? plain
          : index === 0
            ? { ...refused.request, idempotency_key }
            : { ...plain, order: refused.request.order };
      return [request, request, request];
    });
  },
);

export const twoKeys = idempotency.traffic(
  {
    id: 'idempotency.two-keys-race',
    ...ordering('race', 3),
    uses: { material, rooms, first },
    mayUse: { sameKey },
    drafts: 1,
  },
  async ({ http, material, rooms, first }) => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    const sent = await sendAtOnce(desk, roomsIn(material, rooms), (on, index) => {
      const request = oneLine(campaigns, 'race-two', on, index);
      return [request, campaigns.update(request), campaigns.update(request)];
    });
    await excuseIfSameAlone(desk, sent, first);
    return sent;
  },
);

/** Updates of two orders from earlier races, or two new orders, at once under one key: locking the order is not enough. */
export const lastRace = idempotency.traffic(
  {
    id: 'idempotency.two-bodies-race',
    ...ordering('race', 2),
    uses: { material, rooms },
    ifThere: { sameKey, twoKeys },
  },
  ({ http, material, rooms, sameKey = [], twoKeys = [] }) => {
    const { campaigns } = material;
    const orderOf = (label: string, race: readonly Sent[], on: Bookable, index: number) => {
      const made = index === 0 ? race.find(isAccepted) : undefined;
      return made ? renamedTo(label, campaigns, campaigns.update(made.request)) : oneLine(campaigns, label, on, index);
    };
    return sendAtOnce(new Desk(http, material), roomsIn(material, rooms), (on, index) => {
      const request = orderOf('race-body', twoKeys, on, index);
      const { idempotency_key } = request;
      return [request, { ...orderOf('race-other', sameKey, on, index), idempotency_key }];
    });
  },
);

/** The last free slots first if a slot takes one order at a time: other orders take the first ones. */
function roomsIn({ free }: { readonly free: readonly Bookable[] | null }, rooms: Rooms): readonly Bookable[] {
  return free === null ? rooms : [...free.toReversed(), ...rooms];
}

/** Uses a new buyer once all goals were refused: a buyer may have a limit on drafts. */
function oneLine(campaigns: Campaigns, label: string, on: Bookable, index: number): OrderRequest {
  const name = index === 0 ? label : `${label}-${index + 1}`;
  const order = campaigns.orderOn(name, on);
  return index < GENTLER.length ? order : { ...order, advertiser: campaigns.newcomer() };
}
