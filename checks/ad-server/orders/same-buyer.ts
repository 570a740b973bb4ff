import { describe, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import { basic, GENTLER, material, orders, rooms } from './basic.ts';
import {
  isAccepted,
  isRefusedForValues,
  send,
  sendAmple,
  sendFirstTaken,
  SUCCESSES,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import { imageCreative, plainTagCreative, tagCreative, type Bookable, type Campaigns } from '../values/campaign.ts';
import {
  firstSize,
  plainOrders,
  underAndPlain,
  withAllMembers,
  withCreativeOnOneLine,
  withLongLineRefs,
  withOtherScripts,
  withSeveralLines,
} from '../desk/order-forms.ts';
import { firstDayOf } from '../values/flights.ts';
import { inOtherCaseAtEnds, longRef, withOtherSign } from '../values/other-case.ts';
import type { LineItem, OrderRequest } from '../values/requests.ts';
import { expectStillListed } from '../desk/still-listed.ts';

/** The kinds of order that the contract promises to take. */
export interface Kinds {
  readonly oneDay: Tried;
  readonly severalLines: Tried;
  readonly tag: Tried;
  readonly image: Tried;
  readonly allMembers: Tried;
  readonly script: Sent;
  readonly oneCreative: Tried;
}

type Rooms = readonly [Bookable, ...Bookable[]];

/** Each kind once: on the slot that is known to take one, and where a business rule refuses that, in gentler forms. */
export async function sendKinds(
  http: Wire,
  campaigns: Campaigns,
  rooms: Rooms,
  { order: { external_ref: known } }: OrderRequest,
): Promise<Kinds> {
  const forms = (label: string, form: (on: Bookable, label: string) => OrderRequest): OrderRequest[] =>
    rooms.map((on, index) => form(on, index === 0 ? label : `${label}-${index + 1}`));
  const oneLine = (label: string, change: (on: Bookable) => Partial<LineItem>) =>
    forms(label, (on, label) => campaigns.order(label, campaigns.line(label, on, change(on))));
  const [on] = rooms;
  const size = firstSize(on.slot);
  const twoTags = { creatives: [tagCreative(size), plainTagCreative(size)] };
  const images = [
    // A creative for one of its sizes, as the first is that is approved.
    ...oneLine('image-all', ({ slot }) => ({
      sizes: slot.sizes,
      creatives: [imageCreative(firstSize(slot))],
    })).slice(0, on.slot.sizes.length > 1 ? 1 : 0),
    ...oneLine('image', ({ slot }) => ({ creatives: [imageCreative(firstSize(slot))] })),
  ];
  const tags = campaigns.order('tags', campaigns.line('tags', on, twoTags));
  const ref = longRef(tags.order.external_ref);
  const [several, ...two] = withSeveralLines(campaigns, rooms);
  const oneDays = [
    ...oneLine('one-day', (on) => ({ flight: campaigns.days(on)[0] })),
    // There may be one day of the week that flights start on.
    ...oneLine('first-day', (on) => ({ flight: firstDayOf(campaigns.flightOn(on)) })).slice(0, 1),
    ...oneLine('day', (on) => ({ flight: campaigns.days(on)[1] })).slice(0, GENTLER.length),
  ];
  const [oneDay, severalLines, tag, image, allMembers, script, oneCreative] = await Promise.all([
    sendFirstTaken(http, campaigns.hasOneBuyer ? beginningWith(known, oneDays) : oneDays),
    sendAmple(http, underAndPlain(campaigns, inOtherCaseAtEnds(withOtherSign(ref)), several), two),
    sendAmple(http, underAndPlain(campaigns, ref, tags), [
      ...oneLine('tag', ({ slot }) => ({ creatives: [tagCreative(firstSize(slot))] })).slice(0, 1),
      ...oneLine('plain', ({ slot }) => ({ creatives: [plainTagCreative(firstSize(slot))] })),
    ]),
    sendAmple(
      http,
      images.slice(0, 1).map((order) => withLongLineRefs(campaigns, order)),
      images,
    ),
    sendFirstTaken(http, withAllMembers(campaigns, rooms)),
    send(http, withOtherScripts(campaigns, on)),
    sendFirstTaken(http, withCreativeOnOneLine(campaigns, rooms)),
  ]);
  return { oneCreative, oneDay, severalLines, tag, image, allMembers, script };
}

/** The first under a reference that begins with one which is there: whether they are told apart shows in the ids. */
function beginningWith(ref: string, forms: readonly OrderRequest[]): OrderRequest[] {
  return forms.map((form, index) =>
    index === 0 ? { ...form, order: { ...form.order, external_ref: `${ref}0` } } : form,
  );
}

/** All for one buyer, who has booked before. */
export const ofOneBuyer = orders.stage(
  { id: 'orders.kinds-of-one-buyer', needs: { material, basic, rooms }, sends: { orders: 7 }, drafts: 7 },
  ({ http, material: { campaigns }, basic: { request }, rooms }) => sendKinds(http, campaigns, rooms, request),
);

/**
 * Where orders of the buyer are refused, and plain ones as well, one of a new buyer shows whether it is for the buyer.
 * The buyer's are asked for once more in between, and a second new buyer's behind: there may be no room left.
 */
export const buyerBooksAgain = orders.check(
  {
    id: 'orders.buyer-books-again',
    level: 'must',
    section: 'ad-server §4.4 rule 1',
    requirement: 'Another order of an advertiser that exists is accepted: the advertiser is used again.',
    fix: 'Look the advertiser up by `advertiser.name`, and create it only where there is none: that it exists is no reason to refuse an order.',
    needs: { material, basic, rooms, ofOneBuyer, maxPages },
    sends: { orders: 0, inventory: 0 },
    once: true,
  },
  async ({ http, material: { campaigns }, basic, rooms, ofOneBuyer, maxPages }) => {
    const sent = Object.values<Sent>({ ...ofOneBuyer }).filter(
      ({ request }) => request.advertiser.name === basic.request.advertiser.name,
    );
    const isTaken = sent.some(isAccepted);
    if (sent.every((one) => isAccepted(one) || (isTaken && isRefusedForValues(one)))) return;
    // At last for other days: a service may take no two orders for the same.
    const [on] = rooms;
    const tried = [...rooms, { ...on, flight: campaigns.later(on) }];
    const plain = (label: string, buyer?: string) => {
      const forms = plainOrders(campaigns, tried, label);
      const advertiser = buyer === undefined ? {} : { advertiser: { name: campaigns.name(buyer) } };
      return sendFirstTaken(
        http,
        forms.map((order) => ({ ...order, ...advertiser })),
      );
    };
    const known = await plain('one-buyer');
    if (isAccepted(known)) return;
    const other = await plain('new-buyer', 'new buyer');
    const again = await plain('one-again');
    if (isAccepted(again)) return;
    const another = isAccepted(other) ? await plain('newer-buyer', 'newer buyer') : other;
    if (!isAccepted(another)) {
      if (isTaken) return;
      inconclusive(
        `No second order was accepted, of a new advertiser neither: ${describe(another.reply)}.`,
        known.reply,
        another.reply,
      );
    }
    // So many drafts of one buyer may be all that a business rule allows.
    if (isTaken && isRefusedForValues(again)) return;
    await expectStillListed({ http, maxPages }, again, ...SUCCESSES);
    campaigns.changeBuyers();
    violation({
      expected: 'a second order of an advertiser accepted, as the first order of a new advertiser is',
      actual: describe(again.reply),
      replies: [another.reply, again.reply],
    });
  },
);
