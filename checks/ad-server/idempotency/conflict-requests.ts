import { describe } from '../../../src/engine/expect.ts';
import { Desk } from '../desk/desk.ts';
import { isRefusedForValues, type Booking, type Sent, slotsUnknown } from '../readers/booking.ts';
import { runningInto } from '../values/alike.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { firstBooking, material, onSlotsNotFound, onOtherSlots } from '../orders/records.ts';
import { permit } from '../desk/excuses.ts';
import { isMissed, plainly, spreadChanges, type Change, type Changed } from './changed-bodies.ts';
import { first, idempotency, retry, reused, conflicts, retryAfterConflict } from './records.ts';

/**
 * Used keys with different bodies, after the plain retry. No key is in flight twice: a service that refuses every
 * request while a key is busy would seem to compare bodies.
 */
idempotency.traffic(
  {
    makes: conflicts,
    phase: 'repeat',
    uses: { reused, material, taken: firstBooking },
    mayUse: { onSlotsNotFound },
    ifThere: { retry, onOtherSlots },
    sends: { orders: 21, inventory: 0 },
  },
  async ({
    http,
    reused: [first, ...others],
    material,
    taken: { attempts },
    onOtherSlots = [],
    onSlotsNotFound = [],
  }) => {
    const { campaigns, bookable } = material;
    const desk = new Desk(http, material);
    // A service may look up the slot before the key, so slots that orders do not find are left out.
    const unknown = slotsUnknown([...attempts, ...onOtherSlots, ...onSlotsNotFound]);
    const slots = bookable.map(({ slot }) => slot).filter(({ inventory_id: id }) => !unknown.has(id));
    const isPossible = ({ request }: Change) => material.terms.against(request) === null;
    const queues = spreadChanges([first.request, ...others.map(({ request }) => request)], { campaigns, slots });
    const last = others.at(-1) ?? first;
    const [anotherOrder, differing] = await Promise.all([
      desk.send(ofAnotherOrder(first, campaigns)),
      // Until then the key of the first order is used for another order.
      last === first ? null : desk.send(ofAnotherRef(last, campaigns)),
    ]);
    const anotherRef = differing ?? (await desk.send(ofAnotherRef(first, campaigns)));
    await excuseRefusedUnderAnyKey(desk, anotherOrder);
    // The lines may count as lines of another order, and a service may check values first.
    if (isRefusedForValues(anotherRef))
      permit(anotherRef.reply, `Refused for its values, before the key was compared: ${describe(anotherRef.reply)}.`);
    return {
      anotherOrder: { first, ...anotherOrder },
      anotherRef: { first: last, ...anotherRef },
      changed: (
        await Promise.all(
          queues.map((queue, index) => sendChanged(desk, queue.filter(isPossible), [first, ...others][index] ?? first)),
        )
      ).flat(),
    };
  },
);

async function sendChanged(desk: Desk, queue: readonly Change[], first: Booking): Promise<Changed[]> {
  const sent: Changed[] = [];
  for (const change of queue) {
    const one = { ...change, first, ...(await desk.send(change.request)) };
    const plain = isMissed(one) ? plainly(change, desk.campaigns) : null;
    const other = plain && { ...plain, first, ...(await desk.send(plain.request)) };
    sent.push(other?.reply.status === one.reply.status ? other : one);
  }
  return sent;
}

/** There may be no room for the order, whatever its key. */
async function excuseRefusedUnderAnyKey(desk: Desk, sent: Sent): Promise<void> {
  if (!isRefusedForValues(sent)) return;
  const control = await desk.update(sent);
  if (isRefusedForValues(control))
    permit(sent.reply, `It is refused under a key of its own, too: ${describe(sent.reply)}.`, control.reply);
}

/** Changes only the reference of the order: a service may leave it out of the comparison. */
function ofAnotherRef({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return { ...request, order: { ...request.order, external_ref: campaigns.ref('conflict-ref') } };
}

/**
 * The key with a body for another order: if it were applied, that order would exist. Joined by a hyphen, its references
 * make the same text as those of the first order and its line.
 */
function ofAnotherOrder({ request }: Booking, campaigns: Campaigns): OrderRequest {
  const { order, line_items: lines } = request;
  const [external_ref, ofLine] = runningInto(order.external_ref, lines[0]?.external_ref ?? '', '-');
  return {
    ...request,
    advertiser: { ...request.advertiser, name: campaigns.buyer() },
    order: { name: campaigns.name('clash'), external_ref },
    line_items: lines.map((line, index) => ({
      ...line,
      external_ref: index === 0 ? ofLine : campaigns.ref(`Line-clash-${index + 1}`),
    })),
  };
}

idempotency.traffic(
  {
    makes: retryAfterConflict,
    phase: 'repeat',
    uses: { material, first, conflicts },
    sends: { orders: 1, inventory: 0 },
  },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

/** The first order again, without the header and with a header that differs from the key in the body. */
export const oddHeaders = idempotency.traffic(
  {
    id: 'idempotency.odd-headers',
    phase: 'repeat',
    uses: { first },
    ifThere: { retry, conflicts },
    sends: { orders: 2 },
  },
  async ({ http, first: { request } }) => {
    const [without, other] = await Promise.all([
      http.orders({ json: request }, { idempotencyKey: null }),
      http.orders({ json: request }, { idempotencyKey: `${request.idempotency_key}-other` }),
    ]);
    return { without, other };
  },
);
