import { laterBy } from '../../src/contract/flight-date.ts';
import { describe, expect, inWords, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { basic, created, material } from './05-orders.ts';
import { booked, isAccepted, send, type Booking } from './booking.ts';
import { tagCreative, type Bookable, type Campaigns } from './campaign.ts';
import { spread } from './04-forecast.ts';
import type { LineItem, OrderRequest } from './requests.ts';
import { expectSameIds } from './same-ids.ts';

export const idempotency = chapter('ad-server', 'idempotency', 'Idempotency');

/** The campaign of this chapter: two lines with every member, so that a body can differ anywhere. */
const original = idempotency.stage(
  { id: 'idempotency.original', needs: { material, basic }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, material: { campaigns }, basic: { on } }) => {
    const rich = await send(http, richOrder(campaigns, on, true));
    if (rich.reply.status !== 422) return { sent: rich, on };
    return { sent: await send(http, richOrder(campaigns, on, false)), on };
  },
);

function richOrder(campaigns: Campaigns, on: Bookable, withCreative: boolean): OrderRequest {
  const label = withCreative ? 'repeat' : 'repeat-without-creative';
  const size = on.slot.sizes[0] ?? '300x250';
  const order = campaigns.order(
    label,
    campaigns.line('repeat-1', on),
    campaigns.line('repeat-2', on, {
      flight: campaigns.flights.later,
      ...(withCreative ? { creatives: [tagCreative(size)] } : {}),
    }),
  );
  return { ...order, advertiser: { ...order.advertiser, external_ref: campaigns.ref('advertiser') } };
}

const first = idempotency.stage(
  { id: 'idempotency.first', needs: { original, basic } },
  ({ original: { sent }, basic }): Booking => (isAccepted(sent) ? booked(sent) : basic),
);

/** A literal retry at once, byte for byte. */
const retry = idempotency.stage(
  { id: 'idempotency.retry', needs: { first }, sends: { orders: 1 } },
  ({ http, first }) => send(http, first.request),
);

const retryIs200 = idempotency.check(
  {
    id: 'idempotency.retry-is-200',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A literal retry, the same key with the same body, is answered 200.',
    fix: 'Recognise the key, find the stored result, and answer it with 200; 201 is for the first time only.',
    needs: { retry },
  },
  ({ retry: { reply } }) => {
    expect(reply).status(200);
  },
);

const retrySameIds = idempotency.check(
  {
    id: 'idempotency.retry-same-ids',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry returns the same `order_id` and the same `line_item_id` values, and creates nothing.',
    fix: 'Store the result under its idempotency key, and return that result for every repeat.',
    needs: { first, retry },
  },
  ({ first, retry }) => {
    if (!isAccepted(retry)) blockedBy(retryIs200);
    expectSameIds(first, retry);
  },
);

/** A body that differs from the original in one place. */
interface Change {
  readonly where: string;
  readonly request: OrderRequest;
  /** Certainly valid in itself. A service may judge values first, so where this does not hold a 422 says nothing. */
  readonly valid: boolean;
}

function changesOf(request: OrderRequest, campaigns: Campaigns, on: Bookable, otherSlot: string | undefined): Change[] {
  const last = request.line_items.length - 1;
  const line = request.line_items[last];
  if (line === undefined) return [];
  const size = on.slot.sizes[0] ?? '300x250';
  const { advertiser, order } = request;
  const surely = (where: string, change: Partial<OrderRequest>): Change => ({
    where,
    request: { ...request, ...change },
    valid: true,
  });
  const inLine = (where: string, change: Partial<LineItem>, valid = true): Change => ({
    where: `line_items[${last}].${where}`,
    request: { ...request, line_items: request.line_items.with(last, { ...line, ...change }) },
    valid,
  });
  return [
    surely('order.name', { order: { ...order, name: `${order.name} (renamed)` } }),
    surely('advertiser.name', { advertiser: { ...advertiser, name: `${advertiser.name} (other)` } }),
    surely('advertiser.external_ref', {
      advertiser: { ...advertiser, external_ref: campaigns.ref('advertiser-other') },
    }),
    inLine('external_ref', { external_ref: `${line.external_ref}-other` }),
    inLine('goal_impressions', { goal_impressions: line.goal_impressions - 1 }),
    inLine('flight.start_date', { flight: { ...line.flight, start_date: laterBy(line.flight.start_date, 1) } }),
    inLine('flight.end_date', { flight: { ...line.flight, end_date: laterBy(line.flight.end_date, -1) } }),
    inLine('targeting.geo', { targeting: { geo: ['US'] } }, false),
    inLine('creatives', { creatives: [tagCreative(size, 'another tag')] }, line.creatives !== undefined),
    surely('line_items (a line less)', { line_items: request.line_items.slice(0, Math.max(1, last)) }),
    surely('line_items (a line more)', {
      line_items: [...request.line_items, { ...line, external_ref: `${line.external_ref}-more` }],
    }),
    ...(otherSlot === undefined ? [] : [inLine('inventory_id', { inventory_id: otherSlot }, false)]),
    ...(on.slot.sizes.length < 2 ? [] : [inLine('sizes', { sizes: on.slot.sizes.slice(0, 2) })]),
  ].filter((change) => JSON.stringify(change.request) !== JSON.stringify(request));
}

