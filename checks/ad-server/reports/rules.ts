import type { Reported } from '../desk/material.ts';
import { slipIn } from '../../../src/causes/slip.ts';
import { because, describe, expect, expectNone, isReportToCome, violation } from '../../../src/engine/expect.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { texts } from '../../../src/engine/rule.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { hasFailed, isServed, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { deliveryReport } from '../../../src/schema/generated/validators.js';
import { amount } from '../../../src/text/in-words.ts';
import { expectArrayOfObjects, isObject, member, valueAt } from '../../json.ts';
import {
  deliveryOf,
  hasRows,
  lineIdsIn,
  rowsOf,
  alteredIn,
  isRefused,
  isReported,
  strangeIds,
} from '../desk/reports.ts';
import { served } from './requests.ts';
import { everyCreated, reported, reportRequest, reports, type ReportRequest } from '../booking-records.ts';

export const answers200 = reports.rule({
  id: 'reports.answers-200',
  section: 'ad-server §4.5',
  requirement: '`POST /reports` answers 200.',
  problem: '`POST /reports` does not answer 200',
  fix: 'Serve `POST /reports` with status 200, since `/health` declares `reporting: true`; if there is nothing to report, `rows` is an empty array. If your service needs another request body, put it in a file and pass that with --report-request.',
  of: { reported },
  judge: ({ reported: { own, single, served, taken } }) => {
    const noData = own.status === 404 ? 'If there is no data yet, answer 200 with an empty array of rows. ' : '';
    const why = `The report request was refused: ${describe(own)}. ${noData}${TEMPLATE}`;
    if (isRefused(own) && served.length === 0) inconclusive(why, own);
    if (!isReported({ own, served })) expect(own).status(200);
    for (const reply of taken) expect(reply).status(200);
    if (single !== null && hasFailed(single) && !isRefused(single))
      expect(single, 'to a report about a single line').status(200);
  },
});

const TEMPLATE = 'The contract does not fix the shape of the request: pass yours with --report-request <file>.';

export const rowsIsArray = reports.rule({
  id: 'reports.rows-is-array',
  section: 'ad-server §4.5',
  requirement: 'The body of a report is a JSON object whose `rows` is an array of objects.',
  problem: 'A report has no array of objects in `rows`',
  fix: 'Answer `{ "rows": [ … ] }`; if there is nothing to report, `rows` is an empty array.',
  of: { served, reported },
  judge: ({ served, reported }) => {
    for (const reply of [...served, ...reportOfOthers(reported)]) {
      if (reply.status === 202 && isReportToCome(reply)) inconclusive(because('The report is to come', reply), reply);
      expectArrayOfObjects(reply, 'rows', 'row');
    }
  },
});

/** A request without ids may come to something else than a report, such as a job. */
function reportOfOthers({ ofOthers }: Reported): readonly Reply[] {
  return ofOthers && isServed(ofOthers) && valueAt(ofOthers, 'rows') !== undefined ? [ofOthers] : [];
}

export const cursorForm = reports.rule({
  id: 'reports.cursor-form',
  section: 'ad-server §4.5',
  requirement: '`next_cursor` of a report, if present, is a string; null is tolerated.',
  problem: '`next_cursor` of a report is neither a string nor null',
  fix: 'Send the cursor as a string, and leave the member out if there is nothing more to read.',
  of: { served },
  judge: ({ served }) => {
    for (const reply of served) if (reply.json.ok) expect(reply).fits(deliveryReport, '/next_cursor');
    const odd = served.find(({ json }) => !json.ok || !isObject(json.value));
    if (odd !== undefined) inconclusive('An answer is not a JSON object.', odd);
  },
});

const ROW_MEMBERS = {
  line_item_id: [
    'Every row has `line_item_id`: a string, the id that `POST /orders` returned.',
    'A row has no `line_item_id` that `POST /orders` returned',
    'Send the `line_item_id` of the order answer, as a JSON string: the client matches delivery to lines by it.',
  ],
  date: [
    'Every row has `date`: a string with the day.',
    'A row has no usable `date`',
    'Send the day of the row in `date`, as a JSON string such as `"2027-03-01"`: in Jackson, with `WRITE_DATES_AS_TIMESTAMPS` off.',
  ],
  impressions: [
    'Every row has `impressions`: an integer of at least 0.',
    'A row has no `impressions`, or not an integer of at least 0',
    'Send the impressions as a JSON integer of at least 0, without quotes and without decimals.',
  ],
  clicks: [
    'Every row has `clicks`: an integer of at least 0.',
    'A row has no `clicks`, or not an integer of at least 0',
    'Send the clicks as a JSON integer of at least 0: 0 if there were none.',
  ],
} as const;

export const rowRules = rulesOf(ROW_MEMBERS, (name, row) =>
  reports.rule({
    id: `reports.row-${name.replaceAll('_', '-')}`,
    conditional: true,
    section: 'ad-server §2.8',
    ...texts(row),
    of: { served, reported, request: reportRequest },
    judge: ({ served, reported, request }, note) => {
      // House or unsold delivery may have no line.
      const others = reportOfOthers(reported);
      const areOpen = name === 'line_item_id' && others.some((reply) => lineIdsIn(reply).length > 0);
      const all = [...served, ...(areOpen ? [] : others)];
      for (const reply of all.filter(hasRows)) expect(reply).fits(deliveryReport, `/rows/*/${name}`);
      if (name === 'date') all.forEach(expectDays);
      if (name === 'line_item_id')
        for (const reply of [...served, ...(reported.single ? [reported.single] : [])])
          expectNoOtherName(namesInPlaceOfIds(request, reported), request.ids, reply);
      expectRows(served);
      const rows = all.flatMap(rowsOf);
      if (rows.length === 0) notApplicable('The reports have no rows.');
      note(`${amount(rows.length, 'row')}.`);
    },
  }),
);

const hasDay = (row: unknown): boolean => /\d/.test(String(member(row, 'date')));

function expectDays(reply: Reply): void {
  const index = rowsOf(reply).findIndex((row) => typeof member(row, 'date') === 'string' && !hasDay(row));
  if (index >= 0)
    violation({
      expected: 'the day of the row',
      actual: shown(member(rowsOf(reply)[index], 'date')),
      fix: FIX_OF_TOTAL,
      pointer: `/rows/${index}/date`,
      replies: [reply],
    });
}

const FIX_OF_TOTAL =
  'Leave out what is not one line on one day, such as the total row of an export: the client would add it to the rows.';

function expectRows(served: readonly Reply[]): void {
  const odd = served.find((reply) => !hasRows(reply));
  if (odd !== undefined) inconclusive('An answer has no array of rows.', odd);
}

function otherIdsOf(ids: readonly string[], reported: Reported): ReadonlyMap<string, string> {
  const altered = alteredIn(ids, reported);
  return altered.size > 0 ? altered : strangeIds(ids, reported);
}

/** What else rows may call the lines of this run, in place of their ids, and what that is. */
function namesInPlaceOfIds(request: ReportRequest, reported: Reported): ReadonlyMap<string, string> {
  return new Map([
    ...request.refs.map((ref) => [ref, 'the external_ref of the line'] as const),
    ...Array.from(otherIdsOf(request.ids, reported), ([as, id]) => [as, `in place of ${JSON.stringify(id)}`] as const),
    ...otherIdsIn(reported.own, request),
  ]);
}

/** Ids of orders or slots, if all rows have such. A single number may be the id of another line by chance. */
function otherIdsIn(own: Reply, { ids, otherIds }: ReportRequest): (readonly [id: string, what: string])[] {
  const found = lineIdsIn(own);
  if (found.some((id) => ids.includes(id) || !otherIds.has(id))) return [];
  if (found.length === 1 && /^\d+$/.test(found.join())) return [];
  return found.map((id) => [id, `the ${otherIds.get(id) ?? 'id'} of the line`]);
}

function expectNoOtherName(names: ReadonlyMap<string, string>, ids: readonly string[], reply: Reply): void {
  for (const [index, row] of rowsOf(reply).entries()) {
    const id = String(member(row, 'line_item_id'));
    const what = names.get(id);
    if (what !== undefined)
      violation({
        expected: 'the line_item_id from the answer to the order',
        actual: `${shown(id)}, ${what}`,
        slip: ids.map((one) => slipIn(one, id)).find((slip) => slip === 'rounded'),
        pointer: `/rows/${index}/line_item_id`,
        replies: [reply],
      });
  }
}

export const linesAskedFor = reports.rule({
  id: 'reports.lines-asked-for',
  conditional: true,
  level: 'should',
  section: 'ad-server §4.5',
  requirement: 'A report holds rows of the lines that were asked for only.',
  problem: 'A report holds rows of lines that were not asked for',
  fix: 'Restrict the query to the lines of the request and to the account of the key, also where tables are joined: these rows may be the delivery of somebody else.',
  of: { reported, request: reportRequest },
  judge: ({ reported, request }) => {
    const { ids, own, about } = request;
    if (ids.length === 0) notApplicable('This run has no lines to ask for.');
    if (JSON.stringify(about([])) === JSON.stringify(own)) notApplicable('The request does not name lines.');
    if (!isServed(reported.own))
      inconclusive('The report about the lines of this run was not answered 200.', reported.own);
    // Lines of this run under another name break another rule.
    const known = new Set([...ids, ...namesInPlaceOfIds(request, reported).keys()]);
    const sent = new Set(JSON.stringify(own).split(/[^\p{L}\p{N}_.:-]+/u));
    for (const [index, row] of rowsOf(reported.own).entries()) {
      const id = member(row, 'line_item_id');
      if (typeof id !== 'string' || id === '' || known.has(id) || sent.has(id) || !hasDay(row)) continue;
      violation({
        expected: 'rows of the lines in the request',
        actual: `a row of ${shown(id)}`,
        pointer: `/rows/${index}/line_item_id`,
        replies: [reported.own],
      });
    }
  },
});

export const draftHasNoDelivery = reports.rule({
  id: 'reports.draft-has-no-delivery',
  section: 'ad-server §1',
  requirement: 'A draft does not serve: it has no impressions and no clicks.',
  problem: 'A draft delivers: it has impressions or clicks',
  fix: 'Find out why lines that were only saved as drafts deliver, and stop them: nothing that `POST /orders` creates may serve.',
  of: { created: everyCreated, served, reported, request: reportRequest },
  weight: 'live-order',
  judge: ({ created, served, reported, request: { ids } }) => {
    // A report on everything has lines that no request names.
    const lines = created.flatMap((order) => [...order.ids.lines]);
    const names = new Map(lines.map(([ref, id]) => [id, ` (${ref})`]));
    const named = [...lines.map(([, id]) => id), ...alteredIn(ids, reported).keys()].filter(
      (id) => typeof id === 'string',
    );
    for (const reply of served) expectNone(deliveryOf(named, reply, names));
    expectRows(served);
    if (ids.length === 0) inconclusive('No answer to an order has the id of a line.', reported.own);
  },
});
