import { excuse } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { Desk } from '../desk/desk.ts';
import { isAccepted } from '../readers/booking.ts';
import { plainTagCreative } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';
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
import { material, orders } from './booking-requests.ts';
import { firstInBoth, model, sendWithOneBadLine, type Model, type SentWrong, type Wrong } from './model-line.ts';

/** Not of the form that sizes have. */
export const NO_SIZE = 'banana';

/** Values that no order is taken with, by the label of the orders that have them. */
const WRONG = {
  reversed: ({ campaigns: { flights, countries }, line: { sizes } }: Model) =>
    firstInBoth(
      { flight: flights.reversed },
      { flight: flights.reversed, creatives: [plainTagCreative(sizes[0] ?? '')] },
      { flight: flights.reversed, targeting: { geo: countries.slice(0, 1) } },
      { flight: flights.reversedByDay },
      { flight: flights.reversedFar },
    ),
  'no-date': ({ campaigns: { flights } }: Model) =>
    firstInBoth(
      { flight: flights.impossibleSoon },
      { flight: flights.impossible },
      { flight: flights.impossibleStart },
      { flight: flights.impossibleMonth },
    ),
  misspelt: ({ campaigns: { flights } }: Model) => {
    const [first, ...others] = flights.misspelt;
    return firstInBoth({ flight: first }, ...others.map((flight) => ({ flight })));
  },
  fraction: ({ line: { goal_impressions: goal } }: Model) => [
    { goal_impressions: -goal },
    { goal_impressions: goal + 0.5 },
  ],
  unfit: ({ slot: { sizes }, others, optional: { targeting } }: Model) => [
    { sizes: [larger(sizes, false, true)] },
    { sizes: [larger(sizes, true, true)], ...(targeting && { targeting }) },
    { sizes: [larger(sizes, true, false)] },
    withCreative(larger(sizes, true, true)),
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
} satisfies Readonly<Record<string, (model: Model) => readonly Wrong[]>>;

type Label = keyof typeof WRONG;

/** Orders with such a value in one line. What is refused books nothing: it is sent beside the repeats. */
const wrongIn = (label: Label) =>
  orders.traffic(
    {
      id: `orders.wrong-${label}`,
      phase: 'break',
      uses: { material, model },
      sends: { orders: 5, inventory: 0 },
      again: true,
    },
    async ({ http, material, model }): Promise<readonly SentWrong[]> => {
      const desk = new Desk(http, material);
      const sent = await sendWithOneBadLine(desk, model, label, WRONG[label](model));
      if (label === 'unfit')
        for (const [index, one] of sent.entries()) await excuseRoom(desk, model, one, `${label}-room-${index + 1}`);
      return sent;
    },
  );

export const wrongFlights = wrongIn('reversed');
export const wrongDates = wrongIn('no-date');
export const misspeltDates = wrongIn('misspelt');
export const wrongGoals = wrongIn('fraction');
export const wrongSizes = wrongIn('unfit');

/** A size may count as one that fits where a listed one has room for it: others are then taken, too. */
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

/** Sizes that do not fit among some that do: in the middle of those of one line, and as that of another line. */
export const mixedSizes = orders.traffic(
  {
    id: 'orders.mixed-sizes',
    phase: 'break',
    uses: { material, model },
    sends: { orders: 2, inventory: 0 },
    again: true,
  },
  async ({ http, material, model }) => {
    const { campaigns, line, slot } = model;
    const others = slot.sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
    const sizes = [...line.sizes, larger(slot.sizes, true, true), ...others];
    const mixed = { ...line, external_ref: campaigns.ref('Line-mixed-sizes'), sizes };
    const requests = [campaigns.order('mixed-sizes', mixed), ...sizeOfOtherLine(model)];
    const desk = new Desk(http, material);
    return Promise.all(requests.map((request) => desk.send(request)));
  },
);

/** An order of two lines with the same size, which only the slot of the second one lists. */
function sizeOfOtherLine({ campaigns, line, slot, others }: Model): OrderRequest[] {
  return sizeOfAnother(slot.sizes, allSizes(others)).flatMap((size) => {
    const owner = others.find(({ sizes }) => sizes.includes(size));
    if (owner === undefined) return [];
    const own = { ...line, external_ref: campaigns.ref('Line-own-size'), inventory_id: owner.inventory_id };
    const bad = { ...line, external_ref: campaigns.ref('Line-other-size') };
    return [campaigns.order('other-line', ...[bad, own].map((each) => ({ ...each, sizes: [size] })))];
  });
}

const allSizes = (slots: readonly InventorySlot[]) => slots.flatMap(({ sizes }) => sizes);

function withCreative(size: string): Wrong {
  return { sizes: [size], creatives: [plainTagCreative(size)] };
}
