import { admitting } from '../../../fixtures/faults/auth/admission.ts';
import { isBookedKey } from '../../../fixtures/faults/auth/booked.ts';
import { authFaults } from '../../../fixtures/faults/auth.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { sandboxKeys } from '../../../fixtures/publisher/keys.ts';
import { Refusal } from '../../../fixtures/publisher/refusal.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import { authVariations } from '../../../fixtures/variations/auth.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import { firstTime, onReply } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';
import { takingOffWith } from './refusing.ts';
import { told } from './told.ts';

const NO_READ = 'auth.inventory-needs-read-scope';
const NO_DRAFT = 'auth.orders-need-draft-scope';
const NO_REPORT = 'auth.reports-need-report-scope';
const WRONG = 'auth.wrong-key-is-401';
const MISSING = 'auth.missing-key-is-401';
const EXPIRED = 'auth.expired-key-is-401';
const CASE = 'auth.key-is-case-sensitive';
const EFFECT = 'auth.refused-call-has-no-effect';
const VALID = 'auth.restricted-key-is-valid';

const run = { certify: { only: ['auth'] } };

const refused = (status: number, headers: Record<string, string> = {}): Refusal =>
  new Refusal({ reason: 'business-rule', status, code: 'refused', message: 'Not now.', headers });
const tooMany = refused(429, { 'Retry-After': '600' });

/** Answers the right key with a server error at these endpoints. */
const broken = (...routes: readonly string[]): BehaviourChange => {
  return (base) =>
    onReply(base, { status: 200, when: (_reply, { request }) => routes.includes(request.route) }, (reply) => ({
      ...reply,
      status: 500,
      body: { code: 'internal', message: 'Something broke.' },
    }));
};

/** Fails at an endpoint from the n-th request on, with any key. */
const brokenFrom = (nth: number, route: string): BehaviourChange => {
  return (base) => {
    let calls = 0;
    return {
      beforeHandle: (exchange) =>
        exchange.request.route === route && ++calls >= nth ? refused(500) : base.beforeHandle(exchange),
    };
  };
};

/** Refuses every request to an endpoint before looking at the key. */
const closed = (route: string, refusal: Refusal): BehaviourChange => {
  return (base) => ({
    beforeHandle: (exchange) => (exchange.request.route === route ? refusal : base.beforeHandle(exchange)),
  });
};

/**
 * Replaces some answers to keys that lack a scope, as if the key were unknown or the service busy. `nth` counts the
 * requests to each endpoint, from 1.
 */
const restricted = (answer: (nth: number, route: string) => Refusal | null): BehaviourChange => {
  return (base) => {
    const calls = new Map<string, number>();
    return {
      beforeHandle: (exchange) => {
        const key = exchange.store.keys.find(({ value }) => value === base.presentedKey(exchange));
        if (key === undefined || key.scopes.length === 3) return base.beforeHandle(exchange);
        const { route } = exchange.request;
        const nth = (calls.get(route) ?? 0) + 1;
        calls.set(route, nth);
        return answer(nth, route) ?? base.beforeHandle(exchange);
      },
    };
  };
};

const takingKey = (isKey: (presented: string | undefined) => boolean): BehaviourChange =>
  admitting(({ request }) => request.route === 'orders' && isKey(request.headers['authorization']));

/** Also accepts another key as the full one. */
const alsoTaking = (other: string): BehaviourChange => {
  return (base) => ({
    isValidKey: (presented, known, exchange) =>
      presented === other ? known.value === sandboxKeys.full : base.isValidKey(presented, known, exchange),
  });
};

const READ = 'Refused by GET /inventory, GET /health, POST /forecast and POST /reports.';

