import { expect, it } from 'vitest';
import { get, order, publisherFor } from './client.ts';
import { booking } from './requests.ts';

it('keeps the state of two publishers apart', async () => {
  const [one, other] = [await publisherFor(), await publisherFor()];
  await order(one, booking());
  expect([one.store.orders.length, other.store.orders.length]).toEqual([1, 0]);
});

it('logs what it received and what it answered', async () => {
  const publisher = await publisherFor();
  await order(publisher, booking());
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
  expect((await get(publisher, '/health')).body).toEqual([{ first: true }]);
});
