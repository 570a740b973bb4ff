import { describe, expect } from '../../src/engine/expect.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Check } from '../../src/engine/node.ts';
import { blockedBy, inconclusive, notApplicable } from '../../src/engine/signal.ts';
import { hasFailed } from '../../src/http/reply.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { basic, firstBooking, material, orders } from './05-orders.ts';
import { anySlot, isSlotLost } from './05-orders-odd-slots.ts';
import { buyerBooksAgain, ofOneBuyer, type Kinds } from './05-orders-same-buyer.ts';
import { isAccepted, isRefusedForValues, send, type Sent } from './parts/booking.ts';
import { plainTagCreative, USUAL_GOAL, type Campaigns } from './parts/campaign.ts';
import { maxPages } from '../givens.ts';
import type { IdSet } from './parts/id-set.ts';
import { withMembers, type LineItem, type OrderRequest } from './parts/requests.ts';
import { expectSlotsListed, expectStillListed, isUnknown, namesOther, slotsUnknown } from './parts/still-listed.ts';
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
} from './parts/unfitting-sizes.ts';
import { farUnknownSlot, prolonged, unknownSlot, withLetters } from './parts/unknown-slot.ts';

/** What is wrong in a line. */
type Wrong = Partial<LineItem>;

/**
 * Orders that are valid but for one change in one line, since an order is refused as a whole for one bad line wherever
 * it stands: the changes are in the only line and in the second by turns.
 */
function withOneBadLine(
  campaigns: Campaigns,
  label: string,
  good: LineItem,
  wrongs: readonly Wrong[],
): readonly (readonly [where: string, OrderRequest])[] {
  return wrongs.map((wrong, index) => {
    const name = `${label}-${index + 1}`;
    // No longer than the references that were taken: there may be a limit.
    const bad = { ...good, ...wrong, external_ref: campaigns.ref('Line-bad') };
    const own = { ...good, external_ref: campaigns.ref('Line-good') };
    return index % 2 === 0
      ? [`for the only line, with ${inWords(wrong)}`, campaigns.order(name, bad)]
      : [`for the second line, with ${inWords(wrong)}`, campaigns.order(name, own, bad)];
  });
}

/** The first change in either place, the others by turns. */
function firstInBoth(first: Wrong, ...others: readonly Wrong[]): readonly Wrong[] {
  return [first, first, ...others];
}

/** The member that is wrong, with its value. */
function inWords(wrong: Wrong): string {
  const [name, value] = Object.entries(wrong)[0] ?? [];
  return `${name ?? 'nothing'} ${JSON.stringify(value)}`;
}

/** A line that the service is known to take, to change one thing of. */
interface Model {
  readonly campaigns: Campaigns;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  /** The others that may be booked, but for those that orders do not find. */
  readonly others: readonly InventorySlot[];
  readonly line: LineItem;
  /** Optional members that it took in other orders: it has no reason to refuse a line for them. */
  readonly optional: Pick<LineItem, 'targeting' | 'creatives'>;
}

export const model = orders.stage(
  {
    id: 'orders.model',
    needs: { material, first: firstBooking, basic },
    prefers: { kinds: ofOneBuyer },
    after: [buyerBooksAgain],
  },
  ({ material: { campaigns, ids, bookable }, first: { attempts }, basic: { on, request }, kinds }): Model => {
    const [line] = request.line_items;
    if (line === undefined) throw new Error('the basic order has a line');
    const unknown = slotsUnknown(attempts);
    const others = bookable.flatMap(({ slot }) => (slot === on.slot || unknown.has(slot.inventory_id) ? [] : [slot]));
    return {
      campaigns,
      ids,
      slot: on.slot,
      others,
      line: { ...line, external_ref: campaigns.ref('Line-model') },
      optional: kinds === undefined ? {} : optionalTaken(kinds, line),
    };
  },
);

/** What it took on the same slot: a country rather than none, and creatives of either shape. */
function optionalTaken({ severalLines, allMembers, tag, image }: Kinds, like: LineItem): Model['optional'] {
  const taken = (...sent: readonly Sent[]) =>
    sent
      .filter(isAccepted)
      .map(({ request }) => request.line_items[0])
      .find((line) => line?.inventory_id === like.inventory_id);
  const targeting = taken(severalLines, allMembers)?.targeting;
  const creatives = taken(tag, image)?.creatives;
  return { ...(targeting && { targeting }), ...(creatives && { creatives }) };
}

