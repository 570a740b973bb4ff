import { because } from '../../../src/engine/expect.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import type { KindName } from '../desk/material.ts';
import { largeValues, everyLine } from '../desk/changes.ts';
import { Desk, leaveOpen, ordering, permit } from '../desk/desk.ts';
import { Updating } from '../desk/updating.ts';
import {
  bookingsOf,
  isAccepted,
  isAsOfSlot,
  isRefusal,
  isRefusedForValues,
  isUnknown,
  mayBeBeyondLimits,
  asLeft,
} from '../readers/booking.ts';
import type { LineItem } from '../values/request-bodies.ts';
import type { Campaigns } from '../values/campaign.ts';
import { following } from '../values/flights-and-countries.ts';
import { larger, farUnknownSlot, unknownSlot } from '../values/near-misses.ts';
import { basic, bookedKinds, material, twoSlots, means, steps, updates, withBareLine } from '../booking-records.ts';

/** More than 31 bits hold. */
const HUGE_GOAL = 3_000_000_000;

/** Large values all at once, and each alone if that fails. */
export const large = updates.traffic(
  { id: 'updates.large', ...ordering('break', 2), uses: { material, means, basic, steps }, again: true },
  async ({ http, material, means, basic, steps }) => {
    const desk = new Desk(http, material);
    const before = asLeft(basic, steps.all);
    const changed = (change: Partial<LineItem>) => ({ ...before.request, ...everyLine(before.request, () => change) });
    const ask = async (what: string, change: Partial<LineItem>) => ({
      what: `an update with ${what}`,
      before,
      ...(await desk.update(before, changed(change))),
    });
    const values = desk.possibleOf(largeValues(before.request, means), ({ change }) => changed(change));
    const ofHuge = { goal_impressions: HUGE_GOAL };
    const huge = desk.allows(changed(ofHuge)) ? [await ask(`a goal of ${HUGE_GOAL.toLocaleString('en')}`, ofHuge)] : [];
    const all = values.reduce<Partial<LineItem>>((all, { change }) => ({ ...all, ...change }), {});
    const names = values.map(({ what }) => what);
    const together = await ask(inWords(names, 'and'), all);
    // Drafts may count as commitments, so this goal is not left behind.
    if (huge.some((one) => !isRefusedForValues(one)) && !isAccepted(together)) await desk.update(before);
    const alone = [];
    if (hasFailed(together.reply)) for (const { what, change } of values) alone.push(await ask(what, change));
    return [...(alone.some(({ reply }) => hasFailed(reply)) ? alone : [together]), ...huge];
  },
);

/** As its last update left it: sending the same values again breaks no business rule. */
function orderAsLeft(kind: KindName, ...others: readonly KindName[]) {
  return updates.record(
    { id: `updates.order-as-left-${kind}`, of: { basic, booked: bookedKinds, material, steps } },
    ({ basic, booked: { kinds }, material: { bookable }, steps }) => {
      const [order = basic] = bookingsOf([kind, ...others].map((one) => kinds[one]));
      const before = asLeft(order, steps.all);
      const { line_items: lines } = before.request;
      const { slot } = bookable.find(({ slot: { inventory_id: id } }) => id === lines[0]?.inventory_id) ?? basic.on;
      return { before, lines, slot };
    },
  );
}

const order = orderAsLeft('script');
const otherOrder = orderAsLeft('image', 'tag', 'allMembers');

/** Updates with one wrong value; then one that adds the same line without it. */
export const impossible = updates.traffic(
  {
    id: 'updates.impossible',
    ...ordering('break', 6),
    uses: { material, means, order },
    again: true,
    odd: true,
  },
  async ({ http, material, means, order: { before, lines, slot } }) => {
    const desk = new Desk(http, material);
    const [first] = lines;
    if (first === undefined) throw new Error('an order has a line');
    const more = { ...first, external_ref: desk.campaigns.ref('Line-more'), flight: following(first.flight) };
    const sizes = lines.flatMap((line) => means.sizes.get(line.inventory_id) ?? line.sizes);
    const tooLarge = larger([...slot.sizes, ...sizes], true, true);
    const refused = [];
    for (const [what, line_items, ...also] of withOneBadLine(lines, more, desk.campaigns, tooLarge))
      refused.push({ what, statuses: [...also, 422], ...(await desk.update(before, { line_items })) });
    const added = await desk.update(before, { line_items: [...lines, more] });
    if (!mayBeBeyondLimits(added) && !isUnknown(added)) return { refused, corrected: { before, ...added } };
    for (const { request, reply } of refused)
      if (request.line_items.length > lines.length && reply.status === added.reply.status)
        permit(reply, 'A line more is refused with nothing wrong, too.', added.reply);
    const corrected = await new Updating(desk, means).pushAgain('corrected', before);
    const why = because('An update that changes nothing is refused with the same status', corrected.reply);
    for (const { reply } of refused)
      if (isRefusal(corrected) && reply.status === corrected.reply.status && reply.status !== 422)
        leaveOpen(reply, why, corrected.reply);
    return { refused, corrected };
  },
);

