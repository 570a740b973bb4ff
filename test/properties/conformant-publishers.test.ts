import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { endedAs, judge, PATIENCE } from '../matrix/judge.ts';

const RUNS = 12;

const id = fc.oneof(
  fc.uuid(),
  fc.nat().map(String),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('"', "'", ' ', '/', '?', '%', '+', '\\', 'é', '場'), minLength: 1, maxLength: 20 }),
);

const size = fc
  .tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 4000 }))
  .map(([w, h]) => `${w}x${h}`);

const slot = fc.record({
  inventoryId: id,
  name: fc.string({ unit: 'grapheme', maxLength: 40 }),
  sizes: fc.uniqueArray(size, { minLength: 1, maxLength: 5 }),
  format: fc.constantFrom('display', 'video', 'native'),
  status: fc.constantFrom('active', 'active', 'active', 'archived'),
  forecastable: fc.boolean(),
});

/** A publisher as its contract allows: what it sells, how it pages, where it is, how it answers. */
const publisher = fc.record({
  slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 120, selector: ({ inventoryId }) => inventoryId }),
  shortBy: fc.integer({ min: 0, max: 20 }),
  nullAtTheEnd: fc.boolean(),
  zone: fc.constantFrom(
    'UTC',
    'Asia/Calcutta',
    'Pacific/Kiritimati',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Etc/GMT+12',
  ),
  currency: fc.constantFrom('EUR', 'JPY', 'XCG', 'BGN', 'KWD'),
  daily: fc.integer({ min: 0, max: 2_000_000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  orderIds: fc.constantFrom('uuid', 'serial', 'text'),
  message: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  extra: fc.dictionary(
    fc.string({ minLength: 1, maxLength: 8 }).map((name) => `x_${name}`),
    fc.jsonValue({ maxDepth: 1 }),
    { maxKeys: 3 },
  ),
});

type Publisher = typeof publisher extends fc.Arbitrary<infer T> ? T : never;

function behaviourOf(made: Publisher): BehaviourChange {
  return (base) => {
    let serial = 0;
    const newId = (kind: string) => {
      serial += 1;
      return made.orderIds === 'serial' ? String(serial) : `${kind} № ${serial} "${made.orderIds}"`;
    };
    const slots = made.slots.map((given, index) => ({
      ...given,
      status: given.status === 'archived' && index > 0 ? ('archived' as const) : ('active' as const),
      // A service that can forecast nothing at all is expected to say so.
      forecastable: given.forecastable || index === 0,
      position: index + 1,
    }));
    const widened = (body: unknown) => (typeof body === 'object' && body !== null ? { ...made.extra, ...body } : body);
    return {
      account: { ...base.account, timezone: made.zone, currency: made.currency },
      slots: () => slots,
      inventoryPage: (remaining, limit) => remaining.slice(0, Math.max(1, limit - made.shortBy)),
      inventoryBody: (data, cursor) =>
        widened({
          data,
          ...(cursor === undefined ? (made.nullAtTheEnd ? { next_cursor: null } : {}) : { next_cursor: cursor }),
        }),
      forecastNumbers: () => ({ forecasted: made.daily, available: Math.floor(made.daily * made.share) }),
      forecastBody: (numbers, request, asked, exchange) =>
        widened(base.forecastBody(numbers, request, asked, exchange)),
      errorBody: (refusal, exchange) => ({
        ...made.extra,
        ...(base.errorBody(refusal, exchange) as object),
        message: made.message,
      }),
      ...(made.orderIds === 'uuid' ? {} : { newOrderId: () => newId('order'), newLineItemId: () => newId('line') }),
    };
  };
}

describe('a conformant publisher, however unusual', () => {
  it('is never failed nor warned', { timeout: PATIENCE * 5 }, async () => {
    await fc.assert(
      fc.asyncProperty(publisher, async (made) => {
        expect(endedAs(await judge(behaviourOf(made)), 'fail', 'warn', 'error')).toEqual({});
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
