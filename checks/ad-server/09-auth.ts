import { describe, expect, inWords, violation } from '../../src/engine/expect.ts';
import { chapter, type Needs } from '../../src/engine/node.ts';
import { blockedBy, inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { CallOptions, Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { apiKey, expiredKey, keyWithoutDraft, keyWithoutRead, keyWithoutReport } from '../givens.ts';
import { connection, healthAnswers, keyAccepted } from './01-connection.ts';
import { health } from './02-health.ts';
import { inventory, listed } from './03-inventory.ts';
import { asked, forecast } from './04-forecast.ts';
import { basic, material, orders } from './05-orders.ts';
import { idempotency } from './06-idempotency.ts';
import { updates } from './07-updates.ts';
import { reports, request as reportRequest } from './08-reports.ts';
import { isAccepted, send } from './booking.ts';
import { credentials, PRESENTATIONS, type Presentation } from './credentials.ts';

export const auth = chapter('ad-server', 'auth', 'Authentication');

/** Wrong keys come last, so that a lockout, if they provoke one, cannot spoil what others judge. */
const everythingElse = [connection, health, inventory, forecast, orders, idempotency, updates, reports]
  .flatMap((module) => module.nodes)
  .filter((node) => node.kind === 'stage' || node.watch === undefined);

/** What an endpoint answered to a credential that is none. */
interface Attempt {
  readonly presentation: Presentation;
  readonly endpoint: string;
  readonly reply: Reply;
}

interface Attempts {
  readonly made: readonly Attempt[];
  /** After these attempts the right key was refused too: nothing more was tried. */
  readonly lockedOut: { readonly after: Presentation; readonly reply: Reply } | null;
}

/** Presents one wrong credential after the other, the right one in between. */
async function present(
  credentials: readonly (readonly [Presentation, NonNullable<CallOptions['as']> | null])[],
  calls: (as: CallOptions) => readonly (readonly [string, Promise<Reply>])[],
  withRightKey: () => Promise<Reply>,
): Promise<Attempts> {
  const made: Attempt[] = [];
  for (const [presentation, as] of credentials) {
    const replies = calls({ as }).map(async ([endpoint, reply]) => ({ presentation, endpoint, reply: await reply }));
    made.push(...(await Promise.all(replies)));
    const right = await withRightKey();
    if (right.status === 401 || right.status === 403 || right.status === 429)
      return { made, lockedOut: { after: presentation, reply: right } };
  }
  return { made, lockedOut: null };
}

/** The call that shows whether the right key still works, at an endpoint that takes it. */
function rightKey(http: Wire, healthy: readonly Reply[] | undefined): () => Promise<Reply> {
  return () => (healthy === undefined ? http.inventory({ limit: 1 }) : http.health());
}

/** Wrong credentials at the endpoints that create nothing, as far as they answer the right one. */
const readingAttempts = auth.stage(
  {
    id: 'auth.reading-attempts',
    needs: { key: apiKey, accepted: keyAccepted },
    prefers: { expired: expiredKey, asked, report: reportRequest, healthy: healthAnswers, listed },
    after: everythingElse,
    sends: { health: 22, inventory: 11, forecast: 11, reports: 11 },
  },
  ({ http, key, expired, asked, report, healthy, listed }) =>
    present(
      credentials(key, expired),
      (as) => {
        const forecastRequest = asked?.find(({ reply }) => reply.status === 200 || reply.status === 501)?.request;
        return [
          ...(healthy === undefined ? [] : [['GET /health', http.health(as)] as const]),
          ...(listed === undefined ? [] : [['GET /inventory', http.inventory({}, as)] as const]),
          ...(forecastRequest === undefined
            ? []
            : [['POST /forecast', http.forecast({ json: forecastRequest }, as)] as const]),
          ...(report === undefined ? [] : [['POST /reports', http.reports({ json: report.own }, as)] as const]),
        ];
      },
      rightKey(http, healthy),
    ),
);

/** An order that only ever comes with credentials that do not allow it. */
const unauthorised = auth.stage(
  { id: 'auth.unauthorised-order', needs: { material, basic } },
  ({ material: { campaigns }, basic: { on } }) => campaigns.order('unauthorised', campaigns.line('unauthorised', on)),
);

const orderAttempts = auth.stage(
  {
    id: 'auth.order-attempts',
    needs: { key: apiKey, order: unauthorised },
    prefers: { expired: expiredKey, healthy: healthAnswers },
    after: everythingElse,
    sends: { orders: 11, health: 11, inventory: 0 },
  },
  ({ http, key, order, expired, healthy }) =>
    present(
      credentials(key, expired),
      (as) => [['POST /orders', http.orders({ json: order }, as)]],
      rightKey(http, healthy),
    ),
);

for (const { id, requirement, fix, presentations } of PRESENTATIONS) {
  const isExpired = id === 'expired-key-is-401';
  const needs: Needs = isExpired ? { expiredKey } : {};
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
      const attempts = [reading, ...(ordering === undefined ? [] : [ordering])];
      const own = attempts
        .flatMap(({ made }) => made)
        .filter(({ presentation }) => presentations.includes(presentation));
      const locked = attempts.flatMap(({ lockedOut }) => (lockedOut === null ? [] : [lockedOut]));
      const accepted = own.filter(({ reply }) => reply.status !== 401);
      const [first] = accepted;
      const [lock] = locked;
      if (lock !== undefined && (own.length === 0 || accepted.every(({ reply }) => reply.status === lock.reply.status)))
        inconclusive(
          `The service locked this client out after wrong keys (the right key got ${describe(lock.reply)}), so this was not tried to the end.`,
          lock.reply,
        );
      if (own.length === 0) notApplicable('The key has no such variant.');
      if (first !== undefined) {
        const where = [...new Set(accepted.map(({ endpoint }) => endpoint))];
        expect(first.reply, `from ${inWords(where, 'and')}`).status(401);
      }
      note(`Refused by ${inWords([...new Set(own.map(({ endpoint }) => endpoint))], 'and')}.`);
    },
  );
}

