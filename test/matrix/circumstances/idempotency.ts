import { randomUUID } from 'node:crypto';
import { replaced, set, without } from '../../../fixtures/behaviours/json-edits.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { listOf } from '../../../fixtures/publisher/json.ts';
import { firstTime, onBody } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';
import { conflictCircumstances } from './idempotency-conflicts.ts';
import { named, refusing, takingOffWith } from './refusing.ts';

const SAME_IDS = 'idempotency.retry-same-ids';
const RACE = 'idempotency.retry-while-running';
const TWO_KEYS = 'idempotency.two-keys-one-order';
const CONFLICT = 'idempotency.conflict-while-running';

const only = (...ids: readonly string[]) => ({ certify: { only: ['idempotency', ...ids] } });

/** Answers all updates of orders with this status, but not their repeats. */
const updatesAre =
  (status: number): BehaviourChange =>
  (base) => ({
    orderReplyStatus: (outcome, exchange) => (outcome.updated ? status : base.orderReplyStatus(outcome, exchange)),
  });

/** Selects the second, fourth, … update, counted from the first simultaneous updates on. */
const everyOther = (): ((exchange: Exchange) => boolean) => {
  let seen = 0;
  let hasBegun = false;
  return ({ request }) => {
    hasBegun ||= request.body.includes('-race-two"');
    return hasBegun && ++seen % 2 === 0;
  };
};

/** Edits the first answer to a request, or the answers to its repeats. */
const answering = (which: 201 | 200, edit: (body: unknown) => unknown): BehaviourChange => {
  return (base) => onBody(base, { route: 'orders', status: which }, edit);
};

