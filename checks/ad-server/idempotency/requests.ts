import { because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { permit } from '../desk/excuses.ts';
import { plainOrders } from '../desk/order-forms.ts';
import { booked, bookingsOf, isAccepted, isRefusedForValues, isUnknown, slotsUnknown } from '../readers/booking.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import {
  basic,
  bookedKinds,
  firstBooking,
  kinds,
  material,
  onOtherSlots,
  rooms,
  unknownSlots,
  wrong,
} from '../orders/records.ts';
import { spreadChanges, type Change, type Changed } from './changed-bodies.ts';
import { conflicts, first, idempotency, retry, retryAfterConflict, reused } from './records.ts';

/** Two lines, one with a creative; or a plain order, but not the very first, which is updated meanwhile. */
idempotency.traffic(
  { makes: first, ...ordering('repeat', 0), uses: { material, oneCreative: kinds.oneCreative, basic, rooms } },
  async ({ http, material, oneCreative, basic, rooms }): Promise<Booking> => {
    if (isAccepted(oneCreative)) return booked(oneCreative);
    const plain = await new Desk(http, material).firstTaken(plainOrders(material.campaigns, rooms, 'repeated'));
    return isAccepted(plain) ? booked(plain) : basic;
  },
);

idempotency.traffic(
  { makes: retry, ...ordering('repeat', 1), uses: { material, first } },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

idempotency.record(
  { makes: reused, of: { first, booked: bookedKinds }, ifThere: { onOtherSlots } },
  ({ first, booked: { kinds }, onOtherSlots = [] }): readonly [Booking, ...Booking[]] => {
    const { severalLines, tag, image, allMembers } = kinds;
    return [first, ...bookingsOf([severalLines, tag, image, allMembers, ...onOtherSlots.slice(0, 1)])];
  },
);

/** No key is in flight twice: a service that refuses all while a key is busy would seem to compare bodies. */
idempotency.traffic(
  {
    makes: conflicts,
    ...ordering('repeat', 21),
    uses: { material, taken: firstBooking, reused },
    ifThere: { retry, onOtherSlots },
  },
  async ({ http, material, taken: { attempts }, reused, onOtherSlots = [] }) => {
    const { campaigns, bookable, terms } = material;
    const desk = new Desk(http, material);
    // A service may look up the slot before the key, so slots that orders do not find are left out.
    const unknown = slotsUnknown([...attempts, ...onOtherSlots]);
    const slots = bookable.map(({ slot }) => slot).filter(({ inventory_id: id }) => !unknown.has(id));
    const [first] = reused;
    const last = reused.at(-1) ?? first;
    const anotherOrder = await desk.send(ofAnotherOrder(first, campaigns));
    const anotherRef = await desk.send(ofAnotherRef(last, campaigns));
    await excuseRefusedUnderAnyKey(desk, anotherOrder);
    // The lines may count as lines of another order, and a service may check values first.
    if (isRefusedForValues(anotherRef))
      permit(anotherRef.reply, because('Refused for its values, before the key was compared', anotherRef.reply));
    const changes = spreadChanges(
      reused.map(({ request }) => request),
      { campaigns, slots },
    );
    const changed = reused.map((first, index) => {
      const possible = (changes[index] ?? []).filter(({ request }) => terms.against(request) === null);
      return sendChanged(desk, possible, first);
    });
    return {
      anotherOrder: { first, ...anotherOrder },
      anotherRef: { first: last, ...anotherRef },
      changed: (await Promise.all(changed)).flat(),
    };
  },
);

async function sendChanged(desk: Desk, queue: readonly Change[], first: Booking): Promise<Changed[]> {
  const sent: Changed[] = [];
  for (const change of queue) {
    sent.push({ ...change, first, ...(await desk.send(change.request)) });
  }
  return sent;
}

/** There may be no room for the order, whatever its key. */
async function excuseRefusedUnderAnyKey(desk: Desk, sent: Sent): Promise<void> {
  if (!isRefusedForValues(sent)) return;
  const control = await desk.update(sent);
  if (isRefusedForValues(control))
    permit(sent.reply, because('It is refused under a key of its own, too', sent.reply), control.reply);
}

/** Changes only the reference of the order: a service may leave it out of the comparison. */
function ofAnotherRef({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return { ...request, order: { ...request.order, external_ref: campaigns.ref('conflict-ref') } };
}

/** The key with a body for another order: if the service applied it, that order would exist. */
function ofAnotherOrder({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return {
    ...request,
    advertiser: { ...request.advertiser, name: campaigns.buyer() },
    order: { name: campaigns.name('clash'), external_ref: campaigns.ref('clash') },
    line_items: request.line_items.map((line, index) => ({
      ...line,
      external_ref: campaigns.ref(`Line-clash-${index + 1}`),
    })),
  };
}

idempotency.traffic(
  { makes: retryAfterConflict, ...ordering('repeat', 1), uses: { material, first, conflicts } },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

export const oddHeaders = idempotency.traffic(
  {
    id: 'idempotency.odd-headers',
    phase: 'repeat',
    uses: { first },
    ifThere: { retry, conflicts },
    sends: { orders: 2 },
    odd: true,
  },
  async ({ http, first: { request } }) => {
    const [without, other] = await Promise.all([
      http.orders({ json: request }, { idempotencyKey: null }),
      http.orders({ json: request }, { idempotencyKey: `${request.idempotency_key}-other` }),
    ]);
    return { without, other };
  },
);

export const retriesOfRefused = idempotency.traffic(
  {
    id: 'idempotency.retries-of-refused',
    phase: 'break',
    uses: { unknownSlots, reversed: wrong.reversed },
    sends: { orders: 2 },
  },
  async ({ http, unknownSlots, reversed }) => {
    const retries = [];
    for (const before of [unknownSlots.find(isUnknown), reversed.find(isRefusedForValues)])
      if (before !== undefined) retries.push({ before, reply: await http.orders({ json: before.request }) });
    if (retries.length === 0) inconclusive('No order was refused with 404 or 422.');
    return retries;
  },
);
