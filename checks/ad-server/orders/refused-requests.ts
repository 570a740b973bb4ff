import { inconclusive } from '../../../src/engine/signal.ts';
import { hasFailed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { Desk, ordering, permit } from '../desk/desk.ts';
import { firstSize } from '../desk/order-forms.ts';
import { isAccepted, isAsOfSlot, isRefusedForValues, isUnknown, type Sent, booked } from '../readers/booking.ts';
import { plainTagCreative, tagCreative, type Bookable, type Campaigns } from '../values/campaign.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import * as near from '../values/near-misses.ts';
import {
  corrected,
  kinds,
  material,
  model,
  orders,
  unknownSlots,
  wrong,
  type Model,
  type SentWrong,
  basic,
} from '../booking-records.ts';
import { following } from '../values/flights-and-countries.ts';

export const NO_SIZE = 'banana';

type WrongValue = Partial<LineItem>;

/** Where a bad line may stand: a service must refuse the order in each case. */
const POSITIONS = {
  only: ['for the only line', (bad: LineItem) => [bad]],
  second: ['for the second line', (bad: LineItem, good: LineItem) => [good, bad]],
  before: ['for the first of two lines, where the other is right', (bad: LineItem, good: LineItem) => [bad, good]],
} as const;

type Position = keyof typeof POSITIONS;

const BY_TURNS: readonly [Position, ...Position[]] = ['only', 'second', 'before'];

/** A longer value, such as a flight, is read faster alone. */
const LONGEST_RIGHT = 40;

function sendWithOneBadLine(
  desk: Desk,
  good: LineItem,
  label: string,
  changes: readonly WrongValue[],
  positions: readonly [Position, ...Position[]] = BY_TURNS,
) {
  const { campaigns } = desk;
  const sending = changes.map(async (change, index): Promise<SentWrong> => {
    // A service may limit references, so these are no longer than accepted ones.
    const bad = { ...good, ...change, external_ref: campaigns.ref('Line-bad') };
    const own = { ...good, external_ref: campaigns.ref('Line-good') };
    const [where, linesOf] = POSITIONS[positions[index % positions.length] ?? positions[0]];
    const order = campaigns.order(`${label}-${index + 1}`, ...linesOf(bad, own));
    // A slot that never existed cannot have left the inventory.
    const sent = await (change.inventory_id === undefined ? desk.send(order) : desk.ask(order));
    const [[member, value] = []] = Object.entries(change);
    const [, right] = Object.entries(good).find(([name]) => name === member) ?? [];
    const shown = JSON.stringify(right ?? '');
    const instead = right === undefined || shown.length > LONGEST_RIGHT ? '' : ` in place of ${shown}`;
    return { ...sent, bad, where: `${where}, with ${member} ${JSON.stringify(value)}${instead}` };
  });
  return Promise.all(sending);
}

interface Sending {
  readonly positions?: readonly [Position, ...Position[]];
  readonly control?: (sent: readonly SentWrong[], model: Model) => void;
}

function sendWrong(
  what: keyof typeof wrong,
  changes: (model: Model) => readonly WrongValue[],
  { positions, control }: Sending = {},
): void {
  orders.traffic(
    {
      makes: wrong[what],
      ...ordering('refuse', 4),
      uses: { material, model },
      ifThere: { tag: kinds.tag },
      atOnce: true,
      again: true,
      odd: true,
    },
    async ({ http, material, model, tag }) => {
      const possible = changes(model).map((change) => (tag && !isAccepted(tag) ? withoutCreatives(change) : change));
      const sent = await sendWithOneBadLine(new Desk(http, material), model.line, what, possible, positions);
      control?.(sent, model);
      return sent;
    },
  );
}

/** A tag that is refused by itself would hide what the order is refused for. */
function withoutCreatives({ creatives: _refused, ...change }: WrongValue): WrongValue {
  return change;
}

sendWrong('reversed', ({ campaigns: { flights, countries }, line: { sizes } }) => [
  { flight: flights.reversed },
  {
    flight: flights.reversed,
    creatives: [plainTagCreative(sizes[0] ?? '')],
    targeting: { geo: countries.slice(0, 1) },
  },
  { flight: flights.reversedByDay },
]);

sendWrong('no-date', ({ campaigns: { flights } }) =>
  [flights.impossibleSoon, flights.impossible, flights.impossibleStart].map((flight) => ({ flight })),
);

sendWrong('misspelt', ({ campaigns: { flights } }) => flights.misspelt.map((flight) => ({ flight })));

sendWrong(
  'fraction',
  ({ line: { goal_impressions: goal } }) => [{ goal_impressions: goal + 0.5 }, { goal_impressions: goal + 0.25 }],
  { positions: ['second', 'before'] },
);

sendWrong(
  'negative',
  ({ line: { goal_impressions: goal } }) => [{ goal_impressions: -goal }, { goal_impressions: 0 }],
  { positions: ['before', 'second'] },
);

sendWrong('unfit', unfittingSizes, { control: permitSmaller });

function unfittingSizes({ slot: { sizes }, others }: Model): readonly WrongValue[] {
  const tooLarge = near.larger(sizes, true, true);
  return [
    { sizes: [near.larger(sizes, false, true)] },
    { sizes: [tooLarge], creatives: [plainTagCreative(tooLarge)] },
    ...[
      near.larger(sizes, true, false),
      ...near.turned(sizes),
      NO_SIZE,
      ...near.sidesOfTwo(sizes),
      ...near.sizeOfAnother(sizes, allSizes(others)),
      ...near.withOneDigitLess(sizes),
      ...near.narrower(sizes),
    ].map((size) => ({ sizes: [size] })),
  ];
}

/** A service may sell the room of a slot: then any smaller size fits. */
function permitSmaller(sent: readonly SentWrong[], { slot: { sizes } }: Model): void {
  const [narrower] = near.narrower(sizes);
  const withSize = (size: string | undefined) => sent.filter(({ bad }) => size !== undefined && bad.sizes[0] === size);
  const [smaller] = withSize(narrower);
  if (smaller === undefined || !isAccepted(smaller)) return;
  for (const { reply } of [smaller, ...withSize(near.withOneDigitLess(sizes)[0])])
    permit(reply, 'Any size that the slot has room for is accepted.', smaller.reply);
}

/** An unfitting size among fitting ones: between other sizes of the line, and as the size of another line. */
export const mixedSizes = orders.traffic(
  { id: 'orders.mixed-sizes', ...ordering('refuse', 2), uses: { material, model }, again: true, odd: true },
  async ({ http, material, model }) => {
    const { campaigns, line, slot } = model;
    const others = slot.sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
    const sizes = [...line.sizes, near.larger(slot.sizes, true, true), ...others];
    const mixed = { ...line, external_ref: campaigns.ref('Line-mixed'), sizes };
    const requests = [campaigns.order('mixed-sizes', mixed), ...sizeOfOtherLine(model)];
    const desk = new Desk(http, material);
    return Promise.all(requests.map((request) => desk.send(request)));
  },
);

function sizeOfOtherLine({ campaigns, line, slot, others }: Model): OrderRequest[] {
  return near.sizeOfAnother(slot.sizes, allSizes(others)).flatMap((size) => {
    const owner = others.find(({ sizes }) => sizes.includes(size));
    if (owner === undefined) return [];
    const own = { ...line, external_ref: campaigns.ref('Line-own'), inventory_id: owner.inventory_id, sizes: [size] };
    return [campaigns.order('other-line', { ...line, external_ref: campaigns.ref('Line-other'), sizes: [size] }, own)];
  });
}

const allSizes = (slots: readonly InventorySlot[]) => slots.flatMap(({ sizes }) => sizes);

orders.traffic(
  { makes: unknownSlots, ...ordering('break', 2), uses: { material, model }, again: true },
  async ({ http, material, model }) => {
    const desk = new Desk(http, material);
    const { slot, ids } = model;
    const sendAll = (label: string, madeUp: typeof near.unknownSlot) => {
      const wrong = [1, 2].map(() => ({ inventory_id: madeUp(slot.inventory_id, ids) }));
      return sendWithOneBadLine(desk, model.line, label, wrong);
    };
    let sent = await sendAll('unknown', near.unknownSlot);
    // A made-up id may belong to an unlisted slot; one that is far from all others does not.
    if (sent.some(isAsOfSlot)) {
      sent = await sendAll('far', near.farUnknownSlot);
      for (const { reply } of sent)
        if (reply.status === 400) permit(reply, 'It may not have the form of an id.', reply);
    }
    for (const [index, one] of sent.entries()) await controlUnknown(desk, model, one, `good-${index + 1}`);
    return sent;
  },
);

/**
 * A service that compares only the beginning of ids, or reads them as numbers, takes it for the listed id. A good line
 * follows: a service may overwrite its verdict on one line with that on the next.
 */
export const withLettersBehind = orders.traffic(
  {
    id: 'orders.letters-behind-an-id',
    phase: 'break',
    uses: { material, model },
    ifThere: { unknownSlots },
    sends: { orders: 1, inventory: 0 },
    again: true,
  },
  ({ http, material, model: { campaigns, slot, line } }) => {
    const inventory_id = near.withLetters(slot.inventory_id);
    const good = { ...line, external_ref: campaigns.ref('Line-good') };
    return new Desk(http, material).ask(campaigns.order('letters', { ...line, inventory_id }, good));
  },
);

const OTHER_SLOTS = 3;

/** Excuses the 422 for an unknown slot if the same order on a real slot is refused with it, too. */
async function controlUnknown(desk: Desk, model: Model, sent: SentWrong, label: string): Promise<void> {
  const { request, reply } = sent;
  if (!isRefusedForValues(sent)) return;
  // The slot of the good line may have left the inventory.
  await desk.excuseGone([{ request: { ...request, line_items: [model.line] }, reply }]);
  const isSecond = request.line_items.length > 1;
  // A business rule may allow one slot per campaign.
  const slots = isSecond ? model.others.slice(0, OTHER_SLOTS) : [model.line];
  const why = 'No order on two slots is taken.';
  if (slots.length === 0) permit(reply, why);
  const known = (when: string) =>
    slots.map(({ inventory_id, sizes }, at) => {
      const lines = request.line_items.with(-1, { ...model.line, inventory_id, sizes: sizes.slice(0, 1) });
      return desk.campaigns.order(`${label}-${when}-${at}`, ...lines);
    });
  await desk.control(sent, known, isSecond ? why : undefined);
}

const wrongLines = orders.record(
  { id: 'orders.wrong-lines', of: { model }, maybe: { unfit: wrong.unfit } },
  ({ model: { campaigns, line, ids, slot }, unfit = [] }): readonly object[] => {
    const bad = { ...line, external_ref: campaigns.ref('Line-refused-bad') };
    const { sizes, ...incomplete } = bad;
    return [
      { ...bad, inventory_id: near.farUnknownSlot(slot.inventory_id, ids) },
      { ...bad, flight: campaigns.flights.reversed },
      incomplete,
      // If the service accepted such a size before, this order would be created.
      ...(unfit.length > 0 && !unfit.some(isAccepted)
        ? [{ ...bad, sizes: [near.larger(slot.sizes, true, true)] }]
        : []),
    ];
  },
);

/** An order that is refused for one line, and then the order without that line. */
orders.traffic(
  {
    makes: corrected,
    ...ordering('break', 5),
    uses: { material, model, wrongLines },
    drafts: 1,
    odd: true,
  },
  async ({ http, material, model, wrongLines }) => {
    const desk = new Desk(http, material);
    const { campaigns, line } = model;
    const order = campaigns.order('refused', { ...line, external_ref: campaigns.ref('Line-refused') });
    const replies = await refuse(desk, order, wrongLines);
    return { ...(await desk.update({ request: order })), replies };
  },
);

async function refuse(desk: Desk, order: OrderRequest, wrong: readonly object[]): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const line of wrong) {
    const { reply } = await desk.ask({ ...desk.campaigns.update(order), line_items: [...order.line_items, line] });
    if (isSuccess(reply)) inconclusive('An order with a wrong line was accepted.', reply);
    replies.push(reply);
  }
  return replies;
}

