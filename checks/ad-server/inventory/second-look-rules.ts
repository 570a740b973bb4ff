import { every } from '../../../src/engine/excuse.ts';
import { violation, otherAnswer } from '../../../src/engine/expect.ts';
import { inconclusive, Violation } from '../../../src/engine/signal.ts';
import { cut } from '../../../src/text/cut.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';

import { isLastingBreakdown } from '../readers/breakdown.ts';
import { notAPage } from '../readers/inventory-walk.ts';
import { otherWayOn } from '../readers/other-cursor.ts';
import * as comparison from '../readers/walk-comparison.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import { LARGEST } from '../values/page-sizes.ts';
import { expectLastPage } from './paging-rules.ts';
import { inventory, listed, walks } from './records.ts';
import { withCount } from './rules.ts';
import { lateReadings, secondLooks } from './second-look-requests.ts';
import { withMore } from '../../expectations.ts';

export const idsStable = inventory.rule({
  id: 'inventory.ids-stable',
  section: 'ad-server §2.3',
  requirement: 'A slot keeps its `inventory_id` from one reading to the next.',
  problem: 'Slots change their `inventory_id` between readings',
  fix: 'Send the id that the slot has in your system; do not generate ids while answering.',
  of: { listed, secondLooks },
  once: true,
  judge: ({ listed, secondLooks }) =>
    every(secondLooks, ({ size, ...look }) => {
      const { walk, whole, again } = look;
      const changed = comparison.confirmedRenamed(listed, look);
      if (changed === null) return;
      if ([listed, walk, whole, ...again].some(({ repeated, repeatedOnPage }) => repeated ?? repeatedOnPage))
        inconclusive(
          'Slots are listed twice and others may be missing, so of two slots that look the same each may show in one reading only.',
        );
      const [before, after] = [JSON.stringify(changed.before), JSON.stringify(changed.after)];
      violation({
        expected: `the id ${before} in every reading`,
        actual: after,
        what: `The slot ${cut(changed.look, 80)} had the id ${before} and, ${size}, ${after}. A third reading confirms that ids change.`,
        replies: [listed.first, walk.first],
      });
    }),
});

export const noSlotOnTwoPages = inventory.rule({
  id: 'inventory.no-slot-on-two-pages',
  section: 'ad-server §2.3',
  requirement: 'No slot is on two pages of one walk.',
  problem: 'A slot is listed on two pages of one walk',
  fix: 'Page over a stable order with a unique sort key, so that no slot is on both sides of a page break.',
  of: { listed, walks, secondLooks },
  once: true,
  judge: ({ walks, secondLooks }) => {
    const isRound = walks.some(({ walk }) => walk.end.kind === 'circle');
    const isKnown = (id: string) => walks.some(({ walk }) => walk.ids.has(id));
    for (const { size, walk, again } of secondLooks)
      if (comparison.isListedTwice(walk, isRound) && comparison.isConfirmedAgain(walk.repeated, again, isKnown))
        throw new Violation(withCount(walk.repeated, `slots are on two pages ${size}`));
  },
});

export const sameAtEverySize = inventory.rule({
  id: 'inventory.same-at-every-page-size',
  section: 'ad-server §4.2',
  requirement: 'Every page size leads through the same slots: none is lost between pages.',
  problem: 'Slots are lost between pages',
  fix: 'Let the cursor point behind the last slot that was sent, whatever the page size, and send one as long as any slot is left. Choose the slots in the same way for every `limit`: no filter may depend on it.',
  of: { listed, walks, secondLooks },
  once: true,
  judge: ({ listed, walks, secondLooks }) => {
    every(walks, expectLastPage);
    for (const { size, ...look } of secondLooks) {
      const confirmed = comparison.confirmedDifference(listed, look);
      const missing = confirmed.filter((id) => look.whole.ids.has(id));
      const [ids, what] = missing.length > 0 ? [missing, `missing ${size}`] : [confirmed, `listed only ${size}`];
      if (ids.length === 0) continue;
      violation({
        expected: `the same slots with limit=${LARGEST} and ${size}`,
        actual: someSlots(ids, what, listed) + wayOnFrom(look.walk),
        replies: [listed.first, look.walk.first],
      });
    }
  },
});

/** What a walk that ended on its first page should have followed. */
function wayOnFrom({ pages, first }: Walk): string {
  const other = pages === 1 ? otherWayOn(first) : null;
  return other === null ? '' : `; its first page has no next_cursor, but ${other}, which no client follows`;
}

export const readThroughout = inventory.rule({
  id: 'inventory.read-throughout',
  ofWholeRun: true,
  section: 'ad-server §4.2',
  requirement: 'The inventory can be read at the end of a run as at its beginning, and its slots are as whole.',
  problem: 'The inventory can no longer be read at the end of the run',
  fix: 'Check your log for errors of `GET /inventory`, and look at how it joins slots with what is booked: it may fail on a booked slot, list it once for each line, or lose members of it; or a resource ran out.',
  of: { walks, late: lateReadings },
  judge: ({ walks, late: { look } }) => {
    const { first, faults, repeatedOnPage } = look;
    if (isLastingBreakdown(first))
      violation(otherAnswer(first, [200], { more: 'At the beginning of the run it was right.' }));
    const isNew = (has: (walk: Walk) => boolean) => walks.every(({ walk }) => !has(walk));
    const broken = [...faults].flatMap(([name, { finding }]) =>
      isNew((walk) => walk.faults.has(name)) ? finding : [],
    );
    const twice = isNew((walk) => walk.repeatedOnPage !== null) ? repeatedOnPage?.finding : undefined;
    for (const finding of [notAPage(first), ...broken, twice])
      if (finding) violation(withMore(finding, 'At the beginning of the run it was right.'));
  },
});

inventory.rule({
  id: 'inventory.ids-stable-throughout',
  ofWholeRun: true,
  section: 'ad-server §2.3',
  requirement: 'Slots keep their `inventory_id` from the beginning of a run to its end.',
  problem: 'Slots change their `inventory_id` during the run',
  fix: 'Send the id that the slot has in your system, whatever was booked, deployed or imported meanwhile.',
  of: { listed, late: lateReadings },
  once: true,
  judge: ({ listed, late: { look: lateLook, whole } }) => {
    if (whole === null || listed.end.kind !== 'last-page' || whole.end.kind !== 'last-page') return;
    const changed = comparison.renumbered(listed, whole);
    if (changed === null) return;
    const { look, slots, alike } = changed;
    const [before, after] = [JSON.stringify(changed.before), JSON.stringify(changed.after)];
    violation({
      expected: `the id ${before} throughout`,
      actual: after,
      what: `The slot ${cut(look, 80)} had the id ${before} and later ${after}, as have ${slots} of ${alike} slots that look the same as before. A third reading confirms it.`,
      replies: [listed.first, lateLook.first, whole.first],
    });
  },
});

function someSlots(ids: readonly string[], what: string, { archived }: Walk): string {
  const isArchived = (id: string) => archived.some((slot) => slot.inventory_id === id);
  const some = ids.slice(0, 3).map((id) => cut(JSON.stringify(id), 80) + (isArchived(id) ? ' (archived)' : ''));
  return `${amount(ids.length, 'slot')} ${what}, such as ${inWords(some, 'and')}`;
}
