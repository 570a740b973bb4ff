import { describe, expect, shapeViolation, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { askAgain, isRefused, isReported, reported, reportRequest } from '../reports/requests.ts';
import { all, updates } from './edited.ts';
import { answers200 } from './ids.ts';
import { idsOf, isAccepted } from '../readers/booking.ts';
import { deliveryOf, faultsByRule, hasRows, lineIdsIn } from '../readers/report-rows.ts';

/** The report over all lines once they were updated, those that an update added included, and the one of before. */
const later = updates.stage(
  {
    id: 'updates.reported',
    needs: { all, request: reportRequest, before: reported },
    sends: { reports: 1 },
  },
  async ({ http, all, request, before }) => {
    const taken = all.filter(isAccepted);
    if (taken.length === 0) blockedBy(answers200);
    if (!isReported(before)) blockedBy({ id: 'reports.answers-200' });
    const named = taken.flatMap(({ reply }) => [...idsOf(reply).lines.values()]);
    const ids = [...new Set([...request.ids, ...named.filter((id) => typeof id === 'string')])];
    const updated = taken.flatMap(({ reply, what }) =>
      [...idsOf(reply).lines].map(([ref, id]) => [id, ` (${ref}), after ${what}`] as const),
    );
    const names = new Map<unknown, string>([...request.names, ...updated]);
    return { ids, names, before, ...(await askAgain(http, ids, before)) };
  },
);

/** What is wrong already before any update is judged by the chapter on reports, and there alone. */
const keepForm = updates.check(
  {
    id: 'updates.reports-keep-their-form',
    level: 'must',
    section: 'ad-server §4.5',
    requirement: 'A report over lines that were updated is answered as before: with 200, and rows of the same form.',
    fix: 'Make the report of a line from what is booked now, whatever was updated: every member in every row, and 0 where there is nothing to count.',
    needs: { later },
  },
  ({ later: { own, served, before } }) => {
    if (isRefused(own) && served.length === 0)
      inconclusive(`The report over updated lines was refused: ${describe(own)}.`, own);
    if (!isReported({ own, served })) expect(own).status(200);
    const broken = new Set(before.served.flatMap((reply) => [...faultsByRule(reply).keys()]));
    for (const reply of served)
      for (const [rule, faults] of faultsByRule(reply)) if (!broken.has(rule)) throw shapeViolation(reply, faults);
    const [rule] = broken;
    if (rule !== undefined) blockedBy({ id: rule });
  },
);

updates.check(
  {
    id: 'updates.draft-still-has-no-delivery',
    level: 'must',
    section: 'ad-server §1',
    requirement: 'A draft does not serve once it was updated either: it has no impressions and no clicks.',
    fix: 'Find out which update makes a line deliver, such as one that brings a creative, and stop that: a line stays a draft until a person activates it.',
    needs: { later },
    alarm: true,
  },
  ({ later: { ids, names, served, before } }) => {
    if (before.served.some((reply) => deliveryOf(ids, reply) !== null))
      blockedBy({ id: 'reports.draft-has-no-delivery' });
    for (const reply of served) {
      const delivery = deliveryOf(ids, reply, names);
      if (delivery !== null) violation(delivery);
    }
    if (served.length === 0 || !served.every(hasRows)) blockedBy(keepForm);
    if (ids.length === 0) blockedBy({ id: 'orders.line-item-id' });
  },
);

updates.check(
  {
    id: 'updates.reports-keep-ids',
    level: 'must',
    section: 'ad-server §2.7',
    requirement: 'A line that was updated is reported under the `line_item_id` of before.',
    fix: 'Report each line under the id that `POST /orders` first answered for it, whatever was updated since.',
    needs: { later },
  },
  ({ later: { ids, own, before } }) => {
    const was = lineIdsIn(before.own);
    // Whoever reports lines that were not asked for may do so now and then.
    if (was.length === 0 || !was.every((id) => ids.includes(id)))
      notApplicable('Before the updates the report had no rows, or rows of other lines as well.');
    if (!hasRows(own)) blockedBy(keepForm);
    const is = lineIdsIn(own);
    const missed = was.find((id) => !is.includes(id));
    const known = [...ids, ...before.served.flatMap(lineIdsIn)];
    const other = is.find((id) => !known.includes(id));
    if (missed !== undefined && other !== undefined)
      violation({
        expected: `rows of ${shown(missed)} again`,
        actual: `rows of ${shown(other)}, which was not asked for`,
        pointer: '/rows',
        replies: [before.own, own],
      });
  },
);
