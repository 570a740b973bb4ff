import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { booked, everySent, hasLines, isAccepted, linesOf, type Sent } from '../readers/booking.ts';
import { expectSameIds, isId } from '../readers/same-ids.ts';
import { keepsIds, type Updated } from '../readers/updates.ts';
import { created } from '../orders/records.ts';
import { race, everyRow, rowsOf, series } from './requests.ts';
import { steps, updates } from './records.ts';

// Rules about the lines of an updated order.

export const addedIsNew = updates.rule({
  id: 'updates.added-line-gets-new-id',
  section: 'ad-server §4.4 rule 5',
  requirement: 'A line that an update adds gets a `line_item_id` that no other line has.',
  fix: 'Create only the line that is missing, with an id of its own.',
  of: { steps, created },
  maybe: rowsOf('added-line'),
  judge: ({ steps, created }) => {
    const [added] = steps.taken('added-line');
    if (added === undefined) inconclusiveFor(steps.step('added-line'));
    const own = [...booked(added).ids.lines];
    const others = [added.before, ...created].flatMap(({ ids }) => [...ids.lines]).concat(own);
    for (const [ref, id] of own.filter(([ref, id]) => !added.before.ids.lines.has(ref) && isId(id))) {
      const owner = others.find(([other, taken]) => other !== ref && String(taken) === String(id));
      if (owner !== undefined)
        violation({
          expected: `an id of its own for ${ref}`,
          actual: `${shown(id)}, the id of ${owner[0]}`,
          pointer: '/line_items',
          replies: [added.before.reply, added.reply],
        });
    }
  },
});

function inconclusiveFor(added: Updated | undefined): never {
  const first = added?.refused[0] ?? added;
  return first === undefined
    ? inconclusive('No line could be added.')
    : inconclusive(`The request to add a line was refused: ${describe(first.reply)}.`, first.reply);
}

export const everyLineOnce = updates.rule({
  id: 'updates.every-line-once',
  section: 'ad-server §4.4 rule 5',
  requirement: 'The answer to an update names every line that was sent, once, and none that was never sent.',
  fix: 'Answer one element for each line of the request; match lines by `external_ref`, so that none is created a second time.',
  of: { steps, created },
  maybe: { series, ...everyRow },
  judge: ({ steps: { all }, created }) => {
    const taken = all.filter((step) => isAccepted(step) && hasLines(step.reply));
    every(taken, ({ what, request, reply }) => {
      const refs = linesOf(reply).map(({ ref }) => ref);
      for (const { external_ref: ref } of request.line_items) expectOnce(ref, refs, what, reply);
      const sent = refsOf(request.order.external_ref, [...created, ...all.flatMap(everySent)]);
      const stray = refs.find((ref) => !sent.has(ref));
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

function expectOnce(ref: string, refs: readonly unknown[], what: string, reply: Reply): void {
  const times = refs.filter((other) => other === ref).length;
  if (times === 1) return;
  const instead = refs.length === 0 ? '' : `, but ${inWords(refs.map(String), 'and')}`;
  violation({
    expected: `the line ${ref} once in the answer to ${what}`,
    actual: times === 0 ? `no such line${instead}` : `${times} such lines`,
    pointer: '/line_items',
    replies: [reply],
  });
}

function refsOf(order: string, sent: readonly Sent[]): ReadonlySet<unknown> {
  const own = sent.filter(({ request }) => request.order.external_ref === order);
  return new Set(own.flatMap(({ request }) => request.line_items.map((line) => line.external_ref)));
}

export const addedAtOnce = updates.rule({
  id: 'updates.line-added-at-once',
  section: 'ad-server §4.4 rule 5',
  requirement: 'Updates in flight at once that add the same line create it once, and leave the other ids alone.',
  fix: 'Put a unique constraint on the `external_ref` of the lines of an order, and let the second update wait for the first.',
  of: { race },
  judge: ({ race: { before, sent } }) => {
    every(sent, ({ reply }) => expect(reply).status(200));
    every(sent, (one) => keepsIds({ before, ...one }));
    for (const one of sent) every(sent, (other) => expectSameIds(booked(one), other));
  },
});
