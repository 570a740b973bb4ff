import { randomUUID } from 'node:crypto';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { updatesFaults } from '../../../fixtures/faults/updates.ts';
import { without } from '../../../fixtures/behaviours/json-edits.ts';
import { readOrder } from '../../../fixtures/publisher/orders/request.ts';
import { onBody } from '../../../fixtures/behaviours/replies.ts';
import { inventoryVariations } from '../../../fixtures/variations/inventory.ts';
import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import { updatesVariations } from '../../../fixtures/variations/updates.ts';
import type { Circumstance } from './circumstance.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import { refusing } from './refusing.ts';
import { told } from './told.ts';
import { updatesReportedCircumstances } from './updates-reported.ts';
import { updatesSlotsLeaveCircumstances } from './updates-slots-leave.ts';

const ADDED = 'updates.added-line-gets-new-id';
const AT_ONCE = 'updates.line-added-at-once';
const SERIES = 'updates.series-keeps-ids';
const UNKNOWN = 'updates.unknown-slot-is-404';
const IMPOSSIBLE = 'updates.impossible-values-are-422';
const REFUSED = 'updates.refused-leaves-order-alone';
const CREATIVES = 'updates.attaches-creatives';
const only = { certify: { only: ['updates'] } };

/** A circumstance for this module with the publisher of a variation. */
const of = (variation: string, stated: Partial<Circumstance>): Circumstance => {
  const found = [...updatesVariations, ...ordersVariations].find(({ name }) => name === variation);
  if (found === undefined) throw new Error(`no variation ${variation}`);
  return { name: found.freedom, behaviour: found.behaviour, run: only, verdict: 'passed', ...stated };
};

/** Accepts new orders only if their names match. */
const making = (names: RegExp): BehaviourChange =>
  refusing(({ name }, { order }) => order === undefined && !names.test(name));

/** A circumstance for this module with the publisher of a fault. */
const by = (fault: string, stated: Partial<Circumstance>): Circumstance => {
  const found = updatesFaults.find(({ name }) => name === fault);
  if (found === undefined) throw new Error(`no fault ${fault}`);
  return {
    name: found.breaks,
    behaviour: found.behaviour,
    run: only,
    fails: found.fails,
    verdict: 'failed',
    ...stated,
  };
};

const LEFT_OUT = 'updates.left-out-keeps-ids';
const NAMED_AGAIN = 'updates.left-out-line-keeps-id';
const RENAME = 'updates.rename-keeps-ids';
const RE_PUSH = 'updates.re-push-keeps-ids';
const SIZES = 'updates.sizes-keeps-ids';
const SLOT = 'updates.slot-keeps-ids';
const ONCE = 'updates.every-line-once';
const FOR_RE_PUSH = /^Waits for updates\.re-push-keeps-ids/;
const LARGE = 'updates.large-values-are-handled';
const RETRIED = 'updates.retries-after-each-kind';

/** If one of several values is too large, it is named; if none of them is by itself, all are named. */
const ofLargeValues: readonly Circumstance[] = [
  by('updates-large-geo-crashes', { says: { [LARGE]: /to an update with 3 countries\. / } }),
  by('updates-large-creative-crashes', {
    says: { [LARGE]: /to an update with long creatives\. / },
  }),
  {
    name: 'large values that are too large together alone are named together',
    behaviour: (base) => ({
      orderRules: [
        ...base.orderRules,
        {
          name: 'room',
          check: ({ lines }) => {
            if (lines.some(({ geo, goalImpressions }) => geo.length > 2 && goalImpressions === 40_000))
              throw new Error('data too long');
            return undefined;
          },
        },
      ],
    }),
    run: only,
    fails: [LARGE],
    verdict: 'failed',
    says: {
      [LARGE]: /to an update with a goal of 40,000, 3 countries and long creatives\. /,
    },
  },
];

/** Has slots that share no size with each other. */
const withOwnSizes: BehaviourChange = (base) => ({
  slots: (exchange) =>
    base.slots(exchange).map((slot, index) => ({ ...slot, sizes: [`${300 + index}x250`, `${300 + index}x600`] })),
});

/** The publisher of a fault, with such slots. */
const byWithOwnSizes = (fault: string, stated: Partial<Circumstance>): Circumstance => {
  const { behaviour, ...of } = by(fault, stated);
  return {
    ...of,
    behaviour: (base, settings) => ({ ...behaviour?.(base, settings), ...withOwnSizes(base, settings) }),
  };
};

