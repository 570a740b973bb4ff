import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { listOf, member } from '../../../fixtures/publisher/json.ts';
import { lineRule } from '../../../fixtures/publisher/orders/value-rules.ts';
import type { Refusal } from '../../../fixtures/publisher/refusal.ts';
import type { Circumstance } from './circumstance.ts';
import { answerCircumstances } from './orders-answers.ts';
import { buyerCircumstances } from './orders-buyers.ts';
import { draftCircumstances } from './orders-drafts.ts';
import { firstOrderCircumstances } from './orders-first.ts';
import { formCircumstances } from './orders-forms.ts';
import { kindCircumstances } from './orders-kinds.ts';
import { correctedCircumstances } from './orders-corrected.ts';
import { oddSlotCircumstances } from './orders-odd-slots.ts';
import { termsCircumstances } from './orders-terms.ts';
import { togetherCircumstances } from './orders-together.ts';
import { closed, refusing, takingOff } from './refusing.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const ACCEPTED = 'orders.booking-accepted';
const ONE_DAY = 'orders.one-day-flight';
const COUNTRIES = 'orders.lines-in-two-countries';
const ARCHIVED = 'orders.archived-slot-is-not-404';
const CREATIVES = 'orders.takes-creatives';
const only = { only: ['orders'] };

const slotOf = (line: unknown): string => String(member(line, 'inventory_id'));

/** Tells by id whether a slot is listed. */
function listing(base: Behaviour, exchange: Exchange): (id: string) => boolean {
  const ids = new Set(base.slots(exchange).map(({ inventoryId }) => inventoryId));
  return (id) => ids.has(id);
}

/** Has unlisted slots, whose ids are the first made-up ones. It accepts orders on them, or refuses them. */
const hiding =
  (ids: number, refused?: Refusal): BehaviourChange =>
  (base) => {
    const hidden = new Set<string>();
    return {
      onRefused: (refusal, exchange, carryOn) => {
        if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
          return base.onRefused(refusal, exchange, carryOn);
        const isListed = listing(base, exchange);
        const lines = listOf(member(JSON.parse(exchange.request.body), 'line_items'));
        const made = lines.map(slotOf).filter((id) => !isListed(id));
        for (const id of made) if (hidden.size < ids) hidden.add(id);
        return made.every((id) => hidden.has(id)) ? (refused ?? carryOn()) : refusal;
      },
    };
  };

/** Removes a slot from the list for good once it is booked, and refuses it with 422 from then on. */
const leavingTheList: BehaviourChange = (base) => {
  const isGone = (inventoryId: string, { store }: Exchange): boolean =>
    store.orders.some(({ lines }) => lines.some((line) => line.inventoryId === inventoryId));
  return {
    slots: (exchange) => base.slots(exchange).filter(({ inventoryId }) => !isGone(inventoryId, exchange)),
    orderRules: [
      lineRule('gone', ({ inventoryId }, _index, { exchange }) => (isGone(inventoryId, exchange) ? closed : undefined)),
      ...base.orderRules,
    ],
  };
};

export const ordersCircumstances: readonly Circumstance[] = [
  ...firstOrderCircumstances,
  {
    name: 'an id that all orders share is said to be blank where it is',
    behaviour: () => ({ newOrderId: () => ' ' }),
    run: { certify: { only: ['orders.order-ids-unique'] } },
    fails: ['orders.order-ids-unique'],
    verdict: 'passed',
    says: { 'orders.order-ids-unique': /" " \(blank\) for / },
  },
  ...answerCircumstances,
  ...formCircumstances,
  ...correctedCircumstances,
  ...draftCircumstances,
  ...kindCircumstances,
  ...buyerCircumstances,
  ...oddSlotCircumstances,
  ...termsCircumstances,
  ...togetherCircumstances,
  {
    name: 'a slot that is taken off the list behind the first order leaves the others unjudged',
    behaviour: takingOff((_tried, orders) => orders > 0),
    run: { certify: only },
    verdict: 'passed',
    ends: {
      [ACCEPTED]: 'pass',
      [ONE_DAY]: 'inconclusive',
      [CREATIVES]: 'inconclusive',
      'orders.names-in-any-script': 'inconclusive',
      'orders.reversed-range-is-422': 'inconclusive',
      'orders.one-unfitting-size-among-fitting': 'skip',
      [UNKNOWN]: 'pass',
    },
    says: { [ONE_DAY]: /^A requested slot is not listed any more\./ },
  },
  {
    name: 'kinds of order are not judged where a plain one is refused by then',
    behaviour: refusing((_request, { exchange }) => exchange.store.orders.length > 0),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass', [ONE_DAY]: 'inconclusive', [CREATIVES]: 'inconclusive', [COUNTRIES]: 'not-applicable' },
    says: { [ONE_DAY]: /^The same order without the change is refused, too: status 422 / },
  },
  {
    name: 'that names are refused by a business rule is said',
    behaviour: refusing(({ name }) => name.includes('東京')),
    run: { certify: only },
    verdict: 'passed',
    says: { 'orders.names-in-any-script': /^Refused with 422, as a business rule may\.$/ },
  },
  {
    name: 'what a booking on an archived slot is answered is said',
    run: { certify: { only: [ARCHIVED] } },
    verdict: 'passed',
    says: { [ARCHIVED]: /^Answered 422\.$/ },
  },
  {
    name: 'an archived slot without sizes cannot be booked by anyone',
    behaviour: (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => (slot.status === 'archived' ? { ...slot, sizes: [] } : slot)),
    }),
    run: { certify: { only: [ARCHIVED] } },
    verdict: 'passed',
    ends: { [ARCHIVED]: 'not-applicable' },
  },
  {
    name: 'a slot that is not listed and can be booked stands under a made-up id by chance',
    behaviour: hiding(2),
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  },
  {
    name: 'a slot that is not listed and is sold out stands under a made-up id by chance',
    behaviour: hiding(2, closed),
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  },
  {
    name: 'a slot that leaves the list, and is refused like one that is sold out, leaves unknown ones unjudged',
    behaviour: leavingTheList,
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'inconclusive',
    ends: { [UNKNOWN]: 'inconclusive' },
    says: { [UNKNOWN]: /^A requested slot is not listed any more\./ },
  },
];
