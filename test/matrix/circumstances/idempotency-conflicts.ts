import { idempotencyFaults } from '../../../fixtures/faults/idempotency.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { canonical, member } from '../../../fixtures/publisher/json.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import { dropped, onWire } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';
import { named, refusing } from './refusing.ts';

const CONFLICT = 'idempotency.conflict-is-409';
const FOREIGN = 'idempotency.conflict-on-order-ref-is-409';
const NOTHING_APPLIED = 'idempotency.conflict-applies-nothing';
const AT_ONCE = 'idempotency.conflict-while-running';

const run = { certify: { only: ['idempotency'] } };

/** Matches exactly these words. */
const saying = (words: string): RegExp => new RegExp(words.replaceAll(/[.()[\]]/g, String.raw`\$&`));

/** Treats every request with a known key as a repeat. */
const comparingNothing: BehaviourChange = () => ({ bodyFingerprint: () => '' });

/** Compares only the name of the order. */
const comparingNames: BehaviourChange = () => ({
  bodyFingerprint: (body) => canonical(member(member(body, 'order'), 'name')),
});

/** Applies these changes in turn. */
const together =
  (...changes: readonly BehaviourChange[]): BehaviourChange =>
  (base, settings) =>
    changes.reduce((sum, change) => ({ ...sum, ...change(sum, settings) }), base);

const conflictsAre = (status: number): BehaviourChange => {
  return (base) => ({
    errorStatus: (refusal, exchange) =>
      refusal.reason === 'idempotency-conflict' ? status : base.errorStatus(refusal, exchange),
  });
};

/** Creates an order with this text, but drops the connection instead of answering. */
const losingAnswersTo =
  (text: string): BehaviourChange =>
  (base) =>
    onWire(
      base,
      { route: 'orders', status: 201, when: (_reply, { request: { body } }) => body.includes(text) },
      dropped,
    );

/** Forgets the first order as soon as another body comes with its key. */
const losingTheFirst: BehaviourChange = (base) => ({
  onRefused: (refusal, exchange, carryOn) => {
    const key = exchange.request.headers['idempotency-key'] ?? '';
    const record = exchange.store.keyRecords.get(key);
    if (refusal.reason === 'idempotency-conflict' && record !== undefined)
      exchange.store.keyRecords.set(key, { ...record, fingerprint: 'another' });
    return base.onRefused(refusal, exchange, carryOn);
  },
});

