import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { variations } from '../../fixtures/variations/index.ts';
import { isObject, listOf, member, textOf } from '../../fixtures/publisher/json.ts';
import type { Publisher } from '../../fixtures/publisher/index.ts';
import { type Answer, get, order, publisherFor } from './client.ts';
import { booking, line } from './requests.ts';

/** Asks again after a 429, a 5xx and a dropped connection, as the client would, without the wait. */
async function patient(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 4; tries += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && answer.status !== 429 && answer.status < 502) return answer;
  }
  return ask();
}

interface Offer {
  readonly id: string;
  readonly size: string;
}

async function offers(publisher: Publisher): Promise<Offer[]> {
  const { body } = await patient(() => get(publisher, '/inventory?limit=12'));
  return listOf(member(body, 'data'))
    .filter((slot) => member(slot, 'status') !== 'archived')
    .map((slot) => ({ id: textOf(member(slot, 'inventory_id')), size: textOf(listOf(member(slot, 'sizes'))[0]) }));
}

/** What most business rules let pass. */
const gentle = {
  goal_impressions: 1500,
  flight: { start_date: '2027-03-15', end_date: '2027-03-20' },
  targeting: undefined,
};

/** For those that want notice. */
const later = { ...gentle, flight: { start_date: '2027-03-29', end_date: '2027-04-03' } };

/** For those that want more, and whole weeks. */
const muchLater = { ...gentle, flight: { start_date: '2027-04-05', end_date: '2027-04-11' } };

/** For those that have little to sell. */
const few = { ...gentle, goal_impressions: 500 };

/** For those that take no long flights, nor small goals. */
const short = { ...few, flight: { start_date: '2027-03-15', end_date: '2027-03-17' } };
const some = { ...gentle, goal_impressions: 8000 };

/** For those that sell by the month. */
const month = { ...gentle, flight: { start_date: '2027-04-01', end_date: '2027-04-30' } };

/** For those that sell by the lot. */
const many = { ...gentle, goal_impressions: 100_000 };

it.each(variations.filter(({ verdict }) => verdict !== 'inconclusive'))(
  '$name is bookable: some slot takes a draft, a repeat changes nothing',
  async ({ behaviour }) => {
    const publisher = await publisherFor({ behaviour });
    const seen: number[] = [];
    const listed = await offers(publisher);
    const forms = listed.flatMap(({ id, size }) =>
      [{}, gentle, later, muchLater, few, short, some, month, many].map((change: object) =>
        line({ inventory_id: id, sizes: [size], ...change }),
      ),
    );
    for (const form of forms) {
      const body = booking({ idempotency_key: randomUUID(), line_items: [form] });
      const first = await patient(() => order(publisher, body));
      // Refused by a business rule, or a slot that is gone by now.
      if (first.status === 422 || first.status === 404) continue;
      const repeat = await patient(() => order(publisher, body));
      seen.push(first.status, repeat.status);
      expect(repeat.body).toEqual(first.body);
      break;
    }
    expect([seen, publisher.store.orders.length]).toEqual([[201, 200], 1]);
  },
);

it.each(variations)('$name serves an account that is fit to connect', async ({ behaviour }) => {
  const publisher = await publisherFor({ behaviour });
  const { status, body } = await patient(() => get(publisher, '/health'));
  expect([status, isObject(member(body, 'capabilities'))]).toEqual([200, true]);
});

it('reads every slot once from short pages and past an empty last one', async () => {
  const chosen = variations.filter(({ name }) => ['short-pages', 'empty-last-page'].includes(name));
  const publisher = await publisherFor({ slots: 40, behaviour: chosen.map(({ behaviour }) => behaviour) });
  const sizes: number[] = [];
  let cursor = '';
  do {
    const { body } = await get(publisher, `/inventory?limit=20${cursor}`);
    sizes.push(listOf(member(body, 'data')).length);
    const next = member(body, 'next_cursor');
    cursor = typeof next === 'string' ? `&cursor=${next}` : '';
  } while (cursor !== '');
  expect(sizes).toEqual([10, 10, 10, 10, 0]);
});
