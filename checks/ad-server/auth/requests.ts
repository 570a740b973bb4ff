import { adServer } from '../phases.ts';
import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { keyWithoutDraft, keyWithoutRead, keyWithoutReport } from '../../givens.ts';
import { valueAt } from '../../json.ts';
import { inventoryReply } from '../connection/requests.ts';
import { basic, material } from '../orders/booking-requests.ts';
import { reported, reportRequest } from '../reports/requests.ts';
import { isUsualRefusal } from './wrong-keys.ts';

export const auth = adServer.module('auth', 'Authentication');

/** The first page of the inventory, its first slot alone, and the page after that. */
export const readWithoutScope = auth.traffic(
  {
    id: 'auth.read-scope-attempt',
    phase: 'read again',
    uses: { key: keyWithoutRead, report: reportRequest, listing: inventoryReply },
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
    await requireKnown([first, probe, health], [() => http.reports({ json: report.own }, as)]);
    return { first, probe, next, health };
  },
);

export const reportWithoutScope = auth.traffic(
  {
    id: 'auth.report-scope-attempt',
    phase: 'read again',
    uses: { key: keyWithoutReport, report: reportRequest },
    mayUse: { usual: reported },
    sends: { reports: 1, health: 0, inventory: 0 },
  },
  async ({ http, key, report, usual }) => {
    const as = { as: key };
    const reply = await http.reports({ json: report.own }, as);
    if (isUsualRefusal(reply, usual?.own))
      inconclusive(`The same report request is refused for the full key too: ${describe(reply)}.`, reply);
    await requireKnown([reply], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return reply;
  },
);

/** Orders to send with credentials that do not allow them. */
export const unauthorised = auth.traffic(
  { id: 'auth.unauthorised-order', phase: 'read again', uses: { material, basic }, sends: {} },
  ({ material: { campaigns }, basic: { on, request } }) => ({
    order: campaigns.order('no-access', campaigns.line('no-access', on)),
    /** Booked long ago: to answer it again creates nothing, and is not for everyone either. */
    repeat: request,
    update: campaigns.update(request),
  }),
);

/** A new order, and a repeat and an update of an existing one, with a key that may not create drafts. */
export const draftAttempts = auth.traffic(
  {
    id: 'auth.draft-scope-attempt',
    phase: 'read again',
    uses: { key: keyWithoutDraft, orders: unauthorised },
    sends: { orders: 3, health: 0, inventory: 0 },
  },
  async ({ http, key, orders: { order, repeat, update } }) => {
    const as = { as: key };
    const [created, repeated, updated] = await Promise.all([
      http.orders({ json: order }, as),
      http.orders({ json: repeat }, as),
      http.orders({ json: update }, as),
    ]);
    await requireKnown([created, repeated, updated], [() => http.health(as), () => http.inventory({ limit: 1 }, as)]);
    return { created, repeated, updated };
  },
);

/** A key that is refused everywhere lacks more than a scope: then it says nothing about scopes. */
async function requireKnown(replies: readonly Reply[], otherCalls: readonly (() => Promise<Reply>)[]): Promise<void> {
  const isUnknown = ({ status }: Reply) => status === 401 || status === 429;
  const unknown = replies.find(({ status }) => status === 401);
  if (unknown === undefined || !replies.every(isUnknown)) return;
  const others = await Promise.all(otherCalls.map((call) => call()));
  if (others.every(isUnknown))
    inconclusive('The restricted key is not accepted at all: other endpoints answer 401, too.', unknown);
}

/** What leads to the page behind the first slot, if there is one. */
export function secondPage(listing: Reply): { limit: number; cursor: string }[] {
  const cursor = valueAt(listing, 'next_cursor');
  return isServed(listing) && typeof cursor === 'string' ? [{ limit: 1, cursor }] : [];
}
