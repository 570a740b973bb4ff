import { describe, expect, it } from 'vitest';
import type { Answered } from '../../checks/ad-server/errors/requests.ts';
import { rules } from '../../checks/ad-server/errors/rules.ts';
import { ORDER_BREAKS, UPDATE_BREAKS } from '../../checks/ad-server/values/broken-requests.ts';
import { excuse } from '../../src/http/reply.ts';
import { answer, said } from './judging.ts';

const answered = (status: number | null, wrong = 'a request without flight'): Answered => ({
  wrong,
  reply: answer(status),
});

const excused = (status: number, permitted?: true): Answered => {
  const one = answered(status);
  const why = { why: 'Such an order is refused with nothing wrong, too.', shownBy: [one.reply] };
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
      /^broken: expected status 400, got status 422 to a request without flight$/,
    );
    expect(await saidOf(answered(null))).toMatch(/^broken/);
    expect(await saidOf(answered(201))).toMatch(/^broken/);
  });

  it('is named with all others that were not, whatever was excused or rate-limited besides', async () => {
    const all = [answered(429, 'null'), excused(422), answered(500, 'a number'), answered(200, 'an array')];
    expect(await saidOf(...all)).toMatch(/^broken: .*got status 500 to a number and an array$/);
  });

  it('may be answered otherwise if that is as right', async () => {
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

  it('send the countries of a line as a string', () => {
    const broken = UPDATE_BREAKS['line-odd-options'].map((apply) => apply(order));
    expect(broken).toContainEqual({
      wrong: 'a line with {"targeting":{"geo":"DE"}}',
      payload: { json: { ...order, line_items: [{ ...line, targeting: { geo: 'DE' } }, line] } },
      alsoRight: 'passed over',
    });
  });

  it('say what is wrong, and whether 422 is as right', () => {
    const [sizes] = ORDER_BREAKS['line-wrong-type'].slice(-1).map((apply) => apply(order));
    expect(sizes?.wrong).toMatch(/^line_items\.1\.sizes as /);
    expect(sizes?.alsoRight).toBe('as a value');
    const [goal] = UPDATE_BREAKS['line-wrong-type'].slice(3).map((apply) => apply(order));
    expect(goal).toMatchObject({
      wrong: 'line_items.0.goal_impressions as "3000"',
      payload: { json: { line_items: [{ ...line, goal_impressions: '3000' }, line] } },
      alsoRight: undefined,
    });
  });
});