/** What SQL, JSON, HTML and URLs escape, and what gets trimmed, normalised or cut; then right-to-left letters. */
const ODD_TEXT = `'"\\ \u{1F388}  e\u0301 <b> %00 '; -- \u05E9\u05DC\u05D5\u05DD`;
/** Of two, three and four bytes in UTF-8. */
const NOTE = '\u00E4\u4E2D\u{1F600}';
const WITH_NUL = 'a\u0000b';

function orderWith(text: string, campaigns: Campaigns, on: Bookable, isTagTaken: boolean): OrderRequest {
  const tag = tagCreative(firstSize(on.slot), NOTE);
  const plain = campaigns.orderOn('odd-texts', on, isTagTaken ? { creatives: [tag] } : {});
  const named = (ref: string) => `${ref} ${text}`;
  return {
    ...plain,
    order: { name: `${plain.order.name} ${text}`, external_ref: named(plain.order.external_ref) },
    line_items: plain.line_items.map((line) => ({ ...line, external_ref: named(line.external_ref) })),
  };
}

export const oddTexts = orders.traffic(
  {
    id: 'orders.odd-texts',
    ...ordering('break', 3),
    uses: { material, basic },
    ifThere: { tag: kinds.tag },
    drafts: 1,
  },
  async ({ http, material, basic: { on }, tag }) => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    const odd = await desk.send(orderWith(ODD_TEXT, campaigns, on, tag !== undefined && isAccepted(tag)));
    // The same under another key, or an order without such texts if it was refused.
    const next = isAccepted(odd) ? await desk.update(odd) : await desk.send(campaigns.orderOn('plain-texts', on));
    const { order } = next.request;
    return { odd, next, withNul: await desk.update(next, { order: { ...order, name: `${order.name} ${WITH_NUL}` } }) };
  },
);

