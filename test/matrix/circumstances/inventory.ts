import { everySlot, onLastPage, refused, shownAs, theLast } from '../../../fixtures/faults/inventory/edits.ts';
import { behindMost } from '../../../fixtures/faults/inventory/later.ts';
import { inventoryFaults } from '../../../fixtures/faults/inventory.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { Refusal } from '../../../fixtures/publisher/refusal.ts';
import { without } from '../../../fixtures/behaviours/json-edits.ts';
import { onReply } from '../../../fixtures/behaviours/replies.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';
import { told } from './told.ts';

const only = { only: ['inventory'] };
const ENDS = 'inventory.walk-ends';
const THROUGHOUT = 'inventory.read-throughout';
const NAME = 'inventory.slot-name';

/** Starts over after the 1,000th slot in pages of 50, and after the 115th in pages of 23. */
const shortInSmallPages: BehaviourChange = (base) => ({
  nextPosition: (place, exchange) => {
    const next = base.nextPosition(place, exchange);
    const enough = { 50: 1000, 23: 115 }[place.limit] ?? Infinity;
    return next !== undefined && place.after >= enough ? 0 : next;
  },
});

/** Starts over after the last page if pages of 200 are requested; otherwise repeats a slot after the fifth page. */
const roundInLargestPages: BehaviourChange = (base) => ({
  nextPosition: (place, exchange) => {
    const next = base.nextPosition(place, exchange);
    if (place.limit === 200) return next ?? 0;
    return next !== undefined && place.after === 5 * place.limit ? next - 1 : next;
  },
});

/** Lists all slots under other ids once most orders were made, for this many readings. */
const unknownKey = new Refusal({ reason: 'key-unknown', status: 401, code: 'no_key', message: 'Unknown key.' });

const refusing = (limit: string): BehaviourChange =>
  refused(({ request }) => request.query.get('limit') === limit, 400);

