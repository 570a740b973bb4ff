import { expect, it } from 'vitest';
import { namedInRefusal } from '../../src/engine/named-in-refusal.ts';

const flight = { start_date: '2026-12-04', end_date: '2026-12-24' };
const asked = { idempotency_key: 'k', order: { name: 'x' }, line_items: [{ inventory_id: 'slot-0001', flight }] };

it.each([
  ['idempotencyKey must not be empty', 'It names `idempotencyKey`; the request has `idempotency_key`'],
  ["Text '2026-12-04' could not be parsed at index 10", 'It quotes the `line_items.0.flight.start_date`'],
  ['slot-0001 is sold out', 'It quotes the `line_items.0.inventory_id`'],
])('a refusal that says %j is told: %s', (said, told) => {
  expect(namedInRefusal(said, asked)).toContain(told);
});

it.each([
  ['of both names', 'idempotency_key (idempotencyKey) must not be empty'],
  ['of another slot', 'slot-00010 is sold out'],
  ['of nothing that was sent', 'The order cannot be booked'],
  ['of a short word', 'x is taken'],
])('one %s says nothing more', (_what, said) => {
  expect(namedInRefusal(said, asked)).toBe('');
});

it('a value that several members have is not told', () => {
  const oneDay = { ...asked, line_items: [{ flight: { start_date: '2026-12-04', end_date: '2026-12-04' } }] };
  expect(namedInRefusal('2026-12-04 is in the past', oneDay)).toBe('');
});
