import { type BehaviourChange, Refusal } from '../../../fixtures/publisher/index.ts';
import type { RouteName } from '../../../fixtures/publisher/route-names.ts';
import { onReply, onWire } from '../../../fixtures/replies.ts';
import type { Circumstance } from './circumstance.ts';

const CONCLUSION = 'connection.client-conclusion';

const unknownTenant = new Refusal({
  reason: 'path-unknown',
  status: 404,
  code: 'not_found',
  message: 'No such tenant.',
});

const answering =
  (route: RouteName, status: number, body: unknown): BehaviourChange =>
  (base) =>
    onReply(base, { route }, (reply) => ({ ...reply, status, body }));

const refusal = { code: 'refused', message: 'Not now.' };

/** A run that is about the connection alone. */
const connecting = { certify: { only: ['connection'] } };

const concluding = (name: string, behaviour: BehaviourChange, words: RegExp, more: Partial<Circumstance>) => ({
  name,
  behaviour,
  run: connecting,
  verdict: 'passed' as const,
  says: { [CONCLUSION]: words },
  ...more,
});

const context = (capabilities: object): unknown => ({
  account_id: 'a',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true, ...capabilities },
});

const connected = (name: string, behaviour: BehaviourChange, words: RegExp): Circumstance =>
  concluding(name, behaviour, words, {});
const notAnswering200 = { fails: ['connection.health-answers-200'], verdict: 'failed' as const };

/** What the client would conclude of each answer to its probe (ad-server §3). */
const conclusions: readonly Circumstance[] = [
  connected('connected', () => ({}), /the client shows: connected\. inventory_read is confirmed\.$/),
  concluding('an unknown key', answering('health', 401, refusal), /error, auth_error \(status 401/, notAnswering200),
  concluding('a key without scope', answering('health', 403, refusal), /error, forbidden/, notAnswering200),
  concluding('another 4xx', answering('health', 404, refusal), /error, unreachable/, notAnswering200),
  concluding('a 5xx', answering('health', 502, refusal), /error, unreachable/, notAnswering200),
  concluding('a success that is not 200', answering('health', 202, context({})), /error, unreachable/, notAnswering200),
  concluding(
    'no JSON',
    (base) => onWire(base, { route: 'health' }, (wire) => ({ ...wire, chunks: [Buffer.from('ok')] })),
    /error, invalid_response/,
    {},
  ),
  connected('no account', answering('health', 200, {}), /error, invalid_response/),
  connected('no reporting', answering('health', 200, context({ reporting: false })), /error, invalid_response/),
  connected('no booking', answering('health', 200, context({ draft_booking: false })), /error, invalid_response/),
  connected('no forecasts', answering('health', 200, context({ forecast: false })), /shows: connected/),
  connected(
    'an inventory that is refused',
    answering('inventory', 403, refusal),
    /inventory_read is not verified \(status 403/,
  ),
  connected('an inventory without data', answering('inventory', 200, { slots: [] }), /inventory_read is not verified/),
  connected('an inventory in an object', answering('inventory', 200, { data: {} }), /inventory_read is not verified/),
  connected('an inventory that is null', answering('inventory', 200, null), /inventory_read is not verified/),
  connected('an inventory that is a number', answering('inventory', 200, 7), /inventory_read is not verified/),
  connected(
    'an inventory that is created',
    answering('inventory', 201, { data: [] }),
    /inventory_read is not verified/,
  ),
];

/** Nothing is sent to this host: it is only looked up. */
const NAMED = { baseUrl: 'https://ads.example.test/api/v1', only: ['connection.public-address'], local: false };

const resolvingTo = (...addresses: readonly string[]) => ({
  certify: {
    ...NAMED,
    resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 as const }))),
  },
});

/** Addresses: how they are written, and what their host resolves to. */
const addresses: readonly Circumstance[] = [
  {
    name: 'A base address may carry a query string that every call needs',
    behaviour: (base) => ({
      resolveRoute: (exchange) =>
        exchange.request.query.get('tenant') === 'a b' ? base.resolveRoute(exchange) : unknownTenant,
    }),
    run: { suffix: '?tenant=a%20b&v=1' },
    verdict: 'passed',
  },
  { name: 'A base address may end in a slash', run: { suffix: '/' }, verdict: 'passed' },
  {
    name: 'A base address without its version is noticed',
    behaviour: (base) => ({
      resolveRoute: (exchange) => {
        const request = { ...exchange.request, path: exchange.request.path.replace('/api/v2/', '/api/v1/') };
        return base.resolveRoute({ ...exchange, request });
      },
    }),
    run: { suffix: '/../v2' },
    fails: ['connection.version-segment'],
    verdict: 'failed',
    says: { 'connection.version-segment': /got the path \/api\/v2/ },
  },
  {
    name: 'The version is no part of a base address that goes on behind it',
    behaviour: (base) => ({
      resolveRoute: (exchange) => {
        const request = { ...exchange.request, path: exchange.request.path.replace('/ads/', '/') };
        return base.resolveRoute({ ...exchange, request });
      },
    }),
    run: { suffix: '/ads' },
    fails: ['connection.version-segment'],
    verdict: 'failed',
  },
  {
    name: 'An address without TLS is refused, and nothing is sent to it',
    run: { certify: { only: ['connection.https-only', 'connection.key-accepted'], local: false } },
    fails: ['connection.https-only'],
    verdict: 'failed',
    says: { 'connection.https-only': /https:\/\/, got http:\/\// },
  },
  {
    name: 'A host with a private address among others is noticed',
    run: resolvingTo('93.184.215.14', '10.0.0.7'),
    fails: ['connection.public-address'],
    verdict: 'failed',
    says: { 'connection.public-address': /public addresses only, got 10\.0\.0\.7 \(private\)/ },
  },
  {
    name: 'A host with public addresses alone is let pass',
    run: resolvingTo('93.184.215.14', '1.1.1.1'),
    verdict: 'passed',
  },
  {
    name: 'A host that cannot be looked up is not judged',
    run: {
      certify: {
        ...NAMED,
        resolve: () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })),
      },
    },
    verdict: 'inconclusive',
    says: { 'connection.public-address': /could not be looked up/ },
  },
];

const answers: readonly Circumstance[] = [
  {
    name: 'A service that nobody answers for is no verdict',
    behaviour: (base) => onWire(base, {}, (wire) => ({ ...wire, cut: 'before' })),
    verdict: 'inconclusive',
    says: { 'connection.service-answers': /^Neither GET \/health nor GET \/inventory was answered: \w/ },
  },
  ...([401, 403] as const).map((status): Circumstance => ({
    name: `A key that is answered ${status} everywhere is not accepted`,
    behaviour: (base) => onReply(base, {}, (reply) => ({ ...reply, status, body: refusal })),
    run: connecting,
    fails: ['connection.key-accepted'],
    verdict: 'failed',
    says: { 'connection.key-accepted': new RegExp(`GET /health answers status ${status}`) },
  })),
];

export const connectionCircumstances: readonly Circumstance[] = [
  ...addresses,
  ...answers,
  ...conclusions.map((one) => ({ ...one, name: `What the client concludes of ${one.name} is said` })),
];
