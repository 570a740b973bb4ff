import { because, isErrorUnder2xx } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { Desk, leaveOpen, ordering, permit } from '../desk/desk.ts';
import { oneLineEach, GENTLER } from '../desk/order-forms.ts';
import {
  booked,
  bookingsOf,
  isAccepted,
  isRefusedForValues,
  isUnknown,
  slotsUnknown,
  type Booking,
  type Sent,
  isConflict,
  mayBeBeyondLimits,
} from '../readers/booking.ts';
import type { Campaigns, Bookable } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import {
  basic,
  bookedKinds,
  firstBooking,
  kinds,
  material,
  onOtherSlots,
  rooms,
  unknownSlots,
  wrong,
  conflicts,
  first,
  idempotency,
  almostUsedKeys,
  retry,
  retryAfterConflict,
  reused,
  created,
  renamed,
} from '../booking-records.ts';
import { spreadChanges, renamedTo } from './changed-bodies.ts';
import { OF_ANY_PROCESS, sendChanged, UNDER_USED_KEY } from './under-used-keys.ts';
import { spread } from '../values/choice.ts';
import type { Rooms } from '../desk/material.ts';
import { excuseIfSameAlone, sendAtOnce } from '../desk/together.ts';

/** Two lines, one with a creative; or a plain order, but not the basic one, which is updated meanwhile. */
idempotency.traffic(
  { makes: first, ...ordering('repeat', 0), uses: { material, oneCreative: kinds.oneCreative, basic, rooms } },
  async ({ http, material, oneCreative, basic, rooms }): Promise<Booking> => {
    if (isAccepted(oneCreative)) return booked(oneCreative);
    const plain = await new Desk(http, material).firstTaken(oneLineEach(material.campaigns, rooms, 'repeated'));
    return isAccepted(plain) ? booked(plain) : basic;
  },
);

idempotency.traffic(
  { makes: retry, ...ordering('repeat', 1), uses: { material, first } },
  ({ http, material, first }) => new Desk(http, material).send(first.request, OF_ANY_PROCESS),
);

idempotency.record(
  { makes: reused, of: { first, booked: bookedKinds }, ifThere: { onOtherSlots } },
  ({ first, booked: { kinds }, onOtherSlots = [] }): readonly [Booking, ...Booking[]] => {
    const { severalLines, tag, image, allMembers } = kinds;
    return [first, ...bookingsOf([severalLines, tag, image, allMembers, ...onOtherSlots.slice(0, 1)])];
  },
);

/** No key is in flight twice: a service may refuse every request whose key is busy. */
idempotency.traffic(
  {
    makes: conflicts,
    ...ordering('repeat', 21),
    uses: { material, taken: firstBooking, reused },
    ifThere: { retry, onOtherSlots },
  },
  async ({ http, material, taken: { attempts }, reused, onOtherSlots = [] }) => {
    const { campaigns, bookable, terms } = material;
    const desk = new Desk(http, material);
    // A service may look up the slot before the key, so slots that orders do not find are left out.
    const unknown = slotsUnknown([...attempts, ...onOtherSlots]);
    const slots = bookable.map(({ slot }) => slot).filter(({ inventory_id: id }) => !unknown.has(id));
    const [first] = reused;
    const last = reused.at(-1) ?? first;
    const anotherOrder = await desk.send(ofAnotherOrder(first, campaigns), { ...UNDER_USED_KEY, ...OF_ANY_PROCESS });
    const anotherRef = await desk.send(ofAnotherRef(last, campaigns), UNDER_USED_KEY);
    await excuseRefusedUnderAnyKey(desk, anotherOrder);
    // The lines may count as lines of another order, and a service may check values first.
    if (isRefusedForValues(anotherRef))
      permit(anotherRef.reply, because('Refused for its values, before the key was compared', anotherRef.reply));
    const changes = spreadChanges(
      reused.map(({ request }) => request),
      { campaigns, slots },
    );
    const changed = reused.map((first, index) => {
      const possible = (changes[index] ?? []).filter(({ request }) => terms.against(request) === null);
      return sendChanged(desk, possible, first);
    });
    return {
      anotherOrder: { first, ...anotherOrder },
      anotherRef: { first: last, ...anotherRef },
      changed: (await Promise.all(changed)).flat(),
    };
  },
);

async function excuseRefusedUnderAnyKey(desk: Desk, sent: Sent): Promise<void> {
  if (!isRefusedForValues(sent)) return;
  const control = await desk.update(sent);
  if (isRefusedForValues(control))
    permit(sent.reply, because('It is refused under a key of its own, too', sent.reply), control.reply);
}

