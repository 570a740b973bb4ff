import { becauseOf, Violation } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../checks/ad-server/errors/requests.ts';
import { rules } from '../../checks/ad-server/errors/rules.ts';
import { ORDER_BREAKS, UPDATE_BREAKS } from '../../checks/ad-server/values/broken-requests.ts';
import { excuse } from '../../src/http/reply.ts';
import { answer, said } from './judging.ts';

const answered = (status: number | null, wrong = 'a request without flight'): Answered => ({
  wrong,
  reply: answer(status),
  expected: 'status 400',
});

const excused = (status: number, permitted?: true): Answered => {
  const one = answered(status);
  const why = { because: becauseOf('Such an order is refused with nothing wrong, too.'), shownBy: [one.reply] };
  excuse(one.reply, permitted ? { ...why, permitted } : why);
  return one;
};

/** What each rule about broken requests says of these answers: they judge alike. */
async function saidOf(...broken: readonly Answered[]): Promise<string> {
  const all = new Set(await Promise.all(Object.values(rules).map((rule) => said(rule, { broken }))));
  expect(all.size).toBe(1);
  return [...all].join();
}

describe('a broken request', () => {
  it('is answered 400', async () => {
    expect(await saidOf(answered(400), answered(400))).toBe('holds');
    expect(await saidOf(answered(400), answered(422))).toMatch(
      /^broken: Expected status 400, got status 422 to a request without flight$/,
    );
    expect(await saidOf(answered(null))).toMatch(/^broken/);
    expect(await saidOf(answered(201))).toMatch(/^broken/);
  });

  it.each([
    [422, /400 instead of 422 if one is wrong\.$/],
    [404, /400 instead of 404.*coerceTypes/],
    [201, /^none$/],
  ])(
    'that has a wrong type and is answered %i: the fix names the switch of a conversion, if there may be one',
    async (status, fix) => {
      const { run } = rules['orders-wrong-type-is-400'];
      const nowhere = { http: null as never, note: () => undefined }; // A rule cannot send anything.
      const thrown = await Promise.resolve()
        .then(() => run({ broken: [answered(status)], ...nowhere }))
        .catch((error: unknown) => error);
      expect(thrown instanceof Violation ? (thrown.finding.found.fix ?? 'none') : thrown).toMatch(fix);
    },
  );

  it('is named with all others that got the same status, whatever was excused or rate-limited besides', async () => {
    const all = [answered(429, 'null'), excused(422), answered(500, 'a number'), answered(200, 'text')];
    expect(await saidOf(...all, answered(500, 'an array'))).toMatch(
      /^broken: .*got status 500 to a number and an array$/,
    );
  });

  it('may be answered otherwise if that is as right', async () => {
    const anyButServerError = { ...answered(500, 'null as the body'), expected: 'no server error (5xx)' };
    expect(await saidOf(answered(400), anyButServerError)).toBe(
      'broken: Expected no server error (5xx), got status 500 to null as the body',
    );
    expect(await saidOf(answered(400), excused(422, true))).toBe('holds');
  });

  it('is left open if it is refused with nothing wrong, too, or after a rate limit', async () => {
    expect(await saidOf(answered(400), excused(422))).toBe(
      'inconclusive: Such an order is refused with nothing wrong, too.',
    );
    expect(await saidOf(answered(400), answered(429))).toMatch(/^inconclusive: .*429/);
  });
});

describe('the ways to break an order', () => {
  const line = {
    external_ref: 'r',
    inventory_id: 's',
    flight: { start_date: '2026-12-01', end_date: '2026-12-21' },
    goal_impressions: 3000,
    sizes: ['300x250'],
  };
  const order = {
    idempotency_key: 'k',
    advertiser: { name: 'a' },
    order: { name: 'n', external_ref: 'o' },
    line_items: [line, line],
  };

  it('change it, each in a way of its own', () => {
    const breaks = Object.values(ORDER_BREAKS).flat();
    for (const apply of breaks) expect(apply(order).payload).not.toEqual({ json: order });
    expect(new Set(breaks.map((apply) => apply(order).wrong)).size).toBe(breaks.length);
  });

  it('send the countries of a line as a string, which may be passed over', () => {
    const broken = UPDATE_BREAKS['line-odd-options'].map((apply) => apply(order));
    const geo = broken.find(({ wrong }) => wrong === 'a line with {"targeting":{"geo":"DE"}}');
    expect(geo?.payload).toEqual({
      json: { ...order, line_items: [{ ...line, targeting: { geo: 'DE' } }, line] },
    });
    expect([200, 422, 500].map((status) => geo?.alsoRight?.has(status))).toEqual([true, true, false]);
  });

  it('leave a member out of a line', () => {
    const broken = ORDER_BREAKS['line-missing-member'].map((apply) => apply(order));
    const { external_ref: _, ...rest } = line;
    expect(JSON.parse(JSON.stringify(broken[0]?.payload))).toEqual({ json: { ...order, line_items: [rest, line] } });
    expect(broken[1]?.wrong).toBe('a request without line_items.1.inventory_id');
  });

  it('say what is wrong, and whether 422 is as right', () => {
    const broken = ORDER_BREAKS['line-wrong-type'].map((apply) => apply(order));
    const sizes = broken.find(({ wrong }) => wrong === 'a request with [null] as line_items.0.sizes');
    expect(sizes?.alsoRight?.has(422)).toBe(true);
    const goal = broken.find(({ wrong }) => wrong === 'a request with "3000" as line_items.1.goal_impressions');
    expect(goal).toMatchObject({
      payload: { json: { line_items: [line, { ...line, goal_impressions: '3000' }] } },
      alsoRight: undefined,
    });
    const [id] = ORDER_BREAKS['orders-wrong-type'].map((apply) => apply(order));
    expect(id?.wrong).toBe('a request with the number 12345 as idempotency_key');
  });
});
