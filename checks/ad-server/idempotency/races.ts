import { expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import { GENTLER, material, rooms } from '../orders/basic.ts';
import { first, idempotency, retrySameIds } from './first.ts';
import { conflictIs409, conflicts, isRenameMissed } from './conflicts.ts';
import { keysCompared, renamedTo } from './later.ts';
import {
  attemptsInWords,
  booked,
  expectAccepted,
  isAccepted,
  isConflict,
  isRefusedForValues,
  send,
  SUCCESSES,
  type Booking,
  type Sent,
} from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';
import { changedId, expectSameIds, lacksLine } from '../readers/same-ids.ts';
import { expectStillListed, type Asking } from '../desk/still-listed.ts';

/**
 * Sends several requests at once, for the next room where a business rule refuses them all; for slots still listed. That
 * some are refused and others not counts when it repeats: room may have come up in between.
 */
async function atOnce(
  asking: Asking,
  rooms: readonly Bookable[],
  requestsFor: (on: Bookable, index: number) => readonly [OrderRequest, OrderRequest, ...OrderRequest[]],
): Promise<readonly [Sent, Sent, ...Sent[]]> {
  const { http } = asking;
  const refused: Sent[] = [];
  let wasMixed = false;
  for (const [index, on] of rooms.entries()) {
    const [one, other, ...more] = requestsFor(on, index);
    const sent = await Promise.all([send(http, one), send(http, other), ...more.map((request) => send(http, request))]);
    for (const each of sent) await expectStillListed(asking, each, ...SUCCESSES);
    const [first] = sent.filter(isRefusedForValues);
    // A service may keep what was refused, too: beside it, another body under the key is a conflict.
    const isMixed = !sent.every((each) => isRefusedForValues(each) || isConflict(each));
    if (first === undefined || (isMixed && wasMixed)) return sent;
    wasMixed ||= isMixed;
    refused.push(first);
  }
  return inconclusive(`No booking was accepted: ${attemptsInWords(refused)}.`, ...refused.map(({ reply }) => reply));
}

/** Of a new buyer, once all goals were refused: a buyer may be allowed so many drafts only. */
function oneLine(campaigns: Campaigns, label: string, on: Bookable, index: number): OrderRequest {
  const name = index === 0 ? label : `${label}-${index + 1}`;
  const order = campaigns.order(name, campaigns.line(name, on));
  return index < GENTLER.length ? order : { ...order, advertiser: campaigns.newcomer() };
}

/** Expects all to be accepted, as one and the same order. */
function expectOneOrder(sent: readonly [Sent, ...Sent[]]): void {
  for (const { reply } of sent) expectAccepted(reply);
  const [one, ...others] = sent;
  for (const other of others) expectSameIds(booked(one), other);
}

/*
 * Requests that are to meet are sent when little else is under way, and one race after the other: where they would have
 * to wait for a free connection, they would not meet.
 */

/** One request several times at once: a retry is often sent while the first one is running. */
export const sameKey = idempotency.check(
  {
    id: 'idempotency.retry-while-running',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'Equal requests in flight at once all return the same ids.',
    fix: 'Take a lock on the key, or insert it under a unique constraint, before the order is created; let the second request wait for the first.',
    needs: { material, rooms, maxPages, retrySameIds },
    after: [keysCompared],
    sends: { orders: 3, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, rooms, maxPages }) => {
    const sent = await atOnce({ http, maxPages }, rooms, (on, index) => {
      const request = oneLine(campaigns, 'race-key', on, index);
      return [request, request, request];
    });
    expectOneOrder(sent);
    return true as const;
  },
);

const twoKeys = idempotency.check(
  {
    id: 'idempotency.two-keys-one-order',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'Requests in flight at once for one `order.external_ref`, under different keys, make one order.',
    fix: 'Put a unique constraint on `order.external_ref` and on the lines of an order, and turn the loser of the race into an update.',
    needs: { material, rooms, first, maxPages },
    after: [sameKey],
    sends: { orders: 3, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, rooms, first, maxPages }) => {
    const sent = await atOnce({ http, maxPages }, rooms, (on, index) => {
      const request = oneLine(campaigns, 'race-two', on, index);
      return [request, campaigns.update(request), campaigns.update(request)];
    });
    const [one, ...others] = sent;
    const isOneOrder = (other: Sent) => changedId(booked(one), other) === null && !lacksLine(other);
    if (!sent.every(isAccepted) || !others.every(isOneOrder)) await expectCalmUpdates(http, campaigns, first);
    expectOneOrder(sent);
  },
);

/** What goes wrong with an order of long ago too is no matter of being at once, and is judged elsewhere. */
async function expectCalmUpdates(http: Wire, campaigns: Campaigns, before: Booking): Promise<void> {
  const one = await send(http, campaigns.update(before.request));
  const other = await send(http, campaigns.update(before.request));
  if (!isAccepted(one) || !isAccepted(other)) blockedBy({ id: 'updates.answers-200' });
  if ([one, other].some((again) => changedId(before, again) !== null)) blockedBy({ id: 'updates.re-push-keeps-ids' });
  if ([one, other].some(lacksLine)) blockedBy({ id: 'updates.every-line-once' });
}

export const lastRace = idempotency.check(
  {
    id: 'idempotency.conflict-while-running',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement:
      'Of two different bodies in flight at once under one key, only one is applied; the other is answered 409.',
    fix: 'Store the fingerprint of the body together with the key, before the order is created.',
    needs: { material, rooms, maxPages },
    prefers: { conflicts },
    after: [twoKeys],
    sends: { orders: 2, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { campaigns }, rooms, maxPages, conflicts }) => {
    const [one, other] = await atOnce({ http, maxPages }, rooms, (on, index) => {
      const request = oneLine(campaigns, 'race-body', on, index);
      return [request, renamedTo('race-other', campaigns, request)];
    });
    const [winner, loser] = isAccepted(one) ? [one, other] : [other, one];
    expectAccepted(winner.reply);
    if (loser.reply.status !== 409 && conflicts && isRenameMissed(conflicts)) blockedBy(conflictIs409);
    expect(loser.reply).status(409);
  },
);