/** Wrong lines before and behind good ones, some of them added. Right are 422 and the statuses that are named. */
function withOneBadLine(
  lines: readonly LineItem[],
  more: LineItem,
  { flights: { reversed, impossibleSoon } }: Campaigns,
  tooLarge: string,
): readonly (readonly [what: string, line_items: readonly LineItem[], ...also: readonly number[]])[] {
  const inLine = (at: 0 | -1, change: (line: LineItem) => Partial<LineItem>) =>
    lines.map((line) => (line === lines.at(at) ? { ...line, ...change(line) } : line));
  const oneSizeTooLarge = inLine(-1, ({ sizes }) => ({ sizes: [...sizes, tooLarge] }));
  return [
    ['a reversed flight in its first line', inLine(0, () => ({ flight: reversed }))],
    ['a size that does not fit, behind those that do, in its last line', oneSizeTooLarge],
    ['a date that does not exist in its last line', inLine(-1, () => ({ flight: impossibleSoon })), 400],
    ['one more line, ahead of the others, in a size that does not fit', [{ ...more, sizes: [tooLarge] }, ...lines]],
    ['one more line, which has a reversed flight', [...lines, { ...more, flight: reversed }]],
  ];
}

export const unknown = updates.traffic(
  {
    id: 'updates.unknown',
    ...ordering('break', 2),
    uses: { material, order: otherOrder },
    mayUse: { twoSlots },
    again: true,
  },
  async ({ http, material, order: { before, lines, slot }, twoSlots }) => {
    const desk = new Desk(http, material);
    const { ids, campaigns } = material;
    const add = (inventory_id: string, label: string) => {
      const added = lines.map((line, index) => {
        return { ...line, external_ref: campaigns.ref(`Line-${label}${index}`), inventory_id };
      });
      return desk.ask(campaigns.update(before.request, { line_items: [...lines, ...added] }));
    };
    let added = await add(unknownSlot(slot.inventory_id, ids), 'new-');
    // A made-up id may belong to an unlisted slot; one that is far from all others does not.
    if (isAsOfSlot(added)) added = await add(farUnknownSlot(slot.inventory_id, ids), 'far-');
    // A service may limit the lines of an order.
    if (mayBeBeyondLimits(added)) {
      await desk.excuseGone([{ ...added, request: before.request }]);
      const control = await add(slot.inventory_id, 'known-');
      if (mayBeBeyondLimits(control))
        permit(added.reply, 'Refused, as a line on a slot that exists is here.', control.reply);
      if (twoSlots?.sent === undefined || !isAccepted(twoSlots.sent))
        permit(added.reply, 'Refused; no order on two slots is known to be accepted.');
    }
    const inventory_id = added.request.line_items.at(-1)?.inventory_id ?? unknownSlot(slot.inventory_id, ids);
    const moved = await desk.ask(
      campaigns.update(
        before.request,
        everyLine(before.request, () => ({ inventory_id })),
      ),
    );
    return { before, added, moved };
  },
);

export const afterRefused = updates.traffic(
  {
    id: 'updates.after-refused',
    ...ordering('break', 2),
    uses: { material, means, order: otherOrder, unknown },
    again: true,
    odd: true,
  },
  async ({ http, material, means, order: { before, lines } }) => {
    const desk = new Desk(http, material);
    const update = desk.campaigns.update(before.request);
    const json = { ...update, line_items: [...lines, { external_ref: desk.campaigns.ref('Line-broken') }] };
    const reply = await http.orders({ json }, { idempotencyKey: update.idempotency_key });
    return { broken: { reply }, after: await new Updating(desk, means).pushAgain('after-refused', before) };
  },
);

export const NO_COUNTRY = 'Germany';

export const noCountry = updates.traffic(
  {
    id: 'updates.no-country',
    ...ordering('break', 1),
    uses: { material, order: otherOrder },
    ifThere: { afterRefused },
    again: true,
    odd: true,
  },
  ({ http, material, order: { before } }) => {
    const change = everyLine(before.request, () => ({ targeting: { geo: [NO_COUNTRY] } }));
    return new Desk(http, material).update(before, change);
  },
);

updates.record({ makes: withBareLine, of: { afterRefused } }, ({ afterRefused: { broken } }) => broken);
