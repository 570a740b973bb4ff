import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { hasFailed, isSuccess } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { firstBooking, material } from '../orders/basic.ts';
import { isMended, mended } from '../orders/mended.ts';
import { kinds } from '../orders/kinds.ts';
import { createdIs201 } from '../orders/rules.ts';
import { refusalOf, unknownSlotIs404 } from '../orders/rules-on-refusals.ts';
import { doubted, elsewhere } from '../orders/odd-slots.ts';
import { wrongFlights } from '../orders/refused.ts';
import { unknownSlots } from '../orders/unknown-slots.ts';
import { expectRepeated, first, idempotency, retry, retrySameIds } from './first.ts';
import {
  booked,
  isAccepted,
  isRefusedForValues,
  mayBeRepeat,
  send,
  type Booking,
  type Sent,
} from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { plainly, spreadChanges, type Change } from './conflicting.ts';
import type { OrderRequest } from '../values/requests.ts';
import { expectStillListed, isUnknown, slotsUnknown } from '../desk/still-listed.ts';

/** Orders whose keys are asked about: not those that are repeated later, nor any that is updated before. */
export const asked = idempotency.stage(
  { id: 'idempotency.asked-about', needs: { first, kinds }, prefers: { elsewhere } },
  ({ first, kinds: { severalLines, tag, image, allMembers }, elsewhere = [] }): readonly [Booking, ...Booking[]] => [
    first,
    ...[severalLines, tag, image, allMembers, ...elsewhere.slice(0, 1)].filter(isAccepted).map(booked),
  ],
);

/** Another reference of the order, and nothing else that differs: a service may miss it among what it compares. */
function ofAnotherRef({ request }: Booking, campaigns: Campaigns): OrderRequest {
  return { ...request, order: { ...request.order, external_ref: campaigns.ref('conflict-ref') } };
}

/** The first order's key in a body that names another order: were it applied, that order would exist. */
function ofAnotherOrder({ request }: Booking, campaigns: Campaigns): OrderRequest {
  const order = { name: campaigns.name('conflict'), external_ref: campaigns.ref('conflict') };
  const line_items = request.line_items.map((line, index) => ({
    ...line,
    external_ref: campaigns.ref(`Line-conflict-${index + 1}`),
  }));
  return { ...request, advertiser: { ...request.advertiser, name: campaigns.buyer() }, order, line_items };
}

/** The same order for another buyer, on another slot. */
function ofOtherBuyer({ request }: Sent, { slot }: Bookable, campaigns: Campaigns): OrderRequest {
  const room = { inventory_id: slot.inventory_id, sizes: slot.sizes.slice(0, 1), creatives: [] };
  const line_items = request.line_items.map((line) => ({ ...line, ...room }));
  return { ...request, advertiser: campaigns.newcomer(), line_items };
}

/** What was sent under used keys, and what came. */
interface Conflicts {
  /** Another order altogether. */
  readonly foreign: Sent;
  /** Another reference of the order, and nothing else. */
  readonly otherRef: Sent;
  readonly differing: readonly (Change & Sent)[];
}

/**
 * Used keys under bodies that differ somewhere, once the plain retry is through. No key is in flight twice: a service
 * that refuses whatever comes while the key is busy would seem to compare bodies.
 */
export const conflicts = idempotency.stage(
  {
    id: 'idempotency.conflicts',
    needs: { asked, material, taken: firstBooking },
    prefers: { elsewhere, doubted },
    after: [retry],
    sends: { orders: 21 },
  },
  async ({
    http,
    asked: [first, ...others],
    material: { campaigns, bookable },
    taken: { attempts },
    elsewhere = [],
    doubted = [],
  }): Promise<Conflicts> => {
    // A slot that orders do not find may be looked up before the key.
    const unknown = slotsUnknown([...attempts, ...elsewhere, ...doubted]);
    const slots = bookable.map(({ slot }) => slot).filter(({ inventory_id: id }) => !unknown.has(id));
    const queues = spreadChanges([first.request, ...others.map(({ request }) => request)], { campaigns, slots });
    const last = others.at(-1);
    const [foreign, ofLast] = await Promise.all([
      send(http, ofAnotherOrder(first, campaigns)),
      last === undefined ? null : send(http, ofAnotherRef(last, campaigns)),
    ]);
    const otherRef = ofLast ?? (await send(http, ofAnotherRef(first, campaigns)));
    const answerTo = async (change: Change) => ({ ...change, ...(await send(http, change.request)) });
    const answersTo = async (queue: readonly Change[]) => {
      const sent: (Change & Sent)[] = [];
      for (const change of queue) {
        const one = await answerTo(change);
        const plain = isMissed(one) ? plainly(change, campaigns) : null;
        const other = plain && (await answerTo(plain));
        sent.push(other?.reply.status === one.reply.status ? other : one);
      }
      return sent;
    };
    const differing = await Promise.all(queues.map(answersTo));
    return { foreign, otherRef, differing: differing.flat() };
  },
);