/** The original's key under bodies that differ somewhere, once the plain retry is through. */
const conflicts = idempotency.stage(
  { id: 'idempotency.conflicts', needs: { first, material, original }, after: [retry], sends: { orders: 13 } },
  async ({ http, first, material: { campaigns, bookable }, original: { on } }) => {
    const other = bookable.find(
      ({ slot }) => slot.inventory_id !== on.slot.inventory_id && fits(slot.sizes, first.request),
    );
    const changes = changesOf(first.request, campaigns, on, other?.slot.inventory_id);
    return Promise.all(changes.map(async (change) => ({ ...change, reply: (await send(http, change.request)).reply })));
  },
);

function fits(sizes: readonly string[], request: OrderRequest): boolean {
  return request.line_items.every((line) => line.sizes.every((size) => sizes.includes(size)));
}

idempotency.check(
  {
    id: 'idempotency.conflict-is-409',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'The same idempotency key with a different body is answered 409, wherever the body differs.',
    fix: 'Store a fingerprint of the whole body with the key, lines and creatives included, compare it before anything else, and answer 409 where it differs.',
    needs: { conflicts },
  },
  ({ conflicts }) => {
    const missed = conflicts.filter(({ reply, valid }) => reply.status !== 409 && (valid || reply.status !== 422));
    const [one] = missed;
    const where = inWords(
      missed.map(({ where }) => where),
      'or',
    );
    if (one !== undefined) expect(one.reply, `where ${where} differs`).status(409);
  },
);

/** The key of the first order, in a body that names another order: were it applied, that order would exist. */
const foreign = idempotency.stage(
  { id: 'idempotency.other-order-under-the-key', needs: { first, material }, after: [retry], sends: { orders: 1 } },
  ({ http, first, material: { campaigns } }) => {
    const order = { ...first.request.order, external_ref: campaigns.ref('conflict') };
    return send(http, { ...first.request, order });
  },
);

idempotency.check(
  {
    id: 'idempotency.conflict-on-order-ref-is-409',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'The same idempotency key for another `order.external_ref` is answered 409.',
    fix: 'Look the key up by itself, not together with the order it was used for.',
    needs: { foreign },
  },
  ({ foreign: { reply } }) => {
    expect(reply).status(409);
  },
);

idempotency.check(
  {
    id: 'idempotency.conflict-applies-nothing',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'A request that is refused with 409 applies nothing.',
    fix: 'Compare the key before you write anything, or write in one transaction that the conflict rolls back.',
    needs: { foreign, first, material },
    sends: { orders: 1 },
    drafts: 1,
  },
  async ({ http, foreign, material: { campaigns } }) => {
    if (foreign.reply.status !== 409) blockedBy({ id: 'idempotency.conflict-on-order-ref-is-409' });
    const { reply } = await send(http, campaigns.update(foreign.request, 'conflict-again'));
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: [foreign.reply, reply],
      });
    expect(reply).status(201, 422);
  },
);

idempotency.check(
  {
    id: 'idempotency.retry-after-conflict',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'A conflict leaves the stored result alone: a literal retry after it still returns the same ids.',
    fix: 'Do not overwrite what is stored under the key when a request is refused with 409.',
    needs: { first, retrySameIds },
    after: [conflicts, foreign],
    sends: { orders: 1 },
  },
  async ({ http, first }) => {
    const again = await send(http, first.request);
    expect(again.reply).status(200, 201);
    expectSameIds(first, again);
  },
);

/** All orders of the run again, much later than they were made. */
idempotency.check(
  {
    id: 'idempotency.retry-after-other-requests',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry returns the same ids also after many other requests.',
    fix: 'Keep idempotency keys for days, not for the last few requests, and each with its own result.',
    needs: { created, retrySameIds },
    after: [conflicts],
    sends: { orders: 3 },
  },
  async ({ http, created }) => {
    const some = spread(created, 3);
    const again = await Promise.all(some.map((booking) => send(http, booking.request)));
    again.forEach((sent, index) => {
      const booking = some[index];
      if (booking === undefined) return;
      expect(sent.reply).status(200, 201);
      expectSameIds(booking, sent);
    });
  },
);

