import { describe } from '../../../src/engine/expect.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { leaveOpen, permit } from '../desk/excuses.ts';
import { isAccepted, isAsOfSlot, isRefusedForValues, isUnknown, type Sent } from '../readers/booking.ts';
import { plainTagCreative } from '../values/campaign.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import * as unfitting from '../values/unfitting-sizes.ts';
import { farUnknownSlot, prolonged, unknownSlot, withLetters } from '../values/unknown-slot.ts';
import { material, model, orders, unknownSlots, wrong, type Model, type SentWrong } from './records.ts';

// Sends orders that must be refused: for flights, dates, goals, sizes and slots.

export const NO_SIZE = 'banana';

type Change = Partial<LineItem>;

/** Where a bad line may stand: a service must refuse the order in each case. */
const PLACES = {
  only: ['for the only line', (bad: LineItem) => [bad]],
  second: ['for the second line', (bad: LineItem, good: LineItem) => [good, bad]],
  before: ['for the first line, which a good one follows', (bad: LineItem, good: LineItem) => [bad, good]],
} as const;

type Place = keyof typeof PLACES;

const BY_TURNS: readonly [Place, ...Place[]] = ['only', 'second', 'before'];

function sendWithOneBadLine(
  desk: Desk,
  good: LineItem,
  label: string,
  changes: readonly Change[],
  places: readonly [Place, ...Place[]] = BY_TURNS,
) {
  const { campaigns } = desk;
  const sending = changes.map(async (change, index): Promise<SentWrong> => {
    // No longer than accepted references: there may be a limit.
    const bad = { ...good, ...change, external_ref: campaigns.ref('Line-bad') };
    const own = { ...good, external_ref: campaigns.ref('Line-good') };
    const [where, linesOf] = PLACES[places[index % places.length] ?? places[0]];
    const order = campaigns.order(`${label}-${index + 1}`, ...linesOf(bad, own));
    // A slot that never existed cannot have left the inventory.
    const sent = await (change.inventory_id === undefined ? desk.send(order) : desk.ask(order));
    const [[member, value] = []] = Object.entries(change);
    return { ...sent, bad, where: `${where}, with ${member} ${JSON.stringify(value)}` };
  });
  return Promise.all(sending);
}

type Control = (desk: Desk, model: Model, sent: SentWrong, label: string) => Promise<void>;

/** Sends orders with such a value in one line. Refused orders book nothing, so they are sent beside the repeats. */
function sendWrong(
  what: keyof typeof wrong,
  changes: (model: Model) => readonly Change[],
  { control, places }: { readonly control?: Control; readonly places?: readonly [Place, ...Place[]] } = {},
): void {
  orders.traffic(
    { makes: wrong[what], ...ordering('refuse', 4), uses: { material, model }, atOnce: true, again: true, odd: true },
    async ({ http, material, model }) => {
      const desk = new Desk(http, material);
      const sent = await sendWithOneBadLine(desk, model.line, what, changes(model), places);
      for (const [index, one] of sent.entries()) await control?.(desk, model, one, `${what}-room-${index + 1}`);
      return sent;
    },
  );
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
  ({ line: { goal_impressions: goal } }) => [{ goal_impressions: -goal }, { goal_impressions: goal + 0.5 }],
  { places: ['before', 'second'] },
);

sendWrong(
  'unfit',
  ({ slot: { sizes }, others, optional: { targeting } }) => {
    const tooLarge = unfitting.larger(sizes, true, true);
    return [
      { sizes: [unfitting.larger(sizes, false, true)] },
      { sizes: [tooLarge], creatives: [plainTagCreative(tooLarge)], ...(targeting && { targeting }) },
      ...[
        unfitting.larger(sizes, true, false),
        ...unfitting.turned(sizes),
        NO_SIZE,
        ...unfitting.sidesOfTwo(sizes),
        ...unfitting.sizeOfAnother(sizes, allSizes(others)),
        ...unfitting.withOneDigitLess(sizes),
        ...unfitting.sidesWithin(sizes),
      ].map((size) => ({ sizes: [size] })),
    ];
  },
  { control: excuseRoom },
);

