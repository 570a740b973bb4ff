import { laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import { describe, expect, violation } from '../../../src/engine/expect.ts';
import type { Check, Note } from '../../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { askedUsual, type Asked } from '../forecast/asked.ts';
import { availableIn, basic, material, orders, rooms } from './basic.ts';
import { anySlot, elsewhere, isSlotLost } from './odd-slots.ts';
import { buyerBooksAgain, ofOneBuyer, sendKinds, type Kinds } from './same-buyer.ts';
import {
  booked,
  expectAccepted,
  isAccepted,
  isRefusedForValues,
  mayBeRepeat,
  refusedInWords,
  send,
  sendFirstTaken,
  SUCCESSES,
  type Booking,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { maxPages } from '../../givens.ts';
import { plainOrders, withPlainNames } from '../desk/order-forms.ts';
import type { LineItem, OrderRequest } from '../values/requests.ts';
import { isId } from '../readers/same-ids.ts';
import { expectStillListed, expectTakenOrRefused, isUnknown, namesOther, type Asking } from '../desk/still-listed.ts';

/** The kinds of order that the contract promises to take, each of a new buyer where it takes no second of one. */
export const kinds = orders.stage(
  {
    id: 'orders.kinds',
    needs: { material, basic, rooms, ofOneBuyer },
    after: [buyerBooksAgain],
    sends: { orders: 0 },
  },
  ({ http, material: { campaigns }, basic: { request }, rooms, ofOneBuyer }) =>
    campaigns.hasOneBuyer ? ofOneBuyer : sendKinds(http, campaigns, rooms, request),
);

/** All orders that were made by creating, for the rules about every created order. */
export const created = orders.stage(
  { id: 'orders.created', needs: { basic }, prefers: { kinds, elsewhere } },
  ({ basic, kinds, elsewhere = [] }): readonly Booking[] => [
    basic,
    ...[...elsewhere, ...sentIn(kinds)].filter(isAccepted).map(booked),
  ],
);

function sentIn(kinds: Kinds | undefined): readonly Sent[] {
  return Object.values({ ...kinds });
}

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
    // What is taken for an update of another order is told by its id.
    const isMerged = ({ ids }: Booking) =>
      isId(ids.order) && created.filter((other) => other.ids.order === ids.order).length > 1;
    const alone = created.filter((order) => !isMerged(order));
    const told = alone.filter(({ reply }) => !mayBeRepeat(reply));
    const odd = told.filter(({ reply }) => reply.status !== 201).length;
    for (const { request, reply } of told)
      expect(reply, `to an order of ${linesInWords(request)} (${odd} of ${told.length} new orders)`).status(201);
    if (alone.length < created.length) blockedBy({ id: 'orders.order-ids-unique' });
    if (told.length === 0)
      inconclusive(
        'No order was taken at the first attempt, so each 200 may be the answer to a repeat.',
        ...created.slice(0, 3).map(({ reply }) => reply),
      );
  },
);

function linesInWords({ line_items: lines }: OrderRequest): string {
  const slots = new Set(lines.map(({ inventory_id: id }) => id)).size;
  return lines.length === 1 ? 'one line' : `${lines.length} lines on ${slots === 1 ? 'one slot' : `${slots} slots`}`;
}

/** References are no longer than this but where their length is the point. */
const USUAL_LENGTH = 80;

/** What of an order may be why it is refused. */
function inShort(request: OrderRequest): string {
  const sizes = mostSizes(request);
  const refs = [request.order, ...request.line_items].map(({ external_ref: ref }) => ref.length);
  const longest = Math.max(...refs);
  const withLong = longest > USUAL_LENGTH ? ` under a reference of ${longest} characters` : '';
  return `${linesInWords(request)}${withLong}, of ${sizes === 1 ? 'one size' : `${sizes} sizes`}`;
}

function mostSizes({ line_items: lines }: OrderRequest): number {
  return Math.max(...lines.map(({ sizes }) => sizes.length));
}

/** Those on the slot that took the first order, where all kinds were asked for: it may be sold out, and others not. */
function ofOneSlot([on, ...others]: readonly [Bookable, ...Bookable[]]): readonly Bookable[] {
  return [on, ...others.filter(({ slot }) => slot.inventory_id === on.slot.inventory_id)];
}

/** What shows whether there was room for the kinds of order that were refused in every form. */
interface Room {
  /** A plain order, before they are asked for again. */
  readonly before: Sent;
  /** The kinds that were refused, and what they are answered now. */
  readonly again: ReadonlyMap<Sent, Sent>;
  /** A plain order once more; the first again where that was refused. */
  readonly after: Sent;
  /** What shows that there is nothing left for a day alone; `null` where nothing does. */
  readonly soldOutDay: Reply | null;
}

