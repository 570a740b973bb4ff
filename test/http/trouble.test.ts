import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/http/client.ts';
import { Steadiness } from '../../src/http/steadiness.ts';
import type { Endpoint } from '../../src/http/reply.ts';
import type { Failure, WireRequest, WireResult } from '../../src/http/transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { answer, clientOf } from './client-of.ts';

type Way = number | Failure['reason'];

const PATHS: Readonly<Record<string, Pick<Call, 'method' | 'path'>>> = {
  health: { method: 'GET', path: '/health' },
  inventory: { method: 'GET', path: '/inventory' },
  forecast: { method: 'POST', path: '/forecast' },
  orders: { method: 'POST', path: '/orders' },
  token: { method: 'POST', path: '/auth/token' },
  toplists: { method: 'GET', path: '/toplists' },
};

/** A client of a service whose way is told by the endpoint, what it is sent, and how many milliseconds have passed. */
function asking(way: (endpoint: string, now: number, body: string) => Way) {
  const clock = new JumpingClock();
  const requests: { endpoint: string; at: number; body: string }[] = [];
  const { client, notices } = clientOf(clock, ({ url, body = '' }: WireRequest) => {
    const endpoint = url.pathname.split('/').at(-1) ?? '';
    requests.push({ endpoint, at: clock.now(), body: String(body) });
    const end = way(endpoint, clock.now(), String(body));
    if (typeof end === 'number') return answer(end);
    return { kind: 'no-answer', failure: { reason: end, message: `${end}.` } };
  });
  const ask = async (endpoint: Endpoint, body?: string, more: Partial<Call> = {}) => {
    const call = { endpoint, ...(PATHS[endpoint] ?? { method: 'GET', path: '/' }), authorization: null };
    const about = body === undefined ? {} : { body, subject: body };
    const reply = await client.send({ ...call, ...about, isKnownGood: () => true, ...more }, { depth: 0 });
    return reply.failure?.reason ?? reply.status;
  };
  return { ask, client, clock, notices, requests };
}

/** So from one moment to another, and 200 before and after. */
const between = (from: number, to: number, way: Way, of?: string) => (endpoint: string, now: number) =>
  now >= from && now < to && (of ?? endpoint) === endpoint ? way : 200;

describe.each<[string, Way]>([
  ['answers 503', 503],
  ['answers 500', 500],
  ['refuses connections', 'refused'],
  ['drops connections', 'reset'],
])('A service that %s for nine seconds', (_what, way) => {
  const playing = async () => {
    const asked = asking(between(1, 9000, way));
    await asked.ask('health');
    await asked.ask('inventory');
    await asked.clock.sleep(1);
    return asked;
  };

  it('is waited for, and what it met is sent again', async () => {
    const { ask, clock, client } = await playing();
    expect(await Promise.all([ask('inventory'), ask('health'), ask('forecast', 'a')])).toEqual([200, 200, 200]);
    expect(clock.now()).toBeLessThan(13_000);
    expect(client.trouble.outages).toMatchObject([{ endpoint: null, isOver: true }]);
    expect(client.trouble.healed).toEqual([]);
  });

  it('is sent little but a control meanwhile, however many calls wait', async () => {
    const { ask, requests } = await playing();
    await Promise.all(Array.from({ length: 40 }, () => ask('inventory')));
    const later = requests.filter(({ at }) => at >= 1000 && at < 9000);
    // A control a second, and what shows whether others are served.
    expect(later.length).toBeLessThan(30);
  });
});

