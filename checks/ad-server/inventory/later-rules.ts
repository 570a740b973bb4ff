import { describe, violation } from '../../../src/engine/expect.ts';
import { cut } from '../../../src/text/cut.ts';
import { isLastingBreakdown } from '../readers/breakdown.ts';
import { notAPage } from '../readers/inventory-walk.ts';
import { renumbered } from '../readers/walk-comparison.ts';
import { lateReadings } from './second-look-requests.ts';
import { inventory, listed } from './records.ts';

// What holds of the inventory at the end of a run.

export const readThroughout = inventory.rule({
  id: 'inventory.read-throughout',
  section: 'ad-server §4.2',
  requirement: 'The inventory can be read at the end of a run as at its beginning.',
  fix: 'Check your log for errors of `GET /inventory`: it may fail on something that was booked meanwhile, or a resource ran out.',
  of: { late: lateReadings },
  judge: ({ late: { look } }) => {
    const { first } = look;
    if (isLastingBreakdown(first))
      violation({ expected: 'status 200, as at the beginning', actual: describe(first), replies: [first] });
    const finding = notAPage(first);
    if (finding !== null) violation({ ...finding, expected: `${finding.expected}, as at the beginning` });
  },
});

inventory.rule({
  id: 'inventory.ids-stable-throughout',
  section: 'ad-server §2.3',
  requirement: 'Slots keep their `inventory_id` from the beginning of a run to its end.',
  fix: 'Send the id that the slot has in your system, whatever was booked, deployed or imported meanwhile.',
  of: { listed, late: lateReadings },
  once: true,
  judge: ({ listed, late: { look: lateLook, whole } }) => {
    if (whole === null || listed.end.kind !== 'last-page' || whole.end.kind !== 'last-page') return;
    const changed = renumbered(listed, whole);
    if (changed === null) return;
    const { look, slots, alike } = changed;
    const [before, after] = [JSON.stringify(changed.before), JSON.stringify(changed.after)];
    violation({
      expected: `the id ${before} throughout`,
      actual: after,
      message: `The slot ${cut(look, 80)} had the id ${before} and later ${after}, as have ${slots} of ${alike} slots that look the same as before. A third reading confirms it.`,
      replies: [listed.first, lateLook.first, whole.first],
    });
  },
});
