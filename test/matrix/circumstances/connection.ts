import { without } from '../../../fixtures/behaviours/json-edits.ts';
import { type BehaviourChange, Refusal } from '../../../fixtures/publisher/index.ts';
import type { RouteName } from '../../../fixtures/publisher/route-names.ts';
import { onBody, onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
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

/** Runs only the module about the connection. */
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

/** What the client would conclude from each answer to its probe (ad-server §3). */
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
  connected(
    'an inventory without data',
    answering('inventory', 200, { slots: [] }),
    /inventory_read is not verified \(status 200, but expected an array of slots in data, got .+\)\.$/,
  ),
  connected('an inventory in an object', answering('inventory', 200, { data: {} }), /inventory_read is not verified/),
  connected('an inventory that is null', answering('inventory', 200, null), /inventory_read is not verified/),
  connected('an inventory that is a number', answering('inventory', 200, 7), /inventory_read is not verified/),
  connected(
    'an inventory that is created',
    answering('inventory', 201, { data: [] }),
    /inventory_read is not verified/,
  ),
];

/** This host is looked up, but nothing is sent to it. */
const NAMED = {
  baseUrl: 'https://ads.example.test/api/v1',
  only: ['connection.https-only', 'connection.public-address'],
  local: false,
};

const resolvingTo = (...addresses: readonly string[]) => ({
  certify: {
    ...NAMED,
    resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 as const }))),
  },
});

/** Addresses: their spelling, and what their host resolves to. */
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
    cites: { 'connection.version-segment': 0 },
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
    run: {
      certify: {
        ...resolvingTo('10.0.0.1').certify,
        baseUrl: 'http://ads.example.test/api/v1',
        only: ['connection.https-only', 'connection.key-accepted'],
      },
    },
    fails: ['connection.https-only'],
    verdict: 'failed',
    says: { 'connection.https-only': /https:\/\/, got http:\/\// },
    cites: { 'connection.https-only': 0 },
  },
  {
    name: 'A host with a private address among others is noticed',
    run: resolvingTo('93.184.215.14', '10.0.0.7'),
    fails: ['connection.public-address'],
    verdict: 'failed',
    says: { 'connection.public-address': /public addresses only, got 10\.0\.0\.7 \(private\)/ },
    cites: { 'connection.public-address': 0 },
  },
  {
    name: 'A host with public addresses alone is let pass',
    run: resolvingTo('93.184.215.14', '1.1.1.1'),
    verdict: 'passed',
    says: { 'connection.public-address': /^(?!.*proxy)/ },
    ends: { 'connection.https-only': 'pass', 'connection.public-address': 'pass' },
  },
  {
    name: 'Behind a proxy, the lookup is one of its own, and says so',
    run: {
      certify: {
        ...resolvingTo('93.184.215.14').certify,
        environment: { HTTPS_PROXY: 'http://proxy.example.test:3128' },
      },
    },
    verdict: 'passed',
    says: { 'connection.public-address': /a separate lookup: the proxy .*proxy\.example\.test/ },
  },
  {
    name: 'A host that cannot be looked up is not judged',
    run: {
      certify: {
        ...NAMED,
        only: ['connection.public-address'],
        resolve: () => Promise.reject(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })),
      },
    },
    verdict: 'inconclusive',
    says: { 'connection.public-address': /could not be looked up/ },
  },
];

/** Replaces the first answer of an endpoint, which the connection probe gets. */
const firstAnswering =
  (route: RouteName, status: number, headers: Record<string, string> = {}): BehaviourChange =>
  (base) => {
    let asked = 0;
    return onReply(base, { route, when: () => ++asked === 1 }, (reply) => ({
      ...reply,
      status,
      headers,
      body: refusal,
    }));
  };

const firstDropping =
  (route: RouteName): BehaviourChange =>
  (base) => {
    let asked = 0;
    return onWire(base, { route, when: () => ++asked === 1 }, (wire) => ({ ...wire, cut: 'before' }));
  };

const recovering = (name: string, behaviour: BehaviourChange, words: RegExp): Circumstance => ({
  name: `A probe that meets ${name} is not made again, and nothing is held against anyone`,
  behaviour,
  run: connecting,
  verdict: 'passed',
  says: { [CONCLUSION]: words },
  ends: { 'connection.health-answers-200': 'pass', 'connection.key-accepted': 'pass' },
});

