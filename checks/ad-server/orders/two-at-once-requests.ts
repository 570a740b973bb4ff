import type { Together, Kinds, OfSizes } from '../desk/material.ts';
import { isBeyondTerms } from '../../../src/http/reply.ts';
import { bookTogether } from '../desk/together.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { inCountries, linesIn } from '../desk/order-forms.ts';
import {
  bookingsOf,
  isAccepted,
  isRefusedForValues,
  mayBeBeyondLimits,
  slotsOf,
  type Sent,
} from '../readers/booking.ts';
import type { Bookable } from '../values/campaign.ts';
import { inOtherCaseAtEnds } from '../values/near-misses.ts';
import { termsFound } from '../desk/first-booking.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import {
  created,
  everyCreated,
  basic,
  bookedKinds,
  kinds,
  material,
  onOtherSlots,
  orders,
  pair,
  twoSlots,
  type Pair,
} from '../booking-records.ts';

/**
 * Two lines in two countries on one slot, with the name of another order and long references; without these if that is
 * refused.
 */
orders.traffic(
  {
    makes: pair,
    ...ordering('book', 1),
    uses: { material, basic, booked: bookedKinds },
    ifThere: { onOtherSlots },
    drafts: 1,
  },
  async ({ http, material, basic, booked: { kinds } }): Promise<Pair> => {
    const desk = new Desk(http, material);
    const { campaigns, free } = material;
    const on = free?.[0] ?? basic.on;
    const known = kinds.oneDay ?? basic;
    const inTwo = (label: string) => inCountries(campaigns, on, label, ...campaigns.countries.slice(0, 2));
    const likeKnown = underAlmostKnown(inTwo('pair'), kinds.severalLines ?? basic, kinds.tag);
    const odd = await desk.send(inOddForm(likeKnown, known, on));
    if (isAccepted(odd)) return { odd, sent: odd };
    if (mayBeBeyondLimits(odd)) {
      // Perhaps references are too long; then, perhaps they have signs that are refused.
      const short = withLines((lines) => [...lines, ...further(lines, on, alikeAndShort)])(inTwo('alike'));
      for (const request of [withName(known)(underAlmostKnown(short, basic)), withMoreLines(on)(inTwo('many'))]) {
        const many = await desk.update({ request });
        if (isAccepted(many)) return { odd: many, sent: many };
      }
    }
    // Under another reference: something may be left of the refused order.
    const sent = await desk.update({ request: inTwo('two') });
    if (isAccepted(sent) && !mayBeBeyondLimits(odd)) {
      for (const [number, [trait, withTrait]] of Object.entries(traitsOf(known, on)).entries()) {
        const alone = await desk.send(withTrait(inTwo(`two-${number + 1}`)));
        if (!isAccepted(alone) && !mayBeBeyondLimits(alone)) return { odd, sent, alone: { ...alone, trait } };
      }
    }
    if (!isRefusedForValues(sent) && !isBeyondTerms(sent.reply)) return { odd, sent };
    // A service may serve one country only, so the odd form is also tried without countries.
    const lines = [campaigns.line('days-a', on), campaigns.line('days-b', on, { flight: campaigns.later(on) })];
    return { odd: await desk.send(inOddForm(campaigns.order('days', ...lines), known, on)), sent };
  },
);

/** The ids show whether the service confuses the order with another of almost the same reference. */
function underAlmostKnown(request: OrderRequest, usual: Sent, tag?: Sent): OrderRequest {
  const { external_ref: ref } = usual.request.order;
  const long = tag?.request.order.external_ref ?? '';
  // A column cuts off long references only.
  const external_ref = inOtherCaseAtEnds(long.length > ref.length ? long : ref);
  return { ...request, order: { ...request.order, external_ref } };
}

/** The goal of each further line: together they should not take much room. */
const SMALL_GOAL = 1000;

type Lines = readonly LineItem[];

const withLines =
  (change: (lines: Lines) => Lines) =>
  (request: OrderRequest): OrderRequest => ({ ...request, line_items: change(request.line_items) });