/** Not of the form that sizes have. */
const NO_SIZE = 'banana';

const REFUSALS = [
  {
    rule: 'unknown-slot-is-404',
    section: 'ad-server §4.4 rule 6',
    requirement: 'An order with an unknown `inventory_id` in any line is answered 404.',
    fix: 'Look up the slot of every line before anything is saved, and answer 404 where one does not exist. Compare ids whole and as text: neither by their beginning nor as numbers.',
    statuses: [404],
    label: 'unknown',
    wrong: ({ slot: { inventory_id: id }, ids }: Model) => [
      { inventory_id: unknownSlot(id, ids) },
      { inventory_id: prolonged(id, ids) },
    ],
  },
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
    label: 'impossible',
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
    label: 'unfitting',
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
  },
] satisfies readonly {
  readonly rule: string;
  readonly section: string;
  readonly requirement: string;
  readonly fix: string;
  readonly statuses: readonly number[];
  readonly label: string;
  readonly wrong: (model: Model) => readonly Wrong[];
}[];

const checks = new Map<string, Check<Sent>>();

for (const { rule, section, requirement, fix, statuses, label, wrong } of REFUSALS) {
  const check = orders.check(
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
      const sendAll = (label: string) =>
        Promise.all(
          withOneBadLine(model.campaigns, label, model.line, wrong(model)).map(
            async ([where, request]) => [where, await send(http, request)] as const,
          ),
        );
      const sent = await sendAll(label);
      const spared = rule === 'unknown-slot-is-404' && sent.some(([, one]) => isAsOfSlot(one));
      // A made-up id may be that of a slot which is not listed: another one tells.
      const judged = spared ? await sendAll(`${label}-again`) : sent;
      const told: Sent[] = [];
      for (const [index, [where, one]] of judged.entries()) {
        const far = spared ? await refusedFar(http, model, one, `${label}-far-${index + 1}`) : null;
        if (far !== null) {
          note(`Taken for a slot that is not listed ${where}: ${describe(one.reply)}.`);
          told.push(far);
          continue;
        }
        if (
          rule === 'unfitting-size-is-422' &&
          (await isTakenForRoom(http, model, one, `${label}-room-${index + 1}`))
        ) {
          note(`Taken for one that the slot has room for, ${where}.`);
          continue;
        }
        const right = statusesOf(one, statuses);
        if (!statuses.includes(404)) await expectStillListed(http, maxPages, one, ...right);
        else if (isRefusedForValues(one)) {
          await expectSlotsListed(http, maxPages, { slots: [model.slot.inventory_id], reply: one.reply });
          const instead = await refusedInstead(http, model, one.request, `good-${index + 1}`);
          if (instead !== null) {
            note(`Not told ${where}: ${instead} (${describe(one.reply)}).`);
            continue;
          }
        }
        expect(one.reply, where).status(...right);
        told.push(one);
      }
      if (rule === 'unknown-slot-is-404') await expectUnknownWithLetters(http, model, `${label}-letters`);
      const [first] = told;
      if (first === undefined)
        inconclusive('Lines on slots that exist are refused by now as well.', ...judged.map(([, { reply }]) => reply));
      return first;
    },
  );
  checks.set(rule, check);
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

/** What else an order with a line on an unknown slot may be refused for; `null` where it is for that slot. */
async function refusedInstead(http: Wire, model: Model, refused: OrderRequest, name: string): Promise<string | null> {
  if (await isGoodLineRefused(http, model.campaigns, model.line, refused, name))
    return 'a line on a slot that exists is refused by now as well';
  return refused.line_items.length > 1 && !(await areTwoSlotsTaken(http, model))
    ? 'no order on two slots is taken'
    : null;
}