/** Each rule is broken once and reported once. */
const toldOnce: readonly Circumstance[] = [
  by('updates-line-id-changes-on-goal', {
    says: { [SERIES]: /^Waits for updates\.goal-keeps-ids/ },
    ends: { [AT_ONCE]: 'pass', [RETRIED]: 'pass' },
  }),
  by('updates-line-id-changes-on-re-push', { says: { [AT_ONCE]: FOR_RE_PUSH, [NAMED_AGAIN]: FOR_RE_PUSH } }),
  {
    name: 'ids that change with every update are told of the plainest alone',
    behaviour: () => ({ updatedOrderId: () => randomUUID() }),
    run: only,
    fails: [RE_PUSH],
    verdict: 'failed',
    says: { [RENAME]: FOR_RE_PUSH, [LEFT_OUT]: FOR_RE_PUSH, [SERIES]: FOR_RE_PUSH },
  },
  {
    name: 'ids that change where an order of one line is sent again are told once',
    behaviour: (base) => ({
      updatedOrderId: (order, edits, exchange) =>
        edits.size === 0 && order.lines.length < 3 ? randomUUID() : base.updatedOrderId(order, edits, exchange),
    }),
    run: only,
    fails: [RE_PUSH],
    verdict: 'failed',
    says: { [REFUSED]: FOR_RE_PUSH },
  },
  {
    name: 'ids that change where other sizes take the place of those of before are told once',
    behaviour: (base, settings) => ({
      ...withOwnSizes(base, settings),
      updatedLineItemId: (line, edits, exchange) => {
        const { lines } = readOrder(JSON.parse(exchange.request.body));
        const incoming = lines.find(({ externalRef }) => externalRef === line.externalRef);
        return incoming?.sizes.some((size) => line.sizes.includes(size)) === false
          ? randomUUID()
          : base.updatedLineItemId(line, edits, exchange);
      },
    }),
    run: only,
    fails: [SIZES],
    verdict: 'failed',
    says: { [SLOT]: /^Waits for updates\.sizes-keeps-ids/ },
  },
  {
    name: 'ids of orders and of lines that change with nearly every update are told of as such',
    behaviour: (base) => ({
      updatedOrderId: (order, edits, exchange) =>
        edits.has('rename') ? randomUUID() : base.updatedOrderId(order, edits, exchange),
      updatedLineItemId: (line, edits, exchange) =>
        edits.size > 0 && !edits.has('rename') ? randomUUID() : base.updatedLineItemId(line, edits, exchange),
    }),
    run: { certify: { only: [RENAME] } },
    fails: [RENAME],
    verdict: 'failed',
    says: { [RENAME]: /^Expected "[^"]+", the id that the order had before, got "[^"]+"\. All 4 updates change/ },
  },
  {
    name: 'a line that the first answer left out is not missed in those to updates',
    behaviour: (base) => onBody(base, { route: 'orders', status: 201 }, (body) => without(body, '/line_items/0')),
    run: { certify: { only: ['updates', 'orders.lines-echoed'] } },
    fails: ['orders.lines-echoed'],
    verdict: 'failed',
    ends: { [ONCE]: 'pass' },
  },
  by('updates-added-line-shares-id', { cites: { [ADDED]: 2 } }),
  by('updates-lines-matched-in-any-case', {
    says: { [ONCE]: /got the line .+ in its place\. The two differ in upper and lower case, or in accents, alone/ },
  }),
  by('updates-creatives-refused', { cites: { [CREATIVES]: 2 } }),
  by('updates-line-id-changes-on-added-line', { says: { [AT_ONCE]: /^Waits for updates\.added-line-keeps-ids/ } }),
  by('updates-line-left-out-is-dropped', {
    verdict: 'passed',
    cites: { [NAMED_AGAIN]: 3 },
    ends: { [SERIES]: 'pass', [AT_ONCE]: 'pass', [REFUSED]: 'pass' },
  }),
  by('updates-unfit-size-taken', { says: { [REFUSED]: /^Waits for updates\.impossible-values-are-422/ } }),
  by('updates-unknown-slot-taken', { says: { [REFUSED]: /^Waits for updates\.unknown-slot-is-404/ } }),
  by('updates-answer-with-no-lines', {
    fails: [ONCE],
    says: { [ONCE]: /once in the answer to an update of the name, got no line at all\./ },
    ends: { [AT_ONCE]: 'skip' },
  }),
  by('updates-young-order-is-404', {
    says: { 'updates.answers-200': /Under new keys, the same update was wrong again at once, and right 2 s later\.$/ },
  }),
  by('updates-answer-names-lines-twice', { says: { [ONCE]: /, got it 2 times\./ }, cites: { [ONCE]: 1 } }),
  {
    name: 'updates at once are not refused for one another',
    behaviour: refusing(
      (_request, { exchange: { request, inFlight } }) =>
        request.body.includes('-now"') && inFlight().some(({ body }) => body.includes('-now"')),
    ),
    run: only,
    fails: [AT_ONCE],
    verdict: 'failed',
    says: { [AT_ONCE]: /status 200, got status 422/ },
  },
];

