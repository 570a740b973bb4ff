import { adServer } from '../phases.ts';
import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import { shown, shownMember } from '../../../src/schema/faults.ts';
import { deliveryReport } from '../../../src/schema/generated/validators.js';
import { isObject, member } from '../../json.ts';
import { created } from '../orders/kinds.ts';
import { alteredIn, isRefused, isReported, reported, reportRequest, type Reported } from '../orders/reported.ts';
import { deliveryOf, hasRows, lineIdsIn, rowsOf } from '../readers/report-rows.ts';

export const reports = adServer.module('reports', 'Delivery reports');

const answers = reports.check(
  {
    id: 'reports.answers-200',
    level: 'must',
    section: 'ad-server §4.5',
    requirement: '`POST /reports` answers 200.',
    fix: 'Serve `POST /reports` with status 200. If your service wants another request body than this run sent, put it into a file and name it with --report-request.',
    needs: { reported },
  },
  ({ reported: { own, single, served, taken } }) => {
    if (isRefused(own) && served.length === 0)
      inconclusive(
        `The report request was refused: ${describe(own)}. The contract leaves its shape open: give yours with --report-request <file>.`,
        own,
      );
    if (!isReported({ own, served })) expect(own).status(200);
    for (const reply of taken) expect(reply).status(200);
    if (single !== null && hasFailed(single) && !isRefused(single))
      expect(single, 'to a report over a single line').status(200);
  },
);

/** The answers that hold a report, whatever success they came with. */
const served = reports.stage({ id: 'reports.served', needs: { reported } }, ({ reported }) => {
  if (!isReported(reported)) blockedBy(answers);
  return reported.served;
});

const rowsIsArray = reports.check(
  {
    id: 'reports.rows-is-array',
    level: 'must',
    section: 'ad-server §4.5',
    requirement: 'The body of a report is a JSON object with an array in `rows`.',
    fix: 'Answer `{ "rows": [ … ] }`; where there is nothing to report, `rows` is an empty array.',
    needs: { served },
  },
  ({ served }) => {
    for (const reply of served) {
      const body = expect(reply).json();
      const rows = member(body, 'rows');
      if (!Array.isArray(rows))
        violation({
          expected: 'an array in rows',
          actual: shownMember(rows, 'rows', body),
          pointer: rows === undefined ? '' : '/rows',
          replies: [reply],
        });
      const odd = rows.findIndex((row: unknown) => typeof row !== 'object' || row === null || Array.isArray(row));
      if (odd !== -1)
        violation({
          expected: 'an object for each row',
          actual: shown(rows[odd]),
          pointer: `/rows/${odd}`,
          replies: [reply],
        });
    }
  },
);

reports.check(
  {
    id: 'reports.cursor-form',
    level: 'must',
    section: 'ad-server §4.5',
    requirement: '`next_cursor`, where it is there, is a string, or null where the report ends.',
    fix: 'Send the cursor as a string; where the report ends, leave it out or send null.',
    needs: { served },
  },
  ({ served }) => {
    for (const reply of served) if (reply.json.ok) expect(reply).fits(deliveryReport, '/next_cursor');
    if (!served.every(({ json }) => json.ok && isObject(json.value))) blockedBy(rowsIsArray);
  },
);

const MEMBERS = [
  [
    'line_item_id',
    'row-line-item-id',
    '`line_item_id`: a string, the id that `POST /orders` returned',
    'Send the `line_item_id` of the order answer, as a JSON string: delivery is reconciled by it.',
  ],
  ['date', 'row-date', '`date`: a string', 'Send the day of the row as a string.'],
  [
    'impressions',
    'row-impressions',
    '`impressions`: an integer',
    'Send the impressions as a JSON integer, without quotes and without decimals.',
  ],
  ['clicks', 'row-clicks', '`clicks`: an integer', 'Send the clicks as a JSON integer, 0 where there were none.'],
] as const;

for (const [name, rule, what, fix] of MEMBERS)
  reports.check(
    {
      id: `reports.${rule}`,
      level: 'must',
      section: 'ad-server §2.8',
      requirement: `Every row has ${what}.`,
      fix,
      needs: { served, reported, request: reportRequest },
    },
    ({ served, reported, request: { ids, refs, otherIds }, note }) => {
      const rows = served.flatMap(rowsOf);
      for (const reply of served.filter(hasRows)) {
        expect(reply).fits(deliveryReport, `/rows/*/${name}`);
        if (name === 'line_item_id') expectNoRef(refs, reply);
      }
      if (name === 'line_item_id') {
        expectNoneAltered(ids, reported);
        expectNoOtherIds(ids, otherIds, reported);
      }
      if (!served.every(hasRows)) blockedBy(rowsIsArray);
      if (rows.length === 0) notApplicable('The reports hold no row.');
      note(`${rows.length} rows.`);
    },
  );

/** Expects that no row names a line by the reference that the client gave to it. */
function expectNoRef(refs: readonly string[], reply: Reply): void {
  for (const [index, row] of rowsOf(reply).entries()) {
    const id = member(row, 'line_item_id');
    if (typeof id === 'string' && refs.includes(id))
      violation({
        expected: 'the line_item_id that the order was answered with',
        actual: `${shown(id)}, the external_ref of the line`,
        pointer: `/rows/${index}/line_item_id`,
        replies: [reply],
      });
  }
}

/** Expects that lines are not named by their ids in another form: the client compares them letter for letter. */
function expectNoneAltered(ids: readonly string[], reported: Reported): void {
  const altered = alteredIn(ids, reported);
  for (const [index, row] of rowsOf(reported.own).entries()) {
    const as = member(row, 'line_item_id');
    const id = altered.get(String(as));
    if (id !== undefined)
      violation({
        expected: `${shown(id)}, the line_item_id that the order was answered with`,
        actual: shown(as),
        pointer: `/rows/${index}/line_item_id`,
        replies: [reported.own],
      });
  }
}

/** Expects that the report on lines does not name their orders or slots in their place, wherever it names any. */
function expectNoOtherIds(
  ids: readonly string[],
  others: ReadonlyMap<string, 'order_id' | 'inventory_id'>,
  { own }: Reported,
): void {
  const found = lineIdsIn(own);
  const [first] = found;
  // Ids of orders may be those of others' lines; all at once they are no chance.
  if (first === undefined || found.some((id) => ids.includes(id) || !others.has(id))) return;
  if (found.length === 1 && /^\d+$/.test(first)) return;
  violation({
    expected: 'the line_item_id that the order was answered with',
    actual: `${shown(first)}, the ${others.get(first) ?? ''} of the line`,
    pointer: '/rows/0/line_item_id',
    replies: [own],
  });
}

reports.check(
  {
    id: 'reports.draft-has-no-delivery',
    level: 'must',
    section: 'ad-server §1',
    requirement: 'A draft does not serve: it has no impressions and no clicks.',
    fix: 'Find out why lines that were only saved as drafts deliver, and stop them: nothing that `POST /orders` creates may serve.',
    needs: { created, served, reported, request: reportRequest },
    alarm: true,
  },
  ({ served, reported, request: { ids, names } }) => {
    const named = [...ids, ...alteredIn(ids, reported).keys()];
    for (const reply of served) {
      const delivery = deliveryOf(named, reply, names);
      if (delivery !== null) violation(delivery);
    }
    if (!served.every(hasRows)) blockedBy(rowsIsArray);
    if (ids.length === 0) blockedBy({ id: 'orders.line-item-id' });
  },
);