/** Which parts of the service can be called at all. */
const reach: readonly Circumstance[] = [
  {
    name: 'a run that creates nothing asks all endpoints that read',
    run: { certify: { only: ['auth'], readOnly: true } },
    verdict: 'passed',
    says: {
      [WRONG]: new RegExp(READ),
      [MISSING]: new RegExp(READ),
      [NO_DRAFT]: /--read-only/,
      [EFFECT]: /--read-only/,
    },
  },
  {
    name: 'where /health is broken, /inventory shows whether the right key is still accepted',
    behaviour: broken('health'),
    run,
    fails: ['connection.health-answers-200'],
    verdict: 'failed',
    says: { [WRONG]: /Refused by GET \/inventory, POST \/reports, POST \/orders and POST \/orders \(a repeat\)\./ },
  },
  {
    name: 'where /inventory is broken, wrong keys are not tried there',
    behaviour: broken('inventory'),
    run,
    verdict: 'passed',
    says: { [MISSING]: /Refused by GET \/health and POST \/reports\./ },
  },
  {
    name: 'a /health that breaks down later, whatever the key, lets no wrong key in',
    behaviour: brokenFrom(5, 'health'),
    run,
    verdict: 'passed',
    says: { [MISSING]: /^GET \/health was not available/ },
  },
  {
    name: 'where neither answers the right key, wrong ones are told by nothing',
    behaviour: broken('health', 'inventory'),
    run,
    verdict: 'inconclusive',
    says: {
      [WRONG]: /Waits for auth\.missing-key-is-401/,
      [MISSING]: /^The service served no call/,
    },
  },
  {
    name: 'a forecast that is refused to everybody says nothing about keys',
    behaviour: closed('forecast', refused(501)),
    run,
    verdict: 'passed',
    says: {
      [WRONG]:
        /Refused by GET \/inventory, GET \/health, POST \/reports, POST \/orders and POST \/orders \(a repeat\)\./,
    },
  },
  {
    name: 'a report that is refused to everybody says nothing about keys',
    behaviour: closed('reports', refused(422)),
    run,
    verdict: 'passed',
    says: {
      [WRONG]:
        /Refused by GET \/inventory, GET \/health, POST \/forecast, POST \/orders and POST \/orders \(a repeat\)\./,
      [NO_REPORT]: /refused for the full key too: status 422/,
    },
  },
];