const withName =
  ({ request: { order: known } }: Sent) =>
  ({ order, ...request }: OrderRequest): OrderRequest => ({ ...request, order: { ...order, name: known.name } });

/** Many lines, under long references that are not plain ASCII: the answer must tell them apart. */
const inOddForm = (order: OrderRequest, known: Sent, on: Bookable): OrderRequest =>
  withLines((lines) => [...withUmlauts(lines), ...further(lines, on, alike)])(withName(known)(order));

/** What is odd about that order, one by one. */
const traitsOf = (known: Sent, on: Bookable): Readonly<Record<string, (order: OrderRequest) => OrderRequest>> => ({
  'its name, which another order has': withName(known),
  'its line references, which have 30 characters more': withLines(withLongerRefs),
  'its line references, which have umlauts': withLines(withUmlauts),
  'the number of its lines': withMoreLines(on),
  'the length of its line references': withLines((lines) => [...lines, ...further(lines, on, alike)]),
});

const withMoreLines = (on: Bookable) => withLines((lines) => [...lines, ...further(lines, on, numbered)]);

/** Plain, and at least as long as those with umlauts. */
const withLongerRefs = (lines: Lines): Lines =>
  lines.map((line, index) => ({ ...line, external_ref: `${lines[0]?.external_ref}-${'x'.repeat(30)}-${index + 1}` }));

const withUmlauts = (lines: Lines): Lines =>
  lines.map((line, index) => {
    const sign = index === lines.length - 1 ? '_' : '/';
    return { ...line, external_ref: `${lines[0]?.external_ref} Frühjahr.Größe & Länge${sign}1 äöü` };
  });

function further(lines: Lines, on: Bookable, refs: (ref: string) => readonly string[]): Lines {
  const goal_impressions = Math.min(on.goal, SMALL_GOAL);
  return refs(`${lines[0]?.external_ref}-alike`).flatMap((external_ref, index) =>
    lines
      .slice(index % lines.length)
      .slice(0, 1)
      .map((line) => ({ ...line, external_ref, goal_impressions })),
  );
}

const numbered = (ref: string): readonly string[] => alike(ref).map((_, index) => `${ref}-${index + 1}`);

export const twoCountries = orders.traffic(
  { id: 'orders.two-countries', ...ordering('book', 0), uses: { material, basic, pair } },
  async ({ http, material, basic: { on }, pair: { sent } }): Promise<Together> => {
    if (!isRefusedForValues(sent)) return { sent };
    return bookTogether(new Desk(http, material), {
      what: 'countries',
      on,
      all: material.campaigns.countries,
      order: (label, on, ...countries) => inCountries(material.campaigns, on, label, ...countries),
    });
  },
);

const TRIED_SLOTS = 8;

orders.traffic(
  {
    makes: twoSlots,
    ...ordering('book', 0),
    uses: { material, basic, allMembers: kinds.allMembers },
    ifThere: { twoCountries },
  },
  async ({ http, material, basic: { on }, allMembers }): Promise<Together> => {
    if (isAccepted(allMembers) && new Set(slotsOf(allMembers.request)).size > 1) return { sent: allMembers };
    // Slots of different formats may not belong in one order.
    const listed = [...material.bookable.map(({ slot }) => slot), ...material.otherSlots];
    const slots = listed.filter(({ format }) => format === on.slot.format);
    return bookTogether(new Desk(http, material), {
      what: 'slots',
      on,
      all: slots.slice(0, TRIED_SLOTS),
      order: (label, on, ...slots) => linesIn(material.campaigns, label, ...slots.map((slot) => ({ ...on, slot }))),
    });
  },
);

orders.record(
  { makes: everyCreated, of: { created }, maybe: { ...kinds, onOtherSlots, twoCountries, pair } },
  ({ created, twoCountries, pair }) => [...created, ...bookingsOf([twoCountries?.sent, pair?.odd])],
);

