import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { keyWithoutDraft, keyWithoutRead, keyWithoutReport } from '../../givens.ts';
import { isUsualRefusal } from './wrong-key-verdicts.ts';
import { inventoryReply } from '../connection/records.ts';
import { basic, bookedKinds, firstBooking } from '../orders/records.ts';
import { reported, reportRequest } from '../reports/records.ts';
import { auth, unauthorised, draftAttempts } from './records.ts';
import { secondPage } from '../readers/inventory-walk.ts';

export const readWithoutScope = auth.traffic(
  {
    id: 'auth.read-scope-attempt',
    phase: 'read again',
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

auth.traffic(
  {
    makes: unauthorised,
    phase: 'read again',
    uses: { first: firstBooking, basic },
    ifThere: { booked: bookedKinds },
    sends: {},
  },
  ({ first, booked, basic: { on, request } }) => {
    const { campaigns } = booked ?? first;
    return {
      order: campaigns.orderOn('no-access', on),
      repeat: request,
      update: campaigns.update(request),
    };
  },
);

auth.traffic(
  {
    makes: draftAttempts,
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

/** A key that every endpoint refuses lacks more than a scope, so it shows nothing about scopes. */
async function requireKnown(replies: readonly Reply[], otherCalls: readonly (() => Promise<Reply>)[]): Promise<void> {
  const isUnknown = ({ status }: Reply) => status === 401 || status === 429;
  const unknown = replies.find(({ status }) => status === 401);
  if (unknown === undefined || !replies.every(isUnknown)) return;
  const others = await Promise.all(otherCalls.map((call) => call()));
  if (others.every(isUnknown))
    inconclusive('The restricted key is not accepted at all: other endpoints answer 401, too.', unknown);
}