describe('An outage of one endpoint', () => {
  it('keeps nothing from the others', async () => {
    const { ask, requests } = asking(between(1, 8000, 500, 'forecast'));
    await Promise.all([ask('health'), ask('inventory'), ask('forecast', 'a')]);
    const forecast = ask('forecast', 'b');
    for (let time = 0; time < 20; time++) await ask('inventory');
    expect(await forecast).toBe(200);
    expect(requests.filter(({ endpoint }) => endpoint === 'inventory').length).toBeGreaterThanOrEqual(20);
  });

  it('closes it if it does not end within half a minute while others are served', async () => {
    const { ask, client, clock, requests } = asking(between(1, Infinity, 500, 'forecast'));
    await Promise.all([ask('health'), ask('inventory'), ask('forecast', 'a')]);
    await clock.sleep(1);
    expect(await ask('forecast', 'b')).toBe('down');
    expect(clock.now()).toBeLessThan(33_000);
    const sent = requests.length;
    expect([await ask('forecast', 'c'), await ask('inventory')]).toEqual(['down', 200]);
    expect(requests.length).toBe(sent + 1);
    expect(client.trouble.outages).toMatchObject([{ endpoint: 'POST /forecast', isOver: false }]);
  });

  it('is waited for ten seconds at most where the endpoint never served anything', async () => {
    const { ask, clock } = asking(between(0, Infinity, 500, 'forecast'));
    await Promise.all([ask('health'), ask('inventory')]);
    expect(await ask('forecast', 'a')).toBe(500);
    expect(clock.now()).toBeLessThan(11_000);
    expect(await ask('forecast', 'b')).toBe(500);
    expect(clock.now()).toBeLessThan(12_000);
  });

  it('is waited for half a minute where all others were answered before, but cannot be asked again', async () => {
    const { ask, clock, client } = asking(between(0, Infinity, 500, 'toplists'));
    await ask('token', undefined, { retry: 'never' });
    expect(await ask('toplists', 'a')).toBe(500);
    expect(clock.now()).toBeLessThan(32_000);
    expect(await ask('toplists', 'b')).toBe(500);
    expect(clock.now()).toBeLessThan(33_000);
    expect(client.trouble.outages).toEqual([]);
  });

  it('is over where a request that is its own control is served: that is its answer', async () => {
    let calls = 0;
    const { ask, client, requests } = asking((endpoint) => (endpoint === 'forecast' && ++calls !== 3 ? 500 : 200));
    await Promise.all([ask('health'), ask('inventory')]);
    expect(await ask('forecast', 'a')).toBe(200);
    expect(requests.filter(({ endpoint }) => endpoint === 'forecast')).toHaveLength(3);
    expect(client.trouble.healed).toHaveLength(2);
  });

  it('is no outage but a cold start if it ends within those ten seconds', async () => {
    const { ask, client } = asking(between(0, 8000, 500, 'forecast'));
    await Promise.all([ask('health'), ask('inventory')]);
    expect(await ask('forecast', 'a')).toBe(200);
    expect(client.trouble.outages).toEqual([]);
  });
});

describe('A service that fails at every repeat of an order', () => {
  const crashing = async () => {
    const seen = new Set<string>();
    const asked = asking((endpoint, _now, body) => {
      const isRepeat = endpoint === 'orders' && seen.has(body);
      seen.add(body);
      return isRepeat ? 500 : 200;
    });
    let keys = 0;
    const afresh = (request: WireRequest) => ({ ...request, body: `${String(request.body)}, key ${++keys}` });
    const more = { subject: 'o-1', afresh };
    const order = (body: string) => asked.ask('orders', body, more);
    await asked.ask('health');
    await order('o-1');
    return { ...asked, order };
  };

  it('is up: the order is taken under a new key', async () => {
    const { order, clock, client } = await crashing();
    expect(await order('o-1')).toBe(500);
    expect(client.trouble.outages).toEqual([]);
    expect(clock.now()).toBeLessThan(2000);
  });

  it('is sent the order as it was last accepted', async () => {
    const { order, requests } = await crashing();
    await order('o-1 updated');
    await order('o-1');
    const renewed = requests.map(({ body }) => body).filter((body) => body.includes('key'));
    expect(renewed.length).toBeGreaterThan(0);
    for (const body of renewed) expect(body).toMatch(/^o-1 updated(, key \d+)+$/);
  });
});

