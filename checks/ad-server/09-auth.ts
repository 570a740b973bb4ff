import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter, type Needs } from '../../src/engine/node.ts';
import { blockedBy, inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { CallOptions, Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { apiKey, expiredKey, keyWithoutDraft, keyWithoutRead, keyWithoutReport, maxPages } from '../givens.ts';
import { healthAnswers, inventoryReply, keyAccepted } from './01-connection.ts';
import { asked } from './04-forecast.ts';
import { basic, material } from './05-orders.ts';
import { createdIs201 } from './05-orders-kinds.ts';
import { reported, reportRequest } from './05-reported.ts';
import { isAccepted, send } from './booking.ts';
import { credentials, PRESENTATIONS, type Presentation } from './credentials.ts';
import { member } from './json.ts';
import { expectNothingServed } from './served-anyway.ts';
import { expectStillListed } from './still-listed.ts';
import { expectUnauthorised, isUsualRefusal, PATIENCE, present, type Guarded, type RightCall } from './wrong-keys.ts';

export const auth = chapter('ad-server', 'auth', 'Authentication');

const SCOPES = [
  {
    rule: 'inventory-needs-read-scope',
    key: keyWithoutRead,
    scope: 'read',
    endpoint: 'GET /inventory',
    sends: { inventory: 2, health: 0, reports: 0 },
  },
  {
    rule: 'reports-need-report-scope',
    key: keyWithoutReport,
    scope: 'report',
    endpoint: 'POST /reports',
    sends: { reports: 1, health: 0, inventory: 0 },
  },
] as const;

const scopesOfReading = SCOPES.map(({ rule, key, scope, endpoint, sends }) =>
  auth.check(
    {
      id: `auth.${rule}`,
      level: 'must',
      section: 'ad-server §7',
      requirement: `A valid key that lacks the ${scope} scope is answered 403 at \`${endpoint}\`.`,
      fix: `Check the scopes of the key at \`${endpoint}\`, and answer 403 where ${scope} is missing: 401 is for keys that are not valid at all.`,
      needs: { key, report: reportRequest },
      prefers: { usual: reported },
      last: true,
      sends,
    },
    async ({ http, key, report, usual }) => {
      const as = { as: key };
      if (endpoint === 'GET /inventory')
        await expectForbidden(await Promise.all([http.inventory({}, as), http.inventory({ limit: 1 }, as)]), [
          () => http.health(as),
          () => http.reports({ json: report.own }, as),
        ]);
      else {
        const reply = await http.reports({ json: report.own }, as);
        if (isUsualRefusal(reply, usual?.own))
          inconclusive(`The same report request is refused for the full key too: ${describe(reply)}.`, reply);
        await expectForbidden([reply], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
      }
    },
  ),
);

/** An order that only ever comes with credentials that do not allow it. */
const unauthorised = auth.stage(
  { id: 'auth.unauthorised-order', needs: { material, basic } },
  ({ material: { campaigns }, basic: { on, request } }) => ({
    order: campaigns.order('unauthorised', campaigns.line('unauthorised', on)),
    /** Booked long ago: to answer it again creates nothing, and is not for everyone either. */
    repeat: request,
    update: campaigns.update(request, 'unauthorised-update'),
  }),
);

/** The order of this chapter, a repeat and an update of one that is there, with a key that may not create drafts. */
const draftAttempts = auth.stage(
  {
    id: 'auth.draft-scope-attempt',
    needs: { key: keyWithoutDraft, orders: unauthorised },
    last: true,
    sends: { orders: 3 },
  },
  async ({ http, key, orders: { order, repeat, update } }) => {
    const [created, ...others] = await Promise.all(
      [order, repeat, update].map((json) => http.orders({ json }, { as: key })),
    );
    if (created === undefined) throw new Error('three orders have three answers');
    return { created, others };
  },
);

const needsDraftScope = auth.check(
  {
    id: 'auth.orders-need-draft-scope',
    level: 'must',
    section: 'ad-server §7',
    requirement:
      'A valid key that lacks the create-draft scope is answered 403 at `POST /orders`, repeats and updates included.',
    fix: 'Check the scopes of the key at `POST /orders` before anything else, and answer 403 where create-draft is missing.',
    needs: { key: keyWithoutDraft, attempts: draftAttempts },
    sends: { health: 0, inventory: 0 },
  },
  ({ http, key, attempts: { created, others } }) =>
    expectForbidden(
      [created, ...others],
      [() => http.health({ as: key }), () => http.inventory({ limit: 1 }, { as: key })],
    ),
);

/** A key that is refused everywhere lacks more than a scope: then it says nothing about scopes. */
async function expectForbidden(replies: readonly Reply[], elsewhere: readonly (() => Promise<Reply>)[]): Promise<void> {
  const unknown = replies.find(({ status }) => status === 401);
  if (unknown !== undefined && replies.every(({ status }) => status === 401 || status === 429)) {
    const others = await Promise.all(elsewhere.map((call) => call()));
    if (others.every(({ status }) => status === 401 || status === 429))
      inconclusive('The restricted key is not accepted at all: it is answered 401 elsewhere too.', unknown);
  }
  for (const reply of replies) if (reply.status !== 429) expect(reply).status(403);
  for (const reply of replies) {
    expect(reply).status(403);
    expectNothingServed(reply);
  }
}

/** The call that shows whether the right key still works, at an endpoint that takes it. */
function rightKey(http: Wire, healthy: readonly Reply[] | undefined, listing: Reply | undefined): RightCall {
  const patient = { longestPause: PATIENCE };
  if (healthy === undefined)
    return { call: () => http.inventory({ limit: 1 }, patient), usualMs: listing?.durationMs ?? 0 };
  return { call: () => http.health(patient), usualMs: Math.min(...healthy.map(({ durationMs }) => durationMs)) };
}

/** Some calls are tried with the plainest wrong credentials only. */
const PLAIN: readonly Presentation[] = ['none', 'wrong'];

/**
 * Wrong credentials at the endpoints that create nothing, as far as they answer the right one. They come last, so that
 * a lockout, if they provoke one, cannot spoil what others judge.
 */
const readingAttempts = auth.stage(
  {
    id: 'auth.reading-attempts',
    needs: { key: apiKey, accepted: keyAccepted },
    prefers: {
      expired: expiredKey,
      asked,
      report: reportRequest,
      reported,
      healthy: healthAnswers,
      listing: inventoryReply,
    },
    after: [...scopesOfReading, needsDraftScope],
    last: true,
    sends: { health: 28, inventory: 17, forecast: 13, reports: 13 },
  },
  async ({ http, key, expired, asked, report, reported, healthy, listing }) => {
    if (healthy === undefined && listing?.status !== 200)
      inconclusive('Neither GET /health nor GET /inventory answers the right key: nothing to tell a wrong one by.');
    const byStatus = (status: number) => asked?.find(({ reply }) => reply.status === status);
    const forecast = byStatus(200) ?? byStatus(501) ?? byStatus(422);
    const cursor = listing?.json.ok ? member(listing.json.value, 'next_cursor') : undefined;
    const calls: Guarded[] = [];
    if (healthy !== undefined) calls.push({ endpoint: 'GET /health', call: (as) => http.health(as) });
    if (listing?.status === 200) calls.push({ endpoint: 'GET /inventory', call: (as) => http.inventory({}, as) });
    if (forecast !== undefined)
      calls.push({
        endpoint: 'POST /forecast',
        call: (as) => http.forecast({ json: forecast.request }, as),
        usual: forecast.reply,
      });
    if (report !== undefined)
      calls.push({
        endpoint: 'POST /reports',
        call: (as) => http.reports({ json: report.own }, as),
        ...(reported === undefined ? {} : { usual: reported.own }),
      });
    const pages = [{ limit: 1 }, ...(typeof cursor === 'string' ? [{ limit: 1, cursor }] : [])].map(
      (query): Guarded => ({ endpoint: 'GET /inventory', call: (as) => http.inventory(query, as) }),
    );
    const more = listing?.status === 200 ? [...calls, ...pages] : calls;
    return present(
      credentials(key, expired),
      (presentation) => (PLAIN.includes(presentation) ? more : calls),
      rightKey(http, healthy, listing),
    );
  },
);

const orderAttempts = auth.stage(
  {
    id: 'auth.order-attempts',
    needs: { key: apiKey, orders: unauthorised, reading: readingAttempts },
    prefers: { expired: expiredKey, healthy: healthAnswers, listing: inventoryReply },
    sends: { orders: 15, health: 4, inventory: 0 },
  },
  ({ http, key, orders: { order, repeat }, reading, expired, healthy, listing }) => {
    const sending = (json: object): Guarded => ({
      endpoint: 'POST /orders',
      call: (as: CallOptions) => http.orders({ json }, as),
    });
    return present(
      credentials(key, expired),
      (presentation) => (PLAIN.includes(presentation) ? [sending(order), sending(repeat)] : [sending(order)]),
      rightKey(http, healthy, listing),
      reading.lockedOut,
    );
  },
);

for (const { id, requirement, fix, presentations } of PRESENTATIONS) {
  const needs: Needs = id === 'expired-key-is-401' ? { expiredKey } : {};
  auth.check(
    {
      id: `auth.${id}`,
      level: 'must',
      section: 'ad-server §5 rule 7',
      requirement,
      fix,
      needs: { reading: readingAttempts, ...needs },
      prefers: { ordering: orderAttempts },
    },
    ({ reading, ordering, note }) => {
      const own = [...reading.list, ...(ordering?.list ?? [])].filter(({ presentation }) =>
        presentations.includes(presentation),
      );
      if (own.length === 0) notApplicable('The key has no such variant.');
      note(expectUnauthorised(own, ordering?.lockedOut ?? reading.lockedOut));
    },
  );
}

auth.check(
  {
    id: 'auth.refused-call-has-no-effect',
    level: 'must',
    section: 'ad-server §5 rule 7',
    requirement: 'A call that is refused with 401 or 403 has no effect.',
    fix: 'Check the credential before the request is read, let alone carried out. What is refused uses up no idempotency key either.',
    needs: { orders: unauthorised, material, attempts: orderAttempts, createdIs201, maxPages },
    prefers: { drafting: draftAttempts },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, orders: { order }, material: { campaigns }, attempts, drafting, maxPages }) => {
    const accepted = attempts.list.find(({ reply }) => reply !== null && isAccepted({ request: order, reply }));
    if (accepted !== undefined) blockedBy({ id: `auth.${checkOf(accepted.presentation)}` });
    if (drafting !== undefined && isAccepted({ request: order, reply: drafting.created })) blockedBy(needsDraftScope);
    if (attempts.lockedOut !== null)
      inconclusive('The service locked this client out after wrong keys.', attempts.lockedOut);
    const same = await send(http, order);
    // A service may keep refusals under the idempotency key as well: then a key of its own shows what was done.
    const isKept = same.reply.status === 401 || same.reply.status === 403;
    const authorised = isKept ? await send(http, campaigns.update(order, 'authorised')) : same;
    await expectStillListed(http, maxPages, authorised, 201, 422);
    const { reply } = authorised;
    const refused = drafting?.created ?? attempts.list.at(-1)?.reply ?? reply;
    if (reply.status === 200 && reply.exchanges.length > 1)
      inconclusive('The first answer to the order was lost, so 200 may be the answer to a repeat.', reply);
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: [refused, reply],
      });
    expect(reply, 'to the request that was refused, with the right key').status(201, 422);
  },
);

function checkOf(presentation: Presentation): string {
  return PRESENTATIONS.find(({ presentations }) => presentations.includes(presentation))?.id ?? presentation;
}