/** Whether an order on two slots that exist is taken: that a campaign lies on one may be a rule of business. */
async function areTwoSlotsTaken(http: Wire, { campaigns, line, others }: Model): Promise<boolean> {
  for (const [index, { inventory_id, sizes }] of others.slice(0, OTHER_SLOTS).entries()) {
    const other = { ...line, external_ref: campaigns.ref('Line-slot-2'), inventory_id, sizes: sizes.slice(0, 1) };
    if (isAccepted(await send(http, campaigns.order(`two-slots-${index + 1}`, line, other)))) return true;
  }
  return false;
}

/** So many other slots are tried by the side of the first. */
const OTHER_SLOTS = 3;

/**
 * For an order that is answered as if its last line were on a slot: another, with an id that is none for certain, where
 * that is refused as such. The made-up one is then that of a slot which is not listed.
 */
async function refusedFar(
  http: Wire,
  { campaigns, slot, ids }: Model,
  sent: Sent,
  label: string,
): Promise<Sent | null> {
  if (!isAsOfSlot(sent)) return null;
  const { line_items: lines } = sent.request;
  const inventory_id = farUnknownSlot(slot.inventory_id, ids);
  const far = lines.map((line, index) => (index === lines.length - 1 ? { ...line, inventory_id } : line));
  const told = await send(http, campaigns.order(label, ...far));
  return told.reply.status === 404 || told.reply.status === 400 ? told : null;
}

/**
 * An order on a listed id with letters behind it, which is that of no slot: whoever compares ids as far as a known one
 * goes, or reads them as numbers, takes it for the listed one. Other letters tell where the first are those of a slot.
 */
async function expectUnknownWithLetters(
  http: Wire,
  { campaigns, slot, line, ids, optional }: Model,
  label: string,
): Promise<void> {
  for (const isLast of [false, true]) {
    const id = withLetters(slot.inventory_id);
    if (ids.has(id)) return;
    const sent = await send(
      http,
      campaigns.order(isLast ? `${label}-2` : label, { ...line, ...optional, inventory_id: id }),
    );
    if (isAccepted(sent) && !isLast) continue;
    // What has not the form of an id may be refused as such.
    expect(sent.reply, `for ${JSON.stringify(id)}, letters behind an id${withMembers(optional)}`).status(404, 400, 422);
    return;
  }
}

/**
 * Whether a line with nothing wrong is refused by itself: a slot may be sold out by now, or no draft be taken any more.
 * Where it is not, the order that was refused is asked for once more: there may be room again.
 */
export async function isGoodLineRefused(
  http: Wire,
  campaigns: Campaigns,
  good: LineItem,
  refused: OrderRequest,
  name: string,
): Promise<boolean> {
  const isRefused = async (label: string) => isRefusedForValues(await send(http, campaigns.order(label, good)));
  if (await isRefused(name)) return true;
  if (!isRefusedForValues(await send(http, campaigns.update(refused, `${name}-and-bad`)))) return true;
  return isRefused(`${name}-again`);
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

/** Whether an answer could be that to an order on some slot. */
export function isAsOfSlot(sent: Sent): boolean {
  return isAccepted(sent) || isRefusedForValues(sent);
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
      await expectStillListed(http, maxPages, sent, 422);
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
    return [campaigns.order('size-of-other-line', ...[bad, own].map((each) => ({ ...each, sizes: [size] })))];
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

orders.check(
  {
    id: 'orders.archived-slot-is-not-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'A slot that exists is never answered 404, an archived one neither.',
    fix: 'Keep 404 for slots that do not exist; refuse a booking on an archived slot with 422.',
    needs: { material, basic, maxPages },
    prefers: { isSlotLost },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { archived, campaigns }, isSlotLost, maxPages, note }) => {
    const slot = archived.find(({ sizes }) => sizes.length > 0);
    if (slot === undefined) notApplicable('The inventory lists no archived slot.');
    const sent = await send(
      http,
      campaigns.order('archived-slot', campaigns.line('archived-slot', { slot, goal: USUAL_GOAL })),
    );
    const { reply } = sent;
    if (isUnknown(sent) && isSlotLost) blockedBy(anySlot);
    await expectStillListed(http, maxPages, sent, 422);
    // The rule forbids 404 alone; that there is no answer, or a 5xx, is no answer to the question.
    if (hasFailed(reply)) expect(reply).status(422);
    note(`Answered ${reply.status ?? 'nothing'}.`);
  },
);
