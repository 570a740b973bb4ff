import { describe, expect } from '../../src/engine/expect.ts';
import type { Reply } from '../../src/http/reply.ts';
import { isAccepted, send } from './booking.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import type { Campaigns } from './campaign.ts';
import type { IdSet } from './id-set.ts';
import { basic, material, orders } from './05-orders.ts';
import type { LineItem, OrderRequest } from './requests.ts';
import { unknownSlot } from './unknown-slot.ts';

/** An order is refused as a whole for one bad line, wherever it stands. */
type Place = 'the only line' | 'the second line';

/** Two orders that are valid but for one change in one line: the only line of the one, the second line of the other. */
function withOneBadLine(
  campaigns: Campaigns,
  label: string,
  good: LineItem,
  change: Partial<LineItem>,
): readonly (readonly [Place, OrderRequest])[] {
  const bad = { ...good, ...change, external_ref: campaigns.ref(`line-${label}`) };
  return [
    ['the only line', campaigns.order(`${label}-1`, bad)],
    ['the second line', campaigns.order(`${label}-2`, good, bad)],
  ];
}

/** A line that the service is known to take, to change one thing of. */
interface Model {
  readonly campaigns: Campaigns;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  readonly line: LineItem;
}

const model = orders.stage(
  { id: 'orders.model', needs: { material, basic } },
  ({ material: { campaigns, ids }, basic: { on, request } }): Model => {
    const [line] = request.line_items;
    if (line === undefined) throw new Error('the basic order has a line');
    return { campaigns, ids, slot: on.slot, line: { ...line, external_ref: campaigns.ref('line-model') } };
  },
);

const REFUSALS = [
  {
    rule: 'unknown-slot-is-404',
    section: 'ad-server §4.4 rule 6',
    requirement: 'An order with an unknown `inventory_id` in any line is answered 404.',
    fix: 'Look up the slot of every line before anything is saved, and answer 404 where one does not exist.',
    statuses: [404],
    change: ({ slot, ids }: Model): Partial<LineItem> => ({ inventory_id: unknownSlot(slot.inventory_id, ids) }),
  },
  {
    rule: 'reversed-range-is-422',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a flight that ends before it starts, in any line, is answered 422.',
    fix: 'Check the flight of every line, and answer 422 with a clear message: the shape is right, the values are not.',
    statuses: [422],
    change: ({ campaigns }: Model): Partial<LineItem> => ({ flight: campaigns.flights.reversed }),
  },
  {
    rule: 'impossible-date-is-refused',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a date that no calendar has, in any line, is refused with 400 or 422.',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not roll 30 February over into March, and catch what the parser throws.',
    statuses: [400, 422],
    change: ({ campaigns }: Model): Partial<LineItem> => ({ flight: campaigns.flights.impossible }),
  },
  {
    rule: 'unfitting-size-is-422',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a size that the slot does not list, in any line, is answered 422.',
    fix: 'Compare each size of every line with the sizes of its slot, and answer 422 where one does not fit.',
    statuses: [422],
    change: ({ slot }: Model): Partial<LineItem> => ({ sizes: [sizeBeside(slot.sizes)] }),
  },
] as const;

for (const { rule, section, requirement, fix, statuses, change } of REFUSALS)
  orders.check(
    { id: `orders.${rule}`, level: 'must', section, requirement, fix, needs: { model }, sends: { orders: 2 } },
    async ({ http, model }) => {
      const requests = withOneBadLine(model.campaigns, rule, model.line, change(model));
      const sent = await Promise.all(
        requests.map(async ([place, request]) => [place, await send(http, request)] as const),
      );
      for (const [place, { reply }] of sent) expect(reply, `for ${place}`).status(...statuses);
    },
  );

orders.check(
  {
    id: 'orders.one-unfitting-size-among-fitting',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An unfitting size is answered 422 also where it stands behind one that fits.',
    fix: 'Check every element of `sizes`, not only the first.',
    needs: { model },
    sends: { orders: 1 },
  },
  async ({ http, model: { campaigns, line, slot } }) => {
    const sizes = [...line.sizes, sizeBeside(slot.sizes)];
    expect((await send(http, campaigns.order('mixed-sizes', { ...line, sizes }))).reply).status(422);
  },
);

/** A size near those that a slot lists, and not among them. */
function sizeBeside(sizes: readonly string[]): string {
  for (let width = 301; ; width++) {
    const size = `${width}x251`;
    if (!sizes.includes(size)) return size;
  }
}

orders.check(
  {
    id: 'orders.refused-leaves-nothing',
    level: 'info',
    section: 'ad-server §4.4',
    requirement: 'Whether a refused order left something behind.',
    fix: 'Nothing to fix here: the contract is silent; applying nothing of a refused order is what clients expect.',
    needs: { model },
    sends: { orders: 2 },
    drafts: 1,
  },
  async ({ http, model: { campaigns, line, ids, slot }, note }) => {
    const bad = {
      ...line,
      inventory_id: unknownSlot(slot.inventory_id, ids),
      external_ref: campaigns.ref('line-refused-bad'),
    };
    const refused = await send(http, campaigns.order('refused', line, bad));
    if (isAccepted(refused)) return;
    const valid = await send(http, campaigns.update(refused.request, 'refused-again', { line_items: [line] }));
    note(`The same order without the bad line: ${describe(valid.reply)} (${leftWhat(valid.reply)}).`);
  },
);

function leftWhat({ status }: Reply): string {
  if (status === 201) return 'nothing was left';
  return status === 200 ? 'something was left: it counts as an update' : 'cannot be told';
}
