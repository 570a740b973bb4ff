import type { Traffic } from '../../../src/engine/node.ts';
import { excuse } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { Desk } from '../desk/desk.ts';
import { isAccepted } from '../readers/booking.ts';
import { plainTagCreative } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import {
  hasRoom,
  larger,
  littleSmaller,
  sidesOfTwo,
  sidesWithin,
  sizeOfAnother,
  turned,
  withOneDigitLess,
  withOneMoreDigit,
} from '../values/unfitting-sizes.ts';
import {
  material,
  orders,
  model,
  type Model,
  misspeltDates,
  wrongDates,
  wrongFlights,
  wrongGoals,
  wrongSizes,
} from './records.ts';
import { sendWithOneBadLine, type SentWrong, type Wrong } from '../desk/one-bad-line.ts';

// Sends orders with values that must be refused: flights, dates, goals, sizes.

export const NO_SIZE = 'banana';

/** Sends orders with such a value in one line. Refused orders book nothing, so they are sent beside the repeats. */
function sendWrong(
  makes: Traffic<readonly SentWrong[]>,
  label: string,
  values: (model: Model) => readonly Wrong[],
  control?: (desk: Desk, model: Model, sent: SentWrong, label: string) => Promise<void>,
): void {
  orders.traffic(
    {
      makes,
      phase: 'refuse',
      uses: { material, model },
      sends: { orders: 4, inventory: 0 },
      atOnce: true,
      again: true,
    },
    async ({ http, material, model }): Promise<readonly SentWrong[]> => {
      const desk = new Desk(http, material);
      const sent = await sendWithOneBadLine(desk, model.line, label, values(model));
      for (const [index, one] of sent.entries()) await control?.(desk, model, one, `${label}-room-${index + 1}`);
      return sent;
    },
  );
}

sendWrong(wrongFlights, 'reversed', ({ campaigns: { flights, countries }, line: { sizes } }) => [
  { flight: flights.reversed },
  {
    flight: flights.reversed,
    creatives: [plainTagCreative(sizes[0] ?? '')],
    targeting: { geo: countries.slice(0, 1) },
  },
  { flight: flights.reversedByDay },
  { flight: flights.reversedFar },
]);

sendWrong(wrongDates, 'no-date', ({ campaigns: { flights } }) => [
  { flight: flights.impossibleSoon },
  { flight: flights.impossible },
  { flight: flights.impossibleStart },
  { flight: flights.impossibleMonth },
]);

sendWrong(misspeltDates, 'misspelt', ({ campaigns: { flights } }) => flights.misspelt.map((flight) => ({ flight })));

sendWrong(wrongGoals, 'fraction', ({ line: { goal_impressions: goal } }) => [
  { goal_impressions: -goal },
  { goal_impressions: goal + 0.5 },
]);

sendWrong(
  wrongSizes,
  'unfit',
  ({ slot: { sizes }, others, optional: { targeting } }) => [
    { sizes: [larger(sizes, false, true)] },
    { ...withCreative(larger(sizes, true, true)), ...(targeting && { targeting }) },
    { sizes: [larger(sizes, true, false)] },
    { sizes: [withOneMoreDigit(sizes)] },
    ...[
      ...turned(sizes),
      NO_SIZE,
      ...sidesOfTwo(sizes),
      ...sizeOfAnother(sizes, allSizes(others)),
      ...withOneDigitLess(sizes),
      ...sidesWithin(sizes),
    ].map((size) => ({ sizes: [size] })),
  ],
  excuseRoom,
);

/** A service may count a size as fitting if there is room for it. Then it also accepts slightly smaller ones. */
async function excuseRoom(
  desk: Desk,
  { line, slot: { sizes } }: Model,
  { request, reply, where }: SentWrong,
  label: string,
): Promise<void> {
  const [size] = request.line_items.at(-1)?.sizes ?? [];
  if (size === undefined || !isAccepted({ reply }) || !hasRoom(sizes, size)) return;
  for (const smaller of littleSmaller(sizes, size)) {
    const taken = await desk.send(desk.campaigns.order(label, { ...line, sizes: [smaller] }));
    if (!isAccepted(taken)) continue;
    const why = `Accepted as a size that the slot has room for, ${where}.`;
    excuse(reply, { why, shownBy: [taken.reply], permitted: true });
    return;
  }
}

/** Sizes that do not fit among sizes that do: in the middle of one line's sizes, and as the size of another line. */
export const mixedSizes = orders.traffic(
  {
    id: 'orders.mixed-sizes',
    phase: 'refuse',
    uses: { material, model },
    sends: { orders: 2, inventory: 0 },
    again: true,
  },
  async ({ http, material, model }) => {
    const { campaigns, line, slot } = model;
    const others = slot.sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
    const sizes = [...line.sizes, larger(slot.sizes, true, true), ...others];
    const mixed = { ...line, external_ref: campaigns.ref('Line-mixed'), sizes };
    const requests = [campaigns.order('mixed-sizes', mixed), ...sizeOfOtherLine(model)];
    const desk = new Desk(http, material);
    return Promise.all(requests.map((request) => desk.send(request)));
  },
);

/** An order of two lines with the same size, which only the second line's slot lists. */
function sizeOfOtherLine({ campaigns, line, slot, others }: Model): OrderRequest[] {
  return sizeOfAnother(slot.sizes, allSizes(others)).flatMap((size) => {
    const owner = others.find(({ sizes }) => sizes.includes(size));
    if (owner === undefined) return [];
    const own = { ...line, external_ref: campaigns.ref('Line-own'), inventory_id: owner.inventory_id };
    const bad = { ...line, external_ref: campaigns.ref('Line-other') };
    return [campaigns.order('other-line', ...[bad, own].map((each) => ({ ...each, sizes: [size] })))];
  });
}

const allSizes = (slots: readonly InventorySlot[]) => slots.flatMap(({ sizes }) => sizes);

function withCreative(size: string): Wrong {
  return { sizes: [size], creatives: [plainTagCreative(size)] };
}
