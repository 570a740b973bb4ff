import { because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { booked, isAccepted, isConflict, mayBeBeyondLimits, type Booking, type Sent } from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { spread } from '../values/spread.ts';
import { allCreated, basic, material } from '../orders/records.ts';
import { first, idempotency, reused, conflicts, retryAfterConflict, renamed } from './records.ts';
import { renamedTo } from './changed-bodies.ts';

// Sends used keys, and keys almost like them, later in the run: after other orders, after an update, and at the end.

export const laterRetries = idempotency.traffic(
  {
    id: 'idempotency.later-retries',
    ...ordering('repeat', 2),
    uses: { material, created: allCreated, reused },
    ifThere: { conflicts },
  },
  ({ http, material, created, reused }) => {
    const desk = new Desk(http, material);
    const others = created.filter(({ request }) => !reused.some((other) => other.request === request));
    return Promise.all(spread(others, 2).map(async (before) => ({ before, again: await desk.send(before.request) })));
  },
);

/** Renames the order with a new key, so that a retry comes after an update. */
idempotency.traffic(
  { makes: renamed, ...ordering('update', 1), uses: { material, first }, ifThere: { conflicts, retryAfterConflict } },
  ({ http, material, first: { request } }) =>
    new Desk(http, material).update({ request: renamedTo('renamed', material.campaigns, request) }),
);

export const update = idempotency.record({ id: 'idempotency.update', of: { renamed } }, ({ renamed }): Booking => {
  if (!isAccepted(renamed)) inconclusive(because('The update was refused', renamed.reply), renamed.reply);
  return booked(renamed);
});

export const afterUpdate = idempotency.traffic(
  { id: 'idempotency.after-update', ...ordering('update', 3), uses: { material, first, update } },
  async ({ http, material, first, update }) => {
    const desk = new Desk(http, material);
    return {
      ofFirst: { before: first, again: await desk.send(first.request) },
      ofUpdate: { before: update, again: await desk.send(update.request) },
      otherBody: await desk.send(renamedTo('renamed2', material.campaigns, update.request)),
    };
  },
);

/** Few database columns are wider. */
const COLUMN_WIDTH = 256;

/**
 * Keys that equal a used one, or each other, if only case, beginning, a column's width or the numeric value counts.
 * They are sent one after the other because all of them update one order.
 */
export const IN_UPPER_CASE = 'in upper case';

export const almostUsedKeys = idempotency.traffic(
  {
    id: 'idempotency.almost-used-keys',
    ...ordering('update', 6),
    uses: { material, first, update },
    ifThere: { afterUpdate },
  },
  async ({ http, material, first: { request } }) => {
    const desk = new Desk(http, material);
    const { campaigns } = desk;
    const key = request.idempotency_key;
    const sent: (Sent & { readonly how: string; readonly changesNothing: boolean })[] = [];
    const ask = async (how: string, idempotency_key: string, body?: OrderRequest): Promise<boolean> => {
      const renamed = body ?? renamedTo(`key-${sent.length + 1}`, campaigns, request);
      const one = await desk.send({ ...renamed, idempotency_key });
      await desk.excuseGone([one]);
      if (mayBeBeyondLimits(one)) return false;
      sent.push({ how, changesNothing: body !== undefined, ...one });
      return true;
    };
    // A service may accept only UUIDs, in which case does not count.
    if (!(await ask('with one more character', `${key}0`))) {
      await ask('with another beginning', `${otherDigit(key[0])}${key.slice(1)}`);
      await ask('with another end', `${key.slice(0, -1)}${otherDigit(key.at(-1))}`, sent.findLast(isAccepted)?.request);
      return sent;
    }
    // It is only like the key of the order itself, whose body was another: the last update may be sent again.
    await ask(IN_UPPER_CASE, key.toUpperCase(), sent.findLast(isAccepted)?.request);
    const long = key.padEnd(COLUMN_WIDTH, '0');
    if (await ask(`with ${COLUMN_WIDTH - key.length} characters more`, `${long}a`)) {
      await ask('that is long, with another end', `${long}b`);
      await ask('that is long, with another beginning', `x${long.slice(1)}a`);
      return sent;
    }
    await ask('with another end', `${key.slice(0, -1)}x`);
    await ask('with another beginning', `x${key.slice(1)}`);
    return sent;
  },
);

export const laterConflicts = idempotency.traffic(
  {
    id: 'idempotency.later-conflicts',
    ...ordering('report again', 2),
    uses: { material, basic, first, conflicts, update, afterUpdate },
    // Further updates of the same order.
    mayUse: { almostUsedKeys },
    ifThere: { laterRetries },
  },
  async ({ http, material, basic, first: { request: known }, conflicts, update, almostUsedKeys = [] }) => {
    const { anotherOrder, changed } = conflicts;
    const desk = new Desk(http, material);
    const ofKey = changed.filter(({ request }) => request.idempotency_key === known.idempotency_key);
    const refused = ofKey.findLast(isConflict) ?? anotherOrder;
    // A service may keep no key of an update that changes nothing.
    const unchanged = almostUsedKeys.find((one) => one.changesNothing && isAccepted(one));
    const { idempotency_key } = (unchanged ?? update).request;
    const [ofUpdated, ofUpdate] = await Promise.all([
      desk.send(refused.request),
      desk.send({ ...renamedTo('late', material.campaigns, basic.request), idempotency_key }),
    ]);
    return { ofUpdated, ofUpdate, earlier: unchanged ? 'an update that changed nothing' : 'an earlier update' };
  },
);

export const lastConflict = idempotency.traffic(
  {
    id: 'idempotency.last-conflict',
    ...ordering('read again', 1),
    uses: { material, basic },
    ifThere: { laterConflicts },
  },
  ({ http, material, basic }) =>
    new Desk(http, material).send(renamedTo('at-the-end', material.campaigns, basic.request)),
);

function otherDigit(digit = '0'): string {
  return ((parseInt(digit, 16) + 1) % 16).toString(16);
}
