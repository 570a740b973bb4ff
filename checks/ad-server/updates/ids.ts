import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import type { Kinds } from '../desk/booking-kinds.ts';
import { kinds } from '../orders/kinds.ts';
import { severalLinesTaken } from '../orders/rules.ts';
import { renamed } from '../idempotency/later.ts';
import { all, edited, means, series, updates, type Updated } from './edited.ts';
import type { EditKind, Means, Step } from '../desk/order-edits.ts';
import { isAccepted, isRefusedForValues, send, type Sent, type Tried } from '../readers/booking.ts';
import type { OrderRequest } from '../values/requests.ts';
import { changedId, expectKeptIds } from '../readers/same-ids.ts';
import { expectTakenOrRefused, ofSlots, offTheList } from '../desk/still-listed.ts';

/** The gentlest edits there are: no business rule forbids them. */
const PROMISED: readonly EditKind[] = ['rename', 'goal', 're-push'];

export const answers200 = updates.check(
  {
    id: 'updates.answers-200',
    level: 'must',
    section: 'ad-server §4.4 rule 4',
    requirement: 'An update, a new key with the same `order.external_ref` and line references, is answered 200.',
    fix: 'Look the order up by `order.external_ref` and change it in place, with status 200; 201 is for new orders. Where it answers 5xx, your log tells what it failed on. Refuse with 422 only what a business rule forbids.',
    needs: { all, means, maxPages },
    sends: { inventory: 0, orders: 0 },
  },
  async ({ http, all, means, maxPages, note }) => {
    const due = all.filter((one) => !mayBeRefused(one) || isPromised(one));
    const gone = await offTheList({ http, maxPages }, due.map(ofSlots));
    for (const { kind, what, reply, ...sent } of due) {
      if (gone.includes(reply)) continue;
      const anew = kind === 'goal' && reply.status === 422 ? await sendAnew(http, means, sent) : null;
      if (anew !== null && isRefusedForValues(anew))
        note(`A new goal was refused, and so was a new order with the lower one: ${describe(anew.reply)}.`);
      else expect(reply, `to ${what}`).status(200);
    }
    if (gone.length > 0) inconclusive('A slot that was booked is not listed any more.', ...gone);
  },
);

updates.check(
  {
    id: 'updates.rename-of-several-lines',
    level: 'must',
    section: 'ad-server §4.4 rule 4',
    requirement: 'The rename of an order of several lines, one of which has a creative, is answered 200.',
    fix: 'Change what has changed, here the name of the order alone; its lines and their creatives are sent as they are. Refuse with 422 only what a business rule forbids.',
    needs: { renamed, answers200, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, renamed, maxPages, note }) => {
    await expectTakenOrRefused({ http, maxPages, note }, renamed, 200);
  },
);

/** The first form of a refused update as a new order: its goal may be too low for any, or no lot. */
async function sendAnew(http: Wire, { campaigns }: Means, { request, refused }: Omit<Tried, 'reply'>): Promise<Sent> {
  const lines = (refused[0]?.request ?? request).line_items.map((line, index) => ({
    ...line,
    external_ref: campaigns.ref(`Line-lower-${index + 1}`),
  }));
  return send(http, campaigns.order('lower-goal', ...lines));
}

/** Whether no business rule forbids an update: a goal that was taken for a line before is not too low for it. */
function isPromised({ kind, before, request }: Updated & { readonly kind: string }): boolean {
  if (kind !== 'goal-back') return PROMISED.some((promised) => promised === kind);
  const were = before.request.line_items.map((line) => line.goal_impressions);
  return request.line_items.every((line, index) => line.goal_impressions < (were[index] ?? 0));
}

/**
 * What else an update may be refused with: one that leaves something out may count as malformed, many lines may be too
 * many.
 */
const REFUSALS: Partial<Record<string, readonly number[]>> = {
  'left-out': [400, 409],
  'new-line-alone': [400, 409, 413],
  'left-out-creative': [400, 409],
  'added-to-several': [400, 413],
};

