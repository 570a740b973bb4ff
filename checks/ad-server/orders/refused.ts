import { expect } from '../../../src/engine/expect.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Check } from '../../../src/engine/node.ts';
import { blockedBy } from '../../../src/engine/signal.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { maxPages } from '../../givens.ts';
import { orders } from './basic.ts';
import { firstInBoth, model, sendWithOneBadLine, type Model, type Wrong } from './model.ts';
import { anySlot, isSlotLost } from './odd-slots.ts';
import { isAccepted, isRefusedForValues, send, type Sent } from '../readers/booking.ts';
import { plainTagCreative } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';
import { expectStillListed, isUnknown, namesOther } from '../desk/still-listed.ts';
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

/** A value that no order is taken with. */
interface Refusal {
  readonly rule: string;
  readonly section: string;
  readonly requirement: string;
  readonly fix: string;
  /** Each of them is right. */
  readonly statuses: readonly number[];
  readonly label: string;
  readonly wrong: (model: Model) => readonly Wrong[];
  /** Whether an order is rightly answered as one with nothing wrong. */
  readonly isFitting?: (http: Wire, model: Model, sent: Sent, label: string) => Promise<boolean>;
}

/** Not of the form that sizes have. */
const NO_SIZE = 'banana';

const REFUSALS = [
  {
    rule: 'reversed-range-is-422',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a flight that ends before it starts, in any line, is answered 422.',
    fix: 'Check the flight of every line, and answer 422 with a clear message: the shape is right, the values are not.',
    statuses: [422],
    label: 'reversed',
    wrong: ({ campaigns: { flights, countries }, line: { sizes } }: Model) =>
      firstInBoth(
        { flight: flights.reversed },
        { flight: flights.reversed, creatives: [plainTagCreative(sizes[0] ?? '')] },
        { flight: flights.reversed, targeting: { geo: countries.slice(0, 1) } },
        { flight: flights.reversedByDay },
        { flight: flights.reversedFar },
      ),
  },
  {
    rule: 'impossible-date-is-refused',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An order with a date that no calendar has, in any line, is refused with 400 or 422.',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not roll 30 February over into March, and catch what the parser throws.',
    statuses: [400, 422],
    label: 'no-date',
    wrong: ({ campaigns: { flights } }: Model) =>
      firstInBoth(
        { flight: flights.impossibleSoon },
        { flight: flights.impossible },
        { flight: flights.impossibleStart },
        { flight: flights.impossibleMonth },
      ),
  },
  {
    rule: 'date-format',
    section: 'ad-server §2.5',
    requirement: 'An order with a date that is not written `YYYY-MM-DD`, in any line, is refused with 400 or 422.',
    fix: 'Accept four digits, two and two with hyphens between them, and nothing else: no time of day, no other order, no zero left out.',
    statuses: [400, 422],
    label: 'misspelt',
    wrong: ({ campaigns: { flights } }: Model) => {
      const [first, ...others] = flights.misspelt;
      return firstInBoth({ flight: first }, ...others.map((flight) => ({ flight })));
    },
  },
  {
    rule: 'goal-is-whole',
    section: 'ad-server §2.5',
    requirement:
      'An order with a goal that is no whole number, a fraction or below zero, in any line, is refused with 400 or 422.',
    fix: 'Check that `goal_impressions` is an integer in every line, and not below zero; do not round it, nor cut off its decimals or its sign.',
    statuses: [400, 422],
    label: 'fraction',
    wrong: ({ line: { goal_impressions: goal } }: Model) => [
      { goal_impressions: -goal },
      { goal_impressions: goal + 0.5 },
    ],
  },
  {
    rule: 'unfitting-size-is-422',
    section: 'ad-server §4.4 rule 7',
    requirement:
      'An order with a size that the slot does not list, in any line, is answered 422; 400 as well where it is no size.',
    fix: 'Compare each size of every line, width and height, with the sizes of its slot, and answer 422 where one does not fit.',
    statuses: [422],
    label: 'unfit',
    wrong: ({ slot: { sizes }, others, optional: { targeting } }: Model) => [
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
    isFitting: isTakenForRoom,
  },
] satisfies readonly Refusal[];

const checks = new Map<string, Check<Sent>>(REFUSALS.map((refusal) => [refusal.rule, refused(refusal)]));

function refused({ rule, section, requirement, fix, statuses, label, wrong, isFitting }: Refusal): Check<Sent> {
  return orders.check(
    {
      id: `orders.${rule}`,
      level: 'must',
      section,
      requirement,
      fix,
      needs: { model, maxPages },
      sends: { orders: 5, inventory: 0 },
    },
    async ({ http, model, maxPages, note }) => {
      const sent = await sendWithOneBadLine(http, model, label, wrong(model));
      const judged: Sent[] = [];
      for (const [index, [where, one]] of sent.entries()) {
        if (await isFitting?.(http, model, one, `${label}-room-${index + 1}`)) {
          note(`Taken for one that the slot has room for, ${where}.`);
          continue;
        }
        const right = statusesOf(one, statuses);
        await expectStillListed({ http, maxPages }, one, ...right);
        expect(one.reply, where).status(...right);
        judged.push(one);
      }
      const [first] = judged;
      if (first === undefined) throw new Error('there is something wrong that fits nowhere');
      return first;
    },
  );
}

/** Whether a size that is not listed was taken because a listed one has room for it, as others are then. */
async function isTakenForRoom(
  http: Wire,
  { campaigns, line, slot: { sizes } }: Model,
  sent: Sent,
  label: string,
): Promise<boolean> {
  const [size] = sent.request.line_items.at(-1)?.sizes ?? [];
  if (size === undefined || !isAccepted(sent) || !hasRoom(sizes, size)) return false;
  for (const smaller of littleSmaller(sizes, size))
    if (isAccepted(await send(http, campaigns.order(label, { ...line, sizes: [smaller] })))) return true;
  return false;
}

/** The check that a value is refused in new orders; its value is one that was refused. */
export function refusalOf(rule: (typeof REFUSALS)[number]['rule']): Check<Sent> {
  const check = checks.get(rule);
  if (check === undefined) throw new Error(`no check of ${rule}`);
  return check;
}

/** A text that is no size is one of a wrong shape as well. */
function statusesOf({ request }: Sent, statuses: readonly number[]): readonly number[] {
  const sizes = request.line_items.flatMap((line) => line.sizes);
  return sizes.includes(NO_SIZE) ? [...statuses, 400] : statuses;
}

orders.check(
  {
    id: 'orders.one-unfitting-size-among-fitting',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'An unfitting size is answered 422 also where it stands among some that fit, or fits another line.',
    fix: 'Check every element of `sizes`, not only the first, each line with the sizes of its own slot.',
    needs: { model, maxPages },
    prefers: { refused: refusalOf('unfitting-size-is-422'), isSlotLost },
    sends: { orders: 2, inventory: 0 },
  },
  async ({ http, model, refused, isSlotLost, maxPages }) => {
    const { campaigns, line, slot } = model;
    // In the middle, where the slot has sizes enough.
    const others = slot.sizes.filter((size) => !line.sizes.includes(size)).slice(0, 1);
    const unfit = larger(slot.sizes, true, true);
    const sizes = [...line.sizes, unfit, ...others];
    const mixed = { ...line, external_ref: campaigns.ref('Line-mixed-sizes'), sizes };
    // Where sizes of other slots are taken anyway, those of other lines say nothing more.
    const requests = [campaigns.order('mixed-sizes', mixed), ...(refused ? sizeOfOtherLine(model) : [])];
    for (const sent of await Promise.all(requests.map((request) => send(http, request)))) {
      if (isUnknown(sent) && isSlotLost && namesOther(sent, slot)) blockedBy(anySlot);
      await expectStillListed({ http, maxPages }, sent, 422);
      if (refused === undefined && !isRefusedForValues(sent)) {
        const alone = { ...mixed, external_ref: campaigns.ref('Line-sole-size'), sizes: [unfit] };
        const { reply } = await send(http, campaigns.order('sole-size', alone));
        if (reply.status === sent.reply.status) blockedBy(refusalOf('unfitting-size-is-422'));
      }
      expect(sent.reply, inSizes(sent)).status(422);
    }
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

function inSizes({ request }: Sent): string {
  const lines = request.line_items.map(({ inventory_id, sizes }) => `${sizes.join(', ')} on ${inventory_id}`);
  return `for ${lines.join(' and ')}`;
}

function withCreative(size: string): Wrong {
  return { sizes: [size], creatives: [plainTagCreative(size)] };
}
