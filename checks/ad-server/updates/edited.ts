import { adServer } from '../phases.ts';
import { basic, material } from '../orders/basic.ts';
import { kinds } from '../orders/kinds.ts';
import { elsewhere } from '../orders/odd-slots.ts';
import { reported } from '../orders/reported.ts';
import { retriesLater } from '../idempotency/later.ts';
import { EDITS, SERIES, type EditKind, type Means, type Step } from '../desk/order-edits.ts';
import {
  booked,
  isAccepted,
  send,
  sendAmple,
  sendFirstTaken,
  type Booking,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import { imageCreative, plainTagCreative, tagCreative } from '../values/campaign.ts';

export const updates = adServer.module('updates', 'Updates');

/** An order that existed, the update that was sent for it, and what came. */
export interface Updated extends Tried {
  /** As in `an update of the goal`. */
  readonly what: string;
  readonly before: Booking;
  /** The request that made the order once more, right behind an update that left a line out. */
  readonly repeated?: Sent;
}

export const means = updates.stage(
  { id: 'updates.means', needs: { material, kinds, elsewhere } },
  ({ material: { campaigns, bookable }, kinds: { tag, image, allMembers }, elsewhere }): Means => {
    const taken = [allMembers, ...elsewhere].filter(isAccepted).flatMap(({ request }) => request.line_items);
    return {
      campaigns,
      sizes: new Map([
        ...taken.map((line) => [line.inventory_id, line.sizes] as const),
        ...bookable.map(({ slot }) => [slot.inventory_id, slot.sizes] as const),
      ]),
      shapes: [
        ...(isAccepted(tag) ? [(size: string) => tagCreative(size, 'attached'), plainTagCreative] : []),
        ...(isAccepted(image) ? [imageCreative] : []),
      ],
      taken: [...new Set(taken.map((line) => line.inventory_id))],
      takesAdvertiserRef: isAccepted(allMembers),
    };
  },
);

/**
 * Each kind of edit on its own, to the order as the edit before has left it; those of different orders at once. They may
 * make room for others, so not while that is looked for.
 */
export const edited = updates.stage(
  {
    id: 'updates.edited',
    needs: { means, basic, kinds, elsewhere },
    after: [retriesLater, reported],
    sends: { orders: Object.keys(EDITS).length + 1 },
  },
  async ({ http, means, basic, kinds, elsewhere }): Promise<Readonly<Partial<Record<EditKind, Updated>>>> => {
    const accepted = new Map(
      Object.entries({ ...kinds, elsewhere: elsewhere.find(isAccepted) ?? kinds.allMembers })
        .filter(([, sent]) => isAccepted(sent))
        .map(([kind, sent]) => [kind, booked(sent)]),
    );
    const edits = Object.entries(EDITS).map(([kind, [edit, of, what]]) => ({
      kind,
      edit,
      what: `an update ${what}`,
      order: accepted.get(of) ?? basic,
    }));
    const refs = new Set(edits.map(({ order }) => order.request.order.external_ref));
    const ofEachOrder = [...refs].map(async (ref) => {
      const own = edits.filter(({ order }) => order.request.order.external_ref === ref);
      const done: (readonly [string, Updated])[] = [];
      let before = own[0]?.order ?? basic;
      let isLeftOut = false;
      for (const { kind, edit, what, order } of own) {
        const changes = kind !== 'named-again' || isLeftOut ? edit(before.request, means, order.request) : [];
        if (changes.length === 0) continue;
        const forms = changes.map((change) => means.campaigns.update(before.request, change));
        const updated = { what, before, ...(await sendFirstTaken(http, forms)) };
        // What an update left out is named again as it was before.
        if (kind === 'left-out') isLeftOut = isAccepted(updated);
        else if (isAccepted(updated)) before = after(updated);
        const isShort = kind === 'left-out' && isLeftOut;
        done.push([kind, isShort ? { ...updated, repeated: await send(http, order.request) } : updated]);
      }
      return done;
    });
    return Object.fromEntries((await Promise.all(ofEachOrder)).flat());
  },
);

/** The lines come in another order each time. */
export const series = updates.stage(
  { id: 'updates.series', needs: { means, basic, kinds, edited }, sends: { orders: SERIES.length } },
  async ({ http, means, basic, kinds: { severalLines }, edited }) => {
    let before = asLeft(isAccepted(severalLines) ? booked(severalLines) : basic, Object.values(edited));
    const steps: (Updated & { readonly kind: Step })[] = [];
    for (const [kind, edit, what] of SERIES) {
      const reordered = { ...before.request, line_items: before.request.line_items.toReversed() };
      const changes = edit(reordered, means);
      if (changes.length === 0) continue;
      const forms = changes.map((change) => means.campaigns.update(reordered, change));
      const sent = await (kind === 'several'
        ? sendAmple(http, forms.slice(0, 1), forms.slice(1))
        : sendFirstTaken(http, forms));
      const updated = { what: `an update ${what}, in a series`, before: { ...before, request: reordered }, ...sent };
      steps.push({ kind, ...updated });
      if (isAccepted(updated)) before = after(updated);
    }
    return steps;
  },
);

/** Every update of this chapter that was to be taken. */
export const all = updates.stage({ id: 'updates.all', needs: { edited, series } }, ({ edited, series }) => [
  ...Object.entries(edited).map(([kind, updated]) => ({ kind, ...updated })),
  ...series.map((step) => ({ ...step, kind: `${step.kind} in a series` })),
]);

/** The order once an update was taken, with all ids that it was answered with. */
function after(updated: Updated): Booking {
  const { former = [], ids } = updated.before;
  return { ...booked(updated), former: [...former, ids] };
}

/** An order as the last of these updates that was taken has left it. */
export function asLeft(order: Booking, updates: readonly Updated[]): Booking {
  const last = updates.findLast(
    (one) => isAccepted(one) && one.request.order.external_ref === order.request.order.external_ref,
  );
  return last === undefined ? order : after(last);
}