/** Whether an update was refused as a business rule may. */
export function mayBeRefused({ kind, reply: { status } }: Sent & { readonly kind: string }): boolean {
  return status === 422 || (status !== null && REFUSALS[kind]?.includes(status) === true);
}

const KEEPS: readonly (readonly [EditKind, string])[] = [
  ['rename', 'a rename'],
  ['goal', 'a new goal'],
  ['flight', 'a new flight'],
  ['geo', 'new geo targeting'],
  ['sizes', 'new sizes'],
  ['creative', 'an attached creative'],
  ['added-line', 'an added line'],
  ['re-push', 'being sent again as they are'],
  ['advertiser', 'a new advertiser detail'],
  ['buyer', 'another advertiser name'],
];

/** The same kind of edit in other ways, for which a business rule may have no room. */
const OTHER_WAYS: Partial<Record<Step, readonly EditKind[]>> = {
  goal: ['goal-back', 'goal-of-one'],
  flight: ['earlier', 'flight-within', 'whole-month', 'next-month'],
  geo: ['other-geo', 'worldwide', 'geo-of-several'],
  sizes: ['all-sizes'],
  creative: ['no-creative', 'last-shape', 'left-out-creative'],
  'added-line': ['added-to-several', 'new-line-alone'],
  'rename-and-goal': ['rename', 'goal', 'goal-back'],
};

/** Whatever may be part of an update with several changes. */
const PARTS: readonly EditKind[] = [...KEEPS.map(([kind]) => kind), ...Object.values(OTHER_WAYS).flat()];

/** Edits that a real ad server may well not know: refusing one is no gap in what was judged. */
const OPTIONAL: readonly EditKind[] = ['advertiser', 'buyer'];

/** What else may have changed ids. */
const BETWEEN =
  'So it was with the first update of nearly every order, whatever was changed: look as well at what came between the two answers, reports on these lines and requests about other orders.';

/** Tells of ids that the first update of any order changes, whatever that is, for all kinds. */
export const renameKeepsIds = { id: 'updates.rename-keeps-ids' };

for (const [kind, what] of KEEPS)
  updates.check(
    {
      id: `updates.${kind}-keeps-ids`,
      level: 'must',
      section: 'ad-server §2.7',
      requirement: `The order and its lines keep their ids through ${what}.`,
      fix: 'Update the existing order and lines in place, found by their `external_ref`; do not delete and create anew, and do not derive ids from what can change.',
      needs: { edited, kinds },
    },
    ({ edited, kinds, note }) => {
      const updated = edited[kind];
      if (updated === undefined) unasked(kind);
      // Ids that change even where nothing else does change for one cause.
      if (kind !== 're-push' && isChanged(updated) && isChanged(edited['re-push']))
        blockedBy({ id: 'updates.re-push-keeps-ids' });
      const isThroughout = isChangedThroughout(edited);
      if (kind !== 'rename' && isFirst(updated) && isChanged(updated) && isThroughout) blockedBy(renameKeepsIds);
      if (!isRefusedForValues(updated)) expectKept(updated, isThroughout ? BETWEEN : '');
      for (const way of OTHER_WAYS[kind] ?? []) {
        const other = edited[way];
        // It leaves lines out besides.
        if (way === 'new-line-alone' && isChanged(edited['left-out'])) continue;
        if (other !== undefined && isAccepted(other)) expectKept(other);
      }
      if (!isRefusedForValues(updated)) return;
      if (kind === 'added-line') expectSeveralLines(kinds);
      const { reply } = updated.refused[0] ?? updated;
      if (OPTIONAL.includes(kind)) note('Refused with 422, as a business rule may.');
      else inconclusive(`Every request for ${what} was refused, the first with ${describe(reply)}.`, reply);
    },
  );

/** That a line is not taken by the side of another may be the fault of several lines on a slot. */
export function expectSeveralLines({ severalLines }: Kinds): void {
  if (!isAccepted(severalLines)) blockedBy(severalLinesTaken);
}

/** Says why an edit could not be asked for. */
function unasked(kind: EditKind): never {
  if (kind === 'sizes') notApplicable('The slot that was booked lists one size only.');
  return blockedBy({ id: kind === 'creative' ? 'orders.takes-creatives' : 'orders.optional-members' });
}

