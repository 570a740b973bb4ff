import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { onReply } from '../../fixtures/behaviours/replies.ts';
import { bodyOf } from '../../fixtures/behaviours/request-body.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { listOf, member } from '../../fixtures/publisher/json.ts';
import { jsonReply } from '../../fixtures/publisher/messages.ts';
import { certify } from '../../src/certify.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { planRun } from '../../src/run/plan.ts';
import { UsageError, type CertifyOptions } from '../../src/settings.ts';
import { onStand } from '../listing/judge.ts';
import { takingAll } from '../matrix/circumstances/orders-drafts.ts';
import { judge, resultsOf } from '../matrix/judge.ts';

const adServer: CertifyOptions = { baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key' };
const listing: CertifyOptions = { listingUrl: 'https://tenant.example.com/api/v1' };

function refusal(options: CertifyOptions): string {
  try {
    return `planned ${planRun(options).totals.checks} checks`;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

describe('a run that would judge nothing of what it is asked for is refused', () => {
  test.each<[string, CertifyOptions, RegExp]>([
    [
      'orders without creating',
      { only: ['orders'], readOnly: true },
      /--read-only.*Run without --only or --read-only\.$/,
    ],
    ['asked for and left out', { only: ['health'], skip: ['health'] }, /--skip\. Run without --only or --skip\.$/],
    [
      'a key that is not there',
      { only: ['auth.expired-key-is-401'] },
      /Not supplied: --expired-key or --revoked-key .*Supply what is/,
    ],
    ['the other contract', { only: ['token-exchange'] }, /about the listing API\. Not supplied: --listing-url/],
    ['what --local waives', { only: ['connection.https-only'], local: true }, /Run without --only or --local\.$/],
    [
      'a report of which nothing is left',
      { only: ['auth.expired-key-is-401'], failedFrom: 'r.json' },
      /^Nothing is left to judge of what did not pass in r\.json\. .* or run without --failed-from\.$/,
    ],
  ])('%s', (_what, options, message) => {
    expect(refusal({ ...adServer, ...options })).toMatch(message);
  });
});

test('a part of what is asked for is enough', () => {
  expect(refusal({ ...adServer, only: ['orders', 'health'], readOnly: true })).toMatch(/^planned \d/);
});

test('the listing API is not judged without any credential', () => {
  expect(refusal(listing)).toMatch(/^No credential of the listing API was given\. Set LISTING_KEY and LISTING_SECRET,/);
});

test.each<[string, CertifyOptions]>([
  ['a static token', { listingToken: 'token' }],
  ['key and secret', { listingKey: 'key', listingSecret: 'secret' }],
  ['a token that the allowlist blocks', { listingToken: 'token', listingBlocked: true }],
])('the listing API is judged with no more than %s', (_what, options) => {
  expect(refusal({ ...listing, ...options })).toMatch(/^planned \d/);
});

const planned = ({ notRun }: ReturnType<typeof planRun>) =>
  [...notRun.keys()].filter(({ kind }) => kind === 'check').map(({ id }) => id);

test.each<[string, Partial<CertifyOptions>]>([
  ['of the whole', {}],
  ['that creates nothing', { readOnly: true }],
  ['without some', { skip: ['reports', 'inventory.walk-ends'] }],
  ['of some', { only: ['errors', 'updates.rename-keeps-ids'], readOnly: true }],
])('a run %s judges just the checks that were announced', async (_what, options) => {
  const given = Object.fromEntries(Object.entries(options));
  const report = await judge([], { certify: given });
  const keys = { keyWithoutRead: 'a', keyWithoutDraft: 'b', keyWithoutReport: 'c', expiredKey: 'd', local: true };
  const unjudged = resultsOf(report).filter(
    ({ outcome, message }) => outcome === 'skip' || /^Not judged/.test(message),
  );
  expect(unjudged.map(({ id }) => id).sort()).toEqual(planned(planRun({ ...adServer, ...keys, ...given })).sort());
});

test('a run creates as many drafts as were announced where a service takes all that may be taken', async () => {
  const { created } = await judge(takingAll);
  const keys = { keyWithoutRead: 'a', keyWithoutDraft: 'b', keyWithoutReport: 'c', expiredKey: 'd', local: true };
  expect(created).toHaveLength(planRun({ ...adServer, ...keys }).totals.drafts);
});

/** Books whatever comes with the right key, also repeats, updates and broken orders. */
const bookingEverything: BehaviourChange = (base) =>
  onReply(base, { route: 'orders', when: ({ status }) => status !== 401 && status !== 403 }, (_reply, exchange) => {
    const id = randomUUID();
    const lines = listOf(member(bodyOf(exchange), 'line_items')).map((line, index) => ({
      external_ref: member(line, 'external_ref'),
      line_item_id: `${id}-${index}`,
      status: 'DRAFT',
    }));
    return jsonReply(201, { order_id: id, line_items: lines, status: 'DRAFT' });
  });

test('a service that books whatever it is sent is left with no more drafts than about what was announced at worst', async () => {
  const { created, verdict } = await judge(bookingEverything);
  const { drafts, bookings } = planRun({ ...adServer, local: true }).totals;
  expect(verdict).toBe('failed');
  expect(created.length).toBeGreaterThan(2 * drafts);
  // Some tries for a booking, and some controls, come on top.
  expect(created.length).toBeLessThan(1.08 * bookings);
});

/** Rules about many orders, or about every way to change some. */
const OF_MANY_ORDERS = [
  'orders.any-name-and-references',
  'orders.any-listed-slot',
  'orders.answered-at-the-first-try',
  'orders.created-is-201',
  'orders.creative-on-one-line',
  'orders.line-item-ids-unique',
  'orders.line-reference-in-two-orders',
  'orders.lines-echoed',
  'orders.order-ids-unique',
  'idempotency.conflict-applies-nothing',
  'idempotency.conflict-is-409',
  'idempotency.retry-after-other-requests',
  'idempotency.two-keys-one-order',
  'updates.added-line-keeps-ids',
  'updates.advertiser-keeps-ids',
  'updates.answers-200',
  'updates.draft-still-has-no-delivery',
  'updates.every-line-once',
  'updates.flight-keeps-ids',
  'updates.goal-keeps-ids',
  'updates.reports-keep-ids',
  'updates.reports-keep-their-form',
  'updates.retries-after-each-kind',
  'updates.series-keeps-ids',
  'updates.slot-keeps-ids',
  'reports.draft-has-no-delivery',
];

describe('a run of one check creates no more than it needs', () => {
  const keys = { keyWithoutRead: 'a', keyWithoutDraft: 'b', keyWithoutReport: 'c', expiredKey: 'd' };
  const ids = checksOf(suite).flatMap(({ id, module }) => (module.contract === 'ad-server' ? [id] : []));
  const draftsOf = (id: string) => planRun({ ...adServer, ...keys, only: [id] }).totals.drafts;
  const creatingMoreThan = (drafts: number, some: readonly string[]) => some.filter((id) => draftsOf(id) > drafts);

  test('three drafts at most, unless it is about many', () => {
    expect(creatingMoreThan(3, ids).sort()).toEqual(OF_MANY_ORDERS.toSorted());
  });

  test('none if it only reads', () => {
    const reading = ids.filter((id) => /^(connection|health|inventory|forecast|errors\.forecast-)/.test(id));
    expect(creatingMoreThan(0, [...reading, 'auth.inventory-needs-read-scope'])).toEqual([]);
  });

  test('one if it is about wrong keys, reports or the first order', () => {
    const some = ids.filter((id) => /^(auth|reports)\./.test(id) || /order-id$|is-draft$/.test(id));
    expect(creatingMoreThan(1, some).sort()).toEqual([
      'auth.refused-call-has-no-effect',
      'reports.draft-has-no-delivery',
    ]);
  });

  test.each(['orders.unknown-slot-is-404', 'updates.goal-keeps-ids', 'errors.line-wrong-type-is-400'])(
    'as announced: %s',
    async (id) => {
      const { created } = await judge(takingAll, { certify: { only: [id] } });
      expect(created).toHaveLength(draftsOf(id));
    },
  );
});

test('a run with a static token alone judges just the checks that were announced', async () => {
  const report = await onStand([], ({ publisher: { listingUrl, listing: sandbox } }) =>
    certify({
      listingUrl,
      listingToken: sandbox.staticToken,
      listingTemplateId: sandbox.templateId,
      local: true,
      environment: {},
    }),
  );
  const ran = resultsOf(report).filter(({ exchanges }) => exchanges.length > 0);
  const plan = planRun({ ...listing, listingToken: 'token', local: true });
  const expected = plan.nodes.filter((node) => node.kind === 'check' && !plan.notRun.has(node)).map(({ id }) => id);
  // The address alone shows this one.
  expect(ran.map(({ id }) => id)).toEqual(expected.filter((id) => id !== 'listing-access.version-segment'));
});
