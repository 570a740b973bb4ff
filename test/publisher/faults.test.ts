import { describe, expect, it } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { uniquelyNamed } from '../../fixtures/entries.ts';
import { listOf, member } from '../../fixtures/publisher/json.ts';
import type { Publisher } from '../../fixtures/publisher/index.ts';
import { exchange, get, order, post, publisherFor, textAt } from './client.ts';
import { booking, line, question, tag } from './requests.ts';

function faulty(name: string): Promise<Publisher> {
  const fault = faults.find((entry) => entry.name === name);
  if (fault === undefined) throw new Error(`There is no fault "${name}".`);
  return publisherFor({ behaviour: fault.behaviour });
}

const modules = [
  'connection',
  'health',
  'inventory',
  'forecast',
  'orders',
  'idempotency',
  'updates',
  'reports',
  'auth',
  'errors',
  'token-exchange',
  'listing-access',
  'exchange-throttle',
];

it('are named after the module they concern', () => {
  const strangers = faults.filter(({ name }) => !modules.some((module) => name.startsWith(`${module}-`)));
  expect(strangers).toEqual([]);
});

it('exist for every module', () => {
  expect(modules.filter((module) => !faults.some(({ name }) => name.startsWith(`${module}-`)))).toEqual([]);
});

it('do not load when two share a name', () => {
  expect(() => uniquelyNamed([{ name: 'twice' }, { name: 'twice' }])).toThrow('twice');
});

const unconnected = ['inventory.answers-200', 'connection.health-answers-200'];

it.each(
  faults.filter(({ name, fails }) => !name.startsWith('connection-') && !fails.some((id) => unconnected.includes(id))),
)('$name lets a client connect', async ({ behaviour }) => {
  const publisher = await publisherFor({ behaviour });
  const probe = await Promise.all([get(publisher, '/health'), get(publisher, '/inventory?limit=1')]);
  expect(probe.map(({ status }) => status)).toEqual([200, 200]);
});

describe('A fault can', () => {
  it('show on the last page only', async () => {
    const publisher = await faulty('inventory-sizes-malformed-on-last-page');
    const first = await get(publisher, '/inventory?limit=200');
    const last = await get(publisher, `/inventory?limit=200&cursor=${textAt(first, 'next_cursor')}`);
    expect([first.text.includes(' x '), last.text.includes(' x ')]).toEqual([false, true]);
  });

  it('show in every second answer', async () => {
    const publisher = await faulty('health-later-currency-of-one-machine');
    const kinds = [];
    for (let call = 0; call < 4; call += 1) kinds.push(member((await get(publisher, '/health')).body, 'currency'));
    expect(kinds).toEqual(['EUR', 'USD', 'EUR', 'USD']);
  });

  it('show on the second line only', async () => {
    const publisher = await faulty('orders-second-line-pending');
    const { body } = await order(publisher, booking({ line_items: [line(), line({ external_ref: 'line-b' })] }));
    expect(listOf(member(body, 'line_items')).map((each) => member(each, 'status'))).toEqual(['DRAFT', 'PENDING']);
  });

  it('show for one kind of edit only', async () => {
    const publisher = await faulty('updates-line-id-changes-on-rename');
    const first = await order(publisher, booking());
    const regoaled = await order(
      publisher,
      booking({ idempotency_key: 'b', line_items: [line({ goal_impressions: 9000 })] }),
    );
    const renamed = await order(
      publisher,
      booking({ idempotency_key: 'c', order: { name: 'New', external_ref: 'campaign-1' } }),
    );
    expect([regoaled.text === first.text, renamed.text === first.text]).toEqual([true, false]);
  });

  it('compare a key by its beginning', async () => {
    const publisher = await faulty('auth-prefix-taken');
    expect((await get(publisher, '/health', `${publisher.keys.full.slice(0, 14)}-other`)).status).toBe(200);
  });

  it('compare bodies by some of their fields', async () => {
    const publisher = await faulty('idempotency-goal-not-compared');
    await order(publisher, booking());
    const other = await order(publisher, booking({ line_items: [line({ goal_impressions: 9000 })] }));
    const another = await order(publisher, booking({ advertiser: { name: 'Other' } }));
    expect([other.status, another.status]).toEqual([200, 409]);
  });

  it.each([['auth-unauthorized-yet-booked', 401, booking(), 'nobody']])(
    'refuse and do it all the same: %s',
    async (name, status, body, token?: string) => {
      const publisher = await faulty(name);
      const answer = await order(publisher, body, token);
      expect([answer.status, publisher.store.orders.map(({ lines }) => lines.length)]).toEqual([status, [1]]);
    },
  );

  it('refuse a conflict and apply it all the same', async () => {
    const publisher = await faulty('idempotency-conflict-applied');
    await order(publisher, booking());
    const answer = await order(publisher, booking({ order: { name: 'Spring', external_ref: 'campaign-2' } }));
    expect([answer.status, publisher.store.orders.length]).toEqual([409, 2]);
  });

  it('refuse with the data inside', async () => {
    const publisher = await faulty('listing-access-partial-data');
    const answer = await get(publisher, '/toplists?template_id=101', publisher.listing.limitedToken);
    expect([answer.status, textAt(answer, 'code'), member(answer.body, 'data') === undefined]).toEqual([
      403,
      'insufficient_scope',
      false,
    ]);
  });

  it('apply two different requests with one key, at once only', async () => {
    const publisher = await faulty('idempotency-conflict-missed-at-once');
    const other = booking({ order: { name: 'Other', external_ref: 'campaign-1' } });
    const together = await Promise.all([order(publisher, booking()), order(publisher, other)]);
    const afterwards = await order(publisher, booking({ advertiser: { name: 'Late' } }));
    expect([together.map(({ status }) => status).sort(), afterwards.status]).toEqual([[200, 201], 409]);
  });

  it('create an order twice, at once only', async () => {
    const publisher = await faulty('updates-duplicate-order-at-once');
    await Promise.all([order(publisher, booking()), order(publisher, booking({ idempotency_key: 'key-2' }))]);
    const other = { order: { name: 'Other', external_ref: 'campaign-2' } };
    await order(publisher, booking({ ...other, idempotency_key: 'key-3' }));
    await order(publisher, booking({ ...other, idempotency_key: 'key-4' }));
    const refs = publisher.store.orders.map(({ externalRef }) => externalRef).sort();
    expect(refs).toEqual(['campaign-1', 'campaign-1', 'campaign-2']);
  });

  it('add a line when a creative arrives', async () => {
    const publisher = await faulty('updates-creative-adds-line');
    await order(publisher, booking());
    await order(publisher, booking({ idempotency_key: 'key-2', line_items: [line({ creatives: [tag] })] }));
    expect(publisher.store.orders[0]?.lines.length).toBe(2);
  });

  it('depend on what a request asks', async () => {
    const publisher = await faulty('forecast-number-as-text-with-geo');
    const world = await post(publisher, '/forecast', question());
    const country = await post(publisher, '/forecast', question({ targeting: { geo: ['DE'] } }));
    const types = [world, country].map(({ body }) => typeof member(body, 'available_impressions'));
    expect(types).toEqual(['number', 'string']);
  });

  it('count otherwise', async () => {
    const publisher = await faulty('exchange-throttle-counts-data-calls');
    for (let call = 0; call < 10; call += 1) await get(publisher, '/toplists', publisher.listing.staticToken);
    expect((await exchange(publisher)).status).toBe(429);
  });
});