const SCOPES = [
  {
    rule: 'inventory-needs-read-scope',
    key: keyWithoutRead,
    scope: 'read',
    endpoint: 'GET /inventory',
    sends: { inventory: 1, health: 1 },
  },
  {
    rule: 'reports-need-report-scope',
    key: keyWithoutReport,
    scope: 'report',
    endpoint: 'POST /reports',
    sends: { reports: 1, health: 1 },
  },
] as const;

for (const { rule, key, scope, endpoint, sends } of SCOPES)
  auth.check(
    {
      id: `auth.${rule}`,
      level: 'must',
      section: 'ad-server §7',
      requirement: `A valid key that lacks the ${scope} scope is answered 403 at \`${endpoint}\`.`,
      fix: `Check the scopes of the key at \`${endpoint}\`, and answer 403 where ${scope} is missing: 401 is for keys that are not valid at all.`,
      needs: { key, report: reportRequest },
      after: everythingElse,
      sends,
    },
    async ({ http, key, report }) => {
      const call =
        endpoint === 'GET /inventory'
          ? http.inventory({}, { as: key })
          : http.reports({ json: report.own }, { as: key });
      await expectForbidden(await call, () => http.health({ as: key }));
    },
  );

/** The order of this chapter with a key that may not create drafts. */
const draftAttempt = auth.stage(
  {
    id: 'auth.draft-scope-attempt',
    needs: { key: keyWithoutDraft, order: unauthorised },
    after: everythingElse,
    sends: { orders: 1 },
  },
  ({ http, key, order }) => http.orders({ json: order }, { as: key }),
);

const needsDraftScope = auth.check(
  {
    id: 'auth.orders-need-draft-scope',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A valid key that lacks the create-draft scope is answered 403 at `POST /orders`.',
    fix: 'Check the scopes of the key at `POST /orders` before anything else, and answer 403 where create-draft is missing.',
    needs: { key: keyWithoutDraft, attempt: draftAttempt },
    sends: { health: 1 },
  },
  ({ http, key, attempt }) => expectForbidden(attempt, () => http.health({ as: key })),
);

/** A key that is refused everywhere lacks more than a scope: then it says nothing about scopes. */
async function expectForbidden(reply: Reply, health: () => Promise<Reply>): Promise<void> {
  if (reply.status === 401 && (await health()).status === 401)
    inconclusive('The restricted key is not accepted at all: it is answered 401 at GET /health too.', reply);
  expect(reply).status(403);
}

auth.check(
  {
    id: 'auth.refused-call-has-no-effect',
    level: 'must',
    section: 'ad-server §5 rule 7',
    requirement: 'A call that is refused with 401 or 403 has no effect.',
    fix: 'Check the credential before the request is read, let alone carried out.',
    needs: { order: unauthorised, material, attempts: orderAttempts },
    prefers: { draftAttempt },
    after: [needsDraftScope],
    sends: { orders: 1 },
    drafts: 1,
  },
  async ({ http, order, material: { campaigns }, attempts, draftAttempt }) => {
    const accepted = attempts.made.find(({ reply }) => isAccepted({ request: order, reply }));
    if (accepted !== undefined) blockedBy({ id: `auth.${checkOf(accepted.presentation)}` });
    if (draftAttempt !== undefined && isAccepted({ request: order, reply: draftAttempt })) blockedBy(needsDraftScope);
    if (attempts.lockedOut !== null)
      inconclusive('The service locked this client out after wrong keys.', attempts.lockedOut.reply);
    const { reply } = await send(http, campaigns.update(order, 'authorised'));
    const refused = draftAttempt ?? attempts.made.at(-1)?.reply;
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: refused === undefined ? [reply] : [refused, reply],
      });
    expect(reply).status(201, 422);
  },
);

function checkOf(presentation: Presentation): string {
  return PRESENTATIONS.find(({ presentations }) => presentations.includes(presentation))?.id ?? presentation;
}