/**
 * Whether there is room at all for what was refused in every form: drafts may count as commitments, and use up what
 * there is. Where a plain order is refused as well, before or after, that of another kind says nothing.
 */
export const room = orders.stage(
  {
    id: 'orders.room-left',
    needs: { material, rooms, kinds },
    prefers: { asked: askedUsual },
    sends: { orders: 0, forecast: 0 },
  },
  async ({ http, material: { campaigns }, rooms, kinds, asked = [] }): Promise<Room | null> => {
    const { oneDay, severalLines, allMembers, tag, image } = kinds;
    const missed = [oneDay, severalLines, allMembers].filter(isRefusedForValues);
    if ([tag, image].every(isRefusedForValues)) missed.push(tag);
    if (missed.length === 0) return null;
    const plain = (label: string) => sendFirstTaken(http, plainOrders(campaigns, ofOneSlot(rooms), label));
    const before = await plain('room');
    const again = new Map<Sent, Sent>();
    if (isRefusedForValues(before)) return { before, again, after: before, soldOutDay: null };
    for (const sent of missed) again.set(sent, await send(http, campaigns.update(sent.request)));
    const soldOutDay = missed.includes(oneDay)
      ? await soldOut(http, campaigns, oneDay, {
          usual: campaigns.flightOn(rooms[0]),
          canForecast: servesForecasts(asked),
        })
      : null;
    return { before, again, after: await plain('room-end'), soldOutDay };
  },
);

/**
 * Whether the only day of a line is sold out, though longer flights are taken: by its forecast, or where there is none,
 * by two days that are refused as well. What there is room for may be less than the least goal that is taken at all.
 */
async function soldOut(
  http: Wire,
  campaigns: Campaigns,
  { request }: Sent,
  { usual, canForecast }: { readonly usual: Flight; readonly canForecast: boolean },
): Promise<Reply | null> {
  const [line] = request.line_items;
  if (line === undefined) return null;
  const { inventory_id, flight } = line;
  const refusalOf = async (other: LineItem, label: string) => {
    const sent = await send(http, campaigns.order(label, other));
    return isRefusedForValues(sent) ? sent.reply : null;
  };
  if (canForecast) {
    const reply = await http.forecast({ json: { inventory_id, flight } });
    const available = availableIn(reply);
    if (available !== null && available < line.goal_impressions) return reply;
    if (available !== null) return refusalOf({ ...line, flight: usual }, 'small-goal');
  }
  return refusalOf({ ...line, flight: { ...flight, end_date: laterBy(flight.end_date, 1) } }, 'two-days');
}

function servesForecasts(asked: readonly Asked[]): boolean {
  return asked.some(({ reply }) => isServed(reply));
}

/** Leaves an order unjudged that was refused in every form, where a plain one is refused too, or it is taken now. */
function expectRoom(sent: Sent, room: Room | null): void {
  if (room === null || !isRefusedForValues(sent)) return;
  const plain = [room.before, room.after].find(isRefusedForValues);
  if (plain)
    inconclusive(`A plain order is refused by now as well: ${describe(plain.reply)}.`, sent.reply, plain.reply);
  const again = room.again.get(sent);
  if (again && isAccepted(again))
    inconclusive('It was refused, and is accepted by now: there may have been no room.', sent.reply, again.reply);
}

/** Expects a kind of order to be taken, in one of its forms. */
async function expectTaken({ note, ...asking }: Asking & { readonly note: Note }, sent: Tried): Promise<void> {
  await expectStillListed(asking, sent, ...SUCCESSES);
  expectAccepted(sent.reply, `to an order of ${inShort(sent.request)}`);
  noteRefused(sent, note);
}

/** The check that it is. */
function takesKind(kind: 'oneDay' | 'severalLines', rule: string, requirement: string, fix: string): Check<void> {
  return orders.check(
    {
      id: `orders.${rule}`,
      level: 'must',
      section: 'ad-server §2.5',
      requirement,
      fix,
      needs: { material, kinds, room, maxPages },
      prefers: { asked: askedUsual },
      sends: { orders: 0, inventory: 0, forecast: 0 },
    },
    async ({ http, material: { campaigns }, kinds: { [kind]: sent }, room, asked = [], maxPages, note }) => {
      expectRoom(sent, room);
      if (kind === 'oneDay' && room?.soldOutDay)
        inconclusive('There may be nothing left for that day.', sent.reply, room.soldOutDay);
      if (kind === 'severalLines' && (isRefusedForValues(sent) || isForSameDays(sent)))
        await expectNoRoomForEach(http, campaigns, sent);
      if (kind === 'severalLines' && isRefusedForValues(sent)) {
        await expectStillListed({ http, maxPages }, sent, ...SUCCESSES);
        inconclusive('No two lines that were refused together are known to be taken alone.', sent.reply);
      }
      await expectTaken({ http, maxPages, note }, sent);
      if (kind === 'severalLines' && !isInCountry(sent)) await expectNoRoomByCountry(http, campaigns, sent, asked);
    },
  );
}