/** What the service does to a client that tries wrong keys. */
const lockouts: readonly Circumstance[] = [
  {
    name: 'a lockout is recognised by the right key',
    behaviour: behaviourOf(authVariations, 'auth-lockout-after-10-is-403'),
    run,
    verdict: 'passed',
    says: { [MISSING]: /locked this client out after wrong keys \(the right key got status 403/ },
    ends: { [EFFECT]: 'skip' },
  },
];

/** Keys that lack a scope. */
const scopes: readonly Circumstance[] = [
  {
    name: 'restricted keys that are told to wait say nothing about scopes',
    behaviour: restricted(() => tooMany),
    run,
    verdict: 'passed',
    says: { [NO_READ]: /rate limit/, [NO_REPORT]: /rate limit/, [NO_DRAFT]: /rate limit/ },
  },
  {
    name: 'restricted keys that are unknown or told to wait everywhere say nothing about scopes',
    behaviour: restricted((nth) => (nth % 2 === 0 ? tooMany : refused(401))),
    run: { certify: { only: [NO_READ, NO_DRAFT] } },
    verdict: 'inconclusive',
    ends: { [NO_READ]: 'inconclusive', [NO_DRAFT]: 'inconclusive' },
  },
  {
    name: 'a restricted key that is unknown at one endpoint only is answered wrongly there, whatever waits besides',
    behaviour: restricted((nth, route) => (route !== 'inventory' ? null : nth === 2 ? tooMany : refused(401))),
    run: { certify: { only: [NO_READ] } },
    fails: [NO_READ],
    verdict: 'failed',
    says: { [NO_READ]: /got status 401 \(.*\) for the / },
  },
  {
    name: 'a restricted key that is refused for its scope once is known, however often it is called unknown',
    behaviour: restricted((nth) => (nth === 2 ? null : refused(401))),
    run: { certify: { only: [NO_DRAFT] }, without: ['keyWithoutRead', 'keyWithoutReport'] },
    fails: [NO_DRAFT],
    verdict: 'failed',
    says: { [NO_DRAFT]: /got status 401 \(.*\) for a new order; a repeat was refused\./ },
  },
  {
    name: 'a restricted key that is known at one endpoint only is answered wrongly at the others',
    behaviour: restricted((_nth, route) => (route === 'health' ? null : refused(401))),
    run: { certify: { only: [NO_REPORT] } },
    fails: [NO_REPORT],
    verdict: 'failed',
  },
  {
    name: 'a restricted key that is unknown where its scope is asked for is not blamed again at /health',
    behaviour: restricted((_nth, route) => (route === 'reports' ? null : refused(401))),
    run: { certify: { only: [NO_READ, VALID] } },
    fails: [NO_READ],
    verdict: 'failed',
    ends: { [VALID]: 'skip' },
  },
  {
    name: 'where any key is let in for repeats, that is why they are answered without the scope',
    behaviour: admitting(
      (exchange) => isBookedKey(exchange) && exchange.request.headers['authorization'] !== undefined,
    ),
    run: { certify: { only: [WRONG, NO_DRAFT] } },
    fails: [WRONG],
    verdict: 'failed',
    says: { [NO_DRAFT]: /Waits for auth\.wrong-key-is-401/ },
  },
  {
    name: 'where any key is let in, scopes are not told',
    behaviour: admitting((exchange) => exchange.request.headers['authorization'] !== undefined),
    run,
    fails: [WRONG],
    verdict: 'failed',
    says: {
      [NO_READ]: /Waits for auth\.wrong-key-is-401/,
      [NO_REPORT]: /Waits for auth\.wrong-key-is-401/,
      [NO_DRAFT]: /Waits for auth\.wrong-key-is-401/,
      [EFFECT]: /Waits for auth\.wrong-key-is-401/,
    },
  },
  {
    name: 'where no key is looked at, all waits for one rule',
    behaviour: admitting(() => true),
    run,
    fails: [MISSING],
    verdict: 'failed',
    says: {
      [NO_READ]: /Waits for auth\.missing-key-is-401/,
      [NO_DRAFT]: /Waits for auth\.missing-key-is-401/,
      [CASE]: /Waits for auth\.missing-key-is-401/,
      [EFFECT]: /Waits for auth\.missing-key-is-401/,
    },
  },
];

/** Given keys, and what can be derived from them. */
const keys: readonly Circumstance[] = [
  {
    name: 'a revoked key is enough, if no expired one is given',
    run: { certify: { only: ['auth'], revokedKey: sandboxKeys.revoked }, without: ['expiredKey'] },
    verdict: 'passed',
    ends: { [EXPIRED]: 'pass' },
  },
  ...(['health', 'inventory', 'forecast', 'orders', 'reports'] as const).map((route): Circumstance => ({
    name: `a revoked key is accepted by /${route} alone`,
    behaviour: (base) => ({
      isRevoked: (key, exchange) => exchange.request.route !== route && base.isRevoked(key, exchange),
    }),
    run: { certify: { only: ['auth'], revokedKey: sandboxKeys.revoked }, without: ['expiredKey'] },
    fails: [EXPIRED],
    verdict: 'failed',
    says: { [EXPIRED]: /to the revoked key\. The other \d calls answer 401\./ },
  })),
  {
    name: 'a revoked key is accepted where an expired one is not',
    behaviour: (base) => ({
      isRevoked: (key, exchange) => exchange.request.route !== 'inventory' && base.isRevoked(key, exchange),
    }),
    run: { certify: { only: ['auth'], revokedKey: sandboxKeys.revoked } },
    fails: [EXPIRED],
    verdict: 'failed',
    says: { [EXPIRED]: /to the revoked key\. .*Refused as they should be: the expired key\./ },
  },
  {
    name: 'no expired key is made up',
    run: { ...run, without: ['expiredKey'] },
    verdict: 'passed',
    ends: { [EXPIRED]: 'skip', [WRONG]: 'pass' },
  },
  {
    name: 'a key in hexadecimal has no other letter case',
    behaviour: alsoTaking('5f2504e04f8941d39a0c0305e82c3301'),
    run: { certify: { only: ['auth'], apiKey: '5f2504e04f8941d39a0c0305e82c3301' } },
    verdict: 'passed',
    ends: { [CASE]: 'not-applicable' },
  },
];

/** Loses the first answer to an order that was refused before. */
const forgetful: BehaviourChange = (base) => {
  const isFirst = firstTime();
  return onReply(
    base,
    { route: 'orders', status: 201, when: (_reply, exchange) => wasUnauthorised(exchange) && isFirst('order') },
    (reply) => ({ ...reply, status: 503, body: { code: 'unavailable', message: 'Come again.' } }),
  );
};

/** Whether the same order came before, and was refused because of its key. */
const wasUnauthorised = ({ request, history }: Exchange): boolean =>
  history().some(
    ({ status, headers }) => status === 401 && idempotencyKeyOf(headers) === idempotencyKeyOf(request.headers),
  );

const idempotencyKeyOf = (headers: Readonly<Record<string, string>>): string => headers['idempotency-key'] ?? '';

/** Answers the first order that comes with the right key after a wrong one with this status, and creates nothing. */
const notAtOnce = (status: number): BehaviourChange => {
  return (base) => {
    const isFirst = firstTime();
    return {
      beforeHandle: (exchange) =>
        exchange.request.route === 'orders' &&
        base.presentedKey(exchange) === sandboxKeys.full &&
        wasUnauthorised(exchange) &&
        isFirst('order')
          ? refused(status)
          : base.beforeHandle(exchange),
    };
  };
};

/** Stores refusals for a wrong key under the idempotency key. */
const keepingRefusals: BehaviourChange = (base) => ({
  idempotencyKey: (body, exchange) =>
    wasUnauthorised(exchange) && !isBookedKey(exchange) ? refused(401) : base.idempotencyKey(body, exchange),
});

/** What a refused order may lead to. */
const effects: readonly Circumstance[] = [
  {
    name: 'whether refused orders are booked is not asked where a wrong key may book',
    behaviour: takingKey((header) => header === undefined),
    run,
    fails: [MISSING],
    verdict: 'failed',
    says: { [EFFECT]: /Waits for auth\.missing-key-is-401/ },
  },
  {
    name: 'whether refused orders are booked is not asked where a key without the scope may book',
    behaviour: (base) => ({
      requiredScope: (route, exchange) => (route === 'orders' ? 'read' : base.requiredScope(route, exchange)),
    }),
    run,
    fails: [NO_DRAFT],
    verdict: 'failed',
    says: { [EFFECT]: /Waits for auth\.orders-need-draft-scope/ },
  },
  {
    name: 'without a key that lacks the scope, orders of wrong keys are asked about all the same',
    run: { ...run, without: ['keyWithoutDraft'] },
    verdict: 'passed',
    ends: { [NO_DRAFT]: 'skip', [EFFECT]: 'pass' },
  },
  {
    name: 'whether refused orders are booked is not told by a slot that is not listed any more',
    behaviour: takingOffWith('no-access'),
    run,
    verdict: 'passed',
    says: { [EFFECT]: /not listed any more/ },
  },
  {
    name: 'an order whose first answer was lost may be there without anybody having booked it unauthorised',
    behaviour: forgetful,
    run,
    verdict: 'passed',
    says: { [EFFECT]: /first answer to the order was lost/ },
  },
  {
    name: 'an order that is only made when it is asked for again was not there before',
    behaviour: notAtOnce(503),
    run: { certify: { only: [EFFECT] } },
    verdict: 'passed',
    ends: { [EFFECT]: 'pass' },
  },
  {
    name: 'a refusal for a wrong key may be kept under the idempotency key',
    behaviour: keepingRefusals,
    run: { certify: { only: [EFFECT] }, without: ['keyWithoutDraft'] },
    verdict: 'passed',
    ends: { [EFFECT]: 'pass' },
  },
  {
    ...told(authFaults, 'auth-unauthorized-yet-booked', { [EFFECT]: /only ever refused, with 403, got status 200/ }),
    cites: { [EFFECT]: 2 },
  },
];

/** The message says which credentials were accepted where, and which were not. */
const words: readonly Circumstance[] = [
  {
    ...told(authFaults, 'auth-scope-missing-is-401-at-health', {
      [VALID]: /other endpoints know the key, and answered/,
    }),
    cites: { [VALID]: 4 },
  },
  told(authFaults, 'auth-repeat-without-key', {
    [MISSING]: /got status 200 with data to a request without a key \(a repeat\)\. The other \d calls answer 401\./,
  }),
  told(authFaults, 'auth-update-without-scope', {
    [NO_DRAFT]: /got status 200 with data for an update; a new order and a repeat were refused\./,
  }),
  told(authFaults, 'auth-next-pages-without-scope', {
    [NO_READ]: /got status 200 with data for the page behind a cursor; the first page was refused\./,
  }),
];

export const authCircumstances: readonly Circumstance[] = [
  ...reach,
  ...lockouts,
  ...scopes,
  ...keys,
  ...effects,
  ...words,
];
