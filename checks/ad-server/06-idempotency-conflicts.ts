import { laterBy } from '../../src/contract/flight-date.ts';
import { describe, expect, inWords, violation } from '../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { material } from './05-orders.ts';
import { createdIs201 } from './05-orders-kinds.ts';
import { expectRepeated, first, idempotency, original, retry, retrySameIds } from './06-idempotency.ts';
import { mayBeRepeat, send } from './booking.ts';
import { tagCreative, type Bookable, type Campaigns } from './campaign.ts';
import type { LineItem, OrderRequest } from './requests.ts';

/** A body that differs from the original in one place. */
interface Change {
  readonly where: string;
  readonly request: OrderRequest;
  /** Certainly valid in itself. A service may judge values first, so where this does not hold a 422 says nothing. */
  readonly valid: boolean;
}

function changesOf(request: OrderRequest, campaigns: Campaigns, on: Bookable, otherSlot: string | undefined): Change[] {
  const { advertiser, order, line_items: lines } = request;
  const last = lines.length - 1;
  const change = (where: string, change: Partial<OrderRequest>, valid = true): Change => ({
    where,
    request: { ...request, ...change },
    valid,
  });
  const inLine = (index: number, where: string, of: (line: LineItem) => Partial<LineItem>, valid = true): Change => ({
    where: `line_items[${index}].${where}`,
    request: { ...request, line_items: lines.map((line, at) => (at === index ? { ...line, ...of(line) } : line)) },
    valid,
  });
  const sizes = on.slot.sizes;
  const creatives = [tagCreative(sizes[0] ?? '300x250', 'another tag')];
  return [
    change('order.name', { order: { ...order, name: campaigns.name('other') } }),
    change('advertiser.name', { advertiser: { ...advertiser, name: campaigns.name('other buyer') } }),
    change('advertiser.external_ref', { advertiser: { ...advertiser, external_ref: campaigns.ref('buyer') } }, false),
    inLine(0, 'goal_impressions', (line) => ({ goal_impressions: line.goal_impressions + 1000 }), false),
    inLine(last, 'external_ref', (line) => ({ external_ref: `${line.external_ref}-other` })),
    inLine(last, 'goal_impressions', (line) => ({ goal_impressions: line.goal_impressions + 1000 }), false),
    inLine(last, 'flight.start_date', ({ flight }) => ({
      flight: { ...flight, start_date: laterBy(flight.start_date, 1) },
    })),
    inLine(last, 'flight.end_date', ({ flight }) => ({
      flight: { ...flight, end_date: laterBy(flight.end_date, -1) },
    })),
    inLine(last, 'targeting.geo', () => ({ targeting: { geo: ['US'] } }), false),
    inLine(last, 'creatives', () => ({ creatives }), lines[last]?.creatives !== undefined),
    change('line_items (a line less)', { line_items: lines.slice(0, Math.max(1, last)) }),
    change(
      'line_items (a line more)',
      {
        line_items: [
          ...lines,
          ...lines.slice(last).map((line) => ({ ...line, external_ref: `${line.external_ref}-more` })),
        ],
      },
      false,
    ),
    ...(otherSlot === undefined ? [] : [inLine(last, 'inventory_id', () => ({ inventory_id: otherSlot }), false)]),
    ...(sizes.length < 2 ? [] : [inLine(last, 'sizes', () => ({ sizes: sizes.slice(0, 2) }), false)]),
  ].filter((change) => JSON.stringify(change.request) !== JSON.stringify(request));
}

/** The original's key under bodies that differ somewhere, once the plain retry is through. */
const conflicts = idempotency.stage(
  { id: 'idempotency.conflicts', needs: { first, material, original }, after: [retry], sends: { orders: 14 } },
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

export const conflictIs409 = idempotency.check(
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
    const order = { name: campaigns.name('conflict'), external_ref: campaigns.ref('conflict') };
    const lines = first.request.line_items.map((line, index) => ({
      ...line,
      external_ref: campaigns.ref(`Line-conflict-${index + 1}`),
    }));
    return send(http, { ...first.request, order, line_items: lines });
  },
);

const foreignConflictIs409 = idempotency.check(
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
    needs: { foreign, material, createdIs201 },
    sends: { orders: 1 },
    drafts: 1,
  },
  async ({ http, foreign, material: { campaigns } }) => {
    if (foreign.reply.status !== 409) blockedBy(foreignConflictIs409);
    const { reply } = await send(http, campaigns.update(foreign.request, 'conflict-again'));
    if (reply.status === 422 || mayBeRepeat(reply))
      inconclusive(`The order that was refused could not be told from a new one: ${describe(reply)}.`, reply);
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: [foreign.reply, reply],
      });
    expect(reply).status(201);
  },
);

export const retryAfterConflict = idempotency.check(
  {
    id: 'idempotency.retry-after-conflict',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'A conflict leaves the stored result alone: a literal retry after it still returns the same ids.',
    fix: 'Do not overwrite what is stored under the key when a request is refused with 409.',
    needs: { first, usual: retrySameIds },
    after: [conflicts, foreign],
    sends: { orders: 1 },
  },
  async ({ http, first, usual }) => {
    expectRepeated(first, await send(http, first.request), usual);
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
      if (reply.status === null || reply.status >= 500)
        inconclusive(`There was no refusal: ${describe(reply)}.`, reply);
      if (succeeded(reply)) violation({ expected: 'a refusal (400)', actual: describe(reply), replies: [reply] });
    },
  );

function succeeded({ status }: Reply): boolean {
  return status !== null && status >= 200 && status < 300;
}
