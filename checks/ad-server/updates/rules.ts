import { describe, expect, violation, because, unexpected, withMore } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { type Note, rulesOf } from '../../../src/engine/node.ts';
import { memberThatTells } from '../../../src/engine/sightings.ts';
import { inconclusive, notApplicable, Violation } from '../../../src/engine/signal.ts';
import { isBeyondTerms, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import type { Slip } from '../../../src/causes/slip.ts';
import { groupedBy } from '../../../src/text/grouped-by.ts';
import { listed } from '../../../src/text/printable.ts';
import type { ChangeName } from '../desk/changes.ts';
import { conflicts, created, retry, steps, updates } from '../booking-records.ts';
import {
  booked,
  everySent,
  hasLines,
  isAccepted,
  isConflict,
  linesOf,
  changedId,
  expectRepeated,
  expectSameIds,
  unlessReplaced,
  lacksLine,
  keepsIds,
  type Steps,
  type Updated,
} from '../readers/booking.ts';
import { expectOneOwner, linesIn } from '../readers/owners.ts';
import { isOfCase, slipOfLines } from '../readers/echoed-lines.ts';
import { ifEachDoes, ofNewOrder, whyChanged } from './changed-ids.ts';
import {
  edited,
  everyRow,
  largeOrder,
  race,
  renamedSeveral,
  repeats,
  rowsOf,
  series,
  type LargeUpdate,
} from './requests.ts';

export const answers200 = updates.rule({
  id: 'updates.answers-200',
  section: 'ad-server §4.4 rule 4',
  requirement: 'An update (a new key with the same `order.external_ref` and line references) is answered 200.',
  problem: 'An update is not answered 200',
  fix: 'Look the order up by `order.external_ref` and change it in place, with status 200, even if a line is new: 201 is for new orders.',
  of: { steps },
  maybe: { series, ...everyRow },
  ifThere: { retry },
  judge: ({ steps, retry }) => {
    const { all } = steps;
    if (all.length === 0) inconclusive('No update could be sent.');
    const isOnce = areAcceptedOnce(all);
    const unchanged = isOnce ? [] : refusedUnchanged(steps);
    every([...unchanged, ...all], (step) => {
      const { what, reply, refusals } = step;
      const alike = all.filter((one) => one.reply.status === reply.status);
      const askedIn = (some: typeof all) => some.map((one) => one.reply.asked);
      const which = memberThatTells(askedIn(all), askedIn(alike));
      const more = isOnce
        ? 'The first update of each order is accepted, and no later one.'
        : which === undefined
          ? contrast(all)
          : `Every update ${which} is answered so, and no other.`;
      const isUnchanged = unchanged.some((one) => one.reply.status === reply.status);
      const slip = isUnchanged ? ('unchanged-row' as const) : ofNewOrder(step, retry);
      const fix = isOnce ? FIX_OF_ONCE : slip ? undefined : FIXES_OF_REFUSAL[reply.status ?? 0];
      expect(reply, `to ${what}`, { more, slip, fix }).status(
        200,
        ...refusals.filter((status) => status === reply.status),
      );
    });
  },
});

const FIXES_OF_REFUSAL: Readonly<Record<number, string>> = {
  400: 'Accept this update: it is well-formed, as a new order with the same content would be (§2.5). Look which member the message names, and what your validation asks of it; optional members may be left out or empty.',
  422: 'Accept this update: a new order with the same content is accepted, and a draft may be changed until a person activates it. Drop the rule that its message names, or apply it to orders that serve.',
};

const FIX_OF_ONCE =
  'Accept every update of an order, however many came before. The client sends no version of the order, so compare none.';

/** Whether of several orders the first update is accepted, and every later one refused. */
function areAcceptedOnce(updates: readonly Updated[]): boolean {
  const rows = [...groupedBy(updates, ({ request }) => request.order.external_ref).values()].filter((row) => row[1]);
  return rows.length > 1 && rows.every(([first, ...later]) => first && isAccepted(first) && !later.some(isAccepted));
}

const contrast = (updates: readonly Updated[]): string => {
  const taken = new Set(updates.filter((one) => one.reply.status === 200).map(({ what }) => what));
  const plainest = [...taken].sort((one, other) => one.length - other.length);
  return taken.size === 0 ? '' : `Answered 200: ${listed(plainest, 1)}.`;
};

/** The update that changes nothing, or no line, if it is refused and others are not. */
function refusedUnchanged({ all }: Steps<ChangeName>): readonly Updated<ChangeName>[] {
  const isUnchanged = (step: Updated<ChangeName>) =>
    (step.name === 're-push' && [404, 409].includes(step.reply.status ?? 0)) ||
    (step.name === 'rename' && step.reply.status === 404);
  return all.some(isAccepted) ? all.filter(isUnchanged).slice(0, 1) : [];
}

export const severalRenamed = updates.rule({
  id: 'updates.rename-of-several-lines',
  section: 'ad-server §4.4 rule 4',
  requirement: 'The rename of an order of several lines, one of which has a creative, is answered 200.',
  problem: 'The rename of an order of several lines is not answered 200',
  fix: 'Apply what has changed, here only the name of the order; its lines and creatives are sent unchanged. Refuse with 422 only what a business rule forbids.',
  of: { renamed: renamedSeveral },
  judge: ({ renamed: { renamed, later } }) => {
    expect(renamed.reply).status(200);
    if (later !== undefined && isConflict(later))
      expect(later.reply, 'to a later rename of the same order').status(200);
  },
});

const KEPT = {
  rename: ['a rename'],
  goal: ['a new goal', 'goal-back'],
  flight: ['a new flight', 'next-month'],
  geo: ['new geo targeting', 'worldwide'],
  sizes: ['new sizes'],
  creative: ['an attached creative', 'no-creative', 'last-shape', 'left-out-creative'],
  'added-line': ['an added line', 'added-to-several', 'new-line-alone'],
  're-push': ['a repeat under a new key'],
  advertiser: ['a new advertiser detail'],
  buyer: ['another advertiser name'],
  slot: ['a move to another slot'],
  'left-out': ['an update that leaves another line out'],
} as const satisfies Partial<Record<ChangeName, readonly [what: string, ...ways: readonly ChangeName[]]>>;

/** Why a change may be impossible. */
const NONE: Partial<Record<ChangeName, string>> = {
  sizes: 'The slot that was booked lists only one size.',
  slot: 'No order was accepted on a second slot.',
};

const KEPT_THROUGH = 'Ids are kept through';

export const kept = rulesOf(KEPT, (name, [what, ...ways]: readonly [string, ...ChangeName[]]) =>
  updates.rule({
    id: `updates.${name}-keeps-ids`,
    ...((Object.hasOwn(NONE, name) || name === 'buyer') && { conditional: true }),
    section: 'ad-server §2.7',
    requirement: `The order and its lines keep their ids through ${what}.`,
    problem: `Ids change through ${what}`,
    alike: { holds: KEPT_THROUGH, through: what },
    fix: 'Update the existing order and lines in place, found by their `external_ref`, however many the request names; do not delete and recreate them. Answer the id of the row that exists, not the last one that was inserted, and derive none from what can change.',
    of: { steps },
    maybe: { ...rowsOf(name, ...ways), ...(name === 'slot' && { series }) },
    ifThere: { retry },
    judge: ({ steps, retry }, note) => {
      const tellsWhy = ({ reply }: Updated) => Number(reply.way !== undefined);
      const taken = [...steps.taken(name, ...ways)].sort((one, other) => tellsWhy(other) - tellsWhy(one));
      every(taken, (step) => {
        const { slip, more } = whyChanged(step, steps.all, retry);
        keepsIds(step, () => [more, ifEachDoes(steps.all, retry)].filter(Boolean).join(' '), slip);
      });
      expectAsked(steps, name, what, note);
    },
  }),
);

/** What ad servers may refuse by a business rule. */
const OPTIONAL: readonly ChangeName[] = ['advertiser', 'buyer', 'left-out', 'slot'];

/** Inconclusive if an update was not possible or was refused in every form. */
function expectAsked(steps: Steps<ChangeName>, name: ChangeName, what: string, note: Note): void {
  const step = steps.step(name);
  const none = NONE[name];
  if (step === undefined && none !== undefined) notApplicable(none);
  if (step === undefined) inconclusive(`No order could be used to try ${what}.`);
  if (isAccepted(step)) return;
  const { reply } = step.refused[0] ?? step;
  // The stated terms rule this change out.
  if (OPTIONAL.includes(name) && isBeyondTerms(reply) && reply.excuse) notApplicable(reply.excuse.because);
  const isPermitted = OPTIONAL.includes(step.name) && step.refusals.some((status) => status === step.reply.status);
  if (!isPermitted) inconclusive(`Every request for ${what} was refused, the first with ${describe(reply)}.`, reply);
  note(`Refused with ${String(step.reply.status)}, as a business rule may.`);
}

export const seriesKept = updates.rule({
  id: 'updates.series-keeps-ids',
  section: 'ad-server §2.7',
  requirement:
    'The order and its lines keep their ids through several updates in a row, some with several changes at once, some of one line alone, in whatever order the lines are sent.',
  problem: 'Several updates in a row change ids',
  alike: { holds: KEPT_THROUGH, through: 'several updates in a row' },
  fix: 'Match each line by its `external_ref`, never by its place in the request, and keep its id for good, whether it or another line is changed.',
  of: { edited, series },
  maybe: rowsOf('flight', 'rename-and-goal'),
  judge: ({ edited: { steps }, series: { all } }) =>
    every(
      [...steps.taken('rename-and-goal'), ...all.filter((step) => step.name !== 'slot' && isAccepted(step))],
      (step) => {
        const change = changedId(step.before, step);
        if (change !== null) throw new Violation(withMore(change, `The update that did it: ${step.what}.`));
        keepsIds(step);
      },
    ),
});

export const leftOutComesBack = updates.rule({
  id: 'updates.left-out-line-keeps-id',
  conditional: true,
  level: 'should',
  section: 'ad-server §2.7',
  requirement: 'A line that an update leaves out has the same id when the next update names it again.',
  problem: 'A line that was left out comes back with another id',
  fix: 'Leave alone what an update does not name: do not delete such a line, and do not forget its `external_ref` and its id.',
  of: { edited },
  maybe: rowsOf('left-out'),
  judge: ({ edited: { steps } }) => {
    const [[without], again] = [steps.taken('left-out'), steps.step('named-again')];
    if (without === undefined || again === undefined) notApplicable('No update that leaves a line out was accepted.');
    if (!isAccepted(again))
      inconclusive(because('The update that names it again was refused', again.reply), again.reply);
    const change = changedId(again.before, again);
    if (change !== null) violation({ ...change, replies: [again.before.reply, without.reply, again.reply] });
  },
});

export const retried = updates.rule({
  id: 'updates.retries-after-each-kind',
  section: 'ad-server §4.4 rule 2',
  requirement:
    'Whatever an update changes, a literal retry of it, and one of the request that made the order, return the same ids.',
  problem: 'After an update, a literal retry returns other ids',
  fix: 'Keep the result of each request under its key, whatever it updated and whatever came after it. Answer a repeat with that result and 200, and change nothing.',
  of: { repeats },
  ifThere: { conflicts },
  judge: ({ repeats, conflicts }) => {
    if (repeats.length === 0) inconclusive('None of the updates that are repeated was accepted.');
    every(repeats, ({ before, again, circumstance }) => {
      unlessReplaced(before, again, conflicts);
      expectRepeated(before, again, 200, circumstance);
    });
  },
});

export const attachesCreatives = updates.rule({
  id: 'updates.attaches-creatives',
  section: 'ad-server §2.6 rule 4',
  requirement: 'A creative that is accepted with a new order is also accepted in an update.',
  problem: 'An update with a creative is refused',
  fix: 'Attach creatives to lines that were booked without: most are approved after the booking, and come with an update.',
  of: { edited },
  maybe: rowsOf('creative'),
  judge: ({ edited: { steps } }) => {
    const creative = steps.step('creative');
    if (creative === undefined) inconclusive('No shape of creatives is known to be accepted.');
    const { control, reply } = creative;
    if (control !== undefined)
      unexpected(reply, 'the creative accepted in an update, as it is in a new order', control.reply);
  },
});

export const addedIsNew = updates.rule({
  id: 'updates.added-line-gets-new-id',
  section: 'ad-server §4.4 rule 5',
  requirement: 'A line that an update adds gets a `line_item_id` that no other line has.',
  problem: 'An added line gets no id of its own',
  fix: 'Create only the line that is missing, with an id of its own.',
  of: { steps, created },
  maybe: rowsOf('added-line'),
  judge: ({ steps, created }, note) => {
    expectAsked(steps, 'added-line', 'an added line', note);
    for (const added of steps.taken('added-line'))
      expectOneOwner('line_item_id', [...created, added.before, added].flatMap(linesIn));
  },
});

export const everyLineOnce = updates.rule({
  id: 'updates.every-line-once',
  section: 'ad-server §4.4 rule 5',
  requirement: 'The answer to an update names every line that was sent, once, and none that was never sent.',
  problem: 'The answer to an update does not name every line once',
  fix: 'Answer one element for each line of the request; match lines by `external_ref`, so that none is created a second time.',
  of: { steps, created },
  maybe: { series, ...everyRow },
  judge: ({ steps: { all }, created }) => {
    const taken = all.filter((step) => isAccepted(step) && hasLines(step.reply));
    const slipIn = slipOfLines(taken);
    every(taken, (step) => {
      const { what, request, reply } = step;
      const refs = linesOf(reply).map(({ ref }) => ref);
      for (const { external_ref: ref } of request.line_items)
        expectOnce(ref, refs, { what, reply, slip: slipIn(step, ref) });
      const sent = [...created, ...all.flatMap(everySent)]
        .filter((one) => one.request.order.external_ref === request.order.external_ref)
        .flatMap((one) => one.request.line_items.map((line): unknown => line.external_ref));
      const stray = refs.find((ref) => !sent.includes(ref));
      if (stray !== undefined)
        violation({
          expected: `no line but those that were sent, in the answer to ${what}`,
          actual: `a line ${shown(stray)}`,
          pointer: '/line_items',
          replies: [reply],
        });
    });
  },
});

const MOST_REFS = 3;

interface About {
  readonly what: string;
  readonly reply: Reply;
  readonly slip: Slip | undefined;
}

function expectOnce(ref: string, refs: readonly unknown[], { what, reply, slip }: About): void {
  const times = refs.filter((other) => other === ref).length;
  if (times === 1) return;
  const isOther = (one: string) => isOfCase(slip) && one.toLowerCase() === ref.toLowerCase();
  const other = times === 0 ? refs.map(String).find(isOther) : undefined;
  const instead = refs.length === 0 ? 'no line at all' : `no such line, but ${listed(refs.map(String), MOST_REFS)}`;
  violation({
    expected: `the line ${ref} once in the answer to ${what}`,
    actual: other !== undefined ? `the line ${other} in its place` : times === 0 ? instead : `it ${times} times`,
    slip: times === 0 ? slip : undefined,
    pointer: '/line_items',
    replies: [reply],
  });
}

export const addedAtOnce = updates.rule({
  id: 'updates.line-added-at-once',
  section: 'ad-server §4.4 rule 5',
  requirement: 'Updates in flight at once that add the same line create it once, and leave the other ids alone.',
  problem: 'Updates in flight at once add a line twice or change ids',
  fix: 'Put a unique constraint on the `external_ref` of the lines of an order, and let the second update wait for the first.',
  of: { race },
  judge: ({ race: { before, sent } }) => {
    every(sent, ({ reply }) => expect(reply).status(200));
    every(sent, (one) => keepsIds({ before, ...one }));
    for (const one of sent) every(sent, (other) => expectSameIds(booked(one), other));
  },
});

export const largeOrderKept = updates.rule({
  id: 'updates.many-lines-keep-ids',
  section: 'ad-server §2.7',
  requirement:
    'An order of many lines, with long references of any characters, keeps its ids: pushed again, and with more lines.',
  problem: 'An order of many lines with odd references changes ids',
  fix: 'Find an order and its lines by the references that were sent, character by character: store them as Unicode text, long enough, and neither trimmed nor escaped. Update each line in place, whatever changes in it and however many there are.',
  of: { largeOrder },
  judge: ({ largeOrder }, note) =>
    every(
      largeOrder,
      (update) => {
        expect(update.reply, `to ${update.what}`).status(200);
        expectKept(update);
      },
      note,
    ),
});

function expectKept({ before, what, ...after }: LargeUpdate): void {
  expectSameIds(before, after, ` in the answer to ${what}`);
  if (lacksLine(after))
    violation({
      expected: 'every line that was sent',
      actual: `fewer lines in the answer to ${what}`,
      pointer: '/line_items',
      replies: [before.reply, after.reply],
    });
  expectOneOwner('line_item_id', linesIn(after));
}