describe('A request that ends the process', () => {
  it('is told from those that meet the outage after it, and has no answer', async () => {
    let downUntil = 0;
    const { ask, clock } = asking((_endpoint, now, body) => {
      if (body === 'deadly') downUntil = now + 2000;
      return now < downUntil ? 'reset' : 200;
    });
    await Promise.all([ask('health'), ask('inventory'), ask('forecast', 'a'), ask('orders', 'b')]);
    const others = ['c', 'd', 'e'].map((body) => ask('forecast', body));
    expect(await Promise.all([ask('orders', 'deadly'), ...others])).toEqual(['reset', 200, 200, 200]);
    expect(clock.now()).toBeLessThan(20_000);
  });
});

describe('A service that dies of the control', () => {
  it('is asked for anything else while it is down, and found to be up', async () => {
    let downUntil = 0;
    let isDeadly = false;
    const { ask, client, requests } = asking((endpoint, now) => {
      if (now < downUntil) return 'refused';
      if (!isDeadly || endpoint !== 'orders') return 200;
      downUntil = now + 2000;
      return 'reset';
    });
    for (const body of ['a', 'b']) await ask('orders', body);
    await Promise.all([ask('health'), ask('inventory')]);
    isDeadly = true;
    expect(await ask('orders', 'c')).toBe('down');
    expect(await ask('inventory')).toBe(200);
    expect(client.trouble.outages[0]).toMatchObject({ endpoint: 'POST /orders', isOver: false });
    expect(requests.filter(({ endpoint }) => endpoint === 'orders').length).toBeLessThan(20);
  });
});

describe('An outage of a service that often fails', () => {
  it('is over as soon as a control is served', async () => {
    let count = 0;
    const { ask, clock } = asking((_endpoint, now) => {
      if (now >= 1e6) return now < 1.002e6 ? 503 : 200;
      return ++count % 3 === 0 ? 500 : 200;
    });
    for (let time = 0; time < 20; time++) await ask('inventory');
    await ask('health');
    await clock.sleep(1e6 - clock.now());
    expect(await Promise.all([ask('inventory'), ask('health')])).toEqual([200, 200]);
    expect(clock.now()).toBeLessThan(1.004e6);
  });
});

describe('A service that does not come back', () => {
  it('is given a minute, and then sent nothing more', async () => {
    const { ask, clock, requests } = asking(between(1, Infinity, 'refused'));
    await Promise.all([ask('health'), ask('inventory')]);
    await clock.sleep(1);
    expect(await Promise.all([ask('inventory'), ask('health')])).toEqual(['gone', 'gone']);
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(clock.now()).toBeLessThan(66_000);
    const sent = requests.length;
    expect(await ask('forecast', 'a')).toBe('gone');
    expect(requests.length).toBe(sent);
  });

  it('is given ten seconds if it never answered', async () => {
    const { ask, clock } = asking(() => 'refused');
    expect(await ask('health')).toBe('refused');
    expect(clock.now()).toBeLessThan(13_000);
  });

  it('may have locked the client out after wrong keys', async () => {
    const { ask, clock } = asking(between(1, Infinity, 503));
    await Promise.all([ask('health'), ask('inventory')]);
    await clock.sleep(1);
    expect(await ask('inventory', undefined, { mayBeLockedOut: () => true })).toBe(503);
  });
});

