import { because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isDenied, isServed, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { apiKey, expiredKey, keyWithoutDraft, keyWithoutRead, keyWithoutReport, revokedKey } from '../../givens.ts';
import { access, healthAnswers, inventoryReply, askedUsual, adServer } from '../records.ts';
import { Desk } from '../desk/desk.ts';
import { forEachAccept } from '../desk/each-accept.ts';
import { basic, bookedKinds, created, firstBooking, material, reported, reportRequest } from '../booking-records.ts';
import { isAccepted } from '../readers/booking.ts';
import { isBreakdown } from '../readers/answers.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { secondPage, LARGEST } from '../readers/inventory-walk.ts';
import {
  PATIENCE,
  sendInBatches,
  type Planned,
  wrongCredentialsFor,
  type FormerKeys,
  type Presentation,
  isOtherAnswer,
  isUsualRefusal,
  orLimits,
  EVERY_WAY,
  type Attempts,
  type Guarded,
} from './wrong-keys.ts';

// Sends keys that lack a scope; then wrong keys, last, because they may get this machine locked out.

export const auth = adServer.module('auth', 'Authentication');

export const readWithoutScope = auth.traffic(
  {
    id: 'auth.read-scope-attempt',
    phase: 'break',
    uses: { key: keyWithoutRead, report: reportRequest, listing: inventoryReply },
    sends: { inventory: 2, health: 1, reports: 0 },
  },
  async ({ http, key, report, listing }) => {
    const as = { as: key };
    const [health, first, next] = await Promise.all([
      http.health(as),
      http.inventory({ limit: 1 }, as),
      ...secondPage(listing).map((query) => http.inventory(query, as)),
    ]);
    await requireKnown([first, health], [() => http.reports({ json: report.own }, as)]);
    return { first, next, health };
  },
);

export const reportWithoutScope = auth.traffic(
  {
    id: 'auth.report-scope-attempt',
    phase: 'break',
    uses: { key: keyWithoutReport, report: reportRequest },
    mayUse: { usual: reported },
    sends: { reports: 1, health: 0, inventory: 0 },
  },
  async ({ http, key, report, usual }) => {
    const as = { as: key };
    const reply = await http.reports({ json: report.own }, as);
    if (isUsualRefusal(reply, usual?.own))
      inconclusive(because('The same report request is refused for the full key too', reply), reply);
    await requireKnown([reply], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return reply;
  },
);

const unauthorised = auth.record(
  { id: 'auth.unauthorised-order', of: { first: firstBooking, basic }, ifThere: { booked: bookedKinds } },
  ({ first, booked, basic: { on, request } }) => {
    const { campaigns } = booked ?? first;
    return {
      order: campaigns.orderOn('no-access', on),
      repeat: request,
      update: campaigns.update(request),
    };
  },
);

export const draftAttempts = auth.traffic(
  {
    id: 'auth.draft-scope-attempt',
    phase: 'break',
    uses: { key: keyWithoutDraft, orders: unauthorised },
    sends: { orders: 3, health: 0, inventory: 0 },
  },
  async ({ http, key, orders: { order, repeat, update } }) => {
    const as = { as: key };
    const send = (json: OrderRequest) => http.orders({ json }, as);
    const first = await Promise.all([send(order), send(repeat), send(update)]);
    // Not every machine may know a new key.
    const again = async (json: OrderRequest, reply: Reply) =>
      reply.status === 401 && first.some(({ status }) => status === 403) ? send(json) : reply;
    const [created, repeated, updated] = await Promise.all([
      again(order, first[0]),
      again(repeat, first[1]),
      again(update, first[2]),
    ]);
    await requireKnown([created, repeated, updated], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return { created, repeated, updated };
  },
);

/** A key that every endpoint refuses lacks more than a scope, so it shows nothing about scopes. */
async function requireKnown(replies: readonly Reply[], otherCalls: readonly (() => Promise<Reply>)[]): Promise<void> {
  const isUnknown = ({ status }: Reply) => status === 401 || status === 429;
  const unknown = replies.find(({ status }) => status === 401);
  if (unknown === undefined || !replies.every(isUnknown)) return;
  const others = await Promise.all(otherCalls.map((call) => call()));
  if (others.every(isUnknown))
    inconclusive('The restricted key is not accepted at all: other endpoints answer 401, too.', unknown);
}

/** What is tried at every endpoint, since each may compare keys in its own way; the rest is tried at one. */
const EVERYWHERE: readonly Presentation[] = ['none', 'wrong', 'altered-last', 'truncated', 'extended', 'other-case'];

/** Besides, keys that were good once: if the run has both, only the one that is tried at this endpoint, if any. */
const everywhereWith = (one: keyof FormerKeys | null, { expired, revoked }: FormerKeys): readonly Presentation[] => {
  const former = expired && revoked ? [one] : (['expired', 'revoked'] as const);
  return [...EVERYWHERE, ...former.filter((way) => way !== null)];
};

type Tried = readonly [endpoint: string, tried: readonly Presentation[], call: Guarded['call'], how?: string];

/** A call with the right key. If it is refused after wrong keys, the client is locked out. */
const rightCall = auth.record(
  { id: 'auth.right-call', of: { access, listing: inventoryReply }, maybe: { healthy: healthAnswers } },
  ({ listing, healthy }) => {
    const patiently = { longestPause: PATIENCE };
    if (isServed(listing)) return (http: Wire) => http.inventory({ limit: 1 }, patiently);
    if (healthy !== undefined) return (http: Wire) => http.health({ ...patiently, unheeded: isBreakdown });
    return inconclusive(
      'Neither GET /health nor GET /inventory answers the right key: nothing to tell a wrong one by.',
    );
  },
);

const readingAttempts = auth.traffic(
  {
    id: 'auth.reading-attempts',
    phase: 'lock out',
    uses: { key: apiKey, rightCall, listing: inventoryReply },
    mayUse: {
      expired: expiredKey,
      revoked: revokedKey,
      healthy: healthAnswers,
      asked: askedUsual,
      report: reportRequest,
      created,
    },
    sends: { health: 7, inventory: 25, forecast: 7, reports: 7 },
  },
  async ({ http, key, rightCall, listing, expired, revoked, healthy, asked, report }) => {
    const forecast = asked?.find(({ reply }) => isServed(reply)) ?? asked?.[0];
    const isListed = isServed(listing);
    const former = { expired, revoked };
    const calls: Tried[] = [];
    if (isListed) {
      // Other pages may be served by something else, such as a cache.
      const large = { ...secondPage(listing)[0], limit: LARGEST };
      const how = ` with limit=${LARGEST}${'cursor' in large ? ' behind a cursor' : ''}`;
      calls.push(['GET /inventory', EVERY_WAY, (as) => http.inventory({ limit: 1 }, as)]);
      calls.push(['GET /inventory', ['wrong'], (as) => http.inventory(large, as), how]);
    }
    if (healthy)
      calls.push(['GET /health', isListed ? everywhereWith('expired', former) : EVERY_WAY, (as) => http.health(as)]);
    if (forecast)
      calls.push([
        'POST /forecast',
        everywhereWith(null, former),
        (as) => http.forecast({ json: forecast.request }, as),
      ]);
    if (report)
      calls.push(['POST /reports', everywhereWith('revoked', former), (as) => http.reports({ json: report.own }, as)]);
    const planned = eachCredential(calls, key, former);
    return withUsualAnswers(await sendInBatches(planned, () => rightCall(http)));
  },
);

const orderAttempts = auth.traffic(
  {
    id: 'auth.order-attempts',
    phase: 'lock out',
    uses: { key: apiKey, rightCall, orders: unauthorised },
    mayUse: { expired: expiredKey, revoked: revokedKey },
    ifThere: { reading: readingAttempts },
    sends: { orders: 9, inventory: 3, health: 0 },
  },
  async ({ http, key, rightCall, orders: { order, repeat }, reading, expired, revoked }): Promise<Attempts> => {
    if (reading?.lockedOut) return { list: [], lockedOut: reading.lockedOut };
    const former = { expired, revoked };
    const calls: Tried[] = [
      ['POST /orders', everywhereWith('revoked', former), (as) => http.orders({ json: order }, as)],
      ['POST /orders (a repeat)', ['none', 'altered-last'], (as) => http.orders({ json: repeat }, as)],
    ];
    return sendInBatches(eachCredential(calls, key, former), () => rightCall(http));
  },
);

export const wrongCredentials = auth.record(
  { id: 'auth.wrong-credentials', of: { reading: readingAttempts }, maybe: { ordering: orderAttempts } },
  ({ reading, ordering }): Attempts => ({
    list: [...reading.list, ...(ordering?.list ?? [])],
    lockedOut: reading.lockedOut ?? ordering?.lockedOut ?? null,
  }),
);

export const withoutKey = auth.traffic(
  {
    id: 'auth.without-key',
    phase: 'lock out',
    uses: { access },
    ifThere: { attempts: wrongCredentials },
    sends: { health: 2 },
    again: true,
  },
  ({ http, attempts }) => {
    if (attempts?.lockedOut) inconclusive('The service locked this client out after wrong keys.', attempts.lockedOut);
    return forEachAccept((options) => http.health({ as: null, ...options }));
  },
);

export const authorised = auth.traffic(
  {
    id: 'auth.authorised-order',
    phase: 'lock out',
    uses: { orders: unauthorised, material, ordering: orderAttempts },
    mayUse: { drafting: draftAttempts },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, orders: { order }, material, ordering: { list, lockedOut }, drafting }) => {
    const attempts = [...list.map(({ reply }) => reply), drafting?.created ?? null].filter((reply) => reply !== null);
    const accepted = attempts.find((reply) => isAccepted({ reply }));
    if (accepted !== undefined)
      inconclusive('An order was accepted with a credential that does not allow it.', accepted);
    if (lockedOut !== null)
      inconclusive(`The service locked this client out after wrong keys${orLimits(lockedOut)}.`, lockedOut);
    const desk = new Desk(http, material);
    const same = await desk.send(order);
    // The service may have stored the refusal under the idempotency key: a new key shows what was done.
    const { reply } = isDenied(same.reply) ? await desk.update(same) : same;
    return { refused: drafting?.created ?? attempts.at(-1) ?? reply, reply };
  },
);

function eachCredential(calls: readonly Tried[], key: Secret, former: FormerKeys): Planned[] {
  return wrongCredentialsFor(key, former).flatMap(([presentation, as]) =>
    calls
      .filter(([, tried]) => tried.includes(presentation))
      .map(([endpoint, , call, how = '']) => ({ endpoint, call, how, presentation, as })),
  );
}

/** Adds the answer to the right key for each call that did not clearly refuse a wrong one. */
async function withUsualAnswers({ list, lockedOut }: Attempts): Promise<Attempts> {
  if (lockedOut !== null) return { list, lockedOut };
  const calls = new Set(list.filter(({ reply }) => reply !== null && isOtherAnswer(reply)).map(({ call }) => call));
  const usual = new Map(
    await Promise.all([...calls].map(async (call) => [call, await call({ longestPause: PATIENCE })] as const)),
  );
  return { list: list.map((one) => ({ ...one, usual: usual.get(one.call) })), lockedOut };
}
