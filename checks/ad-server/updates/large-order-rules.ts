import { expect, expectNone, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { changedId, changedLines, expectOneOwner, expectSameIds, lacksLine, linesIn } from '../readers/same-ids.ts';
import { largeOrder, type LargeUpdate } from './large-order-requests.ts';
import { updates } from './records.ts';

export const largeOrderKept = updates.rule({
  id: 'updates.many-lines-keep-ids',
  section: 'ad-server §2.7',
  requirement:
    'An order of many lines, with long references of any signs, keeps its ids: pushed again, changed, and changed back.',
  fix: 'Find an order and its lines by the references that were sent, sign by sign: store them as Unicode text, long enough, and neither trimmed nor escaped. Update each line in place, whatever changes in it and however many there are.',
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
  const change = changedId(before, after);
  if (change !== null) {
    const all = before.request.line_items.length;
    const lines = changedLines(before, after).length;
    const where =
      change.pointer === '/order_id' ? '' : `; ${lines} of ${all} lines ${lines === 1 ? 'has' : 'have'} another id`;
    expectNone({ ...change, actual: `${change.actual} in the answer to ${what}${where}` });
  }
  expectSameIds(before, after, ` in the answer to ${what}`);
  // Lines that the update added have no id from before.
  if (lacksLine(after))
    violation({
      expected: 'every line that was sent',
      actual: `fewer lines in the answer to ${what}`,
      pointer: '/line_items',
      replies: [before.reply, after.reply],
    });
  expectOneOwner('line_item_id', linesIn(after.reply, after.request));
}