describe('Trouble of a request alone', () => {
  const failing = (_endpoint: string, _now: number, body: string) => (body.startsWith('odd') ? 500 : 200);

  it('is its answer within a second, as a control is served each time', async () => {
    const { ask, clock, client } = asking(failing);
    await ask('forecast', 'a');
    expect(await ask('forecast', 'odd')).toBe(500);
    expect(clock.now()).toBeLessThan(1000);
    expect(client.trouble.outages).toEqual([]);
  });

  it('is believed at second sight after three such answers at that endpoint', async () => {
    const { ask, requests } = asking(failing);
    await ask('forecast', 'a');
    for (const body of ['odd 1', 'odd 2', 'odd 3']) await ask('forecast', body);
    const sent = requests.length;
    await ask('forecast', 'odd 4');
    expect(requests.slice(sent).map(({ body }) => body)).toEqual(['odd 4', 'odd 4', 'a']);
  });

  it('is noted where it is gone when the same request is sent again', async () => {
    let failed = 0;
    const { ask, client } = asking((_endpoint, _now, body) => (body === 'b' && failed++ === 0 ? 500 : 200));
    await ask('orders', 'a');
    expect(await ask('orders', 'b')).toBe(200);
    expect(client.trouble.healed).toMatchObject([{ endpoint: 'POST /orders', status: 500, together: false }]);
  });

  it('is noted as such where requests only fail together', async () => {
    let failed = 0;
    const { ask, client } = asking((endpoint) => (endpoint === 'orders' && failed++ === 1 ? 500 : 200));
    await Promise.all([ask('orders', 'a'), ask('orders', 'a')]);
    expect(client.trouble.healed).toMatchObject([{ endpoint: 'POST /orders', together: true }]);
  });

  it('is not where others that have nothing to do with it were in flight', async () => {
    let failed = 0;
    const { ask, client } = asking((endpoint) => (endpoint === 'orders' && failed++ === 1 ? 500 : 200));
    await Promise.all([ask('orders', 'a'), ask('orders', 'b')]);
    expect(client.trouble.healed).toMatchObject([{ endpoint: 'POST /orders', together: false }]);
  });

  it('is told from an outage by another control, where one has trouble of its own', async () => {
    let isBooked = false;
    const { ask, client } = asking((_endpoint, _now, body) => (isBooked && body !== 'c' ? 500 : 200));
    for (const body of ['a', 'b', 'c']) await ask('forecast', body);
    isBooked = true;
    expect(await ask('forecast', 'b')).toBe(500);
    expect(client.trouble.outages).toEqual([]);
  });

  it('is its answer where every repeat and every update of a booking fails: one that is refused shows it', async () => {
    const taken = new Set<string>();
    const { ask } = asking((endpoint, _now, body) => {
      if (body === 'refused') return 404;
      const isKnown = endpoint === 'orders' && taken.has(body.slice(0, 1));
      taken.add(body.slice(0, 1));
      return isKnown ? 500 : 200;
    });
    const afresh = (request: WireRequest) => ({ ...request, body: `${String(request.body)} again` });
    await Promise.all([ask('health'), ask('inventory')]);
    for (const body of ['a', 'b', 'refused']) await ask('orders', body, { afresh });
    expect([await ask('orders', 'a', { afresh }), await ask('orders', 'c', { afresh })]).toEqual([500, 200]);
  });

  it('is that of a bad machine if one in twenty requests or more fail and are served when sent again', async () => {
    let count = 0;
    const { client, ask } = asking((_endpoint, _now, body) => (body === 'bad' || ++count % 5 === 0 ? 502 : 200));
    for (let time = 0; time < 20; time++) expect(await ask('inventory')).toBe(200);
    const call = { ...PATHS['inventory'], endpoint: 'inventory', method: 'GET', path: '/inventory' } as const;
    const bad = { ...call, body: 'bad', authorization: null, isKnownGood: () => true };
    const reply = await client.send(bad, { depth: 0 });
    expect([reply.status, reply.unsteadiness?.()]).toEqual([502, { healed: 4, of: 21 }]);
  });

  it('says nothing of a bad machine if all others are served at once', async () => {
    const { client, ask } = asking((_endpoint, _now, body) => (body === 'bad' ? 502 : 200));
    for (let time = 0; time < 20; time++) await ask('inventory');
    const bad = { endpoint: 'inventory', method: 'GET', path: '/inventory', body: 'bad', authorization: null } as const;
    const reply = await client.send({ ...bad, isKnownGood: () => true }, { depth: 0 });
    expect([reply.status, reply.unsteadiness?.()]).toEqual([502, null]);
  });

  it('is left alone where a request is sent once only', async () => {
    const { ask, requests } = asking(() => 503);
    expect(await ask('health', undefined, { retry: 'never' })).toBe(503);
    expect(requests).toHaveLength(1);
  });
});

