import type { Together } from '../../checks/ad-server/desk/material.ts';
import { becauseOf } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import * as rules from '../../checks/ad-server/orders/rules.ts';
import * as answers from '../../checks/ad-server/orders/answer-rules.ts';
import * as refusals from '../../checks/ad-server/orders/refusal-rules.ts';
import { IdSet } from '../../checks/ad-server/readers/inventory-summary.ts';
import type { BookingTerms } from '../../src/contract/booking-terms.ts';
import { booked, type Sent } from '../../checks/ad-server/readers/booking.ts';
import type { LineItem, OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { excuse } from '../../src/http/reply.ts';
import { answer, findingOf, said } from './judging.ts';

const line: LineItem = {
  external_ref: 'line-1',
  inventory_id: 'slot-1',
  flight: { start_date: '2026-12-01', end_date: '2026-12-21' },
  goal_impressions: 3000,
  sizes: ['300x250'],
};

const order = (external_ref = 'order-1', ...lines: readonly Partial<LineItem>[]): OrderRequest => ({
  idempotency_key: 'key',
  advertiser: { name: 'A buyer' },
  order: { name: 'An order', external_ref },
  line_items: (lines.length === 0 ? [{}] : lines).map((change) => ({ ...line, ...change })),
});

const body = (order_id = 'o1', ...ids: readonly string[]) => ({
  order_id,
  status: 'DRAFT',
  line_items: ids.map((line_item_id, index) => ({ external_ref: `line-${index + 1}`, line_item_id, status: 'DRAFT' })),
});

const sent = (status: number | null, request = order(), told?: object): Sent => ({
  request,
  reply: answer(status, told),
});

/** The same, for a reason that is not the service's. */
const excused = (status: number, why = 'There may be no room.', permitted = false): Sent => {
  const one = sent(status);
  excuse(one.reply, { because: becauseOf(why), shownBy: [one.reply], ...(permitted && { permitted: true }) });
  return one;
};

const tried = (last: Sent, ...refused: readonly Sent[]) => ({ ...last, refused });

describe('the first booking', () => {
  const tried = { attempts: [sent(422)], sent: null, without: null, unknown: [], listed: null };

  it('is accepted, or what was tried is said', async () => {
    expect(await said(rules.bookingAccepted, { tried: { ...tried, sent: sent(201) }, stated: {} })).toBe('holds');
    expect(await said(rules.bookingAccepted, { tried, stated: {} })).toMatch(
      /^inconclusive: No booking was accepted.*"slot-1"/,
    );
  });

  it('is not to need an optional member', async () => {
    const without = { demands: { creatives: [] }, plain: sent(422) };
    expect(await said(rules.bookingAccepted, { tried: { ...tried, sent: sent(201), without }, stated: {} })).toMatch(
      /^broken: Expected a plain order to be accepted, as one with creatives is/,
    );
  });

  it('is not answered 404 for a slot that is still listed', async () => {
    const listed = new IdSet();
    listed.add('slot-1');
    const on = (unknown: Sent) => ({
      tried: { ...tried, attempts: [unknown], unknown: [unknown], listed },
      stated: {},
    });
    expect(await said(rules.bookingAccepted, on(sent(404)))).toMatch(/^broken: .*404.*"slot-1", slot 1 of the 1/);
    expect(await said(rules.bookingAccepted, on(excused(404)))).toMatch(/^inconclusive/);
  });
});

describe('the buyer of an order', () => {
  const asked = (known: number, newcomer: number, again: number, hadOtherOrders = false) => ({
    booked: { buyer: { hadOtherOrders, known: sent(known), newcomer: sent(newcomer), again: sent(again) } },
  });

  it.each([
    ['is not asked for if all orders are taken', { booked: { buyer: null } }, /^holds/],
    [
      'books again',
      { booked: { buyer: { hadOtherOrders: false, known: sent(201), newcomer: null, again: null } } },
      /^holds/,
    ],
    ['is not refused for having booked', asked(422, 201, 422), /^broken: Expected a second order of an advertiser/],
    ['may be allowed some drafts only', asked(422, 201, 422, true), /^holds/],
    ['is not answered an error for it', asked(500, 201, 500, true), /^broken/],
    ['is as good as any other if nobody may book', asked(422, 422, 422), /^inconclusive: No second order/],
  ])('%s', async (_what, records, outcome) => {
    expect(await said(rules.buyerBooksAgain, { basic: {}, ...records })).toMatch(outcome);
  });
});

describe('an order that is created', () => {
  const created = (...all: readonly Sent[]) => ({ created: all.map(booked) });
  const one = sent(201, order(), body('o1', 'l1'));

  it('is answered 201', async () => {
    expect(await said(rules.createdIs201, created(one))).toBe('holds');
    expect(await said(rules.createdIs201, created(one, sent(200, order('order-2'), body('o2'))))).toMatch(
      /^broken: .*200 to an order of one line/,
    );
    expect(await said(rules.createdIs201, created(one, sent(200, order('order-2'), body('o1'))))).toMatch(
      /^broken: .*with the order_id of order-1/,
    );
    expect(await said(rules.createdIs201, created(one, sent(200, order('Órder-1'), body('o1'))))).toMatch(
      /^broken: .*Órder-1, with the order_id of order-1\. The two differ in upper and lower case, or in accents, alone/,
    );
    const [accented, another] = [sent(200, order('Órder-1'), body('o1')), sent(200, order('order-2'), body('o1'))];
    expect(await said(rules.createdIs201, created(one, accented, another))).not.toMatch(/accents/);
  });

  it('may be answered 200 if an earlier attempt got lost', async () => {
    const lost = { request: order(), reply: answer(200, {}, { callIds: ['x1', 'x2'] }) };
    expect(await said(rules.createdIs201, created(lost))).toMatch(/^inconclusive/);
  });

  it('has ids of its own', async () => {
    const other = sent(201, order('order-2'), body('o1', 'l1'));
    expect(await said(answers.orderIdsUnique, created(one))).toBe('holds');
    expect(await said(answers.orderIdsUnique, created(one, other))).toMatch(/^broken: .*for both order-1 and order-2/);
    expect(await said(answers.lineItemIdsUnique, created(one, other))).toMatch(
      /^broken: .*a line_item_id of its own for each reference/,
    );
  });

  it('whose lines share an id is told by their slot only if they share that, too', async () => {
    const slipOf = async (...orders: readonly Sent[]) =>
      (await findingOf('orders.line-item-ids-unique', created(...orders))).slip;
    const two = (inventory_id: string) =>
      sent(201, order('order-1', {}, { external_ref: 'line-2', inventory_id }), body('o1', 'l1', 'l1'));
    expect([await slipOf(two('slot-1')), await slipOf(two('slot-2'))]).toEqual(['slot-as-key', undefined]);
    expect(await slipOf(one, sent(201, order('Ordér-1'), body('o2', 'l1')))).toBe('other-case');
    expect(await slipOf(one, sent(201, order('order-2'), body('o2', 'l1')))).toBeUndefined();
  });

  it('is answered with each of its lines', async () => {
    expect(await said(answers.linesEchoed, created(one))).toBe('holds');
    expect(await said(answers.linesEchoed, created(sent(201, order(), body('o1'))))).toMatch(/^broken: .*got 0 lines/);
  });
});

describe('a kind of order that is promised', () => {
  const oneDay = (answered: object, stated: BookingTerms = {}) => ({ answered, stated });

  it('is taken, in another form if need be', async () => {
    expect(await said(rules.oneDay, oneDay(tried(sent(201))))).toBe('holds');
    expect(await said(rules.oneDay, oneDay(tried(sent(201), sent(422))))).toMatch(
      /^holds: Another form of it was refused/,
    );
  });

  it('does not apply to one day if the publisher states a longer minimum', async () => {
    const stated = { flight: { minDays: 2 } };
    expect(await said(rules.oneDay, oneDay(tried(sent(422)), stated))).toMatch(/^not applicable: Flights have 2 days/);
  });

  it('is not refused, unless that is excused', async () => {
    expect(await said(rules.oneDay, oneDay(tried(sent(422))))).toMatch(/^broken: .*422 to an order of one line/);
    expect(await said(rules.oneDay, oneDay(tried(excused(422))))).toBe('inconclusive: There may be no room.');
    expect(await said(rules.oneDay, oneDay(tried(excused(422, 'Short flights.', true))))).toBe('holds: Short flights.');
  });

  it('is not answered 404 for a slot that other orders find', async () => {
    const records = oneDay(tried(sent(201), sent(404)));
    expect(await said(rules.oneDay, records)).toMatch(/^broken: .*404/);
    expect(await said(rules.oneDay, { ...records, notFound: { slots: new Set(['slot-1']) } })).toMatch(/^holds/);
  });

  it('of several lines is also taken for a country', async () => {
    const booked = (inCountry: Sent | null) => ({ answered: tried(sent(201)), booked: { inCountry } });
    expect(await said(rules.severalLinesTaken, booked(null))).toBe('holds');
    expect(await said(rules.severalLinesTaken, booked(sent(422)))).toMatch(/^broken: .*to a line in a country/);
  });

  it('has names in any script, which may be refused with 422 alone', async () => {
    const named = (status: number) => ({ answered: tried(sent(status)) });
    expect(await said(rules.namesInAnyScript, named(201))).toBe('holds');
    expect(await said(rules.namesInAnyScript, named(422))).toMatch(/^holds: Refused with 422/);
    expect(await said(rules.namesInAnyScript, named(500))).toMatch(/^broken/);
  });
});

describe('creatives', () => {
  const shapes = (tag: Sent, image: Sent) => ({ tag: tried(tag), image: tried(image) });

  it('are taken in one shape, and may be refused in the other, which is recorded', async () => {
    for (const one of [400, 403, 413, 422].flatMap((no) => [shapes(sent(201), sent(no)), shapes(sent(no), sent(201))]))
      expect(await said(rules.takesCreatives, one)).toBe('holds');
    const recorded = (image: Sent) => said(rules.bothCreativeShapes, shapes(sent(201), image));
    expect(await recorded(sent(422))).toBe('holds: `third_party_tag`: status 201. `image`: status 422.');
    expect(await recorded(excused(422))).toMatch(/^inconclusive/);
  });

  it('are not refused in both shapes, nor answered a server error in one', async () => {
    expect(await said(rules.takesCreatives, shapes(sent(422), sent(422)))).toMatch(/both refused: status 422/);
    expect(await said(rules.takesCreatives, shapes(sent(400), sent(400)))).toMatch(/^broken: .*400/);
    expect(await said(rules.takesCreatives, shapes(sent(503), sent(201)))).toMatch(/^broken: .*503/);
  });
});

describe('a line with two countries, or two sizes', () => {
  const alone = [sent(201), sent(201)];
  const judging = (together: Together) => [
    said(rules.severalCountries, { lineInTwoCountries: together }),
    said(rules.severalSizes, { lineOfTwoSizes: together }),
  ];

  it('is taken where each is taken alone', async () => {
    expect(await Promise.all(judging({ sent: sent(201) }))).toEqual(['holds', 'holds']);
    for (const one of await Promise.all(judging({ sent: sent(422), alone })))
      expect(one).toMatch(/^broken: Expected a line with both to be accepted/);
    for (const one of await Promise.all(judging({ sent: sent(400) }))) expect(one).toMatch(/^broken: .*400/);
  });

  it('is not judged where there is no room, or nothing to ask for', async () => {
    for (const one of await Promise.all(judging({ none: 'There is no room.' })))
      expect(one).toMatch(/There is no room/);
  });
});

describe('the host of creatives', () => {
  const hosts = 'Creatives were refused for the host they are on.';
  const shapes = (tag: Sent, image: Sent) => ({ tag: tried(tag), image: tried(image) });

  it('leaves open whether a shape is taken, also if the other is refused for itself', async () => {
    for (const both of [
      shapes(excused(422, hosts), excused(422, hosts)),
      shapes(sent(422), excused(422, hosts)),
      shapes(excused(422, hosts), sent(422)),
    ])
      expect(await said(rules.takesCreatives, both)).toMatch(/^inconclusive/);
    expect(await said(rules.takesCreatives, shapes(sent(422), sent(422)))).toMatch(/^broken/);
  });
});

describe('two lines in one order', () => {
  it('are taken where each is taken alone', async () => {
    const alone = [sent(201), sent(201)];
    expect(await said(rules.inTwoCountries, { twoCountries: { sent: sent(201) } })).toBe('holds');
    expect(await said(rules.inTwoCountries, { twoCountries: { sent: sent(422), alone } })).toMatch(
      /^broken: Expected both lines to be accepted, as each of them is alone/,
    );
    expect(await said(rules.onTwoSlots, { twoSlots: { none: 'No two slots are taken.' } })).toBe(
      'not applicable: No two slots are taken.',
    );
  });

  it('may be refused for their odd references, but not answered an error', async () => {
    const pair = (odd: number) => ({ pair: { odd: sent(odd), sent: tried(sent(201)) } });
    expect(await said(rules.anyNameAndReferences, pair(422))).toBe('holds');
    expect(await said(rules.anyNameAndReferences, pair(409))).toMatch(
      /^broken: Expected the order to be accepted, as a plainer one was, got status 409\. It has one line with long references, and a name that another order has$/,
    );
    const alone = { ...sent(500), trait: 'many lines' };
    expect(await said(rules.anyNameAndReferences, { pair: { ...pair(500).pair, alone } })).toMatch(
      /It differs from an accepted order only in many lines$/,
    );
  });
});

describe('an order with a wrong line', () => {
  const wrong = (one: Sent) => ({ ...one, bad: line, where: 'for the only line' });
  const reversed = refusals.refusals['reversed-range-is-422'];
  const unfitting = refusals.refusals['unfitting-size-is-422'];

  it('is refused with the status that is stated', async () => {
    expect(await said(reversed, { sent: [wrong(sent(422))] })).toBe('holds');
    expect(await said(reversed, { sent: [wrong(sent(422)), wrong(sent(400))] })).toMatch(
      /^broken: .*status 400 for the only line/,
    );
  });

  it('may be refused with 400 for a size that is not one', async () => {
    expect(await said(unfitting, { sent: [wrong(sent(400))] })).toMatch(/^broken/);
    expect(await said(unfitting, { sent: [{ ...wrong(sent(400)), bad: { ...line, sizes: ['banana'] } }] })).toBe(
      'holds',
    );
  });

  it('names the mistake if only the last line of orders is checked', async () => {
    const first = { ...wrong(sent(201)), bad: { ...line, external_ref: 'line-0' } };
    const last = 'The same mistake in the last line is refused';
    expect(await said(reversed, { sent: [wrong(sent(422)), first] })).toContain(last);
    expect(await said(reversed, { sent: [wrong(sent(201)), first] })).not.toContain(last);
    const letters = { unknownSlots: [wrong(sent(404))], withLettersBehind: sent(201) };
    expect(await said(refusals.unknownSlotIs404, { ...letters, reversed: [wrong(sent(422)), first] })).toContain(last);
  });

  it('is told where another is excused, and left open where all are', async () => {
    const gone = wrong(excused(404, 'The slot is gone.'));
    expect(await said(reversed, { sent: [gone, wrong(sent(201))] })).toMatch(/^broken: .*201/);
    expect(await said(reversed, { sent: [gone, wrong(sent(422))] })).toBe('inconclusive: The slot is gone.');
  });

  it('is answered 404 on an unknown slot, and not for a slot that exists', async () => {
    const unknown = (one: Sent, letters: Sent | null = null) => ({
      ...{ unknownSlots: [wrong(one)], withLettersBehind: letters, model: { optional: {} } },
    });
    expect(await said(refusals.unknownSlotIs404, unknown(sent(404), sent(400)))).toBe('holds');
    expect(await said(refusals.unknownSlotIs404, unknown(sent(422)))).toMatch(/^broken: .*422 for the only line/);
    expect(await said(refusals.unknownSlotIs404, unknown(sent(404), sent(201)))).toMatch(/^broken: .*letters behind/);
    expect(await said(refusals.archivedIsKnown, { archivedOrder: sent(404) })).toMatch(/^broken/);
    expect(await said(refusals.archivedIsKnown, { archivedOrder: sent(422) })).toBe('holds: Answered 422.');
  });

  it('creates nothing, and does not stand in the way of the corrected one', async () => {
    const corrected = (status: number, ...refused: readonly number[]) => ({
      corrected: { ...sent(status), replies: refused.map((one) => answer(one)) },
    });
    expect(await said(refusals.canBeCorrected, corrected(409, 422))).toMatch(/^broken: .*to the corrected order/);
    expect(await said(refusals.refusedCreatesNothing, corrected(201, 404, 422))).toBe('holds');
    expect(await said(refusals.refusedCreatesNothing, corrected(200, 404, 422))).toMatch(
      /as if one that was answered 404 or/,
    );
    expect(await said(refusals.refusedCreatesNothing, corrected(201, 500))).toMatch(/^inconclusive/);
    expect(await said(refusals.refusedCreatesNothing, corrected(422, 422))).toMatch(/^not applicable/);
  });
});

describe('every listed slot', () => {
  const ids = new IdSet();
  ids.add('slot-1');
  const records = (onOtherSlots: readonly Sent[], plain: readonly Sent[] = []) => ({
    ...{ onOtherSlots, rooms: [], notFound: { plain, ids, slots: new Set() } },
  });

  it('is known to orders', async () => {
    expect(await said(refusals.anySlot, records([sent(201), sent(422)]))).toBe('holds');
    expect(await said(refusals.anySlot, records([sent(422)]))).toMatch(/^holds: None was accepted/);
    expect(await said(refusals.anySlot, records([sent(404)]))).toMatch(/^broken: .*404/);
    expect(await said(refusals.anySlot, records([sent(201)], [sent(404)]))).toMatch(/^broken: .*"slot-1", slot 1 of/);
    expect(await said(refusals.anySlot, records([sent(201)], [excused(404)]))).toMatch(/^holds: .*no longer listed: 1/);
  });
});

describe('an order with odd texts', () => {
  const texts = (first: Sent, next: Sent, withNul = sent(422)) => ({ oddTexts: { odd: first, next, withNul } });
  const made = (id: string) => sent(201, order(), body(id, 'l1'));

  it.each<[string, Sent, Sent, Sent, RegExp]>([
    ['may be saved', made('o1'), made('o1'), made('o2'), /^holds/],
    ['may be refused', sent(400), made('o1'), sent(422), /^holds: .*400 to an order with unusual characters/],
    [
      'causes no server error',
      sent(500),
      made('o1'),
      sent(422),
      /^broken: Expected no server error to an order with unusual/,
    ],
    [
      'causes none with U+0000 either',
      made('o1'),
      made('o1'),
      sent(500),
      /^broken: Expected no server error to an order with U\+0000/,
    ],
    [
      'is found again',
      made('o1'),
      made('o2'),
      sent(422),
      /^broken: .*"o1", the id that the order had before, got "o2"/,
    ],
  ])('%s', async (_what, first, next, withNul, verdict) => {
    expect(await said(refusals.oddTextsHandled, texts(first, next, withNul))).toMatch(verdict);
  });
});

describe('a line reference that two orders share', () => {
  it.each<[string, readonly Sent[], RegExp]>([
    ['names a line of each', [sent(200, order(), body('o1', 'l1')), sent(200, order(), body('o2', 'l2'))], /^holds/],
    ['may be refused', [sent(200, order(), body('o1', 'l1')), sent(422)], /^holds: Refused/],
    ['causes no server error', [sent(200, order(), body('o1', 'l1')), sent(500)], /^broken: .*500/],
    [
      'never names the line of the other order',
      [sent(200, order(), body('o1', 'l1')), sent(200, order(), body('o2', 'l1'))],
      /^broken: .*line of another order, l1/,
    ],
    ['is not judged without two orders', [sent(200, order(), body('o1', 'l1'))], /^not applicable/],
  ])('%s', async (_what, sharedLineRef, verdict) => {
    expect(await said(refusals.sharedLineRefHandled, { sharedLineRef })).toMatch(verdict);
  });
});