export const conflictIs409 = idempotency.check(
  {
    id: 'idempotency.conflict-is-409',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'The same idempotency key with a different body is answered 409, wherever the body differs.',
    fix: 'Store a fingerprint of the whole body with the key, lines and creatives included, compare it before anything else, and answer 409 where it differs.',
    needs: { conflicts },
  },
  ({ conflicts: { differing } }) => {
    const missed = differing.filter(isMissed);
    const taken = differing.filter(isAccepted).length;
    const isEvery = missed.length === differing.length;
    const where = isEvery ? 'wherever the body differs' : `where ${anyOf(missed.map(({ where }) => where))} differs`;
    const bodies = `${missed.length} of ${differing.length} changed bodies; ${tookInWords(taken, missed.length)}`;
    for (const { reply } of missed.slice(0, 1)) expect(reply, `${where} (${bodies})`).status(409);
    return true as const;
  },
);

function anyOf(places: readonly string[]): string {
  return places.length > 1 ? `any of ${inWords(places, 'and')}` : inWords(places);
}

function tookInWords(taken: number, of: number): string {
  if (of === 1) return taken === 0 ? 'it was not taken' : 'it was taken';
  if (taken === 0) return 'none was taken';
  return taken === of ? `all ${of} were taken` : `${taken} ${taken === 1 ? 'was' : 'were'} taken`;
}

/** Whether a changed body was not answered 409, and no value of it accounts for that. */
function isMissed({ reply, valid }: Change & Sent): boolean {
  return reply.status !== 409 && (valid || reply.status !== 422);
}

/** Whether a service answers no changed body with 409, whatever the change: then one cause accounts for all. */
function isNeverConflict({ differing }: Conflicts): boolean {
  return differing.some(isMissed) && differing.every(({ reply }) => reply.status !== 409);
}

/** Whether another name is not answered 409 even where nothing else is in flight. */
export function isRenameMissed({ differing }: Conflicts): boolean {
  return differing.some((change) => change.where.startsWith('order.name') && isMissed(change));
}

export const foreignConflictIs409 = idempotency.check(
  {
    id: 'idempotency.conflict-on-order-ref-is-409',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'The same idempotency key for another `order.external_ref` is answered 409.',
    fix: 'Look the key up by itself, not together with the order it was used for.',
    needs: { conflicts, asked, material },
    sends: { orders: 0 },
  },
  async ({ http, conflicts, asked: [first, ...others], material: { campaigns } }) => {
    const { foreign, otherRef, differing } = conflicts;
    if (isNeverConflict(conflicts)) blockedBy(conflictIs409);
    // There may be no room for it under any key.
    const isRefusedAnyway = async () => isRefusedForValues(await send(http, campaigns.update(foreign.request)));
    if (!isRefusedForValues(foreign) || !(await isRefusedAnyway())) expectConflict(first, foreign);
    // The lines may count as those of another order, and values may be judged first.
    if (isRefusedForValues(otherRef)) return true;
    if (otherRef.reply.status !== 409 && differing.some(isMissed)) blockedBy(conflictIs409);
    expectConflict(others.at(-1) ?? first, otherRef, 'where nothing else differs');
    return true;
  },
);

/** Expects 409; shows the first use of the key, too, where the second was taken. */
function expectConflict(first: Booking, second: Sent, circumstance = ''): void {
  if (isAccepted(second))
    violation({
      expected: 'status 409',
      actual: describe(second.reply, circumstance),
      replies: [first.reply, second.reply],
    });
  expect(second.reply, circumstance).status(409);
}