describe('Requests that hang while others are in flight', () => {
  const HUNG: WireResult = { kind: 'no-answer', failure: { reason: 'timeout', message: 'No answer.' } };
  const CALL: Call = { endpoint: 'orders', method: 'POST', path: '/orders', authorization: null };

  const sent = async (times: number, ends: (isAlone: boolean) => WireResult) => {
    let [inFlight, requests] = [0, 0];
    const { client } = clientOf(new JumpingClock(), async () => {
      requests++;
      inFlight++;
      await setImmediate();
      const isAlone = inFlight === 1;
      await setImmediate();
      inFlight--;
      return ends(isAlone);
    });
    await client.send(CALL, { depth: 0 });
    const replies = await Promise.all(Array.from({ length: times }, () => client.send(CALL, { depth: 0 })));
    return { statuses: replies.map(({ status }) => status), requests, healed: client.trouble.healed };
  };

  it('are sent one at a time from then on if that happens again, and one of them is answered alone', async () => {
    const { statuses, requests, healed } = await sent(24, (isAlone) => (isAlone ? answer(200) : HUNG));
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Twice, six at once hang, and each is sent once more.
    expect(requests).toBe(1 + 24 + 12);
    expect(healed.map(({ together }) => together)).toEqual(Array.from({ length: 12 }, () => true));
  });

  it('are sent at once as before if it happens once only', async () => {
    let stalled = 0;
    const { requests } = await sent(12, (isAlone) => (isAlone || stalled++ >= 6 ? answer(200) : HUNG));
    expect(requests).toBe(1 + 12 + 6);
  });

  it('are sent at once as before if it hangs alone, too', async () => {
    let count = 0;
    const { requests } = await sent(6, () => (count++ === 0 ? answer(200) : HUNG));
    expect(requests).toBeLessThan(30);
  });
});

describe('A request that is never answered', () => {
  const inventory: Call = {
    endpoint: 'inventory',
    method: 'GET',
    path: '/inventory',
    authorization: null,
    isKnownGood: () => true,
  };
  const hanging = async (isHanging: (count: number, isLimited: boolean) => boolean) => {
    const timeouts: (number | undefined)[] = [];
    let count = 0;
    const { client } = clientOf(new JumpingClock(), ({ timeoutMs, url }) => {
      if (url.pathname.endsWith('/health')) return answer(200);
      timeouts.push(timeoutMs);
      return isHanging(count++, url.search !== '')
        ? { kind: 'no-answer', failure: { reason: 'timeout', message: 'No answer.' } }
        : answer(200);
    });
    await client.send({ ...inventory, query: { limit: '1' } }, { depth: 0 });
    for (let time = 1; time < 13; time++) await client.send(inventory, { depth: 0 });
    await client.send({ endpoint: 'forecast', method: 'POST', path: '/forecast', authorization: null }, { depth: 0 });
    return { timeouts, client };
  };

  it('is given less time at its second try, and others as much as ever if that is answered', async () => {
    const { timeouts } = await hanging((count) => count === 2);
    expect([timeouts[3], new Set(timeouts.toSpliced(3, 1))]).toEqual([10_000, new Set([undefined])]);
  });

  it('leaves less time to others of its endpoint if it hangs again, and ends the calls there if four did', async () => {
    const { timeouts, client } = await hanging((_count, isLimited) => !isLimited);
    // Its first and second try, the control, and then the next one, its first and second try.
    expect(timeouts.slice(1, 6)).toEqual([undefined, 10_000, 5000, 5000, 10_000]);
    const { failure } = await client.send(inventory, { depth: 0 });
    expect(failure).toEqual({
      reason: 'hanging',
      message: '4 requests to GET /inventory got no answer, although each was sent again. It is no longer called.',
    });
  });

  it('is given up soon where that happens again and again: after a multiple of the slowest answer there', async () => {
    const { timeouts, client } = await hanging((count) => count % 3 === 2);
    expect(new Set(timeouts.slice(0, 13))).toEqual(new Set([undefined, 10_000]));
    expect(new Set(timeouts.slice(13, -1))).toEqual(new Set([3000]));
    // Nothing is known of the other endpoint yet.
    expect(timeouts.at(-1)).toBeUndefined();
    expect(client.trouble.isUnsteady).toBe(true);
  });

  it('has all the time that there is at the last try, which decides', () => {
    const steadiness = new Steadiness();
    const timedOut = { kind: 'no-answer', failure: { reason: 'timeout', message: 'No answer.' } } as const;
    for (let count = 0; count < 4; count++) steadiness.ended([timedOut], true);
    const last = steadiness.triesAfter(timedOut) ?? 0;
    expect([last - 1, last].map((attempt) => steadiness.isByChance(attempt))).toEqual([true, false]);
  });

  it('is not explained by server errors that pass', () => {
    const steadiness = new Steadiness();
    for (let count = 0; count < 2; count++) steadiness.ended([answer(503)], false);
    expect(steadiness.explaining(false)).toEqual({ healed: 2, of: 2 });
    expect(steadiness.explaining(true)).toBeNull();
  });
});

