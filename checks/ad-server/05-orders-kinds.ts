import { expect, violation } from '../../src/engine/expect.ts';
import type { Reply } from '../../src/http/reply.ts';
import { basic, material, orders, rooms } from './05-orders.ts';
import {
  booked,
  isAccepted,
  isRefusedForValues,
  mayBeRepeat,
  refusedInWords,
  send,
  sendFirstTaken,
  type Booking,
  type Tried,
} from './booking.ts';
import { imageCreative, plainTagCreative, tagCreative, type Bookable, type Campaigns } from './campaign.ts';
import { maxPages } from '../givens.ts';
import { COUNTRIES, type LineItem, type OrderRequest } from './requests.ts';
import { goneSlots, ofSlots } from './still-listed.ts';

/**
 * The kinds of order that the contract promises to take, each booked once: on the slot that is known to take one, and
 * where a business rule refuses that, in gentler forms.
 */
export const kinds = orders.stage(
  { id: 'orders.kinds', needs: { material, rooms }, sends: { orders: 6 }, drafts: 6 },
  async ({ http, material: { campaigns }, rooms }) => {
    const forms = (label: string, form: (on: Bookable, label: string) => OrderRequest): OrderRequest[] =>
      rooms.map((on, index) => form(on, index === 0 ? label : `${label}-${index + 1}`));
    const oneLine = (label: string, change: (on: Bookable) => Partial<LineItem>) =>
      forms(label, (on, label) => campaigns.order(label, campaigns.line(label, on, change(on))));
    const [on] = rooms;
    const [oneDay, severalLines, tag, image, allMembers, script] = await Promise.all([
      sendFirstTaken(http, [
        ...oneLine('one-day', (on) => ({ flight: campaigns.days(on)[0] })),
        ...oneLine('other-day', (on) => ({ flight: campaigns.days(on)[1] })).slice(0, 3),
      ]),
      sendFirstTaken(http, withSeveralLines(campaigns, rooms)),
      sendFirstTaken(http, [
        ...oneLine('tag', ({ slot }) => ({ creatives: [tagCreative(firstSize(slot))] })).slice(0, 1),
        ...oneLine('plain-tag', ({ slot }) => ({ creatives: [plainTagCreative(firstSize(slot))] })),
      ]),
      sendFirstTaken(
        http,
        oneLine('image', ({ slot }) => ({ creatives: [imageCreative(firstSize(slot))] })),
      ),
      sendFirstTaken(http, withAllMembers(campaigns, rooms)),
      send(http, withOtherScripts(campaigns, on)),
    ]);
    return { oneDay, severalLines, tag, image, allMembers, script };
  },
);

function firstSize({ sizes }: Bookable['slot']): string {
  return sizes[0] ?? '300x250';
}

/** Two lines on one slot: one in a country, for one month; the other worldwide, for the next. */
function withSeveralLines(campaigns: Campaigns, [on, ...others]: readonly [Bookable, ...Bookable[]]): OrderRequest[] {
  const order = (label: string, on: Bookable, country: string, [first, second]: readonly LineItem['flight'][]) =>
    campaigns.order(
      label,
      campaigns.line(`${label}-a`, on, { targeting: { geo: [country] }, ...(first ? { flight: first } : {}) }),
      campaigns.line(`${label}-b`, on, second ? { flight: second } : {}),
    );
  return [
    ...COUNTRIES.map((country) =>
      order(`several-${country}`, on, country, [on.flight ?? campaigns.flights.usual, campaigns.later(on)]),
    ),
    ...[on, ...others].flatMap((room, index) =>
      COUNTRIES.slice(0, 4).map((country) =>
        order(`halves-${country}-${index + 1}`, room, country, campaigns.halves(room)),
      ),
    ),
  ];
}

/** Every optional member is there, empty where it may be; at first with a second slot and all sizes, where there are. */
function withAllMembers(campaigns: Campaigns, rooms: readonly [Bookable, ...Bookable[]]): OrderRequest[] {
  const [on] = rooms;
  const elsewhere = rooms.find(({ slot }) => slot.inventory_id !== on.slot.inventory_id);
  const order = (label: string, ...lines: readonly LineItem[]): OrderRequest => {
    const plain = campaigns.order(label, ...lines);
    return { ...plain, advertiser: { ...plain.advertiser, external_ref: campaigns.ref('advertiser') } };
  };
  const line = (label: string, room: Bookable, change: Partial<LineItem> = {}) =>
    campaigns.line(label, room, { targeting: { geo: [] }, creatives: [], ...change });
  const allSizes = { sizes: on.slot.sizes };
  return [
    ...(elsewhere === undefined
      ? []
      : [order('all', line('all-a', on, allSizes), line('all-b', elsewhere, { targeting: {} }))]),
    order('all-one-slot', line('all-one-slot', on, allSizes)),
    ...rooms.map((room, index) => order(`all-${index + 2}`, line(`all-${index + 2}`, room))),
  ];
}

