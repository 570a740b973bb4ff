import { answer, error, messages } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

/** A report of one row with these members. */
const report = (row: string) => answer(200, '{"rows": [', `  ${row}`, ']}');

const ROW = '{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 1250, "clicks": 3}';

const ASKED = lines(
  'POST /api/v1/reports',
  '{"line_item_ids": ["li-512"], "start_date": "2027-03-01", "end_date": "2027-03-14"}',
);

export const reports = {
  'reports.answers-200': {
    plain:
      '`POST /reports` answers 200. The contract does not fix the request body: the run sends `line_item_ids`, `start_date` and `end_date`, or your own template. A report over a single line is asked for as well and must not end in an error of the server. If your service refuses that body, the verdict is open, not failed; give its real shape with `--report-request <file>`.',
    why: 'Without reports the platform cannot see what was delivered, and the booked goals cannot be reconciled with anything.',
    client:
      'The first report that succeeds turns the reporting capability of the connection to `confirmed`. Until then it shows as `not_verified`.',
    right: messages(ASKED, answer(200, '{"rows": []}')),
    wrong: messages(ASKED, answer(500, error('internal_error', 'Something went wrong.'))),
    causes: [
      'The service expects other names (`lineItemIds`, `from`, `to`), and was run without a template of its request.',
      'Reports are made in the background, and the call answers 202 with a job to poll.',
      'Lines that are drafts or have no delivery yet make the query fail, where an empty report was due.',
      'The key lacks the report scope, so that the answer is 403.',
    ],
  },
  'reports.rows-is-array': {
    plain:
      'A report is a JSON object with an array `rows`, each element an object. Nothing to report means an empty array.',
    why: 'If the rows are missing or come in another wrapping, a period without delivery cannot be told from a report that broke.',
    client: 'It goes through `rows` and adds them up by line. It looks nowhere else.',
    right: answer(200, '{"rows": []}'),
    wrong: answer(200, '{"rows": null}'),
    causes: [
      'The rows come as the bare array, or under another name: `data`, `results`, `items`.',
      'An empty list turns into `null` (a nil slice in Go, no result in PHP), or the serialiser leaves it out (`NON_EMPTY` in Jackson).',
      'A single row is unwrapped to an object by an XML-to-JSON layer.',
      'Rows are arrays of values with the names in a header row, as in CSV.',
    ],
  },
  'reports.cursor-form': {
    plain:
      '`next_cursor` is a string where there is more to read. On the last page leave it out; null is taken as well.',
    why: 'A cursor that is a number or an object gets changed on its way through clients and URLs, and the following pages are lost with it.',
    client: 'It reads `next_cursor` as an opaque string, and the end of the report from its absence.',
    right: answer(200, '{"rows": [], "next_cursor": "b2Zmc2V0OjUwMA"}'),
    wrong: answer(200, '{"rows": [], "next_cursor": 500}'),
    causes: [
      'The cursor is an offset or a row id, and is written as the number it is.',
      'The last page says `false` or `0`.',
      'A structured cursor is put in as an object, without being encoded.',
    ],
  },
  'reports.row-line-item-id': {
    plain:
      'Every row has a `line_item_id`: a JSON string that is not empty, the very id that the answer to `POST /orders` gave for the line, letter for letter: not in another case, padded, or with something before or behind it, and not the reference that the line came with. Rows of lines that this run did not create may have any id.',
    why: 'This id is the only link between a booking and its delivery. A row with another kind of id belongs to nothing.',
    client: 'It compares the id with those it saved, as strings, and credits the row to that line.',
    right: report(ROW),
    wrong: report('{"line_item_id": 512, "date": "2027-03-01", "impressions": 1250, "clicks": 3}'),
    causes: [
      'The reporting database holds the id as a number and serialises it as one, while the orders endpoint makes a string of it.',
      'The report speaks of the id of the delivering ad or creative, one level below the line.',
      'The report is joined with the orders, and shows the `external_ref` of the line; or its ids come from a warehouse that writes them in capitals, pads them (`CHAR` columns), or puts the network before them.',
      'The member has the name of the reporting system: `lineItemId`, `li_id`, `placement_id`.',
    ],
  },
  'reports.row-date': {
    plain: 'Every row has a `date`: a string that is not empty, the day of the row. Its format is left to you.',
    why: 'Delivery is reconciled day by day. A row without a day can be counted, but not compared.',
    client: 'It files the row under its line and day.',
    right: report(ROW),
    wrong: report('{"line_item_id": "li-512", "date": 1803859200, "impressions": 1250, "clicks": 3}'),
    causes: [
      'Dates are serialised as epoch seconds or milliseconds (`WRITE_DATES_AS_TIMESTAMPS` in Jackson).',
      'A date type becomes an array, as in `[2027, 3, 1]`.',
      'Totals for the whole period are reported, with no day or with null in its place.',
    ],
  },
  'reports.row-impressions': {
    plain:
      'Every row has `impressions`: a JSON integer, as the ad server counted them. No quotes, no decimals, no null.',
    why: 'The goal of a line was sold in impressions. A count that has to be guessed from a text ends up in nobody’s reconciliation.',
    client: 'It sums the numbers per line and compares them with the goal and with its own pixel count.',
    right: report(ROW),
    wrong: report('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": "1,250", "clicks": 3}'),
    causes: [
      '64-bit counts go out as strings (protobuf’s JSON mapping for `int64`, BIGINT or SUM columns in several database drivers).',
      'Numbers are formatted for people, with thousands separators.',
      'Sampled or modelled figures come as decimals.',
      'A day without delivery is null after a LEFT JOIN.',
    ],
  },
  'reports.row-clicks': {
    plain: 'Every row has `clicks`: a JSON integer, 0 where nobody clicked.',
    why: 'A missing number may mean no click or no measurement. Only a 0 tells the two apart.',
    client: 'It adds up the clicks per line, next to the impressions.',
    right: report('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 1250, "clicks": 0}'),
    wrong: report('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 1250}'),
    causes: [
      'The serialiser leaves out zero values (`omitempty` in Go, `NON_DEFAULT` in Jackson, proto3 defaults).',
      'Clicks come from a second source, and days without one are null after the join.',
      'The count is a string, as 64-bit integers are in protobuf’s JSON.',
    ],
  },
  'reports.draft-has-no-delivery': {
    plain:
      'Lines that this run created are drafts. A report over them has no row with `impressions` or `clicks` above 0.',
    why: 'Delivery on a draft means that a campaign is live without anybody’s approval, on a publisher’s real pages. When the run sees this it stops creating orders at once, and the first line of the report says so.',
    client: 'It takes for granted that nothing delivers before a person has activated it in your console.',
    right: report('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 0, "clicks": 0}'),
    wrong: report('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 37, "clicks": 0}'),
    causes: [
      'Lines are created active in the ad server, and `DRAFT` is just a word in the answer.',
      'Approving or activating happens on its own: a default of the order type, a template, an auto-approve rule.',
      'The report fills gaps with demo or forecast numbers.',
      'A previous line with the same id has delivered: ids are reused after drafts get deleted.',
    ],
  },
} satisfies ExplanationsOf<'reports'>;