/** The terms with which this run booked, for the configuration of the next one. */
export const termsTaken = orders.record(
  { id: 'orders.terms-taken', of: { material, basic, everyCreated, onOtherSlots }, ifThere: { twoSlots } },
  ({ material: { terms, campaigns }, basic: { on }, everyCreated, onOtherSlots, twoSlots }) => {
    const orders = [...everyCreated, ...onOtherSlots, ...(twoSlots?.sent ? [twoSlots.sent] : [])];
    return termsFound(terms.stated, { on, orders, campaigns });
  },
);

const MOST_TRIED = 6;

const takenWith = (kinds: Kinds, has: (line: LineItem) => boolean) =>
  bookingsOf(Object.values(kinds)).find(({ request }) => request.line_items.some(has));

export const lineInTwoCountries = orders.traffic(
  { id: 'orders.line-in-two-countries', ...ordering('book', 0), uses: { material, basic, booked: bookedKinds } },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<Together> => {
    const { campaigns } = material;
    const sent = takenWith(kinds, ({ targeting: { geo = [] } = {} }) => geo.length > 1);
    if (sent !== undefined) return { sent };
    return bookTogether(new Desk(http, material), {
      what: 'countries',
      on,
      all: campaigns.countries.slice(0, MOST_TRIED),
      order: (label, on, ...geo) => campaigns.orderOn(`one-${label}`, on, { targeting: { geo } }),
    });
  },
);

export const lineOfTwoSizes = orders.traffic(
  {
    id: 'orders.line-of-two-sizes',
    ...ordering('book', 0),
    uses: { material, basic, booked: bookedKinds },
    ifThere: { lineInTwoCountries },
  },
  async ({ http, material, basic: { on }, booked: { kinds } }): Promise<OfSizes> => {
    const { campaigns, bookable } = material;
    const sent = takenWith(kinds, ({ sizes }) => sizes.length > 1);
    if (sent !== undefined) return { sent };
    const slot = [on.slot, ...bookable.map(({ slot }) => slot)].find(({ sizes }) => sizes.length > 1);
    if (slot === undefined) return { none: 'No slot that may be booked lists two sizes.' };
    const desk = new Desk(http, material);
    const together = await bookTogether(desk, {
      what: 'sizes',
      on: { ...on, slot },
      all: slot.sizes.slice(0, MOST_TRIED),
      order: (label, on, ...sizes) => campaigns.orderOn(`one-${label}`, on, { sizes }),
    });
    if (together.sent !== undefined) return together;
    // One size may have no room.
    for (const size of slot.sizes.slice(1, MOST_TRIED)) {
      const one = await desk.send(campaigns.orderOn(`size-${size}`, { ...on, slot }, { sizes: [size] }));
      if (!isRefusedForValues(one)) return together;
    }
    const withOne = await desk.send(campaigns.orderOn('one-size', { ...on, slot }));
    await desk.control(withOne, (when) => [
      campaigns.orderOn(`all-sizes-${when}`, { ...on, slot }, { sizes: slot.sizes }),
    ]);
    return isRefusedForValues(withOne) && withOne.reply.excuse === undefined ? { withOne } : together;
  },
);

const EDITS: readonly ((text: string) => string)[] = [
  (text) => text.replace('Größe', 'größe'),
  (text) => text.replace('Größe', 'Große'),
  (text) => text.normalize('NFD'),
  (text) => `${text} `,
  (text) => text.replace('文', '字'),
  (text) => text.replace('🎈', '🎆'),
  (text) => text.replace('1_x', '1-x'),
];

/** Few database columns are wider. */
const COLUMN_WIDTH = 256;

/** References that some collation, decoder or column takes for the first of them. */
function alike(ref: string): readonly string[] {
  const text = oddText(ref);
  const wide = ref.padEnd(COLUMN_WIDTH, 'x');
  return [text, ...EDITS.map((edit) => edit(text)), `${wide}a`, `${wide}b`];
}

/** The same without those that a service which trims texts or limits their length refuses, and one that shows trimming. */
function alikeAndShort(ref: string): readonly string[] {
  const text = oddText(ref);
  return [text, ...EDITS.map((edit) => edit(text).trim()).filter((edited) => edited !== text), `${ref} end `];
}

const oddText = (ref: string): string => `${ref} Größe 文🎈 "a/b" & 1_x #2|c:d`;
