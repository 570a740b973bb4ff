import { errorsFaults } from '../../../fixtures/faults/errors.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { Refusal } from '../../../fixtures/publisher/refusal.ts';
import { without } from '../../../fixtures/behaviours/json-edits.ts';
import { every, onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';
import { told } from './told.ts';

const MALFORMED_FORECAST = 'errors.forecast-malformed-json-is-400';
const MALFORMED_ORDER = 'errors.orders-malformed-json-is-400';
const MALFORMED_REPORT = 'errors.reports-malformed-json-is-refused';
const RETRY_AFTER = 'errors.retry-after-in-seconds';

const only = (...ids: readonly string[]) => ({ certify: { only: ids } });

const refused = (status: number, headers: Record<string, string> = {}): Refusal =>
  new Refusal({ reason: 'business-rule', status, code: 'refused', message: 'Not now.', headers });

/** Answers 422 to a body that is not JSON, as if a value in it were wrong, and 429 to a body with two objects. */
const readingCarelessly: BehaviourChange = (base) => ({
  parseBody: (exchange) => {
    const body = base.parseBody(exchange);
    if (!(body instanceof Refusal)) return body;
    return exchange.request.body.includes('}{') ? refused(429, { 'Retry-After': '1' }) : refused(422);
  },
});

/** Answers 422 if the goal in the second line has a wrong type. */
const misjudgingSecondGoals: BehaviourChange = (base) => ({
  errorStatus: (refusal, exchange) =>
    refusal.details.line === 1 && refusal.details.field === 'goal_impressions'
      ? 422
      : base.errorStatus(refusal, exchange),
});

const reporting = (status: number): BehaviourChange => {
  return (base) =>
    onReply(base, { route: 'reports' }, (reply) => ({ ...reply, status, body: refused(status).details }));
};

const lacking = (name: string, status: number): BehaviourChange => {
  return (base) =>
    onWire(base, { status }, (wire) => ({
      ...wire,
      headers: Object.fromEntries(Object.entries(wire.headers).filter(([header]) => header !== name)),
    }));
};

/** Answers 429 now and then. */
const busy = (headers: Record<string, string>): BehaviourChange => {
  return (base) => {
    const now = every(3);
    return { beforeHandle: (exchange) => (now() ? refused(429, headers) : base.beforeHandle(exchange)) };
  };
};

export const errorsCircumstances: readonly Circumstance[] = [
  {
    name: 'every body that is taken is named, whatever is answered 429 besides',
    behaviour: readingCarelessly,
    run: only(MALFORMED_ORDER),
    fails: [MALFORMED_ORDER],
    verdict: 'failed',
    says: { [MALFORMED_ORDER]: /got status 422 .* to JSON that breaks off and an empty body\./ },
  },
  {
    name: 'a line is named by its place',
    behaviour: misjudgingSecondGoals,
    run: only('errors'),
    fails: ['errors.line-missing-member-is-400', 'errors.line-wrong-type-is-400'],
    verdict: 'failed',
    says: {
      'errors.line-missing-member-is-400': /to a request without line_items\.1\.goal_impressions\./,
      'errors.line-wrong-type-is-400': /to a request with "\d+" as line_items\.1\.goal_impressions /,
    },
  },
  {
    name: 'no forecast request is broken where no slot can be forecast',
    behaviour: () => ({ isForecastable: () => false }),
    run: only('errors'),
    verdict: 'passed',
    ends: { [MALFORMED_FORECAST]: 'not-applicable' },
  },
  {
    name: 'no forecast request is broken where none is answered 200',
    behaviour: () => ({ forecastRules: [{ name: 'closed', check: () => refused(422) }] }),
    run: only('errors', 'forecast.answers-200'),
    verdict: 'passed',
    says: { [MALFORMED_FORECAST]: /^Waits for forecast\.answers-200/ },
  },
  {
    name: 'a service that answers all reports 501 is not blamed for those that are malformed',
    behaviour: reporting(501),
    run: only('errors'),
    verdict: 'passed',
    says: { [MALFORMED_REPORT]: /well-formed report request is refused in the same way: status 501/ },
  },
  {
    name: 'a malformed report request is refused, however all others are refused',
    behaviour: reporting(400),
    run: only('errors'),
    verdict: 'passed',
    ends: { [MALFORMED_REPORT]: 'pass' },
  },
  {
    name: 'a success of another type is no error',
    behaviour: (base) =>
      onReply(base, { status: 'success' }, (reply) => ({ ...reply, headers: { 'Content-Type': 'text/plain' } })),
    run: only('errors'),
    verdict: 'passed',
    ends: { 'errors.json-content-type': 'pass' },
  },
  {
    name: 'an error of the listing API is none of the ad server',
    behaviour: (base) =>
      onReply(base, { status: 'error', when: (_reply, { request }) => request.route === 'token' }, (reply) => ({
        ...reply,
        headers: { 'Content-Type': 'text/plain' },
        body: without(reply.body, '/message'),
      })),
    run: { ...only('errors', 'token-exchange', 'exchange-throttle'), withListing: true },
    verdict: 'passed',
    ends: { 'errors.json-content-type': 'pass', 'errors.has-message': 'pass', [RETRY_AFTER]: 'not-applicable' },
  },
  {
    name: 'a service that never asks to wait is not judged by how it would',
    run: only('errors'),
    verdict: 'passed',
    ends: { [RETRY_AFTER]: 'not-applicable' },
  },
  {
    name: 'a rule about all errors provokes one where it runs alone',
    run: only('errors.has-code'),
    verdict: 'passed',
    ends: { 'errors.has-code': 'pass' },
  },
  {
    name: 'an error without a type is said to have none',
    behaviour: lacking('Content-Type', 400),
    run: only('errors.json-content-type'),
    fails: ['errors.json-content-type'],
    verdict: 'failed',
    says: { 'errors.json-content-type': /got no Content-Type header\./ },
  },
  ...[
    {
      name: 'a 429 that does not say when to come back is said to have no header',
      headers: {},
      words: /got no Retry-After header\./,
    },
    {
      name: 'what a 429 says in place of seconds is repeated',
      headers: { 'Retry-After': '1s' },
      words: /got "1s"\./,
    },
  ].map(({ name, headers, words }) => ({
    name,
    behaviour: busy(headers),
    run: only(RETRY_AFTER),
    fails: [RETRY_AFTER],
    verdict: 'passed' as const,
    says: { [RETRY_AFTER]: words },
  })),
  told(errorsFaults, 'errors-key-repeated', {
    'errors.repeats-no-credential': /another of this run, in \/message\./,
  }),
];
