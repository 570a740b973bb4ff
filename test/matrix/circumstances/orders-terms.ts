import type { LineRequest, OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import { together } from '../../../fixtures/publisher/behaviour.ts';
import { daysInFlight } from '../../../fixtures/publisher/calendar.ts';
import { badValue } from '../../../fixtures/publisher/refusal.ts';
import { refusingForecasts, refusingLines, refusingOrders } from '../../../fixtures/behaviours/added-rules.ts';
import type { Circumstance } from './circumstance.ts';

const ACCEPTED = 'orders.booking-accepted';
const CREATIVES = 'orders.takes-creatives';
const TWO_COUNTRIES = 'orders.lines-in-two-countries';
const ANY_SLOT = 'orders.any-listed-slot';
const ARCHIVED = 'orders.archived-slot-is-not-404';
const BUYER = 'updates.buyer-keeps-ids';

/** Slots that a run would not try by itself. */
const slots = ['slot-0242', 'slot-0241'];
const [slot = ''] = slots;
const only = { only: ['orders'] };

const otherSlots = refusingLines(({ inventoryId }) => !slots.includes(inventoryId), 'This is no test placement.');

const otherBuyers = refusingOrders(
  ({ advertiserName }: OrderRequest) => advertiserName !== 'Test buyer',
  'This advertiser is not set up.',
);

const otherHosts = refusingLines(
  ({ creatives }) => creatives.length > 0 && !JSON.stringify(creatives).includes('//cdn.publisher.net/'),
  badValue('business-rule', 'Creatives must be on cdn.publisher.net.'),
);

const weekday = ({ flight: { start } }: LineRequest): number => new Date(start).getUTCDay();

/** Accepts only lines of at least two weeks and 60,000 impressions that begin on a Tuesday a month ahead. */
const ownBusiness = refusingLines(
  (line) => line.goalImpressions < 60_000 || weekday(line) !== 2,
  'Lines start on a Tuesday, for 60,000 impressions at least.',
);

const isShort = ({ start, end }: LineRequest['flight']): boolean =>
  daysInFlight(start, end) > 0 && daysInFlight(start, end) < 7;

const crash = badValue('business-rule', 'Such a flight would be a fault of the test.').with({ status: 500 });

/** Publishers with test placements or a test advertiser of their own. The stated terms are used and judged. */
export const termsCircumstances: readonly Circumstance[] = [
  {
    name: 'a publisher that takes orders on two slots alone is open, and told to state them',
    behaviour: otherSlots,
    run: { certify: only },
    verdict: 'inconclusive',
    creates: 0,
    says: {
      [ACCEPTED]: /State what you take: inventoryIds, goal and flight, or an advertiser of your own as "booking"/,
    },
  },
  {
    name: 'a publisher that takes orders on two slots alone is judged once it states them',
    behaviour: otherSlots,
    run: { certify: { booking: { inventoryIds: slots } } },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass', [ANY_SLOT]: 'pass', [ARCHIVED]: 'pass', 'updates.slot-keeps-ids': 'pass' },
  },
  {
    name: 'with one slot stated, the rules that need another are open, and say so',
    behaviour: otherSlots,
    run: { certify: { slot: [slot] } },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass', [ARCHIVED]: 'pass', 'updates.answers-200': 'pass' },
    says: {
      [ANY_SLOT]: /^It needs another slot, such as "[^"]+", and booking\.inventoryIds names only "slot-0242"\.$/,
      'orders.lines-on-two-slots': /^It needs another slot/,
      'orders.unfitting-size-on-any-slot': /^It needs another slot/,
      'updates.slot-keeps-ids': /^It needs another slot/,
    },
  },
  {
    name: 'a publisher that takes orders of one advertiser alone is open',
    behaviour: otherBuyers,
    run: { certify: only },
    verdict: 'inconclusive',
    creates: 0,
  },
  {
    name: 'a publisher that takes orders of one advertiser alone is judged once it states it',
    behaviour: otherBuyers,
    run: { certify: { advertiser: 'Test buyer' } },
    verdict: 'passed',
    ends: { 'orders.names-in-any-script': 'pass', 'orders.buyer-books-again': 'pass', 'updates.answers-200': 'pass' },
    says: { [BUYER]: /^It needs another advertiser, and booking\.advertiser is "Test buyer"\.$/ },
  },
  {
    name: 'a publisher with a list of hosts leaves open whether it takes creatives',
    behaviour: otherHosts,
    run: { certify: only },
    verdict: 'passed',
    says: { [CREATIVES]: /--creative-host/ },
  },
  {
    name: 'creatives are on the host that is stated, those of updates too',
    behaviour: otherHosts,
    run: { certify: { creativeHost: 'cdn.publisher.net' } },
    verdict: 'passed',
    ends: {
      [CREATIVES]: 'pass',
      'orders.takes-both-creative-shapes': 'info',
      'updates.creative-keeps-ids': 'pass',
      'updates.attaches-creatives': 'pass',
    },
  },
  {
    name: 'the goal and the flights that are stated are those of the first booking',
    behaviour: ownBusiness,
    run: { certify: { ...only, booking: { goal: 90_000, flight: { leadDays: 20, days: 14, weekday: 'tuesday' } } } },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass' },
  },
  {
    name: 'no flight is shorter than is stated, and rules about one day do not apply',
    run: { certify: { booking: { flight: { minDays: 7 } } } },
    behaviour: together(
      refusingLines(({ flight }) => isShort(flight), crash),
      refusingForecasts(({ flight }) => isShort(flight), crash),
    ),
    verdict: 'passed',
    ends: {
      'orders.one-day-flight': 'not-applicable',
      'forecast.one-day-flight': 'not-applicable',
      'updates.series-keeps-ids': 'pass',
      'orders.buyer-books-again': 'pass',
    },
    says: { 'orders.one-day-flight': /^Flights have 7 days at least, as booking\.flight\.minDays says\.$/ },
  },
  {
    name: 'one country alone leaves rules about two open',
    run: { certify: { booking: { geo: ['AT'] } } },
    verdict: 'passed',
    ends: { 'orders.any-name-and-references': 'pass', [CREATIVES]: 'pass', 'updates.geo-keeps-ids': 'pass' },
    says: {
      [TWO_COUNTRIES]: /^It needs a line with another entry in geo, such as "..", and booking\.geo names only "AT"\.$/,
    },
  },
  {
    name: 'no goal beyond the bounds is booked',
    run: { certify: { booking: { goal: { min: 2000, max: 9000 } } } },
    behaviour: refusingLines(
      ({ goalImpressions: goal }) => goal > 0 && Number.isInteger(goal) && (goal < 2000 || goal > 9000),
      badValue('business-rule', 'Such a goal would be a fault of the test.').with({ status: 500 }),
    ),
    verdict: 'passed',
    ends: { 'updates.large-values-are-handled': 'pass' },
  },
  {
    name: 'an archived slot is asked for with a goal of the stated ones',
    run: { certify: { booking: { goal: { min: 5000, max: 9000 } } } },
    behaviour: refusingLines(
      ({ goalImpressions: goal }) => goal > 0 && Number.isInteger(goal) && (goal < 5000 || goal > 9000),
      badValue('business-rule', 'Such a goal would be a fault of the test.').with({ status: 500 }),
    ),
    verdict: 'passed',
    ends: { [ARCHIVED]: 'pass' },
  },
  {
    name: 'nothing is booked if a stated slot is not listed, or archived',
    run: { certify: { ...only, booking: { inventoryIds: ['slot-0001', 'slot-9999', 'slot-0017'] } } },
    verdict: 'inconclusive',
    creates: 0,
    says: {
      [ACCEPTED]:
        /^Nothing was booked\. Of the slots that booking\.inventoryIds \(or --slot\) names, "slot-9999" is not listed; "slot-0017" is archived\. Name active slots/,
    },
  },
];
