import { expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import { shown } from '../../src/schema/faults.ts';
import { basic, material } from './05-orders.ts';
import { booked, isAccepted, linesOf, sendFirstTaken, send, type Booking, type Sent } from './parts/booking.ts';
import { imageCreative, plainTagCreative, tagCreative, type Bookable, type Campaigns } from './parts/campaign.ts';
import type { Creative, OrderRequest } from './parts/requests.ts';
import { expectSameIds } from './parts/same-ids.ts';

export const idempotency = chapter('ad-server', 'idempotency', 'Idempotency');

/** The campaign of this chapter: two lines with every member, so that a body can differ anywhere. */
export const original = idempotency.stage(
  { id: 'idempotency.original', needs: { material, basic }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, material: { campaigns }, basic: { on } }) => ({
    sent: await sendFirstTaken(
      http,
      [tagCreative, plainTagCreative, imageCreative, null].map((shape, index) =>
        richOrder(campaigns, on, shape, index),
      ),
    ),
    on,
  }),
);

function richOrder(
  campaigns: Campaigns,
  on: Bookable,
  shape: ((size: string) => Creative) | null,
  index: number,
): OrderRequest {
  const label = index === 0 ? 'repeat' : `repeat-${index + 1}`;
  const order = campaigns.order(
    label,
    campaigns.line(`${label}-a`, on),
    campaigns.line(`${label}-b`, on, {
      flight: campaigns.later(on),
      ...(shape === null ? {} : { creatives: [shape(on.slot.sizes[0] ?? '300x250')] }),
    }),
  );
  return { ...order, advertiser: { ...order.advertiser, external_ref: campaigns.ref('advertiser') } };
}

/** The order that is repeated; the plain one where the other is not taken. */
export const first = idempotency.stage(
  { id: 'idempotency.first', needs: { original, basic } },
  ({ original: { sent }, basic }): Booking => (isAccepted(sent) ? booked(sent) : basic),
);

/** A literal retry at once, byte for byte. */
export const retry = idempotency.stage(
  { id: 'idempotency.retry', needs: { first }, sends: { orders: 1 } },
  ({ http, first }) => send(http, first.request),
);

export const retryIs200 = idempotency.check(
  {
    id: 'idempotency.retry-is-200',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A literal retry, the same key with the same body, is answered 200.',
    fix: 'Recognise the key, find the stored result, and answer it with 200; 201 is for the first time only.',
    needs: { retry },
  },
  ({ retry: { reply } }) => {
    expect(reply).status(200);
  },
);

export const retrySameIds = idempotency.check(
  {
    id: 'idempotency.retry-same-ids',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry returns the same `order_id` and the same `line_item_id` values, and creates nothing.',
    fix: 'Store the result under its idempotency key, and return that result for every repeat.',
    needs: { first, retry },
  },
  ({ first, retry }) => {
    if (!isAccepted(retry)) blockedBy(retryIs200);
    expectSameIds(first, retry);
    const added = linesOf(retry.reply).find(({ ref }) => typeof ref === 'string' && !first.ids.lines.has(ref));
    if (added !== undefined && first.ids.lines.size === first.request.line_items.length)
      violation({
        expected: 'the lines of the first answer, and no other',
        actual: `a line ${shown(added.ref)}`,
        pointer: '/line_items',
        replies: [first.reply, retry.reply],
      });
    return retry.reply.status;
  },
);

/**
 * Expects a later repeat to be answered as the first repeat was: with 200, and with the ids of before. That a service
 * answers every repeat with 201 is judged once.
 */
export function expectRepeated(before: Booking, again: Sent, usual: number | null): void {
  expect(again.reply).status(...new Set([200, usual ?? 200]));
  expectSameIds(before, again);
}
