import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { basic, material } from '../orders/basic.ts';
import { lineItemIdsUnique } from '../orders/rules-on-answers.ts';
import { created, kinds } from '../orders/kinds.ts';
import { conflictIs409 } from '../idempotency/conflicts.ts';
import { lastRace, sameKey } from '../idempotency/races.ts';
import { all, asLeft, edited, updates, type Updated } from './edited.ts';
import { retriesAfterEachKind } from './retried.ts';
import { forLittle, withLine } from '../desk/order-edits.ts';
import { answers200, expectKept, expectSeveralLines, isChanged, mayBeRefused, seriesKeepsIds } from './ids.ts';
import {
  booked,
  hasLines,
  isAccepted,
  isRefusedForValues,
  linesOf,
  mayBeBeyondLimits,
  send,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import { expectManyUpdates } from './many-updates.ts';
import type { LineItem } from '../values/requests.ts';
import { changedId, expectKeptIds, expectSameIds, isId } from '../readers/same-ids.ts';
import { expectSlotsListed, ofSlots } from '../desk/still-listed.ts';

updates.check(
  {
    id: 'updates.added-line-gets-new-id',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'A line that an update adds gets a `line_item_id` that no other line has.',
    fix: 'Create only the line that is missing, with an id of its own.',
    needs: { edited, kinds, created, lineItemIdsUnique },
  },
  ({ edited: { 'added-line': updated }, kinds, created }) => {
    if (updated === undefined || !isAccepted(updated)) {
      expectSeveralLines(kinds);
      const first = updated?.refused[0] ?? updated;
      inconclusive(addingRefused(first), ...(first === undefined ? [] : [first.reply]));
    }
    const { before, request, reply } = updated;
    const { lines } = booked(updated).ids;
    const others = [before, ...created].flatMap(({ ids }) => [...ids.lines]).concat([...lines]);
    for (const { external_ref: ref } of request.line_items) {
      const id = lines.get(ref);
      if (before.ids.lines.has(ref) || !isId(id)) continue;
      const owner = others.find(([other, taken]) => other !== ref && String(taken) === String(id));
      if (owner !== undefined)
        violation({
          expected: `an id of its own for ${ref}`,
          actual: `${shown(id)}, the id of ${owner[0]}`,
          pointer: '/line_items',
          replies: [before.reply, reply],
        });
    }
  },
);

function addingRefused(sent: Sent | undefined): string {
  return `The request to add a line was refused${sent === undefined ? '' : `: ${describe(sent.reply)}`}.`;
}

/** References of all lines that were ever sent for an order, in forms that were refused as well. */
function refsOf(order: string, sent: readonly (Sent & Partial<Tried>)[]): ReadonlySet<string> {
  const requests = sent.flatMap(({ request, refused = [] }) => [request, ...refused.map((form) => form.request)]);
  const own = requests.filter((request) => request.order.external_ref === order);
  return new Set(own.flatMap((request) => request.line_items.map((line) => line.external_ref)));
}

const everyLineOnce = updates.check(
  {
    id: 'updates.every-line-once',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'The answer to an update names every line that was sent, once, and none that never was.',
    fix: 'Answer one element for each line of the request; match lines by `external_ref`, so that none is created a second time.',
    needs: { all, created },
    prefers: { isConflict: conflictIs409 },
  },
  ({ all, created, isConflict }) => {
    for (const updated of all.filter((one) => isAccepted(one) && hasLines(one.reply))) {
      if (!updated.before.request.line_items.every((line) => updated.before.ids.lines.has(line.external_ref)))
        blockedBy({ id: 'orders.lines-echoed' });
      const refs = linesOf(updated.reply).map(({ ref }) => ref);
      if (refs.some((ref) => typeof ref !== 'string')) blockedBy({ id: 'orders.line-external-ref' });
      for (const { external_ref: ref } of updated.request.line_items) {
        const times = refs.filter((other) => other === ref).length;
        if (times !== 1)
          violation({
            expected: `the line ${ref} once in the answer to ${updated.what}`,
            actual:
              times === 0
                ? `no such line${refs.length === 0 ? '' : `, but ${inWords(refs.map(String), 'and')}`}`
                : `${times} such lines`,
            pointer: '/line_items',
            replies: [updated.reply],
          });
      }
      const known = refsOf(updated.request.order.external_ref, [...created, ...all]);
      const stray = refs.find((ref) => typeof ref === 'string' && !known.has(ref));
      // Bodies that differ from the first one's may have added lines where they are not refused.
      if (stray !== undefined && isConflict)
        violation({
          expected: `no line but those that were sent, in the answer to ${updated.what}`,
          actual: `a line ${shown(stray)}`,
          pointer: '/line_items',
          replies: [updated.reply],
        });
    }
    return true;
  },
);

const leavesOut = updates.check(
  {
    id: 'updates.left-out-keeps-ids',
    level: 'must',
    section: 'ad-server §2.7',
    requirement: 'The order and the lines that are named keep their ids where an update leaves a line out.',
    fix: 'Find the order by `order.external_ref` alone and its lines by theirs, however many the request names, and leave alone what is not named.',
    needs: { edited },
  },
  ({ edited: { 'left-out': without, 're-push': pushed }, note }) => {
    if (without === undefined) blockedBy({ id: 'orders.several-lines-on-one-slot' });
    if (isChanged(pushed) && isChanged(without)) blockedBy({ id: 'updates.re-push-keeps-ids' });
    if (!mayBeRefused({ kind: 'left-out', ...without })) expectKept(without);
    else note(`Refused with ${String(without.reply.status)}, as a business rule may.`);
  },
);

updates.check(
  {
    id: 'updates.left-out-line-keeps-id',
    level: 'should',
    section: 'ad-server §2.7',
    requirement: 'A line that an update leaves out has its id of before when the next one names it again.',
    fix: 'Leave alone what an update does not name: neither delete such a line nor forget its `external_ref` and its id.',
    needs: { edited, leavesOut },
  },
  ({ edited: { 'left-out': without, 'named-again': again, 're-push': pushed } }) => {
    if (without === undefined || again === undefined) notApplicable('No update that leaves a line out was taken.');
    if (isChanged(pushed) && isChanged(again)) blockedBy({ id: 'updates.re-push-keeps-ids' });
    if (isRefusedForValues(again))
      inconclusive(`The update that names it again was refused: ${describe(again.reply)}.`, again.reply);
    if (!isAccepted(again)) blockedBy(answers200);
    const change = changedId(again.before, again);
    if (change !== null) violation({ ...change, replies: [again.before.reply, without.reply, again.reply] });
  },
);

/** Where a line was added that is not on the slot of the others. */
function elsewhere(added: Updated | undefined): Partial<LineItem> {
  const [line] = added !== undefined && isAccepted(added) ? added.request.line_items : [];
  if (line === undefined || added?.before.request.line_items.some((one) => one.inventory_id === line.inventory_id))
    return {};
  return { inventory_id: line.inventory_id, sizes: line.sizes, creatives: [] };
}

/** A line is added three times at once, under different keys; the last update is repeated while it is under way. */
export const lineAddedAtOnce = updates.check(
  {
    id: 'updates.line-added-at-once',
    level: 'must',
    section: 'ad-server §4.4 rule 5',
    requirement: 'Updates in flight at once that add the same line create it once, and leave the other ids alone.',
    fix: 'Put a unique constraint on the `external_ref` of the lines of an order, and let the second update wait for the first.',
    needs: { basic, material, kinds, edited, all, answers200, seriesKeepsIds, maxPages },
    prefers: {
      everyLineOnce,
      isRepeatedAtOnce: sameKey,
      isRepeatedOfAnyKind: retriesAfterEachKind,
    },
    after: [lastRace],
    sends: { orders: 4, inventory: 0 },
  },
  async ({
    http,
    basic,
    material: { campaigns },
    kinds,
    edited,
    all,
    everyLineOnce,
    isRepeatedAtOnce,
    isRepeatedOfAnyKind,
    maxPages,
  }) => {
    const { 're-push': again, 'added-line': added } = edited;
    for (const [kind, alone] of Object.entries({ 're-push': again, 'added-line': added }))
      if (alone !== undefined && changedId(alone.before, alone) !== null)
        blockedBy({ id: `updates.${kind}-keeps-ids` });
    const before = asLeft(basic, all);
    const room = elsewhere(added);
    const isAtOnce = added === undefined || added.refused.length === 0 || room.inventory_id !== undefined;
    const addAtOnce = async (label: string, line: Partial<LineItem>) => {
      const change = withLine(before.request, (ref) => `${ref}-${label}`, isAtOnce ? 'same' : 'behind', line);
      const requests = [1, 2, 3].map(() => campaigns.update(before.request, change));
      // Whether updates can be repeated, and equal requests be under way at once, is judged elsewhere.
      const repeated = isRepeatedAtOnce && isRepeatedOfAnyKind ? requests.slice(-1) : [];
      return Promise.all([...requests, ...repeated].map((one) => send(http, one)));
    };
    let sent = await addAtOnce('now', room);
    const [line] = before.request.line_items;
    if (line !== undefined && sent.every(isRefusedForValues)) {
      const little = await addAtOnce('little', { ...room, ...forLittle(line) });
      if (!little.every(isRefusedForValues)) sent = little;
    }
    // Too many lines may be refused by their number; whether one is taken by the side of another alone is judged elsewhere.
    const isAlike = new Set(sent.map(({ reply }) => reply.status)).size === 1;
    const mayBeTooMany = isAlike && before.request.line_items.length > 1;
    if (sent.every(isRefusedForValues) || (mayBeTooMany && sent.every(mayBeBeyondLimits))) {
      expectSeveralLines(kinds);
      inconclusive(addingRefused(sent[0]), ...sent.map(({ reply }) => reply));
    }
    await expectSlotsListed({ http, maxPages }, ...sent.map(ofSlots));
    const refused = sent.find(isRefusedForValues);
    if (refused) await expectManyUpdates(http, campaigns, basic.on, refused.reply);
    for (const one of sent) {
      expect(one.reply).status(200);
      expectKeptIds(before, one);
    }
    // What an answer leaves out, also where only one update is under way, is judged as such.
    const expectAlike = everyLineOnce === undefined ? expectKeptIds : expectSameIds;
    for (const one of sent) for (const other of sent) expectAlike(booked(one), other);
    return true as const;
  },
);
