import { expect } from '../../src/engine/expect.ts';
import { basic, material } from './05-orders.ts';
import { isAsOfSlot, larger } from './05-orders-refused.ts';
import { all, edited, updates } from './07-updates.ts';
import { isRefusedForValues, send } from './booking.ts';
import type { LineItem } from './requests.ts';
import { unknownSlot } from './unknown-slot.ts';

updates.check(
  {
    id: 'updates.impossible-values-are-422',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An update to a flight that ends before it starts, or to a size that does not fit, is answered 422.',
    fix: 'Check an update as strictly as a new order, and answer 422 with a clear message before anything is changed.',
    needs: { basic, material },
    after: [all],
    sends: { orders: 2 },
  },
  async ({ http, basic: { request, on }, material: { campaigns } }) => {
    const changes: readonly (readonly [string, Partial<LineItem>])[] = [
      ['a reversed flight', { flight: campaigns.flights.reversed }],
      ['an unfitting size', { sizes: [larger(on.slot.sizes, true, true)] }],
    ];
    const sent = await Promise.all(
      changes.map(async ([what, change]) => {
        const line_items = request.line_items.map((line) => ({ ...line, ...change }));
        return [what, await send(http, campaigns.update(request, 'impossible', { line_items }))] as const;
      }),
    );
    for (const [what, { reply }] of sent) expect(reply, `to an update with ${what}`).status(422);
  },
);

updates.check(
  {
    id: 'updates.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'An update that adds a line with an unknown `inventory_id` is answered 404.',
    fix: 'Look up the slot of every line of an update too, and answer 404 where one does not exist.',
    needs: { basic, material },
    prefers: { edited },
    after: [all],
    sends: { orders: 1 },
  },
  async ({ http, basic: { request, on }, material: { campaigns, ids }, edited, note }) => {
    const ask = () => {
      const bad = request.line_items.map((line) => ({
        ...line,
        external_ref: `${line.external_ref}-unknown`,
        inventory_id: unknownSlot(on.slot.inventory_id, ids),
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
    else expect(sent.reply).status(404);
  },
);