/** One request three times at once: a retry is often sent while the first one is running. */
idempotency.check(
  {
    id: 'idempotency.retry-while-running',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'Equal requests in flight at once all return the same ids.',
    fix: 'Take a lock on the key, or insert it under a unique constraint, before the order is created; let the second request wait for the first.',
    needs: { material, basic },
    sends: { orders: 3 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, basic: { on } }) => {
    const request = campaigns.order('race-one-key', campaigns.line('race-one-key', on));
    const [one, two, three] = await Promise.all([send(http, request), send(http, request), send(http, request)]);
    for (const { reply } of [one, two, three]) expect(reply).status(200, 201);
    for (const again of [two, three]) expectSameIds(booked(one), again);
  },
);

idempotency.check(
  {
    id: 'idempotency.two-keys-one-order',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'Two requests in flight at once for one `order.external_ref`, under different keys, make one order.',
    fix: 'Put a unique constraint on `order.external_ref` and on the lines of an order, and turn the loser of the race into an update.',
    needs: { material, basic },
    sends: { orders: 2 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, basic: { on } }) => {
    const request = campaigns.order('race-two-keys', campaigns.line('race-two-keys', on));
    const [one, two] = await Promise.all([send(http, request), send(http, campaigns.update(request, 'race-two-keys'))]);
    for (const { reply } of [one, two]) expect(reply).status(200, 201);
    expectSameIds(booked(one), two);
  },
);

idempotency.check(
  {
    id: 'idempotency.conflict-while-running',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement:
      'Of two different bodies in flight at once under one key, only one is applied; the other is answered 409.',
    fix: 'Store the fingerprint of the body together with the key, before the order is created.',
    needs: { material, basic },
    sends: { orders: 2 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, basic: { on } }) => {
    const one = campaigns.order('race-two-bodies', campaigns.line('race-two-bodies', on));
    const other = { ...one, order: { ...one.order, name: campaigns.name('race, other body') } };
    const sent = await Promise.all([send(http, one), send(http, other)]);
    const [winner, loser] = isAccepted(sent[0]) ? sent : [sent[1], sent[0]];
    expect(winner.reply).status(200, 201);
    expect(loser.reply).status(409);
  },
);

/** The order is renamed under a key of its own, so that a repeat comes after an update. */
const renamed = idempotency.stage(
  { id: 'idempotency.renamed', needs: { first, material }, after: [conflicts, foreign], sends: { orders: 1 } },
  ({ http, first: { request }, material: { campaigns } }) =>
    send(
      http,
      campaigns.update(request, 'renamed', { order: { ...request.order, name: `${request.order.name} (renamed)` } }),
    ),
);

for (const [rule, requirement, fix, which] of [
  [
    'retry-after-update',
    'A literal retry of the first request returns the same ids, with 200, also after the order was updated.',
    'Keep the result of the first request under its key, whatever happened to the order since.',
    (first: Booking): Booking => first,
  ],
  [
    'retry-of-update',
    'A literal retry of an update returns the same ids, with 200.',
    'Store the result of an update under its key too.',
    (_first: Booking, update: Booking): Booking => update,
  ],
] as const)
  idempotency.check(
    {
      id: `idempotency.${rule}`,
      level: 'must',
      section: 'ad-server §4.4 rule 2',
      requirement,
      fix,
      needs: { first, renamed, retrySameIds },
      sends: { orders: 1 },
    },
    async ({ http, first, renamed }) => {
      if (!isAccepted(renamed)) blockedBy({ id: 'updates.answers-200' });
      const before = which(first, booked(renamed));
      const again = await send(http, before.request);
      expect(again.reply).status(200);
      expectSameIds(before, again);
    },
  );

for (const [rule, requirement, fix, header] of [
  [
    'header-required',
    'An order without the `Idempotency-Key` header is refused.',
    'Require the header; the client always sends it.',
    () => null,
  ],
  [
    'header-matches-body',
    'An `Idempotency-Key` header that differs from the key in the body is refused.',
    'Compare header and body, and refuse the request where they differ.',
    (request: OrderRequest) => `${request.idempotency_key}-other`,
  ],
] as const)
  idempotency.check(
    {
      id: `idempotency.${rule}`,
      level: 'should',
      section: 'ad-server §4.4',
      requirement,
      fix,
      needs: { first, retrySameIds },
      after: [conflicts, foreign],
      sends: { orders: 1 },
    },
    async ({ http, first: { request } }) => {
      const reply = await http.orders({ json: request }, { idempotencyKey: header(request) });
      if (accepted(reply)) violation({ expected: 'a refusal (400)', actual: describe(reply), replies: [reply] });
    },
  );

function accepted({ status }: Reply): boolean {
  return status !== null && status >= 200 && status < 300;
}