export const idempotencyCircumstances: readonly Circumstance[] = [
  ...conflictCircumstances,
  ...(
    [
      [RACE, 'race-key'],
      [TWO_KEYS, 'race-two'],
      [CONFLICT, 'race-body'],
      ['idempotency.conflict-applies-nothing', 'Line-clash'],
      ['idempotency.keys-compared-exactly', ': key-1"'],
    ] as const
  ).map(([id, label]): Circumstance => ({
    name: `${id} is not judged by a slot that is not listed any more`,
    behaviour: takingOffWith(label),
    run: { certify: { only: [id] } },
    verdict: 'inconclusive',
    says: { [id]: /not listed any more/ },
  })),
  {
    name: 'a repeat that is no success is judged once',
    behaviour: (base) => ({
      repeatReply: () => ({ status: 409, headers: {}, body: { code: 'duplicate', message: 'This order exists.' } }),
      ...onBody(base, {}, (body) => body),
    }),
    run: only(),
    fails: ['idempotency.retry-is-200'],
    verdict: 'failed',
    says: { [SAME_IDS]: /^Waits for idempotency\.retry-is-200/, [RACE]: /^Waits for idempotency\.retry-is-200/ },
  },
  {
    name: 'a line that the first answer left out is not taken for one that a repeat added',
    behaviour: answering(201, (body) => without(body, '/line_items/1')),
    run: only(),
    verdict: 'passed',
    ends: { [SAME_IDS]: 'pass' },
  },
  {
    name: 'a line without a reference is not taken for one that a repeat added',
    behaviour: answering(200, (body) =>
      replaced(body, '/line_items', (lines) => [...listOf(lines), { line_item_id: 'another', status: 'DRAFT' }]),
    ),
    run: only('orders.line-external-ref'),
    fails: ['orders.line-external-ref'],
    verdict: 'failed',
    ends: { [SAME_IDS]: 'pass' },
  },
  ...[
    { what: 'a repeat without an order id', pointer: '/order_id', rule: 'orders.order-id' },
    {
      what: 'a repeat whose lines have no reference',
      pointer: '/line_items/*/external_ref',
      rule: 'orders.line-external-ref',
    },
    { what: 'a repeat that is no order', pointer: '/line_items', rule: 'orders.body-is-order' },
  ].map(({ what, pointer, rule }): Circumstance => ({
    name: `${what} shows no other ids`,
    behaviour: answering(200, (body) => without(body, pointer)),
    run: only(rule),
    fails: [rule],
    verdict: 'failed',
    says: { [SAME_IDS]: new RegExp(`^Waits for ${rule}`) },
  })),
  {
    name: 'a repeat is not blamed for an id that the first answer had not',
    behaviour: answering(201, (body) => set(body, '/order_id', '')),
    run: only('orders.order-id'),
    fails: ['orders.order-id'],
    verdict: 'failed',
    says: { [SAME_IDS]: /^Waits for orders\.order-id/ },
  },
  {
    name: 'ids that are numbers are compared',
    behaviour: (base) => {
      let serial = 0;
      return onBody(base, { route: 'orders', status: 'success' }, (body) => set(body, '/order_id', (serial += 1)));
    },
    run: only('orders.order-id'),
    fails: ['orders.order-id', SAME_IDS],
    verdict: 'failed',
  },
  {
    name: 'an update that is refused for its values leaves open what its key holds',
    behaviour: refusing(named('renamed')),
    run: only(),
    verdict: 'passed',
    ends: { 'idempotency.retry-after-update': 'skip', 'idempotency.retry-of-update': 'skip' },
  },
  {
    name: 'updates that are not answered with success are judged elsewhere',
    behaviour: updatesAre(400),
    run: only(),
    fails: ['updates.rename-of-several-lines'],
    verdict: 'failed',
    says: {
      'idempotency.retry-of-update': /^Waits for updates\.rename-of-several-lines/,
      [TWO_KEYS]: /^An update alone is not answered as it should be either: status 400/,
    },
  },
  {
    name: 'updates that change ids are judged elsewhere',
    behaviour: (base) => ({ ...base, updatedOrderId: () => randomUUID() }),
    run: only(),
    verdict: 'passed',
    says: { [TWO_KEYS]: /^An update alone is not answered as it should be either/ },
  },
  {
    name: 'updates of which every other is not answered with success are judged elsewhere',
    behaviour: (base) => {
      const isOdd = everyOther();
      return {
        orderReplyStatus: (outcome, exchange) =>
          outcome.updated && isOdd(exchange) ? 400 : base.orderReplyStatus(outcome, exchange),
      };
    },
    run: only(),
    verdict: 'passed',
    says: { [TWO_KEYS]: /^An update alone is not answered as it should be either: status 400/ },
  },
  {
    name: 'updates of which every other changes ids are judged elsewhere',
    behaviour: (base) => {
      const isOdd = everyOther();
      return {
        updatedOrderId: (order, edits, exchange) =>
          isOdd(exchange) ? randomUUID() : base.updatedOrderId(order, edits, exchange),
      };
    },
    run: only(),
    verdict: 'passed',
    says: { [TWO_KEYS]: /^An update alone is not answered as it should be either/ },
  },
  {
    name: 'of two bodies that come at once, the second may be applied',
    behaviour: (base) => {
      let answered = (): void => undefined;
      const second = new Promise<void>((resolve) => {
        answered = resolve;
      });
      return {
        beforeHandle: async (exchange) => {
          if (exchange.request.body.includes(': race-body"')) await second;
          return base.beforeHandle(exchange);
        },
        respond: (reply, exchange) => {
          if (exchange.request.body.includes(': race-other"')) answered();
          return base.respond(reply, exchange);
        },
      };
    },
    run: only(),
    verdict: 'passed',
    ends: { [CONFLICT]: 'pass' },
  },
  {
    name: 'an update under a key like a used one may be refused for its values',
    behaviour: refusing(named('key-1', 'key-2', 'key-3')),
    run: only(),
    verdict: 'passed',
    ends: { 'idempotency.keys-compared-exactly': 'pass' },
  },
  {
    name: 'requests that are to meet find another slot where the first has no room',
    behaviour: refusing(
      ({ name, lines }, { order }) =>
        order === undefined && /: race-/.test(name) && lines[0]?.inventoryId === 'slot-0004',
    ),
    run: only(),
    verdict: 'passed',
    ends: { [RACE]: 'pass', [TWO_KEYS]: 'pass', [CONFLICT]: 'pass' },
  },
  {
    name: 'requests that are to meet and find no room are not judged',
    behaviour: refusing(({ name }, { order }) => order === undefined && /: (race-|clash)/.test(name)),
    run: only(),
    verdict: 'passed',
    ends: { [RACE]: 'inconclusive', [TWO_KEYS]: 'inconclusive', [CONFLICT]: 'inconclusive' },
    says: {
      [RACE]:
        /^No booking was accepted by now, .* run again\. Answered: status 422 [^;]* to all \d+ orders, [^;]* on slot "slot-0004", [^;]*\.$/,
    },
  },
  {
    name: 'a slot that has room again while equal requests are under way tells nothing of them',
    behaviour: (base, settings) => {
      const isFirst = firstTime();
      return refusing(({ name }) => /: race-(key|order)$/.test(name) && isFirst(name))(base, settings);
    },
    run: only(),
    verdict: 'passed',
    ends: { [RACE]: 'pass', [TWO_KEYS]: 'pass' },
  },
];