function withOtherScripts(campaigns: Campaigns, on: Bookable): OrderRequest {
  const order = campaigns.order('other-scripts', campaigns.line('other-scripts', on));
  const name = `${campaigns.name('Größe & <Änderung> "東京" — مرحبا')} 🎈`;
  return {
    ...order,
    order: { ...order.order, name },
    advertiser: { name: `${order.advertiser.name} «Ünïcode» 広告主` },
  };
}

/** All orders that were made by creating, for the rules about every created order. */
export const created = orders.stage(
  { id: 'orders.created', needs: { basic }, prefers: { kinds } },
  ({ basic, kinds }): readonly Booking[] => [
    basic,
    ...Object.values(kinds ?? {})
      .filter(isAccepted)
      .map(booked),
  ],
);

export const createdIs201 = orders.check(
  {
    id: 'orders.created-is-201',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'An order that is created is answered 201.',
    fix: 'Answer 201 when a new order was saved; keep 200 for a repeat and for an update.',
    needs: { created },
  },
  ({ created }) => {
    for (const { reply } of created) if (!mayBeRepeat(reply)) expect(reply).status(201);
  },
);

const KINDS = [
  [
    'oneDay',
    'one-day-flight',
    'A line with a flight of one day is accepted.',
    'Treat `end_date` as the last day: a flight that starts and ends on one day is valid.',
    'ad-server §2.5',
  ],
  [
    'severalLines',
    'several-lines-on-one-slot',
    'Several lines on one slot, differing in geo or month, are accepted.',
    'Tell lines apart by `external_ref`, never by their slot; accept country codes in `targeting.geo`.',
    'ad-server §2.5',
  ],
  [
    'allMembers',
    'optional-members',
    'An order with all optional members is accepted, also where they are empty.',
    'Accept `targeting.geo` and `creatives` as empty arrays, and an `advertiser.external_ref`.',
    'ad-server §2.5',
  ],
] as const;

for (const [kind, rule, requirement, fix, section] of KINDS)
  orders.check(
    {
      id: `orders.${rule}`,
      level: 'must',
      section,
      requirement,
      fix,
      needs: { kinds, maxPages },
      sends: { inventory: 0 },
    },
    async ({ http, kinds: { [kind]: sent }, maxPages, note }) => {
      await goneSlots(http, maxPages, [...sent.refused, sent].map(ofSlots), 200, 201);
      booked(sent);
      noteRefused(sent, note);
    },
  );

function noteRefused(sent: Tried, note: (remark: string) => void): void {
  const refused = refusedInWords(sent);
  if (isAccepted(sent) && refused !== null) note(refused);
}

orders.check(
  {
    id: 'orders.names-in-any-script',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'Names in any script are taken as text.',
    fix: 'Store names as Unicode, and escape them where you show them; a 422 with a clear message is the way to refuse one.',
    needs: { kinds },
  },
  ({ kinds: { script }, note }) => {
    if (isRefusedForValues(script)) note('Refused with 422, as a business rule may.');
    else expect(script.reply).status(200, 201);
  },
);

orders.check(
  {
    id: 'orders.takes-creatives',
    level: 'must',
    section: 'ad-server §2.6',
    requirement: 'A line with a creative of at least one of the two shapes is accepted.',
    fix: 'Accept `third_party_tag` creatives; fall back to `image` where your platform cannot serve a tag.',
    needs: { kinds },
  },
  ({ kinds: { tag, image }, note }) => {
    for (const sent of [tag, image]) if (!isRefusedForValues(sent)) expect(sent.reply).status(200, 201);
    if (!isAccepted(tag) && !isAccepted(image))
      violation({
        expected: 'one of the two creative shapes accepted',
        actual: 'both refused with 422',
        replies: [image.reply, tag.reply],
      });
    for (const sent of [tag, image]) noteRefused(sent, note);
  },
);

orders.check(
  {
    id: 'orders.takes-both-creative-shapes',
    level: 'should',
    section: 'ad-server §2.6',
    requirement: 'Both creative shapes are accepted: tags first, images as a fallback.',
    fix: 'Accept the other shape too; the client supplies whichever it has.',
    needs: { kinds },
  },
  ({ kinds: { tag, image } }) => {
    if (isAccepted(tag) === isAccepted(image)) return;
    const refused: Reply = isAccepted(tag) ? image.reply : tag.reply;
    if (refused.status === 422) expect(refused).status(200, 201);
  },
);
