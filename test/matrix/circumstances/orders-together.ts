import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import type { OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';
import { closed, refusing } from './refusing.ts';

const COUNTRIES = 'orders.lines-in-two-countries';
const SLOTS = 'orders.lines-on-two-slots';
const only = { only: ['orders'] };

/** Orders of two lines that are each accepted alone. */
export const togetherCircumstances: readonly Circumstance[] = [
  {
    name: 'a publisher of one country is not asked for two',
    behaviour: refusing(({ lines }) => lines.some(({ geo }) => geo.some((country) => country !== 'GB'))),
    run: { certify: only },
    verdict: 'passed',
    ends: { [COUNTRIES]: 'not-applicable' },
  },
  ...(
    [
      [
        COUNTRIES,
        'failed',
        'countries',
        4,
        ({ lines }: OrderRequest) => lines.length > 1 && new Set(lines.flatMap(({ geo }) => geo)).size > 1,
      ],
      [
        SLOTS,
        'failed',
        'slots',
        4,
        ({ lines }: OrderRequest) => new Set(lines.map(({ inventoryId }) => inventoryId)).size > 1,
      ],
    ] as const
  ).flatMap(([id, verdict, what, cited, isTogether]): Circumstance[] => [
    {
      name: `two ${what} are not judged where one of them is refused alone by then`,
      behaviour: refusing((order) => isTogether(order) || /: [cs]\d-after-1/.test(order.name)),
      run: { certify: only },
      verdict: 'passed',
      ends: { [id]: 'not-applicable' },
      says: { [id]: new RegExp(`^There is no room left for two ${what} in one order\\.`) },
    },
    {
      name: `two ${what} are asked for with less where there is no room for twice as much`,
      behaviour: refusing((order) => isTogether(order) || order.lines.some((line) => line.goalImpressions > 5000)),
      run: { certify: only },
      fails: [id],
      verdict,
      says: { [id]: /^Expected both lines to be accepted, as each of them is alone, got status 422 / },
      cites: { [id]: cited },
    },
  ]),
  {
    name: 'any two of three countries will do',
    behaviour: refusing(
      ({ lines, name }) => new Set(lines.flatMap(({ geo }) => geo)).size > 1 && !/: c\d-both-3$/.test(name),
    ),
    run: { certify: { only: [COUNTRIES] } },
    verdict: 'passed',
    ends: { [COUNTRIES]: 'pass' },
  },
  {
    name: 'slots of different formats are not asked for together',
    behaviour: (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => ({ ...slot, format: slot.position === 4 ? 'takeover' : 'display' })),
      orderRules: [
        ...base.orderRules,
        {
          name: 'one-format',
          check: ({ lines }, { slotOf }) =>
            new Set(lines.map(({ inventoryId }) => slotOf(inventoryId)?.format)).size > 1 ? closed : undefined,
        },
      ],
    }),
    run: { certify: { only: [SLOTS] } },
    verdict: 'passed',
    ends: { [SLOTS]: 'not-applicable' },
  },
  {
    name: 'an inventory of one slot has no two to ask for',
    behaviour: (base) => ({ slots: (exchange) => base.slots(exchange).slice(0, 1) }),
    run: { certify: only },
    verdict: 'passed',
    ends: {
      [SLOTS]: 'not-applicable',
      'orders.any-listed-slot': 'not-applicable',
      'orders.unfitting-size-on-any-slot': 'not-applicable',
    },
  },
  {
    name: 'what can be asked of a publisher that sells a slot to one order at a time is judged, races too',
    behaviour: behaviourOf(ordersVariations, 'orders-slots-are-exclusive'),
    verdict: 'passed',
    ends: {
      'orders.lines-in-two-countries': 'pass',
      'orders.lines-on-two-slots': 'pass',
      'idempotency.two-keys-one-order': 'pass',
      'idempotency.conflict-while-running': 'pass',
      'updates.many-lines-keep-ids': 'pass',
    },
  },
];
