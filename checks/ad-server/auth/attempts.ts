import { adServer } from '../phases.ts';
import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { CallOptions } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { apiKey, expiredKey, keyWithoutDraft, keyWithoutRead, keyWithoutReport } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { healthAnswers, inventoryReply, keyAccepted } from '../connection/checks.ts';
import { lateReadings } from '../inventory/requests.ts';
import { asked } from '../forecast/requests.ts';
import { basic, material } from '../orders/basic.ts';
import { buyerBooksAgain } from '../orders/same-buyer.ts';
import { reported, reportRequest } from '../orders/reported.ts';
import { credentials, type Presentation } from './credentials.ts';
import { rightKey } from './right-key.ts';
import { Volleys } from './batches.ts';
import { isUsualRefusal, type Attempts, type Guarded } from './wrong-keys.ts';

export const auth = adServer.module('auth', 'Authentication');

/** The first page of the inventory, its first slot alone, and the page behind that. */
export const readWithoutScope = auth.stage(
  {
    id: 'auth.read-scope-attempt',
    needs: { key: keyWithoutRead, report: reportRequest },
    prefers: { listing: inventoryReply },
    last: true,
    sends: { inventory: 3, health: 1, reports: 0 },
  },
  async ({ http, key, report, listing }) => {
    const as = { as: key };
    const [health, first, probe, next] = await Promise.all([
      http.health(as),
      http.inventory({}, as),
      http.inventory({ limit: 1 }, as),
      ...secondPage(listing).map((query) => http.inventory(query, as)),
    ]);
    await expectKnown([first, probe, health], [() => http.reports({ json: report.own }, as)]);
    return { first, probe, next, health };
  },
);