/** A service may leave the reference of the order out of the comparison. */
function ofAnotherRef({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return { ...request, order: { ...request.order, external_ref: campaigns.ref('conflict-ref') } };
}

/** If the service applies it, that order exists. */
function ofAnotherOrder({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return {
    ...request,
    advertiser: { ...request.advertiser, name: campaigns.buyer() },
    order: { name: campaigns.name('clash'), external_ref: campaigns.ref('clash') },
    line_items: request.line_items.map((line, index) => ({
      ...line,
      external_ref: campaigns.ref(`Line-clash-${index + 1}`),
    })),
  };
}

idempotency.traffic(
  { makes: retryAfterConflict, ...ordering('repeat', 1), uses: { material, first, conflicts } },
  ({ http, material, first }) => new Desk(http, material).send(first.request),
);

export const oddHeaders = idempotency.traffic(
  {
    id: 'idempotency.odd-headers',
    phase: 'repeat',
    uses: { first },
    ifThere: { retry, conflicts },
    sends: { orders: 2 },
    odd: true,
  },
  async ({ http, first: { request } }) => {
    const [without, other] = await Promise.all([
      http.orders({ json: request }, { idempotencyKey: null }),
      http.orders({ json: request }, { idempotencyKey: `${request.idempotency_key}-other` }),
    ]);
    return { without, other };
  },
);

export const retriesOfRefused = idempotency.traffic(
  {
    id: 'idempotency.retries-of-refused',
    phase: 'break',
    uses: { unknownSlots, reversed: wrong.reversed },
    sends: { orders: 2 },
  },
  async ({ http, unknownSlots, reversed }) => {
    const retries = [];
    for (const before of [unknownSlots.find(isUnknown), reversed.find(isRefusedForValues)])
      if (before !== undefined)
        retries.push({ before, reply: await http.orders({ json: before.request }, { unheeded: isErrorUnder2xx }) });
    if (retries.length === 0) inconclusive('No order was refused with 404 or 422.');
    return retries;
  },
);

export const laterRetries = idempotency.traffic(
  {
    id: 'idempotency.later-retries',
    ...ordering('repeat', 2),
    uses: { material, created, reused },
    mayUse: { ...kinds, onOtherSlots },
    ifThere: { conflicts },
  },
  ({ http, material, created, reused }) => {
    const desk = new Desk(http, material);
    const others = created.filter(({ request }) => !reused.some((other) => other.request === request));
    return Promise.all(spread(others, 2).map(async (before) => ({ before, again: await desk.send(before.request) })));
  },
);

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
      otherBody: await desk.send(renamedTo('renamed2', material.campaigns, update.request), UNDER_USED_KEY),
    };
  },
);

const COLUMN_WIDTH = 256;

/**
 * Keys that equal a used one, or each other, if only case, beginning, a column's width or the numeric value counts.
 * They are sent one after the other because all of them update one order.
 */
export const IN_UPPER_CASE = 'in upper case';

idempotency.traffic(
  {
    makes: almostUsedKeys,
    ...ordering('update', 6),
    uses: { material, first, update },
    ifThere: { afterUpdate },
  },
  async ({ http, material, first: { request } }) => {
    const desk = new Desk(http, material);
    const { campaigns } = desk;
    const key = request.idempotency_key;
    const sent: (Sent & { readonly how: string; readonly changesNothing: boolean })[] = [];
    let control: Sent | undefined;
    const ask = async (how: string, idempotency_key: string, body?: OrderRequest): Promise<boolean> => {
      const renamed = body ?? renamedTo(`key-${sent.length + 1}`, campaigns, request);
      const one = await desk.send({ ...renamed, idempotency_key }, { ownKey: true });
      await desk.excuseGone([one]);
      if (mayBeBeyondLimits(one)) return false;
      const changesNothing = body !== undefined;
      sent.push({ how, changesNothing, ...one });
      if (isConflict(one)) {
        const same = await withoutKey(desk, one);
        if (!changesNothing) control ??= same;
      }
      return true;
    };
    // A service may accept only UUIDs, in which case is ignored.
    if (!(await ask('with one more character', `${key}0`))) {
      await ask('with another beginning', `${otherDigit(key[0])}${key.slice(1)}`);
      await ask('with another end', `${key.slice(0, -1)}${otherDigit(key.at(-1))}`, sent.findLast(isAccepted)?.request);
      return { sent, control };
    }
    // Its body was sent under another key, so a service that ignores case answers 409.
    await ask(IN_UPPER_CASE, key.toUpperCase(), sent.findLast(isAccepted)?.request);
    const long = key.padEnd(COLUMN_WIDTH, '0');
    if (await ask(`with ${COLUMN_WIDTH - key.length} characters more`, `${long}a`)) {
      await ask('that is long, with another end', `${long}b`);
      await ask('that is long, with another beginning', `x${long.slice(1)}a`);
    } else {
      await ask('with another end', `${key.slice(0, -1)}x`);
      await ask('with another beginning', `x${key.slice(1)}`);
    }
    return { sent, control };
  },
);

/** The same update under a key like no other: if that is a conflict, too, the key is not the cause. */
async function withoutKey(desk: Desk, conflict: Sent): Promise<Sent> {
  const control = await desk.update(conflict);
  const why = because('The same update was refused under a key like no other, too', control.reply);
  if (isConflict(control)) leaveOpen(conflict.reply, why, control.reply);
  return control;
}

