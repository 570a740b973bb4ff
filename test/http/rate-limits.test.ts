import { describe, expect, it } from 'vitest';
import { JumpingClock } from '../jumping-clock.ts';
import { answer, call, clientOf } from './client-of.ts';

const lane = () => ({ depth: 0 });

/** A client of a service that answers 429, with this `Retry-After`, at the endpoints that are named. */
function limited(after: string | undefined, ...paths: readonly string[]) {
  const clock = new JumpingClock();
  let sent = 0;
  const { client } = clientOf(clock, ({ url }) => {
    sent += 1;
    const isLimited = paths.some((path) => url.pathname.endsWith(path));
    return isLimited ? answer(429, after === undefined ? {} : { 'retry-after': after }) : answer(200);
  });
  const own = { ...call, isKnownGood: () => true };
  const orders = { ...own, endpoint: 'orders', method: 'POST', path: '/orders', body: '{}' } as const;
  return { client, clock, own, orders, sent: () => sent };
}

describe('A Retry-After beyond what the suite waits', () => {
  it('closes the endpoint, and no other', async () => {
    const { client, own, orders, sent } = limited('3600', '/orders');
    expect((await client.send(orders, lane())).status).toBe(429);
    const { failure } = await client.send(orders, lane());
    expect(failure).toMatchObject({ reason: 'rate-limited', message: expect.stringContaining('3,600 s') as unknown });
    expect(sent()).toBe(1);
    expect((await client.send(own, lane())).status).toBe(200);
  });

  it('keeps back what waits for its turn, too', async () => {
    const { client, orders, sent } = limited('3600', '/orders');
    await Promise.all(Array.from({ length: 100 }, () => client.send(orders, lane())));
    expect(sent()).toBeLessThanOrEqual(6);
  });

  it('does not, where the caller says how long it waits', async () => {
    const { client, orders, sent } = limited('3600', '/orders');
    for (let time = 0; time < 2; time++) await client.send({ ...orders, longestPause: 5 }, lane());
    expect(sent()).toBe(2);
  });
});

describe('A service that answers nothing but 429', () => {
  it.each([undefined, '0', '1', '-5', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT', '45', '100'])(
    'and Retry-After %j is sent nothing more after a minute or two',
    async (after) => {
      const { client, clock, own, sent } = limited(after, '/inventory', '/orders');
      let reason: string | undefined;
      for (let calls = 0; reason === undefined && calls < 20; calls++)
        reason = (await client.send(own, lane())).failure?.reason;
      expect([reason, clock.now() <= 120_000, sent() < 60]).toEqual(['rate-limited', true, true]);
    },
  );

  it('at one endpoint closes that one', async () => {
    const { client, own, orders } = limited('1', '/orders');
    for (let calls = 0; calls < 20; calls++) {
      await client.send(own, lane());
      await client.send(orders, lane());
    }
    expect((await client.send(orders, lane())).failure?.reason).toBe('rate-limited');
    expect((await client.send(own, lane())).status).toBe(200);
  });
});