export const reportWithoutScope = auth.stage(
  {
    id: 'auth.report-scope-attempt',
    needs: { key: keyWithoutReport, report: reportRequest },
    prefers: { usual: reported },
    last: true,
    sends: { reports: 1, health: 0, inventory: 0 },
  },
  async ({ http, key, report, usual }) => {
    const as = { as: key };
    const reply = await http.reports({ json: report.own }, as);
    if (isUsualRefusal(reply, usual?.own))
      inconclusive(`The same report request is refused for the full key too: ${describe(reply)}.`, reply);
    await expectKnown([reply], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return reply;
  },
);

/** An order that only ever comes with credentials that do not allow it. */
export const unauthorised = auth.stage(
  { id: 'auth.unauthorised-order', needs: { material, basic }, after: [buyerBooksAgain] },
  ({ material: { campaigns }, basic: { on, request } }) => ({
    order: campaigns.order('no-access', campaigns.line('no-access', on)),
    /** Booked long ago: to answer it again creates nothing, and is not for everyone either. */
    repeat: request,
    update: campaigns.update(request),
  }),
);

/** The order of this chapter, a repeat and an update of one that is there, with a key that may not create drafts. */
export const draftAttempts = auth.stage(
  {
    id: 'auth.draft-scope-attempt',
    needs: { key: keyWithoutDraft, orders: unauthorised },
    last: true,
    sends: { orders: 3, health: 0, inventory: 0 },
  },
  async ({ http, key, orders: { order, repeat, update } }) => {
    const as = { as: key };
    const [created, repeated, updated] = await Promise.all([
      http.orders({ json: order }, as),
      http.orders({ json: repeat }, as),
      http.orders({ json: update }, as),
    ]);
    await expectKnown([created, repeated, updated], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return { created, repeated, updated };
  },
);

/** A key that is refused everywhere lacks more than a scope: then it says nothing about scopes. */
async function expectKnown(replies: readonly Reply[], elsewhere: readonly (() => Promise<Reply>)[]): Promise<void> {
  const unknown = replies.find(({ status }) => status === 401);
  if (unknown === undefined || !replies.every(({ status }) => status === 401 || status === 429)) return;
  const others = await Promise.all(elsewhere.map((call) => call()));
  if (others.every(({ status }) => status === 401 || status === 429))
    inconclusive('The restricted key is not accepted at all: it is answered 401 elsewhere too.', unknown);
}

/** What leads to the page behind the first slot, where there is one. */
function secondPage(listing: Reply | undefined): { limit: number; cursor: string }[] {
  const cursor = listing && valueAt(listing, 'next_cursor');
  return typeof cursor === 'string' ? [{ limit: 1, cursor }] : [];
}

/** Some calls are tried with the plainest wrong credentials only. */
const PLAIN: readonly Presentation[] = ['none', 'wrong'];
/** Others are tried at so many endpoints: how a key is read and compared is the same at most of them. */
const AT_FEW: ReadonlyMap<Presentation, number> = new Map([
  ['altered-last', 1],
  ['digest-scheme', 1],
  ['two-words', 1],
  ['other-header', 2],
]);

/** Wrong credentials come last, so that a lockout, if they provoke one, cannot spoil what others judge. */
const volleys = auth.stage(
  {
    id: 'auth.volleys',
    needs: { accepted: keyAccepted },
    prefers: { healthy: healthAnswers, listing: inventoryReply },
    after: [readWithoutScope, reportWithoutScope, draftAttempts, lateReadings],
    last: true,
    sends: { health: 21, inventory: 0 },
  },
  ({ http, healthy, listing }) => {
    if (healthy === undefined && (listing === undefined || !isServed(listing)))
      inconclusive('Neither GET /health nor GET /inventory answers the right key: nothing to tell a wrong one by.');
    const right = rightKey(http, healthy, listing);
    return { volleys: new Volleys(right, http), brokenHealth: right.brokenHealth };
  },
);

/** Wrong credentials at the endpoints that create nothing, as far as they answer the right one. */
export const readingAttempts = auth.stage(
  {
    id: 'auth.reading-attempts',
    needs: { key: apiKey, presenting: volleys },
    prefers: {
      expired: expiredKey,
      asked,
      report: reportRequest,
      reported,
      healthy: healthAnswers,
      listing: inventoryReply,
    },
    sends: { health: 16, inventory: 18, forecast: 13, reports: 13 },
  },
  async ({ http, key, presenting: { volleys, brokenHealth }, expired, asked, report, reported, healthy, listing }) => {
    const isListed = listing !== undefined && isServed(listing);
    const byStatus = (status: number) => asked?.find(({ reply }) => reply.status === status);
    const forecast = asked?.find(({ reply }) => isServed(reply)) ?? byStatus(501) ?? byStatus(422);
    const calls: Guarded[] = [];
    if (healthy !== undefined) calls.push({ endpoint: 'GET /health', call: (as) => http.health(as) });
    if (isListed) calls.push({ endpoint: 'GET /inventory', call: (as) => http.inventory({}, as) });
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
    const pages = [{ limit: 1 }, ...secondPage(listing)].map((query): Guarded => ({
      endpoint: 'GET /inventory',
      call: (as) => http.inventory(query, as),
    }));
    const more = isListed ? [...calls, ...pages] : calls;
    const attempts = await volleys.present(http, credentials(key, expired), (presentation) =>
      PLAIN.includes(presentation) ? more : calls.slice(0, AT_FEW.get(presentation)),
    );
    return brokenOff(attempts, brokenHealth());
  },
);

export const orderAttempts = auth.stage(
  {
    id: 'auth.order-attempts',
    needs: { key: apiKey, presenting: volleys, orders: unauthorised },
    prefers: { expired: expiredKey },
    sends: { orders: 16 },
  },
  ({ http, key, presenting: { volleys }, orders: { order, repeat }, expired }) => {
    const sending = (json: object, endpoint: string): Guarded => ({
      endpoint,
      call: (as: CallOptions) => http.orders({ json }, as),
    });
    const [anew, again] = [sending(order, 'POST /orders'), sending(repeat, 'POST /orders (a repeat)')];
    return volleys.present(
      http,
      credentials(key, expired).filter(([presentation]) => AT_FEW.get(presentation) !== 1),
      (presentation) => (PLAIN.includes(presentation) ? [anew, again] : [anew]),
    );
  },
);

/**
 * All wrong credentials, to say where a key that lacks a scope is let in because any key is. It is not asked for again
 * where a scope is asked about again.
 */
export const wrongCredentials = auth.stage(
  { id: 'auth.wrong-credentials', prefers: { reading: readingAttempts, ordering: orderAttempts } },
  ({ reading, ordering }) => together(reading, ordering),
);

/** The attempts with what `GET /health` answers the right key, too, where it has broken down. */
function brokenOff(attempts: Attempts, brokenHealth: Reply | null): Attempts {
  if (brokenHealth === null) return attempts;
  const list = attempts.list.map((attempt) =>
    attempt.endpoint === 'GET /health' ? { ...attempt, usual: brokenHealth } : attempt,
  );
  return { ...attempts, list };
}

/** What two stages tried, as one. */
export function together(reading: Attempts | undefined, ordering: Attempts | undefined): Attempts {
  return {
    list: [...(reading?.list ?? []), ...(ordering?.list ?? [])],
    lockedOut: reading?.lockedOut ?? ordering?.lockedOut ?? null,
  };
}