export const updatesCircumstances: readonly Circumstance[] = [
  ...updatesReportedCircumstances,
  ...updatesSlotsLeaveCircumstances,
  ...ofLargeValues,
  byWithOwnSizes('updates-line-id-changes-on-sizes', { says: { [SLOT]: /^Waits for updates\.sizes-keeps-ids/ } }),
  byWithOwnSizes('updates-line-id-changes-on-slot', { ends: { [SIZES]: 'pass' } }),
  of('orders-whole-months-only', { ends: { 'updates.flight-keeps-ids': 'pass' } }),
  of('updates-lines-never-overlap', { ends: { [ADDED]: 'pass', [AT_ONCE]: 'pass' } }),
  by('updates-no-added-lines', {
    says: {
      [UNKNOWN]: /^Refused, as a line on a slot that exists is here\.$/,
    },
    ends: { [UNKNOWN]: 'pass' },
  }),
  of('updates-slots-of-one-size', {
    says: { [SIZES]: /^The slot that was booked lists only one size\.$/ },
    ends: { [SIZES]: 'not-applicable' },
  }),
  of('updates-fixed-buyer', {
    says: { 'updates.buyer-keeps-ids': /^Refused with 409, as a business rule may\.$/ },
    ends: { 'updates.buyer-keeps-ids': 'pass' },
  }),
  of('updates-fixed-flights', { ends: { [SERIES]: 'pass' } }),
  ...toldOnce,
  {
    name: 'a line that was left out and may not come back shows nothing',
    behaviour: (base, settings) => ({
      keptLines: () => [],
      ...refusing(
        ({ lines }, { order, bookedLine }) =>
          order !== undefined && lines.some((line, index) => bookedLine(line, index) === undefined),
      )(base, settings),
    }),
    run: only,
    fails: ['updates.answers-200'],
    verdict: 'failed',
    says: { [NAMED_AGAIN]: /^Waits for updates\.answers-200/ },
    ends: { [NAMED_AGAIN]: 'skip', [SERIES]: 'pass' },
  },
  {
    name: 'where no kind of order is taken but the plainest, all edits are made to that one',
    behaviour: making(/: basic-\d+$/),
    run: only,
    verdict: 'passed',
    says: {
      'updates.creative-keeps-ids': /^Waits for orders\.takes-creatives/,
      [CREATIVES]: /^Waits for orders\.takes-creatives/,
      'updates.advertiser-keeps-ids': /^Waits for orders\.optional-members, which was inconclusive/,
    },
    ends: {
      'updates.flight-keeps-ids': 'pass',
      'updates.added-line-keeps-ids': 'pass',
      [SERIES]: 'pass',
      [AT_ONCE]: 'pass',
      [IMPOSSIBLE]: 'pass',
      [UNKNOWN]: 'pass',
    },
  },
  {
    name: 'a creative comes in the shape that is taken',
    behaviour: refusing(({ lines }) => JSON.stringify(lines).includes('third_party_tag')),
    run: only,
    verdict: 'passed',
    ends: { 'updates.creative-keeps-ids': 'pass', [SERIES]: 'pass' },
  },
  {
    name: 'a creative that is refused on the slot of the update is no gap where another slot takes it',
    behaviour: refusing(({ lines }, { exchange: { store } }) =>
      lines.some(
        ({ creatives, inventoryId }) => creatives.length > 0 && inventoryId === store.orders[0]?.lines[0]?.inventoryId,
      ),
    ),
    run: only,
    verdict: 'passed',
    ends: { [CREATIVES]: 'inconclusive' },
  },
  {
    name: 'that no line can be added is left open where a new order takes no second line on the slot either',
    behaviour: (base, settings) => {
      const one = { ...base, ...behaviourOf(inventoryVariations, 'single-slot')(base, settings) };
      return { ...one, ...behaviourOf(ordersFaults, 'orders-slot-once-per-order')(one, settings) };
    },
    run: { certify: { only: ['orders.several-lines-on-one-slot', 'updates'] } },
    fails: ['orders.several-lines-on-one-slot'],
    verdict: 'failed',
    says: Object.fromEntries(
      [ADDED, 'updates.added-line-keeps-ids', AT_ONCE, LEFT_OUT].map((id) => [
        id,
        /^Waits for updates\.answers-200, which was inconclusive/,
      ]),
    ),
  },
  told(updatesFaults, 'updates-added-line-answered-201', {
    'updates.answers-200': /got status 201 to an update that adds a line to an order of several\./,
  }),
];
