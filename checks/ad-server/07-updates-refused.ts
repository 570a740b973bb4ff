import { expect } from '../../src/engine/expect.ts';
import { maxPages } from '../givens.ts';
import { basic, material } from './05-orders.ts';
import { created } from './05-orders-kinds.ts';
import { isAsOfSlot } from './05-orders-refused.ts';
import { all, asLeft, edited, updates } from './07-updates.ts';
import { isRefusedForValues, send } from './booking.ts';
import type { LineItem } from './requests.ts';
import { expectSlotsListed, isUnknown, ofSlots } from './still-listed.ts';
import { larger } from './unfitting-sizes.ts';
import { unknownSlot } from './unknown-slot.ts';

/**
 * An order as its updates have left it: what is sent again as it is there breaks no rule of business. Nothing else is
 * asked of it at this time: a service may work on one request for an order at a time.
 */
const calm = updates.stage(
  { id: 'updates.calm-order', needs: { basic, created, material }, prefers: { all } },
  ({ basic, created, material: { bookable }, all = [] }) => {
    const { request } = asLeft(created.at(-1) ?? basic, all);
    const booked = bookable.find(({ slot }) => slot.inventory_id === request.line_items[0]?.inventory_id);
    return { request, slot: (booked ?? basic.on).slot };
  },
);

const impossibleRefused = updates.check(
  {
    id: 'updates.impossible-values-are-422',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An update to a flight that ends before it starts, or to a size that does not fit, is answered 422.',
    fix: 'Check an update as strictly as a new order, and answer 422 with a clear message before anything is changed.',
    needs: { calm, material, maxPages },
    after: [all],
    sends: { orders: 2, inventory: 0 },
  },
  async ({ http, calm: { request, slot }, material: { campaigns }, maxPages }) => {
    const changes: readonly (readonly [string, Partial<LineItem>])[] = [
      ['a reversed flight', { flight: campaigns.flights.reversed }],
      ['an unfitting size', { sizes: [larger(slot.sizes, true, true)] }],
    ];
    for (const [what, change] of changes) {
      const line_items = request.line_items.map((line) => ({ ...line, ...change }));
      const sent = await send(http, campaigns.update(request, 'impossible', { line_items }));
      if (isUnknown(sent)) await expectSlotsListed(http, maxPages, ofSlots(sent));
      expect(sent.reply, `to an update with ${what}`).status(422);
    }
  },
);

updates.check(
  {
    id: 'updates.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement:
      'An update that adds a line with an unknown `inventory_id` is answered 404; one that moves a line there is not taken.',
    fix: 'Look up the slot of every line of an update too, and answer 404 where one does not exist.',
    needs: { calm, material, maxPages },
    prefers: { edited },
    after: [impossibleRefused],
    sends: { orders: 2, inventory: 0 },
  },
  async ({ http, calm: { request, slot }, material: { campaigns, ids }, edited, maxPages, note }) => {
    const ask = () => {
      const bad = request.line_items.map((line, index) => ({
        ...line,
        external_ref: campaigns.ref(`Line-new-${index}`),
        inventory_id: unknownSlot(slot.inventory_id, ids),
      }));
      const line_items = [...request.line_items, ...bad];
      return send(http, campaigns.update(request, 'unknown', { line_items }));
    };
    let sent = await ask();
    // The made-up id may be that of a slot which is not listed: another one tells.
    for (let tries = 1; tries < 3 && isAsOfSlot(sent); tries++) sent = await ask();
    const added = edited?.['added-line'];
    if (isRefusedForValues(sent) && added !== undefined && isRefusedForValues(added))
      note('Refused with 422, as every added line is here.');
    else {
      if (isRefusedForValues(sent)) await expectSlotsListed(http, maxPages, ofSlots({ request, reply: sent.reply }));
      expect(sent.reply).status(404);
    }
    const unknown = sent.request.line_items.at(-1)?.inventory_id ?? unknownSlot(slot.inventory_id, ids);
    const moved = request.line_items.map((line) => ({ ...line, inventory_id: unknown }));
    const { reply } = await send(http, campaigns.update(request, 'moved', { line_items: moved }));
    // That a booked line stays on its slot may be a rule of business, which comes first.
    expect(reply, 'to an update that moves a line there').status(404, 422);
  },
);