export const seriesKeepsIds = updates.check(
  {
    id: 'updates.series-keeps-ids',
    level: 'must',
    section: 'ad-server §2.7',
    requirement:
      'The order and its lines keep their ids through several updates in a row, some with several changes at once, some of one line alone, in whatever order the lines are sent.',
    fix: 'Match each line by its `external_ref`, never by its place in the request, and keep its id for good, whether it is changed or another beside it.',
    needs: { series, edited },
  },
  ({ series, edited }) => {
    if (series.some(isChanged) && isChanged(edited['re-push'])) blockedBy({ id: 'updates.re-push-keeps-ids' });
    for (const step of series) {
      if (step.kind === 'slot') continue;
      const alone = new Set<string>(step.kind === 'several' ? PARTS : [step.kind, ...(OTHER_WAYS[step.kind] ?? [])]);
      const judgedAlone = Object.entries(edited).some(([kind, one]) => alone.has(kind) && isChanged(one));
      if (!isRefusedForValues(step) && !judgedAlone) expectKept(step);
    }
  },
);

updates.check(
  {
    id: 'updates.slot-keeps-ids',
    level: 'must',
    section: 'ad-server §2.7',
    requirement: 'The order and its lines keep their ids through a move to another slot, where that is taken.',
    fix: 'Change the slot of the line in place, or refuse the move with 422; a line that is deleted and created anew gets another id.',
    needs: { series, edited, seriesKeepsIds },
  },
  ({ series, edited, note }) => {
    const moved = series.find(({ kind }) => kind === 'slot');
    if (moved === undefined) notApplicable('No order was taken on a second slot.');
    if (isChanged(edited['re-push'])) blockedBy({ id: 'updates.re-push-keeps-ids' });
    if (hasOtherSizes(moved) && (isChanged(edited.sizes) || isChanged(edited['all-sizes'])))
      blockedBy({ id: 'updates.sizes-keeps-ids' });
    if (isRefusedForValues(moved)) note('Refused with 422, as a business rule may.');
    else expectKept(moved);
  },
);

/** Whether lines had to get other sizes, which the slot they move to takes. */
function hasOtherSizes({ before, request }: Updated): boolean {
  const sizes = ({ line_items }: OrderRequest) => JSON.stringify(line_items.map((line) => line.sizes));
  return sizes(before.request) !== sizes(request);
}

/** Whether an update was answered with another id. */
export function isChanged(updated: Updated | undefined): boolean {
  return updated !== undefined && changedId(updated.before, updated) !== null;
}

/** That an update was not taken, or that a line is missing in the answer, is judged as such. */
export function expectKept(updated: Updated, remark = ''): void {
  if (!isAccepted(updated)) blockedBy(answers200);
  const change = changedId(updated.before, updated);
  // Two lines under one reference are told as such.
  if (
    change !== null &&
    updated.before.request.line_items.some((line) => !updated.before.ids.lines.has(line.external_ref))
  )
    blockedBy({ id: isFirst(updated) ? 'orders.lines-echoed' : 'updates.every-line-once' });
  if (change !== null && remark !== '' && isFirst(updated))
    violation({ ...change, message: `Expected ${change.expected}, got ${change.actual}. ${remark}` });
  expectKeptIds(updated.before, updated);
}

/** Whether an update was the first of its order. */
function isFirst({ before: { former = [] } }: Updated): boolean {
  return former.length === 0;
}

/** Whether ids of orders, or of lines, changed with the first update of nearly every order, that of the name included. */
export function isChangedThroughout(edited: Readonly<Partial<Record<EditKind, Updated>>>): boolean {
  const first = Object.values(edited).filter(isFirst);
  const changes = first.flatMap((updated) => changedId(updated.before, updated) ?? []);
  const isAlike = new Set(changes.map(({ pointer }) => pointer === '/order_id')).size === 1;
  return first.length > 3 && changes.length >= first.length - 1 && isAlike && isChanged(edited.rename);
}
