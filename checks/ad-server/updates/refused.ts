import { describe, expect, violation } from '../../../src/engine/expect.ts';
import type { Check } from '../../../src/engine/node.ts';
import { blockedBy, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { maxPages } from '../../givens.ts';
import { basic, material } from '../orders/basic.ts';
import { created, kinds } from '../orders/kinds.ts';
import { refusalOf, unknownSlotIs404 } from '../orders/rules-on-refusals.ts';
import { wrongFlights, wrongSizes } from '../orders/refused.ts';
import { twoSlots } from '../orders/together.ts';
import { isAsOfSlot, isGoodLineRefused, unknownSlots } from '../orders/unknown-slots.ts';
import { all, asLeft, edited, updates } from './edited.ts';
import { answers200, isChanged, isChangedThroughout, renameKeepsIds, seriesKeepsIds } from './ids.ts';
import { isAccepted, isRefusedForValues, send, type Sent } from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { LineItem, OrderRequest } from '../values/requests.ts';
import { expectKeptIds } from '../readers/same-ids.ts';
import { expectSlotsListed, isUnknown, ofSlots } from '../desk/still-listed.ts';
import { larger } from '../values/unfitting-sizes.ts';
import { farUnknownSlot, unknownSlot } from '../values/unknown-slot.ts';

/**
 * An order as its updates have left it: what is sent again as it is there breaks no rule of business. Nothing else is
 * asked of it at this time: a service may work on one request for an order at a time.
 */
const calm = updates.stage(
  { id: 'updates.calm-order', needs: { basic, created, material, all } },
  ({ basic, created, material: { bookable }, all }) => {
    const order = asLeft(created.at(-1) ?? basic, all);
    const { request } = order;
    const booked = bookable.find(({ slot }) => slot.inventory_id === request.line_items[0]?.inventory_id);
    return { order, request, slot: (booked ?? basic.on).slot };
  },
);

// What new orders are not refused for is told there; here it tells what updates alone are not refused for.
const reversedInNew = refusalOf('reversed-range-is-422');
const unfittingInNew = refusalOf('unfitting-size-is-422');

const impossibleRefused = updates.check(
  {
    id: 'updates.impossible-values-are-422',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An update to a flight that ends before it starts, or to a size that does not fit, is answered 422.',
    fix: 'Check an update as strictly as a new order, and answer 422 with a clear message before anything is changed.',
    needs: { calm, material, maxPages },
    prefers: { wrongFlights, wrongSizes },
    sends: { orders: 3, inventory: 0 },
  },
  async ({ http, calm: { request, slot }, material: { campaigns }, maxPages, wrongFlights, wrongSizes }) => {
    const changed = (change: Partial<LineItem>) => request.line_items.map((line) => ({ ...line, ...change }));
    const { reversed: flight } = campaigns.flights;
    const added = changed({ flight, external_ref: campaigns.ref('Line-more') }).slice(0, 1);
    const areRefused = (sent: readonly Sent[] = []) => sent.length > 0 && !sent.some(isAccepted);
    const [reversed, unfitting] = [areRefused(wrongFlights), areRefused(wrongSizes)];
    const changes: readonly (readonly [string, readonly LineItem[], boolean, Check<void>])[] = [
      ['a reversed flight', changed({ flight }), reversed, reversedInNew],
      ['an unfitting size', changed({ sizes: [larger(slot.sizes, true, true)] }), unfitting, unfittingInNew],
      ['a line more that has a reversed flight', [...request.line_items, ...added], reversed, reversedInNew],
    ];
    const taken: Check<void>[] = [];
    for (const [what, line_items, isRefusedInNew, check] of changes) {
      const sent = await send(http, campaigns.update(request, { line_items }));
      if (isUnknown(sent)) await expectSlotsListed({ http, maxPages }, ofSlots(sent));
      if (isRefusedInNew || isRefusedForValues(sent)) expect(sent.reply, `to an update with ${what}`).status(422);
      else taken.push(check);
    }
    for (const check of taken) blockedBy(check);
    return true as const;
  },
);

const unknownRefused = updates.check(
  {
    id: 'updates.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement:
      'An update that adds a line with an unknown `inventory_id` is answered 404; one that moves a line there is not taken.',
    fix: 'Look up the slot of every line of an update too, and answer 404 where one does not exist.',
    needs: { calm, material, maxPages },
    prefers: { edited, inNew: unknownSlots, twoSlots },
    after: [impossibleRefused],
    sends: { orders: 2, inventory: 0 },
  },
  async ({
    http,
    calm: { request, slot },
    material: { campaigns, ids },
    edited,
    inNew = [],
    twoSlots,
    maxPages,
    note,
  }) => {
    const ask = (tries: number, madeUp = unknownSlot) => {
      const bad = request.line_items.map((line, index) => ({
        ...line,
        // A line that was taken with an unknown slot is there from then on.
        external_ref: campaigns.ref(`Line-new-${tries}${index}`),
        inventory_id: madeUp(slot.inventory_id, ids),
      }));
      const line_items = [...request.line_items, ...bad];
      return send(http, campaigns.update(request, { line_items }));
    };
    let sent = await ask(0);
    // The made-up id may be that of a slot which is not listed: another one tells.
    for (let tries = 1; tries < 3 && isAsOfSlot(sent); tries++) sent = await ask(tries);
    const far = isAsOfSlot(sent) ? await ask(3, farUnknownSlot) : sent;
    if (isUnknown(far)) sent = far;
    const added = edited?.['added-line'];
    if (isRefusedForValues(sent) && added && isRefusedForValues(added))
      note('Refused with 422, as every added line is here.');
    else if (isRefusedForValues(sent) && !(twoSlots?.sent && isAccepted(twoSlots.sent)))
      note('Refused with 422; no order on two slots is known to be taken.');
    else {
      if (isRefusedForValues(sent))
        await expectSlotsListed({ http, maxPages }, ofSlots({ request, reply: sent.reply }));
      if (!isUnknown(sent) && !inNew.every(isUnknown)) blockedBy(unknownSlotIs404);
      const [line] = request.line_items;
      const good = line && { ...line, external_ref: campaigns.ref('Line-known') };
      if (
        good &&
        isRefusedForValues(sent) &&
        (await isGoodLineRefused(http, { campaigns, line: good }, sent.request, 'known'))
      )
        note('Refused with 422, as a line on a slot that exists is by now.');
      else expect(sent.reply).status(404);
    }
    const unknown = sent.request.line_items.at(-1)?.inventory_id ?? unknownSlot(slot.inventory_id, ids);
    const moved = request.line_items.map((line) => ({ ...line, inventory_id: unknown }));
    const { reply } = await send(http, campaigns.update(request, { line_items: moved }));
    // That a booked line stays on its slot may be a rule of business, which comes first.
    expect(reply, 'to an update that moves a line there').status(404, 422);
    return true as const;
  },
);

updates.check(
  {
    id: 'updates.refused-leaves-order-alone',
    level: 'must',
    section: 'ad-server §4.4 rule 4',
    requirement:
      'After updates that were refused the order is still there: the next update is answered 200, with the ids of before.',
    fix: 'Judge an update as a whole before anything is written, or roll back all of it: neither delete nor renew what was booked before.',
    needs: { calm, material, edited, answers200, seriesKeepsIds, maxPages },
    prefers: { impossibleRefused, unknownRefused },
    after: [impossibleRefused, unknownRefused],
    sends: { orders: 2, inventory: 0 },
  },
  async ({ http, calm: { order }, material: { campaigns }, edited, maxPages, impossibleRefused, unknownRefused }) => {
    if (impossibleRefused === undefined) blockedBy({ id: 'updates.impossible-values-are-422' });
    if (unknownRefused === undefined) blockedBy({ id: 'updates.unknown-slot-is-404' });
    if (isChanged(edited['re-push'])) blockedBy({ id: 'updates.re-push-keeps-ids' });
    if (isChangedThroughout(edited)) blockedBy(renameKeepsIds);
    const broken = await sendBroken(http, campaigns, order.request);
    if (isServed(broken)) blockedBy({ id: 'errors.line-missing-member-is-400' });
    const again = await send(http, campaigns.update(order.request));
    await expectSlotsListed({ http, maxPages }, ofSlots(again));
    expect(again.reply, 'to an update after some that were refused').status(200);
    expectKeptIds(order, again);
  },
);

/** An update that adds a line which is nothing but a reference: to be refused as a whole. */
function sendBroken(http: Wire, campaigns: Campaigns, request: OrderRequest): Promise<Reply> {
  const update = campaigns.update(request);
  const json = { ...update, line_items: [...update.line_items, { external_ref: campaigns.ref('Line-broken') }] };
  return http.orders({ json }, { idempotencyKey: update.idempotency_key });
}

updates.check(
  {
    id: 'updates.takes-creatives',
    level: 'should',
    section: 'ad-server §2.6 rule 4',
    requirement: 'A creative that is taken with a new order is taken in an update as well.',
    fix: 'Attach creatives to lines that were booked without: most are approved after the booking, and come with an update.',
    needs: { edited, kinds, answers200, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, edited: { creative }, kinds: { tag, image }, maxPages }) => {
    if (creative === undefined) blockedBy({ id: 'orders.takes-creatives' });
    if (!isRefusedForValues(creative)) return;
    const alike = [tag, image].find((one) => isAccepted(one) && placesOf(one) === placesOf(creative));
    if (alike === undefined) notApplicable('No new order with a creative was taken on the slot of this one.');
    await expectSlotsListed({ http, maxPages }, ofSlots(creative));
    violation({
      expected: 'the creative taken in an update, as it is in a new order',
      actual: describe(creative.reply),
      replies: [alike.reply, creative.reply],
    });
  },
);

/** The slots of an order, and the sizes of creatives there. */
function placesOf({ request }: Sent): string {
  return JSON.stringify(request.line_items.map(({ inventory_id, sizes: [size] }) => ({ inventory_id, size })));
}
