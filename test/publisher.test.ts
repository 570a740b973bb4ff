import { expect, it, onTestFinished } from 'vitest';
import { startPublisher, type Publisher, type PublisherOptions } from '../fixtures/publisher/index.ts';

async function publisherFor(options: PublisherOptions = {}): Promise<Publisher> {
  const publisher = await startPublisher({ now: () => new Date('2027-03-10T12:00:00Z'), ...options });
  onTestFinished(() => publisher.stop());
  return publisher;
}

const authorized = ({ keys }: Publisher) => ({ Authorization: `Bearer ${keys.full}` });

const get = (publisher: Publisher, path: string) => fetch(publisher.baseUrl + path, { headers: authorized(publisher) });

const order = (publisher: Publisher) =>
  fetch(`${publisher.baseUrl}/orders`, {
    method: 'POST',
    headers: { ...authorized(publisher), 'Content-Type': 'application/json', 'Idempotency-Key': 'key-1' },
    body: JSON.stringify({
      idempotency_key: 'key-1',
      advertiser: { name: 'Alpine Shoes' },
      order: { name: 'Spring', external_ref: 'campaign-1' },
      line_items: [
        {
          external_ref: 'line-a',
          inventory_id: 'slot-0001',
          flight: { start_date: '2027-03-15', end_date: '2027-04-04' },
          goal_impressions: 20_000,
          sizes: ['728x90'],
        },
      ],
    }),
  });

it('keeps the state of two publishers apart', async () => {
  const [one, other] = [await publisherFor(), await publisherFor()];
  await order(one);
  expect([one.store.orders.length, other.store.orders.length]).toEqual([1, 0]);
});

it('logs what it received and what it answered', async () => {
  const publisher = await publisherFor();
  await order(publisher);
  const [request] = publisher.requests;
  expect([request?.method, request?.path, request?.status, request?.headers['idempotency-key']]).toEqual([
    'POST',
    '/api/v1/orders',
    201,
    'key-1',
  ]);
});

it('answers at a base address that carries a query string', async () => {
  expect((await get(await publisherFor(), '/health?tenant=7')).status).toBe(200);
});

it('closes its port when stopped', async () => {
  const publisher = await publisherFor();
  await publisher.stop();
  await expect(get(publisher, '/health')).rejects.toThrow();
});

it('calls the factory of a change once for each publisher', async () => {
  let made = 0;
  const behaviour = (): { healthStatus: () => number } => {
    made += 1;
    let calls = 0;
    return { healthStatus: () => 200 + (calls += 1) };
  };
  const publishers = [await publisherFor({ behaviour }), await publisherFor({ behaviour })];
  const statuses = [];
  for (const publisher of [...publishers, ...publishers]) statuses.push((await get(publisher, '/health')).status);
  expect([made, statuses]).toEqual([2, [201, 201, 202, 202]]);
});

it('puts changes on top of one another', async () => {
  const first = () => ({ healthBody: () => ({ first: true }) });
  const publisher = await publisherFor({
    behaviour: [first, (base) => ({ healthBody: (...told) => [base.healthBody(...told)] })],
  });
  expect(await (await get(publisher, '/health')).json()).toEqual([{ first: true }]);
});