export const conflictAppliesNothing = idempotency.check(
  {
    id: 'idempotency.conflict-applies-nothing',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'A request that is refused with 409 applies nothing.',
    fix: 'Compare the key before you write anything, or write in one transaction that the conflict rolls back.',
    needs: { conflicts, material, createdIs201, maxPages },
    prefers: { isConflictTold: foreignConflictIs409 },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, conflicts, material: { campaigns, bookable }, isConflictTold, maxPages }) => {
    const { foreign } = conflicts;
    if (isConflictTold && isRefusedForValues(foreign))
      inconclusive('There is no room for the order, whatever its key.', foreign.reply);
    if (foreign.reply.status !== 409) blockedBy(isNeverConflict(conflicts) ? conflictIs409 : foreignConflictIs409);
    let again = await send(http, campaigns.update(foreign.request));
    const used = foreign.request.line_items.map(({ inventory_id }) => inventory_id);
    const others = bookable.filter(({ slot }) => !used.includes(slot.inventory_id));
    const other = others[Math.floor(others.length / 2)];
    // There may be no room left on the slot, or for the buyer.
    if (isRefusedForValues(again) && other !== undefined)
      again = await send(http, campaigns.update(ofOtherBuyer(foreign, other, campaigns)));
    await expectStillListed({ http, maxPages }, again, 201);
    const { reply } = again;
    if (reply.status === 422 || mayBeRepeat(reply))
      inconclusive(`The order that was refused could not be told from a new one: ${describe(reply)}.`, reply);
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: [foreign.reply, reply],
      });
    expect(reply).status(201);
  },
);

export const retryAfterConflict = idempotency.check(
  {
    id: 'idempotency.retry-after-conflict',
    level: 'must',
    section: 'ad-server §4.4 rule 3',
    requirement: 'A conflict leaves the stored result alone: a literal retry after it still returns the same ids.',
    fix: 'Do not overwrite what is stored under the key when a request is refused with 409.',
    needs: { first, usual: retrySameIds },
    after: [conflicts],
    sends: { orders: 1 },
  },
  async ({ http, first, usual }) => {
    expectRepeated(first, await send(http, first.request), usual);
    return true as const;
  },
);

const reversedRefused = refusalOf('reversed-range-is-422');

idempotency.check(
  {
    id: 'idempotency.retry-of-refused',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry of a request that was refused with 404 or 422 is refused again, not with 409.',
    fix: 'Keep nothing under the key of a refused request, or the refusal itself: 409 is for another body, and what was not valid is not valid the second time.',
    needs: { unknownSlotIs404, reversedRefused, unknown: unknownSlots, reversed: wrongFlights },
    prefers: { mended },
    sends: { orders: 2 },
  },
  async ({ http, unknown, reversed, mended }) => {
    for (const before of [...unknown.filter(isUnknown).slice(0, 1), ...reversed.slice(0, 1)]) {
      const { reply } = await send(http, before.request);
      if (mended && !isMended(mended) && reply.status === mended.reply.status && reply.status !== before.reply.status)
        blockedBy({ id: 'orders.refused-can-be-mended' });
      const isRefusal = reply.status !== null && reply.status >= 400 && reply.status < 500 && reply.status !== 409;
      if (!isRefusal && reply.status !== 429)
        violation({
          expected: `the same request refused again, as with status ${String(before.reply.status)} before`,
          actual: describe(reply),
          replies: [before.reply, reply],
        });
    }
  },
);

for (const [rule, requirement, fix, header] of [
  [
    'header-required',
    'An order without the `Idempotency-Key` header is refused.',
    'Require the header; the client always sends it.',
    () => null,
  ],
  [
    'header-matches-body',
    'An `Idempotency-Key` header that differs from the key in the body is refused.',
    'Compare header and body, and refuse the request where they differ.',
    (request: OrderRequest) => `${request.idempotency_key}-other`,
  ],
] as const)
  idempotency.check(
    {
      id: `idempotency.${rule}`,
      level: 'should',
      section: 'ad-server §4.4',
      requirement,
      fix,
      needs: { first, retrySameIds },
      after: [conflicts],
      sends: { orders: 1 },
    },
    async ({ http, first: { request } }) => {
      const reply = await http.orders({ json: request }, { idempotencyKey: header(request) });
      if (hasFailed(reply)) inconclusive(`There was no refusal: ${describe(reply)}.`, reply);
      if (isSuccess(reply)) violation({ expected: 'a refusal (400)', actual: describe(reply), replies: [reply] });
    },
  );