export const inventoryCircumstances: readonly Circumstance[] = [
  {
    name: 'what was read is said',
    run: { certify: only },
    verdict: 'passed',
    says: {
      'inventory.data-is-array': /^300 slots on 2 pages with limit=200\.$/,
    },
  },
  {
    name: 'a list that is refused at the end of a run is not said to have broken down',
    behaviour: refused(behindMost, 403),
    verdict: 'passed',
    ends: { [THROUGHOUT]: 'pass' },
  },
  {
    name: 'a list with more pages than may be read is said to have no end within them',
    run: { certify: { ...only, maxPages: 2 } },
    fails: [ENDS],
    verdict: 'failed',
    says: { [ENDS]: /a last page within 2 pages \(--max-pages sets this maximum\), got a cursor on every page\.$/ },
  },
  {
    name: 'a long list is looked at in part in small pages',
    behaviour: shortInSmallPages,
    run: { slots: 5200, certify: only },
    verdict: 'passed',
    says: { 'inventory.data-is-array': /^5200 slots on 26 pages/ },
  },
  {
    name: 'a list of 1,100 slots is read to its end without a limit, and looked at in small pages',
    behaviour: (base) => ({
      nextPosition: (place, exchange) =>
        place.limit === 20 && place.after >= 100 ? 0 : base.nextPosition(place, exchange),
      ...shownAs(
        {
          said: 'in the last slot of all',
          are: (...at) => onLastPage.are(...at) && theLast.are(...at) && at[1].limit === 50,
        },
        (view) => without(view, '/name'),
      )(base),
    }),
    run: { slots: 1101, certify: only },
    fails: [NAME],
    verdict: 'failed',
    ends: { [ENDS]: 'pass' },
  },
  {
    name: 'a list that goes round is looked at in part in small pages, and what comes again is not listed twice',
    behaviour: roundInLargestPages,
    run: { certify: only },
    fails: [ENDS],
    verdict: 'failed',
    ends: { 'inventory.no-slot-on-two-pages': 'pass' },
  },
  {
    name: 'a slot that is listed twice in small pages is told although the list goes round in the largest',
    behaviour: (base) => ({
      nextPosition: (place, exchange) => {
        const next = base.nextPosition(place, exchange);
        if (place.limit === 200) return next ?? 0;
        return next !== undefined && place.limit === 50 ? next - 1 : next;
      },
    }),
    run: { slots: 90, certify: only },
    fails: [ENDS, 'inventory.no-slot-on-two-pages'],
    verdict: 'failed',
  },
  {
    name: 'a short list that goes round at every page size lists no slot twice',
    behaviour: (base) => ({ nextPosition: (place, exchange) => base.nextPosition(place, exchange) ?? 0 }),
    run: { slots: 90, certify: only },
    fails: [ENDS],
    verdict: 'failed',
    ends: { 'inventory.no-slot-on-two-pages': 'pass' },
  },
  {
    name: 'a list of ten slots loses none where the last page holds one',
    behaviour: (base) => ({
      nextPosition: (place, exchange) =>
        place.remaining.length === place.page.length + 1 ? undefined : base.nextPosition(place, exchange),
    }),
    run: { slots: 10, certify: only },
    fails: ['inventory.same-at-every-page-size'],
    verdict: 'failed',
    says: {
      'inventory.same-at-every-page-size':
        /the same slots with limit=200 and with limit=9, got 1 slot missing with limit=9, such as "slot-0010"\. 10 slots came on 1 page with limit=200, 9 slots on 1 page with limit=9\.$/,
    },
    cites: { 'inventory.same-at-every-page-size': 2 },
  },
  ...(
    [
      [
        'a default of one slot too many',
        'inventory-default-of-100',
        'inventory.default-limit',
        /at most 50 slots, got 100 slots on one page\. Seen both times that it was asked\.$/,
        2,
      ],
      [
        'a page beyond the bound',
        'inventory-limit-201-taken',
        'inventory.never-more-than-200',
        /at most 200 slots for limit=201, got 201 slots\. Seen both times that it was asked\.$/,
        2,
      ],
    ] as const
  ).map(([what, fault, id, words, cited]): Circumstance => ({
    name: `${what} is told once, and again where the check has not asked again itself`,
    behaviour: behaviourOf(inventoryFaults, fault),
    run: { certify: only },
    fails: [id],
    verdict: 'failed',
    says: { [id]: words },
    cites: { [id]: cited },
  })),
  {
    name: 'a fault of one slot is told as such',
    behaviour: shownAs(theLast, (view) => without(view, '/name')),
    run: { certify: only },
    fails: [NAME],
    verdict: 'failed',
    says: { [NAME]: /^Expected name: a string, got no name, only inventory_id, sizes, format and status\. Seen/ },
  },
  {
    name: 'slots with the same fault are counted',
    behaviour: shownAs(everySlot, (view) => without(view, '/name')),
    run: { certify: only },
    fails: [NAME],
    verdict: 'failed',
    says: { [NAME]: / Seen in all 300 slots\. Seen both times that it was asked\.$/ },
  },
  {
    name: 'a page that is no page is what the slots wait for',
    behaviour: (base) => ({ inventoryBody: (data) => data, slotView: base.slotView }),
    run: { certify: only },
    fails: ['inventory.data-is-array'],
    verdict: 'failed',
    says: {
      'inventory.slot-id': /^Waits for inventory\.data-is-array/,
      'inventory.default-limit': /^Waits for inventory\.data-is-array/,
    },
  },
  {
    name: 'a page of one that is no page is what its size waits for',
    behaviour: behaviourOf(inventoryFaults, 'inventory-data-object-alone'),
    run: { certify: only },
    fails: ['inventory.data-is-array'],
    verdict: 'failed',
    says: {
      'inventory.limit-respected': /^Waits for inventory\.data-is-array/,
      [ENDS]: /^Waits for inventory\.data-is-array/,
    },
  },
  {
    name: 'a limit that is refused is named, and the pages that came are judged',
    behaviour: refusing('200'),
    run: { certify: only },
    fails: ['inventory.answers-200'],
    verdict: 'failed',
    says: {
      'inventory.answers-200': /got status 400 .* with limit=200/,
    },
    ends: { 'inventory.data-is-array': 'pass', 'inventory.slot-id': 'pass' },
  },
  {
    name: 'pages of one that are refused cannot be too large',
    behaviour: refusing('1'),
    run: { certify: only },
    fails: ['inventory.answers-200'],
    verdict: 'failed',
    says: { 'inventory.limit-respected': /^Waits for inventory\.answers-200/ },
  },
  {
    name: 'an inventory that is refused altogether leaves its pages unjudged',
    behaviour: refused(() => true, 404),
    run: { certify: { only: ['inventory'] } },
    fails: ['inventory.answers-200'],
    verdict: 'failed',
    says: {
      'inventory.data-is-array': /^Waits for inventory\.answers-200/,
      'inventory.slot-id': /^Waits for inventory\.answers-200/,
      [ENDS]: /^Waits for inventory\.answers-200/,
    },
    ends: { 'inventory.data-is-array': 'skip' },
  },
  {
    name: 'where the key is refused, nothing is made of odd requests',
    behaviour: () => ({ beforeHandle: () => unknownKey }),
    run: { certify: { only: ['inventory', 'connection.key-accepted'] } },
    fails: ['connection.key-accepted'],
    verdict: 'failed',
    ends: { 'inventory.out-of-range-limit-is-handled': 'skip' },
  },
  {
    name: 'formats are alike where case, spaces, hyphens and underscores are all that differs',
    behaviour: (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => ({ ...slot, format: slot.position === 9 ? 'Pre_Roll ad' : 'pre-roll AD' })),
    }),
    run: { certify: only },
    fails: ['inventory.format-is-consistent'],
    verdict: 'passed',
    says: { 'inventory.format-is-consistent': /one spelling of each format, got "pre-roll AD" and "Pre_Roll ad"/ },
    cites: { 'inventory.format-is-consistent': 2 },
  },
  {
    name: 'a request without a limit that is refused is called so',
    behaviour: refused(({ request }) => !request.query.has('limit'), 400),
    run: { certify: only },
    fails: ['inventory.answers-200'],
    verdict: 'failed',
    says: { 'inventory.answers-200': /got status 400 .* without a limit/ },
  },
  {
    name: 'too many slots on a page of one are told',
    behaviour: (base) => ({
      inventoryPage: (remaining, limit, exchange) => base.inventoryPage(remaining, Math.max(limit, 2), exchange),
    }),
    run: { certify: only },
    fails: ['inventory.limit-respected'],
    verdict: 'failed',
    says: { 'inventory.limit-respected': /at most 1 slot, got 2 slots on one page/ },
    cites: { 'inventory.limit-respected': 2 },
  },
  {
    name: 'a page that is asked for too often is no wrong end',
    behaviour: (base) =>
      onReply(
        base,
        {
          route: 'inventory',
          status: 200,
          when: (_reply, { request }) => request.query.has('cursor') && request.query.get('limit') === '23',
        },
        (reply) => ({
          ...reply,
          status: 429,
          headers: { ...reply.headers, 'Retry-After': '3600' },
          body: { code: 'busy', message: 'Later.' },
        }),
      ),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ENDS]: 'inconclusive' },
  },
  told(inventoryFaults, 'inventory-cursor-by-another-name', {
    'inventory.same-at-every-page-size':
      /150 slots missing .*; the first page has no next_cursor, but \/nextCursor, which no client follows\. 200 slots came on 1 page with limit=200, 50 slots on 1 page without a limit\.$/,
  }),
  told(inventoryFaults, 'inventory-cursor-behind-full-last-page-is-404', {
    [ENDS]: /got status 404 .*for page \d+ with limit=\d+, after \d+ slots on \d+ pages?\./,
  }),
];
