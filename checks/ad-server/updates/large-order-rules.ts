import { expect, expectNone, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { changedId, changedLines, expectOneOwner, expectSameIds, lacksLine, linesIn } from '../readers/same-ids.ts';
import { largeOrder, type LargeUpdate } from './large-order-requests.ts';
import { updates } from './records.ts';

export const largeOrderKept = updates.rule({
  id: 'updates.many-lines-keep-ids',
  section: 'ad-server §2.7',
  requirement:
    'An order of many lines, with long references of any signs, keeps its ids: pushed again, changed in each line in another way, and changed back.',
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

function expectKept({ before, edits, what, ...after }: LargeUpdate): void {
  const change = changedId(before, after);
  const lines = changedLines(before, after).map(({ ref }) => ref);
  if (change !== null) {
    const where = change.pointer === '/order_id' ? '' : `; ${changedInWords(lines, edits, before)}`;
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

const MOST_NAMED = 3;

/** Which lines have another id: what was changed in them names the cause, or that it was nothing. */
function changedInWords(
  refs: readonly string[],
  edits: LargeUpdate['edits'],
  { request }: LargeUpdate['before'],
): string {
  const all = request.line_items.length;
  if (refs.length === all) return `so have all ${all} lines`;
  const whats = [...new Set(refs.flatMap((ref) => edits.get(ref) ?? []))];
  const more = whats.length - MOST_NAMED;
  const named = more > 0 ? [...whats.slice(0, MOST_NAMED), `${more} other changes`] : whats;
  const because = named.length === 0 ? '' : `, with ${inWords(named, 'and')}`;
  return `${refs.length} of ${all} lines ${refs.length === 1 ? 'has' : 'have'} another id${because}`;
}
