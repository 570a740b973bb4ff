import { Desk, ordering } from '../desk/desk.ts';
import { booked, isAccepted, type Sent } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { following } from '../values/flights.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { basic, corrected, material, orders } from './records.ts';

// Orders with texts that code stumbles over, and two orders that share the reference of a line.

/** For SQL, JSON, HTML and URLs, and for whatever trims, normalises or cuts texts; right-to-left letters at the end. */
const ODD_TEXT = `'"\\ \u{1F388}  e\u0301 <b> %00 '; -- \u05E9\u05DC\u05D5\u05DD`;
const WITH_NUL = 'a\u0000b';

/** An order with such a text in its name and its references. */
function orderWith(text: string, label: string, campaigns: Campaigns, on: Bookable): OrderRequest {
  const plain = campaigns.orderOn(label, on);
  const named = (ref: string) => `${ref} ${text}`;
  return {
    ...plain,
    order: { name: `${plain.order.name} ${text}`, external_ref: named(plain.order.external_ref) },
    line_items: plain.line_items.map((line) => ({ ...line, external_ref: named(line.external_ref) })),
  };
}

export interface OddTexts {
  readonly odd: Sent;
  /** The same under another key, or an order without such texts if it was refused. */
  readonly next: Sent;
  readonly withNul: Sent;
}

export const oddTexts = orders.traffic(
  {
    id: 'orders.odd-texts',
    ...ordering('break', 3),
    uses: { material, basic },
    ifThere: { corrected },
    drafts: 2,
  },
  async ({ http, material, basic: { on } }): Promise<OddTexts> => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    const odd = await desk.send(orderWith(ODD_TEXT, 'odd-texts', campaigns, on));
    const next = isAccepted(odd) ? await desk.update(odd) : await desk.send(campaigns.orderOn('plain-texts', on));
    return { odd, next, withNul: await desk.send(orderWith(WITH_NUL, 'nul', campaigns, on)) };
  },
);

/** Adds a line of one reference to two orders, for days on which neither has a line. */
export const sharedLineRef = orders.traffic(
  { id: 'orders.shared-line-reference', ...ordering('break', 2), uses: { material, oddTexts, corrected } },
  async ({ http, material, oddTexts: { next }, corrected }): Promise<readonly Sent[]> => {
    const desk = new Desk(http, material);
    const external_ref = material.campaigns.ref('L');
    const sent: Sent[] = [];
    for (const { request } of [corrected, next].filter(isAccepted).map(booked)) {
      const more = request.line_items.slice(0, 1);
      const added = more.map((line) => ({ ...line, external_ref, flight: following(line.flight) }));
      sent.push(await desk.update({ request }, { line_items: [...request.line_items, ...added] }));
    }
    return sent;
  },
);