function isInCountry({ request }: Pick<Sent, 'request'>): boolean {
  return request.line_items.every(({ targeting }) => targeting !== undefined);
}

/** So many orders of two lines are compared with the lines alone. */
const COMPARED = 6;

/**
 * Expects lines that were refused together not to be taken each by itself for as many impressions as both: those may be
 * too few for a least goal, or too many for the days.
 */
async function expectNoRoomForEach(http: Wire, campaigns: Campaigns, { refused }: Tried): Promise<void> {
  const pairs = refused.filter(({ request }) => request.line_items.length === 2 && !isInCountry({ request }));
  for (const [index, { request, reply }] of pairs.slice(0, COMPARED).entries()) {
    const alone = request.line_items.map((line, place) => {
      const twice = { ...line, goal_impressions: 2 * line.goal_impressions };
      return send(http, campaigns.order(`alone-${index + 1}-${place + 1}`, twice));
    });
    if ((await Promise.all(alone)).every(isAccepted))
      expectAccepted(reply, 'to two lines, each of which is taken alone');
  }
}

/** Whether the lines of an order differ in their countries alone. */
function isForSameDays({ request }: Sent): boolean {
  return new Set(request.line_items.map(({ flight }) => flight.start_date)).size === 1;
}

/** So many countries are asked about. */
const COUNTRIES_ASKED = 4;

/** Where lines in a country were refused, and the same worldwide are taken: forecasts have to say that there was no room. */
async function expectNoRoomByCountry(
  http: Wire,
  campaigns: Campaigns,
  { request: taken, refused }: Tried,
  asked: readonly Asked[],
): Promise<void> {
  const daysOf = (one: OrderRequest) => one.line_items.map(({ flight }) => flight.start_date).join();
  const inCountry = refused.filter((one) => isInCountry(one) && daysOf(one.request) === daysOf(taken));
  const canForecast = servesForecasts(asked);
  const blamed: Sent[] = [];
  let isFull = false;
  for (const sent of inCountry.slice(0, COUNTRIES_ASKED)) {
    const { line_items: lines } = sent.request;
    const left = canForecast ? await Promise.all(lines.map((line) => leftFor(http, line))) : [null];
    if (left.every((room) => room !== null && room >= 0)) blamed.push(sent);
    isFull ||= left.some((room) => room !== null && room < 0);
  }
  const [first] = [...blamed, ...(isFull ? [] : inCountry)];
  if (first === undefined || (await isTakenInCountry(http, campaigns, taken))) return;
  expectAccepted(first.reply, 'to lines in a country');
}

/**
 * Whether lines that are taken worldwide are taken in some country by now, for less of the goal at last, or not taken
 * any more: where they were refused by country, there may have been no room for any.
 */
async function isTakenInCountry(http: Wire, campaigns: Campaigns, { line_items }: OrderRequest): Promise<boolean> {
  const again = async (label: string, change: Partial<LineItem>, share = 1) => {
    const lines = line_items.map((line, index) => ({
      ...line,
      ...change,
      goal_impressions: Math.ceil(line.goal_impressions * share),
      external_ref: campaigns.ref(`Line-${label}-${index + 1}`),
    }));
    return isAccepted(await send(http, campaigns.order(label, ...lines)));
  };
  for (const [label, share] of [
    ['sole', 1],
    ['part', 0.4],
    ['less', 0.1],
  ] as const)
    for (const country of campaigns.countries)
      if (await again(`${label}-${country}`, { targeting: { geo: [country] } }, share)) return true;
  return !(await again('sole-world', {}));
}

/** What its forecast says is left beyond the goal of a line; `null` where it says nothing of it. */
async function leftFor(
  http: Wire,
  { inventory_id, flight, targeting = {}, goal_impressions: goal }: LineItem,
): Promise<number | null> {
  const available = availableIn(await http.forecast({ json: { inventory_id, flight, targeting } }));
  return available === null ? null : available - goal;
}

takesKind(
  'oneDay',
  'one-day-flight',
  'A line with a flight of one day is accepted.',
  'Treat `end_date` as the last day: a flight that starts and ends on one day is valid.',
);

