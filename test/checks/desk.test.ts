import { roomsBeside } from '../../checks/ad-server/desk/order-forms.ts';
import { excusedFor } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import { KINDS, type KindName } from '../../checks/ad-server/desk/material.ts';
import { bookFirst, bookInOne, bookKinds, IN_ONE } from '../../checks/ad-server/desk/kinds.ts';
import { Desk } from '../../checks/ad-server/desk/desk.ts';
import { findFirstBooking } from '../../checks/ad-server/desk/first-booking.ts';
import { bookTogether } from '../../checks/ad-server/desk/together.ts';
import { everySent, isAccepted, type Tried } from '../../checks/ad-server/readers/booking.ts';
import { IdSet } from '../../checks/ad-server/readers/inventory-summary.ts';
import { Campaigns, type Bookable } from '../../checks/ad-server/values/campaign.ts';
import { flightsOf } from '../../checks/ad-server/values/flights-and-countries.ts';
import type { OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { newRun } from '../../src/engine/run-identity.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { anyReply } from './any-reply.ts';

const run = newRun(new Date('2026-11-23T12:00:00Z'));
const campaigns = new Campaigns(run, flightsOf(run, 'UTC'));
const slots = [1, 2, 3].map((number) => ({
  ...{ inventory_id: `slot-${number}`, name: 'A slot', sizes: ['300x250', '728x90'] },
}));
const bookable = slots.map((slot): Bookable => ({ slot, goal: 3000 }));
const [on = { slot: { inventory_id: '', name: '', sizes: [] }, goal: 0 }, ...others] = bookable;
const rooms = roomsBeside(on, bookable, []);
const plain = (label: string) => campaigns.order(label, campaigns.line(label, on));

/** What an order is answered, by what was accepted before. */
type Script = (order: OrderRequest, accepted: readonly OrderRequest[]) => number;

/** A service that answers orders by a script; `late` says which of those that come at once is answered first. */
function service(script: Script, late: (order: OrderRequest) => number = () => 0) {
  const accepted: OrderRequest[] = [];
  const asked: string[] = [];
  const orders: Wire['orders'] = async (payload) => {
    const order = (payload as { json: OrderRequest }).json; // The desk sends orders alone.
    for (let turn = late(order); turn > 0; turn--) await Promise.resolve();
    asked.push(order.order.name.replace(/^.*: /, ''));
    const status = script(order, accepted);
    if (status < 300) accepted.push(order);
    return anyReply({ endpoint: 'orders', status });
  };
  const http = { orders } as unknown as Wire; // Nothing else is called.
  return { http, accepted, asked };
}

const listing = (...ids: readonly string[]) => {
  const listed = new IdSet();
  for (const id of ids) listed.add(id);
  return () => Promise.resolve({ ids: listed });
};

const deskOf = (http: Wire, readAgain = listing('slot-1', 'slot-2', 'slot-3')) =>
  new Desk(http, { campaigns, readAgain });

const isOneDay = ({ line_items: lines }: OrderRequest) =>
  lines.some(({ flight }) => flight.start_date === flight.end_date);

describe('the forms of an order', () => {
  const firstTaken = (forms: readonly OrderRequest[], ...statuses: readonly number[]) => {
    const left = [...statuses];
    return deskOf(service(() => left.shift() ?? 0).http).firstTaken(forms);
  };

  it.each([
    [[201], 201, []],
    [[422, 422, 200], 200, [422, 422]],
    [[422, 404, 201], 404, [422]],
    [[400, 201], 400, []],
    [[422, 500, 201], 500, [422]],
    [[422, 422, 422, 422], 422, [422, 422, 422]],
  ])('are answered %j: %i is judged, the others were refused', async (statuses, last, before) => {
    const { reply, refused } = await firstTaken(['a', 'b', 'c', 'd'].map(plain), ...statuses);
    expect([reply.status, refused.map((one) => one.reply.status)]).toEqual([last, before]);
  });

  it('are all known in the end, in their order', async () => {
    const forms = ['a', 'b', 'c'].map(plain);
    const tried = await firstTaken(forms, 422, 422, 201);
    expect(everySent(tried).map(({ request }) => request)).toEqual(forms);
    expect(everySent(tried).map(({ reply }) => reply.status)).toEqual([422, 422, 201]);
  });

  it('are tried further if a slot has left the inventory, or another is not found', async () => {
    const onOthers = others.map((room) => campaigns.order('other', campaigns.line('other', room)));
    const statuses = [404, 404, 201];
    const desk = deskOf(service(() => statuses.shift() ?? 0).http, listing('slot-2', 'slot-3'));
    expect((await desk.firstTaken([plain('gone'), ...onOthers])).refused).toHaveLength(2);
  });

  it('are one at least', async () => {
    await expect(firstTaken([], 201)).rejects.toThrow('no form');
  });
});

describe('a control', () => {
  const refusedUnder = async (script: Script) => {
    const { http } = service(script);
    const desk = deskOf(http);
    const refused = await desk.send(campaigns.order('tag', campaigns.line('tag', on, { creatives: [] })));
    await desk.control(refused, (when) => [plain(when)]);
    return excusedFor(refused.reply);
  };
  const isChanged = ({ line_items: [line] }: OrderRequest) => line?.creatives !== undefined;

  it('leaves a refusal to be judged if the same order without the change is taken before and after', async () => {
    expect(await refusedUnder((order) => (isChanged(order) ? 422 : 201))).toBeUndefined();
  });

  it('excuses it if that is refused, too, before or after', async () => {
    expect(await refusedUnder(() => 422)).toMatch(/without the change is refused, too: status 422/);
    expect(await refusedUnder((order, { length }) => (isChanged(order) || length > 0 ? 422 : 201))).toMatch(
      /without the change is refused, too: status 422/,
    );
  });

  it('excuses it if it is accepted by then', async () => {
    expect(await refusedUnder((order, { length }) => (isChanged(order) && length === 0 ? 422 : 201))).toMatch(
      /accepted later/,
    );
  });
});

it('an order for a slot that has left the inventory is excused, and one for a listed slot is not', async () => {
  const { http } = service(() => 404);
  const gone = await deskOf(http, listing('slot-2')).send(plain('gone'));
  const there = await deskOf(http).send(plain('there'));
  expect([excusedFor(gone.reply), there.reply.excuse]).toEqual([
    expect.stringContaining('not listed any more'),
    undefined,
  ]);
});

describe('the search for a first booking', () => {
  const first = (script: Script) => findFirstBooking(deskOf(service(script).http), [on, ...others]);

  it('takes the plainest booking that is taken', async () => {
    const found = await first(({ line_items: [line] }) => (line?.inventory_id === 'slot-2' ? 201 : 422));
    expect([found.on.slot.inventory_id, found.attempts.length, found.without]).toEqual(['slot-2', 2, null]);
  });

  it('finds the optional member without which nothing is taken', async () => {
    const found = await first(({ advertiser }) => (advertiser.external_ref === undefined ? 422 : 201));
    expect([found.without?.demands, found.without?.plain.reply.status]).toEqual([{ buyerRef: true }, 422]);
  });

  it('says what was tried where nothing is taken', async () => {
    const found = await first(() => 422);
    expect([found.sent, found.attempts.length > 20]).toEqual([null, true]);
  });
});

describe('the kinds of order', () => {
  const known = plain('basic-1');
  const book = async (script: Script, late?: (order: OrderRequest) => number, names: readonly KindName[] = KINDS) => {
    const { http, asked, accepted } = service(script, late);
    const desk = deskOf(http);
    const inOne = await bookInOne(desk, rooms);
    const first = new Map<KindName, Tried>();
    for (const name of names)
      first.set(name, await bookFirst(desk, rooms, name, IN_ONE.includes(name) ? inOne : undefined));
    const { kinds, ...booked } = await bookKinds(desk, { rooms, known }, Object.fromEntries(first));
    const answers = names.flatMap((name) => kinds[name] ?? []);
    return { asked, accepted, answers, kinds, ...booked };
  };

  it('are sent once each, two of them in one order, while none is refused', async () => {
    const { asked, buyer, answers } = await book(() => 201);
    expect([asked.length, buyer, answers.every(isAccepted)]).toEqual([6, null, true]);
  });

  it('are asked for again alone, from the first form on, where one was refused', async () => {
    const { asked, kinds } = await book((order, { length }) => (isOneDay(order) && length < 5 ? 422 : 201));
    expect([asked.slice(6), kinds.oneDay?.reply.status]).toEqual([['one-day'], 201]);
  });

  it('are booked as far as they are asked for', async () => {
    const { answers, buyer } = await book((order) => (isOneDay(order) ? 422 : 201), undefined, ['image']);
    expect([answers.length, buyer]).toEqual([1, null]);
  });

  it('are refused wrongly where two days are taken and one is not', async () => {
    const { kinds } = await book((order) => (isOneDay(order) ? 422 : 201));
    expect([kinds.oneDay?.reply.status, kinds.oneDay?.reply.excuse]).toEqual([422, undefined]);
  });

  it('may be refused by a business rule about short flights', async () => {
    const days = ({ line_items: [line] }: OrderRequest) =>
      (Date.parse(line?.flight.end_date ?? '') - Date.parse(line?.flight.start_date ?? '')) / 86_400_000 + 1;
    const { kinds } = await book((order) => (days(order) < 7 ? 422 : 201));
    expect(kinds.oneDay?.reply.excuse).toMatchObject({ permitted: true });
  });

  it('are not judged where nothing is taken any more', async () => {
    const { kinds } = await book(() => 422);
    expect([kinds.oneDay, kinds.allMembers].map((answer) => excusedFor(answer?.reply))).toEqual([
      expect.stringContaining('refused, too'),
      expect.stringContaining('refused, too'),
    ]);
  });

  const threeEach: Script = ({ advertiser }, accepted) =>
    accepted.filter((other) => other.advertiser.name === advertiser.name).length < 3 ? 201 : 422;

  it('are asked for by new buyers where a buyer may have so many drafts only', async () => {
    const { answers, campaigns: found } = await book(threeEach);
    expect(answers.every(isAccepted)).toBe(true);
    expect(found.buyer()).toMatch(/: buyer \d+$/);
  });

  it.each(['at once', 'as sent', 'the other way round'])(
    'come to the same, whichever is answered first: %s',
    async (way) => {
      const turns = { 'at once': 0, 'as sent': 1, 'the other way round': -1 }[way] ?? 0;
      let sent = 0;
      const { answers } = await book(threeEach, () => 20 + turns * (sent += 1));
      expect(answers.map(({ reply }) => reply.status)).toEqual([201, 201, 201, 201, 201, 201, 201]);
    },
  );
});

describe('two lines that are taken alone', () => {
  const together = (script: Script) =>
    bookTogether(deskOf(service(script).http), {
      what: 'slots',
      all: slots,
      on,
      order: (label, { goal }, ...some) =>
        campaigns.order(label, ...some.map((slot) => campaigns.line(label, { slot, goal }))),
    });
  const isSeveral = ({ line_items: lines }: OrderRequest) => lines.length > 1;

  it('are refused wrongly where they are refused together', async () => {
    const { sent } = await together((order) => (isSeveral(order) ? 422 : 201));
    expect(sent?.reply.status).toBe(422);
  });

  it('are not asked for where no two are taken', async () => {
    expect(await together(({ line_items: [line] }) => (line?.inventory_id === 'slot-1' ? 201 : 422))).toEqual({
      none: 'No two slots are taken with room to spare.',
    });
  });

  it('need not be taken for less than a least goal', async () => {
    const goals = ({ line_items: lines }: OrderRequest) => lines.map((line) => line.goal_impressions);
    expect(await together((order) => (goals(order).some((goal) => goal < 5000) ? 422 : 201))).toEqual({
      none: 'A line alone is refused for as little as each of two: there may be a minimum goal.',
    });
  });
});