/** Bodies that differ from the first one sent with the same key. */
export const conflictCircumstances: readonly Circumstance[] = [
  {
    name: 'every place where a body may differ is named',
    behaviour: comparingNames,
    run,
    fails: [CONFLICT],
    verdict: 'failed',
    says: {
      [CONFLICT]: saying(
        `where line_items[1].external_ref, line_items[1].inventory_id, line_items (one line removed), line_items[3].goal_impressions, advertiser.external_ref, line_items[3].targeting.geo, line_items[0].creatives, line_items[0].creatives (removed), line_items (one line added), line_items[0].creatives (an image), line_items[0].goal_impressions, line_items[1].flight.start_date, line_items[1].sizes, advertiser.name or line_items[7].flight.end_date differs`,
      ),
      [FOREIGN]: /^Waits for idempotency\.conflict-is-409/,
    },
    ends: { [AT_ONCE]: 'pass', [NOTHING_APPLIED]: 'pass' },
  },
  {
    name: 'an order of one line without a creative has fewer places to differ',
    behaviour: together(
      comparingNames,
      refusing(({ lines }) => lines.length > 1 || lines.some(({ creatives }) => creatives.length > 0)),
      (base) => ({
        slots: (exchange) =>
          base
            .slots(exchange)
            .slice(0, 1)
            .map((slot) => ({ ...slot, sizes: ['728x90'] })),
      }),
    ),
    run,
    fails: [CONFLICT],
    verdict: 'failed',
    says: {
      [CONFLICT]: saying(
        `where line_items[0].external_ref, advertiser.name, line_items[0].goal_impressions, line_items[0].flight.end_date, line_items (one line added), advertiser.external_ref, line_items[0].flight.start_date or line_items[0].targeting.geo differs`,
      ),
    },
  },
  {
    name: 'bodies that are not compared at all are blamed once',
    behaviour: comparingNothing,
    run,
    fails: [CONFLICT],
    verdict: 'failed',
    says: {
      [CONFLICT]: saying('to every changed body (16 of 16).'),
      [FOREIGN]: /^Waits for idempotency\.conflict-is-409/,
      [AT_ONCE]: /^Waits for idempotency\.conflict-is-409/,
      [NOTHING_APPLIED]: /^Waits for idempotency\.conflict-is-409/,
    },
  },
  {
    name: 'a 422 to every changed body is blamed where nothing could be wrong with one, and counted everywhere',
    behaviour: conflictsAre(422),
    run,
    fails: [CONFLICT],
    verdict: 'failed',
    says: {
      [CONFLICT]: saying('to every changed body (16 of 16).'),
    },
  },
  {
    name: 'a body of which the lines alone are compared is blamed once',
    behaviour: () => ({ bodyFingerprint: (body) => canonical(member(body, 'line_items')) }),
    run,
    fails: [CONFLICT],
    verdict: 'failed',
    ends: { [FOREIGN]: 'skip', [AT_ONCE]: 'pass', [NOTHING_APPLIED]: 'pass' },
  },
  {
    name: 'a key that is taken for another order is shown in both its uses',
    behaviour: behaviourOf(idempotencyFaults, 'idempotency-order-ref-not-compared'),
    run,
    fails: [FOREIGN],
    verdict: 'failed',
    says: { [FOREIGN]: saying('got status 200 where nothing else differs.') },
    cites: { [FOREIGN]: 2 },
  },
  {
    name: 'orders of a kind that is not taken are not asked about',
    behaviour: refusing(({ lines }) =>
      lines.some(({ creatives }) => creatives.some((creative) => member(creative, 'type') === 'image')),
    ),
    run,
    verdict: 'passed',
    ends: { [CONFLICT]: 'pass', 'idempotency.retry-after-other-requests': 'pass' },
  },
  {
    name: 'what a refused request left behind is said',
    behaviour: () => ({
      onRefused: async (refusal, _exchange, carryOn) => {
        if (refusal.reason === 'idempotency-conflict') await carryOn();
        return refusal;
      },
    }),
    run,
    fails: [NOTHING_APPLIED],
    verdict: 'failed',
    says: { [NOTHING_APPLIED]: /only ever refused/ },
    cites: { [NOTHING_APPLIED]: 2 },
  },
  {
    name: 'an order that is refused for its values does not show what was applied',
    behaviour: refusing(named('clash')),
    run,
    verdict: 'passed',
    ends: { [NOTHING_APPLIED]: 'inconclusive' },
  },
  {
    name: 'answers that were lost do not show what was applied',
    behaviour: losingAnswersTo(': clash'),
    run,
    verdict: 'passed',
    ends: { [NOTHING_APPLIED]: 'inconclusive' },
  },
  {
    name: 'an order that is taken without its header is told',
    behaviour: behaviourOf(idempotencyFaults, 'idempotency-header-not-required'),
    run,
    fails: ['idempotency.header-required'],
    verdict: 'passed',
    says: { 'idempotency.header-required': /^Expected a refusal \(400\), got status 200\./ },
    cites: { 'idempotency.header-required': 1 },
  },
  {
    name: 'a connection that drops is no refusal of a header',
    behaviour: (base) => onWire(base, { route: 'orders', status: 400 }, (wire) => ({ ...wire, cut: 'before' })),
    run,
    fails: ['idempotency.header-matches-body', 'idempotency.header-required'],
    verdict: 'passed',
    says: { 'idempotency.header-required': /^Expected a refusal \(400\), got no answer/ },
  },
  {
    name: 'orders whose keys were used for other bodies are not those that are repeated later',
    behaviour: together(
      losingTheFirst,
      refusing(({ lines }) => lines.some(({ flight }) => flight.start === flight.end)),
    ),
    run,
    fails: ['idempotency.retry-after-conflict', 'idempotency.retry-after-update'],
    verdict: 'failed',
    ends: { 'idempotency.retry-after-other-requests': 'pass' },
  },
];