export const severalLinesTaken = takesKind(
  'severalLines',
  'several-lines-on-one-slot',
  'Several lines on one slot, differing in geo or month, are accepted.',
  'Tell lines apart by `external_ref`, never by their slot; accept country codes in `targeting.geo`.',
);

export const optionalMembers = orders.check(
  {
    id: 'orders.optional-members',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'An order with all optional members is accepted, also where they are empty.',
    fix: 'Accept `targeting.geo` and `creatives` as empty arrays, and an `advertiser.external_ref`.',
    needs: { basic, kinds, room, maxPages },
    prefers: { isSlotLost },
    sends: { inventory: 0 },
  },
  async ({ http, basic: { on }, kinds: { allMembers }, room, isSlotLost, maxPages, note }) => {
    const isForSlot = (sent: Sent) => isSlotLost && isUnknown(sent) && namesOther(sent, on.slot);
    if (isForSlot(allMembers)) blockedBy(anySlot);
    expectRoom(allMembers, room);
    const refused = allMembers.refused.filter((sent) => !isForSlot(sent));
    await expectTaken({ http, maxPages, note }, { ...allMembers, refused });
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
    requirement: 'Names in any script are taken as text, or refused with 422.',
    fix: 'Store names as Unicode, hand them to the database as parameters, and escape them where you show them; a 422 with a clear message is the way to refuse one. What breaks a request shows one by one: umlauts, Arabic, CJK, an emoji, quotes, `<`, `>`, `&`, `%`, a backslash.',
    needs: { material, basic, kinds, maxPages },
    sends: { orders: 0, inventory: 0 },
  },
  async ({ http, material: { campaigns }, basic: { on }, kinds: { script }, maxPages, note }) => {
    if (script.reply.status === 400) {
      // Of what length a name may be is not laid down.
      const plain = await send(http, withPlainNames(campaigns, on, script.request));
      if (plain.reply.status === 400) {
        note('Plain names as long are refused as well.');
        return;
      }
    }
    await expectTakenOrRefused({ http, maxPages, note }, script);
  },
);

orders.check(
  {
    id: 'orders.creative-on-one-line',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'An order of two lines, one of which has a creative, is taken, or refused with 422.',
    fix: 'Handle each line by itself: some may have creatives, others none, and one creative may stand in several orders.',
    needs: { kinds, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, kinds: { oneCreative, severalLines, tag, image }, maxPages, note }) => {
    const isAlike = ({ reply: { status } }: Sent) => status === oneCreative.reply.status;
    const isJudged = isAccepted(oneCreative) || isRefusedForValues(oneCreative);
    if (!isJudged && isAlike(severalLines)) blockedBy(severalLinesTaken);
    if (!isJudged && [tag, image].some(isAlike)) blockedBy({ id: 'orders.takes-creatives' });
    await expectTakenOrRefused({ http, maxPages, note }, oneCreative);
  },
);

orders.check(
  {
    id: 'orders.takes-creatives',
    level: 'must',
    section: 'ad-server §2.6',
    requirement: 'A line with a creative of at least one of the two shapes is accepted.',
    fix: 'Accept `third_party_tag` creatives; fall back to `image` where your platform cannot serve a tag.',
    needs: { kinds, room, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, kinds: { tag, image, allMembers }, room, maxPages, note }) => {
    if (isRefusedForValues(image)) expectRoom(tag, room);
    for (const sent of [tag, image]) await expectStillListed({ http, maxPages }, sent, ...SUCCESSES);
    for (const sent of [tag, image]) {
      if (isRefusedForValues(sent) || isAccepted(sent)) continue;
      // Several sizes may be what is not taken.
      if (mostSizes(sent.request) > 1 && allMembers.reply.status === sent.reply.status) blockedBy(optionalMembers);
      expectAccepted(sent.reply, `to an order of ${inShort(sent.request)}, with a creative for the first`);
    }
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
    needs: { kinds, material, rooms },
    sends: { orders: 0 },
    once: true,
  },
  async ({ http, kinds: { tag, image }, material: { campaigns }, rooms }) => {
    if (isAccepted(tag) === isAccepted(image)) return;
    const refused: Reply = isAccepted(tag) ? image.reply : tag.reply;
    if (refused.status !== 422) return;
    const plain = await sendFirstTaken(http, plainOrders(campaigns, ofOneSlot(rooms), 'shape'));
    if (isRefusedForValues(plain))
      inconclusive(`A plain order is refused by now as well: ${describe(plain.reply)}.`, refused, plain.reply);
    expectAccepted(refused);
  },
);