/** A service may count a size as fitting if there is room for it. Then it also accepts slightly smaller ones. */
async function excuseRoom(
  desk: Desk,
  { line, slot: { sizes } }: Model,
  { bad, reply, where }: SentWrong,
  label: string,
): Promise<void> {
  const [size] = bad.sizes;
  if (size === undefined || !isAccepted({ reply }) || !unfitting.hasRoom(sizes, size)) return;
  for (const smaller of unfitting.littleSmaller(sizes, size)) {
    const taken = await desk.send(desk.campaigns.order(label, { ...line, sizes: [smaller] }));
    if (!isAccepted(taken)) continue;
    permit(reply, `Accepted as a size that the slot has room for, ${where}.`, taken.reply);
    return;
  }
}

/** Sizes that do not fit among sizes that do: in the middle of one line's sizes, and as the size of another line. */
export const mixedSizes = orders.traffic(
  { id: 'orders.mixed-sizes', ...ordering('refuse', 2), uses: { material, model }, again: true, odd: true },
  async ({ http, material, model }) => {
    const { campaigns, line, slot } = model;
    const others = slot.sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
    const sizes = [...line.sizes, unfitting.larger(slot.sizes, true, true), ...others];
    const mixed = { ...line, external_ref: campaigns.ref('Line-mixed'), sizes };
    const requests = [campaigns.order('mixed-sizes', mixed), ...sizeOfOtherLine(model)];
    const desk = new Desk(http, material);
    return Promise.all(requests.map((request) => desk.send(request)));
  },
);

function sizeOfOtherLine({ campaigns, line, slot, others }: Model): OrderRequest[] {
  return unfitting.sizeOfAnother(slot.sizes, allSizes(others)).flatMap((size) => {
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
    const sendAll = (label: string, ...making: readonly (typeof unknownSlot)[]) => {
      const wrong = making.map((madeUp) => ({ inventory_id: madeUp(slot.inventory_id, ids) }));
      return sendWithOneBadLine(desk, model.line, label, wrong);
    };
    let sent = await sendAll('unknown', unknownSlot, prolonged);
    // A made-up id may belong to an unlisted slot; one that is far from all others shows whether it does.
    if (sent.some(isAsOfSlot)) {
      sent = await sendAll('far', farUnknownSlot, farUnknownSlot);
      for (const { reply } of sent)
        if (reply.status === 400) permit(reply, 'It may not have the form of an id.', reply);
    }
    await permitOtherForm(desk, model, sent.at(-1));
    for (const [index, one] of sent.entries()) await controlUnknown(desk, model, one, `good-${index + 1}`);
    return sent;
  },
);

/** A service may check the form of an id before it looks for the slot, if it then does not find one of the right form. */
async function permitOtherForm(desk: Desk, model: Model, longer: SentWrong | undefined): Promise<void> {
  const { line, slot, ids } = model;
  if (longer === undefined || ![400, 422].includes(longer.reply.status ?? 0)) return;
  const wrong = [{ inventory_id: unknownSlot(slot.inventory_id, ids) }];
  const [alike] = await sendWithOneBadLine(desk, line, 'unknown-form', wrong, ['second']);
  if (alike === undefined) return;
  if (isUnknown(alike)) {
    permit(longer.reply, 'It may not have the form of an id: one of the right form is answered 404.', alike.reply);
    return;
  }
  if (longer.reply.status !== 400) return;
  // A limit, on drafts for example, may come before the slot.
  await controlUnknown(desk, model, alike, 'good-form');
  const why = 'It may not have the form of an id, and one of the right form is refused for another reason';
  if (alike.reply.excuse !== undefined) leaveOpen(longer.reply, `${why}: ${describe(alike.reply)}.`, alike.reply);
}

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
  ({ http, material, model: { campaigns, slot, line, ids, optional } }): Promise<Sent> | null => {
    const inventory_id = withLetters(slot.inventory_id);
    if (ids.has(inventory_id)) return null;
    const good = { ...line, external_ref: campaigns.ref('Line-good') };
    return new Desk(http, material).ask(campaigns.order('letters', { ...line, ...optional, inventory_id }, good));
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
