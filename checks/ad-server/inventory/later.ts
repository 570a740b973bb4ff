import { describe, violation } from '../../../src/engine/expect.ts';
import { cut } from '../../../src/text/cut.ts';
import { maxPages } from '../../givens.ts';
import { inventory, listed } from './checks.ts';
import { idsStable, walkEnds } from './paging.ts';
import { notAPage, walk } from '../readers/inventory-walk.ts';
import { BOUND } from '../values/page-sizes.ts';
import { isLastingBreakdown } from '../readers/breakdown.ts';
import { renumbered } from '../readers/walk-comparison.ts';

/** The list once all else has been asked for: its first page, and all of it where ids seem to have changed. */
export const lateReadings = inventory.stage(
  {
    id: 'inventory.late-readings',
    needs: { all: listed, stable: idsStable, maxPages },
    last: true,
    sends: { inventory: 1 },
  },
  async ({ http, all, maxPages }) => {
    const look = await walk(http, { limit: BOUND, maxPages, pages: 1 });
    const whole = renumbered(all, look) === null ? null : await walk(http, { limit: BOUND, maxPages });
    return { look, whole };
  },
);

inventory.check(
  {
    id: 'inventory.read-throughout',
    level: 'must',
    section: 'ad-server §4.2',
    requirement: 'The inventory can be read at the end of a run as at its beginning.',
    fix: 'Find in your log what `GET /inventory` failed on: what was booked meanwhile, or something that ran out.',
    needs: { late: lateReadings, walkEnds },
  },
  ({ late: { look } }) => {
    const { first } = look;
    if (isLastingBreakdown(first))
      violation({ expected: 'status 200, as at the beginning', actual: describe(first), replies: [first] });
    const finding = notAPage(first);
    if (finding !== null) violation({ ...finding, expected: `${finding.expected}, as at the beginning` });
  },
);

inventory.check(
  {
    id: 'inventory.ids-stable-throughout',
    level: 'must',
    section: 'ad-server §2.3',
    requirement: 'Slots keep their `inventory_id` from the beginning of a run to its end.',
    fix: 'Send the id that the slot has in your system, whatever was booked, deployed or imported meanwhile.',
    needs: { all: listed, late: lateReadings },
    once: true,
  },
  ({ all, late: { look: again, whole } }) => {
    if (whole === null || all.end.kind !== 'last-page' || whole.end.kind !== 'last-page') return;
    const changed = renumbered(all, whole);
    if (changed === null) return;
    const { look, before, after, slots, alike } = changed;
    violation({
      expected: `the id ${JSON.stringify(before)} throughout`,
      actual: JSON.stringify(after),
      message: `The slot ${cut(look, 80)} had the id ${JSON.stringify(before)} and later ${JSON.stringify(after)}; so it is with ${slots} of ${alike} slots that look as they did. A third reading confirms it.`,
      replies: [all.first, again.first, whole.first],
    });
  },
);