function otherDigit(digit = '0'): string {
  return ((parseInt(digit, 16) + 1) % 16).toString(16);
}

export const laterConflicts = idempotency.traffic(
  {
    id: 'idempotency.later-conflicts',
    ...ordering('report again', 2),
    uses: { material, basic, first, conflicts, update, afterUpdate },
    // Further updates of the same order.
    mayUse: { almostUsedKeys },
    ifThere: { laterRetries },
  },
  async ({ http, material, basic, first: { request: known }, conflicts, update, almostUsedKeys }) => {
    const { anotherOrder, changed } = conflicts;
    const desk = new Desk(http, material);
    const ofKey = changed.filter(({ request }) => request.idempotency_key === known.idempotency_key);
    const refused = ofKey.findLast(isConflict) ?? anotherOrder;
    // A service may keep no key of an update that changes nothing.
    const unchanged = almostUsedKeys?.sent.find((one) => one.changesNothing && isAccepted(one));
    const { idempotency_key } = (unchanged ?? update).request;
    const [ofUpdated, ofUpdate] = await Promise.all([
      desk.send(refused.request, UNDER_USED_KEY),
      desk.send({ ...renamedTo('late', material.campaigns, basic.request), idempotency_key }, UNDER_USED_KEY),
    ]);
    return { ofUpdated, ofUpdate, earlier: unchanged ? 'an update that changed nothing' : 'an earlier update' };
  },
);

// Requests meet only if none waits for a free connection, so the races for new orders run one after the other.

/** Sends the order that was refused with 409, if any: 201 shows that the refusal applied nothing. */
export const sameKey = idempotency.traffic(
  {
    id: 'idempotency.same-key-race',
    ...ordering('race', 3),
    uses: { material, rooms },
    ifThere: { conflicts },
    drafts: 1,
  },
  ({ http, material, rooms, conflicts }) => {
    const { campaigns } = material;
    const refused = conflicts !== undefined && isConflict(conflicts.anotherOrder) ? conflicts.anotherOrder : null;
    return sendAtOnce(new Desk(http, material), roomsIn(material, rooms), (on, index, isTaken) => {
      const plain = oneLine(campaigns, 'race-key', on, index);
      const { idempotency_key } = plain;
      const request =
        refused === null || isTaken
          ? plain
          : index === 0
            ? { ...refused.request, idempotency_key }
            : { ...plain, order: refused.request.order };
      return [request, request, request];
    });
  },
);

export const twoKeys = idempotency.traffic(
  {
    id: 'idempotency.two-keys-race',
    ...ordering('race', 3),
    uses: { material, rooms, first },
    mayUse: { sameKey },
    drafts: 1,
  },
  async ({ http, material, rooms, first }) => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    const sent = await sendAtOnce(desk, roomsIn(material, rooms), (on, index) => {
      const request = oneLine(campaigns, 'race-two', on, index);
      return [request, campaigns.update(request), campaigns.update(request)];
    });
    await excuseIfSameAlone(desk, sent, first);
    return sent;
  },
);

/** Updates of two orders under one key: a lock on the order is not enough. */
export const lastRace = idempotency.traffic(
  {
    id: 'idempotency.two-bodies-race',
    ...ordering('race', 2),
    uses: { material, rooms },
    ifThere: { sameKey, twoKeys },
  },
  ({ http, material, rooms, sameKey = [], twoKeys = [] }) => {
    const { campaigns } = material;
    const orderOf = (label: string, race: readonly Sent[], on: Bookable, index: number) => {
      const made = index === 0 ? race.find(isAccepted) : undefined;
      return made ? renamedTo(label, campaigns, campaigns.update(made.request)) : oneLine(campaigns, label, on, index);
    };
    const both = (on: Bookable, index: number) => {
      const request = orderOf('race-body', twoKeys, on, index);
      const { idempotency_key } = request;
      return [request, { ...orderOf('race-other', sameKey, on, index), idempotency_key }];
    };
    return sendAtOnce(new Desk(http, material), roomsIn(material, rooms), both, UNDER_USED_KEY);
  },
);

/** The last free slots first if a slot takes one order at a time: other orders take the first ones. */
function roomsIn({ free }: { readonly free: readonly Bookable[] | null }, rooms: Rooms): readonly Bookable[] {
  return free === null ? rooms : [...free.toReversed(), ...rooms];
}

/** For a new buyer once all goals were refused: a buyer may have a limit on drafts. */
function oneLine(campaigns: Campaigns, label: string, on: Bookable, index: number): OrderRequest {
  const name = index === 0 ? label : `${label}-${index + 1}`;
  const order = campaigns.orderOn(name, on);
  return index < GENTLER.length ? order : { ...order, advertiser: campaigns.newcomer() };
}
