import { because, expect, expectNone, shapeViolation, violation } from '../../../src/engine/expect.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { updates } from '../booking-records.ts';
import { deliveryOf, faultsByRule, hasRows, isRefused, isReported, lineIdsIn } from '../desk/reports.ts';
import { reportedAgain } from './requests.ts';

/** Mistakes from before any update are those of other rules. */
export const reportsKeepForm = updates.rule({
  id: 'updates.reports-keep-their-form',
  section: 'ad-server §4.5',
  requirement: 'A report over lines that were updated is answered as before: with 200, and rows of the same form.',
  problem: 'Reports over updated lines are not answered as before',
  fix: 'Make the report of a line from what is booked now, whatever was updated: every field in every row, and 0 if there is nothing to count.',
  of: { again: reportedAgain },
  judge: ({ again: { own, served, before } }) => {
    if (isRefused(own) && served.length === 0)
      inconclusive(because('The report over updated lines was refused', own), own);
    if (!isReported({ own, served })) expect(own).status(200);
    const known = new Set(before.served.flatMap((reply) => [...faultsByRule(reply).keys()]));
    for (const reply of served)
      for (const [rule, faults] of faultsByRule(reply)) if (!known.has(rule)) throw shapeViolation(reply, faults);
    if (known.size > 0) inconclusive('Reports were not of the right form before any update either.', ...before.served);
  },
});

export const stillNoDelivery = updates.rule({
  id: 'updates.draft-still-has-no-delivery',
  section: 'ad-server §1',
  requirement: 'A draft does not serve after an update either: it has no impressions and no clicks.',
  problem: 'A draft delivers after an update',
  fix: 'Find out which update makes a line deliver, such as one that brings a creative, and stop that: a line stays a draft until a person activates it.',
  of: { again: reportedAgain },
  weight: 'live-order',
  judge: ({ again: { ids, names, served, before } }) => {
    if (before.served.some((reply) => deliveryOf(ids, reply) !== null))
      inconclusive('Drafts had delivery before any update.', ...before.served);
    for (const reply of served) expectNone(deliveryOf(ids, reply, names));
    if (served.length === 0 || !served.every(hasRows)) inconclusive('There was no report with rows.');
    if (ids.length === 0) inconclusive('No line has an id to look for.');
  },
});

export const reportsKeepIds = updates.rule({
  id: 'updates.reports-keep-ids',
  conditional: true,
  section: 'ad-server §2.7',
  requirement: 'A line that was updated is reported under the same `line_item_id` as before.',
  problem: 'An updated line is reported under another id',
  fix: 'Report each line under the id that `POST /orders` first answered for it, whatever was updated since.',
  of: { again: reportedAgain },
  judge: ({ again: { ids, own, before } }) => {
    const was = lineIdsIn(before.own);
    // A service that reports lines it was not asked for may do so only sometimes.
    if (was.length === 0 || !was.every((id) => ids.includes(id)))
      notApplicable('Before the updates the report had no rows, or rows of other lines as well.');
    if (!hasRows(own)) inconclusive(because('The report over updated lines has no rows', own), own);
    const [is, known] = [lineIdsIn(own), [...ids, ...before.served.flatMap(lineIdsIn)]];
    const [missed, other] = [was.find((id) => !is.includes(id)), is.find((id) => !known.includes(id))];
    if (missed !== undefined && other !== undefined)
      violation({
        expected: `rows of ${shown(missed)} again`,
        actual: `rows of ${shown(other)}, which was not asked for`,
        pointer: '/rows',
        replies: [before.own, own],
      });
  },
});
