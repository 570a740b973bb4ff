import { expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { maxPages } from '../../givens.ts';
import { spread } from '../values/spread.ts';
import { basic, material } from '../orders/basic.ts';
import { created } from '../orders/kinds.ts';
import { expectRepeated, first, idempotency, retrySameIds } from './first.ts';
import {
  asked,
  conflictAppliesNothing,
  conflictIs409,
  conflicts,
  foreignConflictIs409,
  retryAfterConflict,
} from './conflicts.ts';
import {
  booked,
  expectAccepted,
  isAccepted,
  isConflict,
  isRefusedForValues,
  mayBeBeyondLimits,
  send,
  type Booking,
  type Sent,
} from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';
import { expectSlotsListed, isUnknown, ofSlots } from '../desk/still-listed.ts';

/** The request under the name given, its key unchanged: another body. */
export function renamedTo(label: string, campaigns: Campaigns, request: OrderRequest): OrderRequest {
  return { ...request, order: { ...request.order, name: campaigns.name(label) } };
}

/** All orders of the run again, much later than they were made. */
export const retriesLater = idempotency.check(
  {
    id: 'idempotency.retry-after-other-requests',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry returns the same ids also after many other requests.',
    fix: 'Keep idempotency keys for days, not for the last few requests, and each with its own result.',
    needs: { created, asked, usual: retrySameIds },
    after: [conflictIs409],
    sends: { orders: 3 },
  },
  async ({ http, created, asked, usual }) => {
    const calm = created.filter(({ request }) => !asked.some((other) => other.request === request));
    const bookings = spread(calm, 3);
    const sent = await Promise.all(
      bookings.map(async (booking) => [booking, await send(http, booking.request)] as const),
    );
    for (const [booking, again] of sent) expectRepeated(booking, again, usual);
  },
);

/** The order is renamed under a key of its own, so that a repeat comes after an update. */
export const renamed = idempotency.stage(
  {
    id: 'idempotency.renamed',
    needs: { first, material },
    after: [conflictIs409, retryAfterConflict],
    sends: { orders: 1 },
  },
  ({ http, first: { request }, material: { campaigns } }) =>
    send(http, campaigns.update(renamedTo('renamed', campaigns, request))),
);

/** The update; that it is not taken is judged elsewhere. */
const update = idempotency.stage({ id: 'idempotency.update', needs: { renamed } }, ({ renamed }): Booking => {
  if (isRefusedForValues(renamed)) inconclusive('The update was refused with 422.', renamed.reply);
  if (!isAccepted(renamed)) blockedBy({ id: 'updates.rename-of-several-lines' });
  return booked(renamed);
});

export const retryAfterUpdate = idempotency.check(
  {
    id: 'idempotency.retry-after-update',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement:
      'A literal retry of the first request returns the same ids, with 200, also after the order was updated.',
    fix: 'Keep the result of the first request under its key, whatever happened to the order since.',
    needs: { first, update, usual: retrySameIds },
    sends: { orders: 1 },
  },
  async ({ http, first, usual }) => {
    expectRepeated(first, await send(http, first.request), usual);
    return true as const;
  },
);

export const retryOfUpdate = idempotency.check(
  {
    id: 'idempotency.retry-of-update',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry of an update returns the same ids, with 200.',
    fix: 'Store the result of an update under its key too.',
    needs: { update, usual: retrySameIds },
    after: [retryAfterUpdate],
    sends: { orders: 1 },
  },
  async ({ http, update, usual }) => {
    expectRepeated(update, await send(http, update.request), usual);
    return true as const;
  },
);

const conflictOnUpdateKey = idempotency.check(
  {
    id: 'idempotency.conflict-on-update-key-is-409',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'The key of an update with a different body is answered 409 too.',
    fix: 'Store the key and the fingerprint of every accepted request, of updates as of creations.',
    needs: { update, material, conflictIs409 },
    after: [retryOfUpdate],
    sends: { orders: 1 },
  },
  async ({ http, update, material: { campaigns } }) => {
    const { reply } = await send(http, renamedTo('renamed2', campaigns, update.request));
    expect(reply).status(409);
  },
);

/** The first order's key after an update of it, and the key of an order from long before. */
const conflictsLater = idempotency.check(
  {
    id: 'idempotency.conflict-after-other-requests',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement:
      'A key is still known after an update and after many other requests: with a different body it is answered 409.',
    fix: 'Keep keys and fingerprints for days; neither an update of the order nor other requests make them obsolete.',
    needs: { basic, first, update, conflicts, material, conflictIs409, foreignConflictIs409 },
    after: [retriesLater, conflictOnUpdateKey, conflictAppliesNothing],
    sends: { orders: 2 },
  },
  async ({ http, basic, first, conflicts: { foreign, differing }, material: { campaigns } }) => {
    const { idempotency_key: key } = first.request;
    const ofKey = differing.filter(({ request }) => request.idempotency_key === key);
    const refused = ofKey.findLast(isConflict) ?? foreign;
    const [ofUpdated, ofOldest] = await Promise.all([
      send(http, refused.request),
      send(http, renamedTo('late', campaigns, basic.request)),
    ]);
    expect(ofUpdated.reply, 'to the key of an order that was updated, with a body that was refused before').status(409);
    expect(ofOldest.reply, 'to the oldest key of the run').status(409);
  },
);

idempotency.check(
  {
    id: 'idempotency.kept-throughout',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'At the end of a run its first key is still known: with a different body it is answered 409.',
    fix: 'Keep idempotency keys for days: neither seconds nor some hundred requests make one free again.',
    needs: { basic, material, conflictsLater },
    after: [retriesLater],
    last: true,
    sends: { orders: 1 },
  },
  async ({ http, basic, material: { campaigns } }) => {
    const { reply } = await send(http, renamedTo('at-the-end', campaigns, basic.request));
    expect(reply, 'to the oldest key of the run').status(409);
  },
);

/**
 * A key that is used already, but for its case, its beginning or its end, with a body that no key was used with. One after the other:
 * these are updates of one order.
 */
export const keysCompared = idempotency.check(
  {
    id: 'idempotency.keys-compared-exactly',
    level: 'must',
    section: 'ad-server §4.4 rule 4',
    requirement:
      'A key that differs from a used one only in upper and lower case, or only in its first or last characters, is a new key.',
    fix: 'Compare keys character by character and whole: mind case-insensitive collations and columns that cut off.',
    needs: { first, update, material, maxPages },
    after: [conflictOnUpdateKey, conflictsLater],
    sends: { orders: 4, inventory: 0 },
  },
  async ({ http, first: { request }, material: { campaigns }, maxPages }) => {
    const key = request.idempotency_key;
    const ask = (label: string, idempotency_key: string) =>
      send(http, { ...renamedTo(label, campaigns, request), idempotency_key });
    const expectNew = async (again: Sent, how: string) => {
      if (isUnknown(again)) await expectSlotsListed({ http, maxPages }, ofSlots(again));
      if (!isRefusedForValues(again)) expectAccepted(again.reply, `to a used key ${how}`);
    };
    const noUuid = await ask('key-1', `x${key.slice(1)}`);
    // A service may take nothing but UUIDs, which are the same in either case.
    const areUuids = mayBeBeyondLimits(noUuid);
    const [beginning, end] = areUuids ? [otherDigit(key[0]), otherDigit(key.at(-1))] : ['x', 'x'];
    await expectNew(areUuids ? await ask('key-2', `${beginning}${key.slice(1)}`) : noUuid, 'with another beginning');
    await expectNew(await ask('key-3', `${key.slice(0, -1)}${end}`), 'with another end');
    if (areUuids) return;
    await expectNew(await ask('key-4', key.toUpperCase()), 'in upper case');
    const longer = await ask('key-5', `${key}0`);
    if (!mayBeBeyondLimits(longer)) await expectNew(longer, 'with one more character');
  },
);

/** Another hexadecimal digit. */
function otherDigit(digit = '0'): string {
  return ((parseInt(digit, 16) + 1) % 16).toString(16);
}