/** The connection probe does not retry (ad-server §8): the client shows the first answer. */
const probes: readonly Circumstance[] = [
  recovering('a 500', firstAnswering('health', 500), /error, unreachable \(status 500/),
  recovering('a 503', firstAnswering('health', 503), /error, unreachable \(status 503/),
  recovering('a 429', firstAnswering('health', 429, { 'Retry-After': '1' }), /error, unreachable \(status 429/),
  recovering('a dropped connection', firstDropping('health'), /error, unreachable/),
  recovering('a 503 of the inventory', firstAnswering('inventory', 503), /not verified \(status 503/),
  {
    name: 'The probe of the inventory asks for one slot',
    behaviour: (base) =>
      onReply(
        base,
        { route: 'inventory', when: (_reply, { request }) => request.query.get('limit') !== '1' },
        (reply) => ({
          ...reply,
          status: 404,
          body: refusal,
        }),
      ),
    run: connecting,
    verdict: 'passed',
    says: { [CONCLUSION]: /inventory_read is confirmed/ },
  },
];

const answers: readonly Circumstance[] = [
  {
    name: 'The very first answer is judged, though later ones are right',
    behaviour: (base) => {
      let asked = 0;
      return onBody(base, { route: 'health', when: () => ++asked === 1 }, (body) => without(body, '/timezone'));
    },
    run: { certify: { only: ['health.timezone-is-iana'] } },
    fails: ['health.timezone-is-iana'],
    verdict: 'failed',
  },
  {
    name: 'A page that says that it is one is no JSON of a wrong type',
    behaviour: (base) =>
      onWire(base, { route: 'health' }, (wire) => ({
        ...wire,
        headers: { ...wire.headers, 'Content-Type': 'text/html' },
        chunks: [Buffer.from('<!doctype html><title>Healthy</title>')],
      })),
    run: connecting,
    verdict: 'passed',
    ends: { 'connection.json-content-type': 'pass' },
  },
  {
    name: 'What the probe of the inventory met is asked for again in the same way',
    behaviour: (base, settings) => {
      const isTried = firstAnswering('inventory', 503)(base, settings);
      return {
        ...isTried,
        beforeHandle: (exchange) => {
          const { route, query } = exchange.request;
          return route === 'health' || (route === 'inventory' && query.get('limit') !== '1')
            ? new Refusal({ reason: 'key-unknown', status: 401, ...refusal })
            : base.beforeHandle(exchange);
        },
      };
    },
    run: { certify: { only: ['connection.key-accepted'] } },
    verdict: 'passed',
    ends: { 'connection.key-accepted': 'pass' },
  },
  ...(['health', 'inventory'] as const).map((route): Circumstance => ({
    name: `A service answers though its ${route} does not`,
    behaviour: (base) => onWire(base, { route }, (wire) => ({ ...wire, cut: 'before' })),
    run: { certify: { only: ['connection.service-answers', 'connection.key-accepted'] } },
    verdict: 'passed',
    ends: { 'connection.service-answers': 'pass', 'connection.key-accepted': 'pass' },
  })),
  {
    name: 'A redirect that names no place is told as such',
    behaviour: (base) =>
      onReply(
        base,
        { route: 'inventory', when: (_reply, { request }) => request.query.get('limit') === '1' },
        (reply) => ({
          ...reply,
          status: 300,
          body: refusal,
        }),
      ),
    run: connecting,
    fails: ['connection.no-redirect'],
    verdict: 'failed',
    says: { 'connection.no-redirect': /status 300 .*without a Location header/ },
  },
  {
    name: 'A body without a content type is told as such',
    behaviour: (base) =>
      onWire(base, { route: 'health', status: 200 }, (wire) => ({
        ...wire,
        headers: Object.fromEntries(Object.entries(wire.headers).filter(([name]) => name !== 'Content-Type')),
      })),
    run: connecting,
    fails: ['connection.json-content-type'],
    verdict: 'failed',
    says: { 'connection.json-content-type': /got no Content-Type header/ },
  },
  {
    name: 'An error of a wrong content type is no success of one',
    behaviour: (base) =>
      onWire(base, { status: 'error' }, (wire) => ({
        ...wire,
        headers: { ...wire.headers, 'Content-Type': 'text/json' },
      })),
    fails: ['errors.json-content-type'],
    verdict: 'failed',
  },
  {
    name: 'What the listing API answers is none of the rules about the ad server',
    behaviour: (base) =>
      onReply(base, { route: 'toplists', status: 200 }, (reply) => ({
        ...reply,
        status: 302,
        headers: { Location: '/' },
      })),
    run: { withListing: true },
    fails: ['listing-access.exchanged-token-accepted', 'listing-access.static-token-accepted'],
    verdict: 'failed',
    ends: { 'connection.no-redirect': 'pass', 'connection.json-content-type': 'pass' },
  },
  {
    name: 'A service that nobody answers for is no verdict',
    behaviour: (base) => onWire(base, {}, (wire) => ({ ...wire, cut: 'before' })),
    verdict: 'inconclusive',
    says: { 'connection.service-answers': /^Neither GET \/health nor GET \/inventory was answered: \w/ },
    ends: { 'connection.no-redirect': 'skip', 'connection.json-content-type': 'skip' },
  },
  ...([401, 403] as const).map((status): Circumstance => ({
    name: `A key that is answered ${status} everywhere is not accepted`,
    behaviour: (base) => onReply(base, {}, (reply) => ({ ...reply, status, body: refusal })),
    run: connecting,
    fails: ['connection.key-accepted'],
    verdict: 'failed',
    says: { 'connection.key-accepted': new RegExp(`GET /health answers ${status}`) },
    cites: { 'connection.key-accepted': 4 },
  })),
  {
    name: 'The header that a service reads the key from is named',
    behaviour: () => ({ presentedKey: ({ request }) => request.headers['x-auth-token'] }),
    run: connecting,
    fails: ['connection.key-accepted'],
    verdict: 'failed',
    says: { 'connection.key-accepted': /It accepts `x-auth-token: <key>`\./ },
  },
];

export const connectionCircumstances: readonly Circumstance[] = [
  ...addresses,
  ...probes,
  ...answers,
  ...conclusions.map((one) => ({ ...one, name: `What the client concludes of ${one.name} is said` })),
];