describe('A key whose first attempt got a 500', () => {
  const burning = (taken: number) =>
    asking((endpoint, now, body) => {
      if (endpoint !== 'orders' || body.includes('known')) return 200;
      return now === 0 ? 500 : now < taken ? 409 : 201;
    });
  const keyed = (key: string, more = '') => ({
    body: JSON.stringify({ idempotency_key: key, more }),
    headers: { 'idempotency-key': key },
  });
  const order = { endpoint: 'orders', method: 'POST', path: '/orders', authorization: null } as const;

  it('may be refused while that attempt is running', async () => {
    const { client } = burning(6000);
    const reply = await client.send({ ...order, ...keyed('k') }, { depth: 0 });
    expect([reply.status, reply.isKeyBurnt]).toEqual([201, undefined]);
  });

  it('is burnt if it is still refused after ten seconds, and that is not healed', async () => {
    const { client, clock } = burning(Infinity);
    const reply = await client.send({ ...order, ...keyed('k') }, { depth: 0 });
    expect([reply.status, reply.isKeyBurnt, client.trouble.healed]).toEqual([409, true, []]);
    expect(clock.now()).toBeLessThan(15_000);
  });

  it('is not waited for if it was used with another body: 409 is right', async () => {
    const { client, clock } = burning(Infinity);
    await client.send({ ...order, ...keyed('k', 'known') }, { depth: 0 });
    const reply = await client.send({ ...order, ...keyed('k') }, { depth: 0 });
    expect([reply.status, reply.isKeyBurnt]).toEqual([409, undefined]);
    expect(clock.now()).toBeLessThan(1000);
  });
});

describe('The control of orders', () => {
  it('is a booking that was taken, sent again as it was', async () => {
    const { ask, requests } = asking((_endpoint, _now, body) => (body === 'odd' ? 500 : 200));
    await ask('orders', 'a');
    await ask('orders', 'odd');
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set(['a', 'odd']));
  });

  it('tells of what came, as it may create something after all', async () => {
    const { ask } = asking((_endpoint, _now, body) => (body === 'odd' ? 500 : 200));
    const replayed: (number | null)[] = [];
    await ask('orders', 'a', { onReplay: ({ status }) => replayed.push(status) });
    await ask('orders', 'odd');
    expect(new Set(replayed)).toEqual(new Set([200]));
  });
});