/** Added to an order that exists, so that no further draft is left. */
export const archivedOrder = orders.traffic(
  {
    id: 'orders.archived-slot',
    ...ordering('break', 1),
    uses: { material, basic, oddTexts },
    mayUse: { unfit: wrong.unfit },
  },
  ({ http, material, basic: { on }, oddTexts: { next }, unfit = [] }): Promise<Sent> | null => {
    const slot = material.archived.find(({ sizes }) => sizes.length > 0);
    if (slot === undefined) return null;
    const { campaigns, terms, ...open } = material;
    const line = campaigns.line('archived', { ...on, slot });
    const send = async (desk: Desk, more: LineItem) => {
      const sent = await desk.update(next, { line_items: [...next.request.line_items, more] });
      // A service may not find the order yet, rather than the slot, or fail at the texts of that order.
      if (isUnknown(sent) || hasFailed(sent.reply))
        await desk.excuseRefusedAnyway([sent], campaigns.update(next.request));
      return sent;
    };
    // If only other slots may be booked, a size that is known to be refused keeps this one from being booked.
    const isRefused = unfit.length > 0 && unfit.every(isRefusedForValues);
    if (terms.isBookable(slot.inventory_id) || !isRefused) return send(new Desk(http, material), line);
    const tooLarge = { ...line, sizes: [near.larger(slot.sizes, true, true)] };
    return send(new Desk(http, { ...open, campaigns }), tooLarge);
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
