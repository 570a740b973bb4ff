import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';
import { created, refused } from './order-answers.ts';

/** What is refused, and what is left of it. */
export const refusedOrders = {
  'orders.archived-slot-is-not-404': {
    plain:
      'Where the list holds an archived slot, an order for it is not answered 404. It may be accepted as a draft or refused with 422.',
    why: 'A 404 says that the slot never existed. The operator then looks for a wrong id instead of choosing another slot.',
    client:
      'On 404 the client skips the item and reports it as unknown; the message of a 422 it shows to the operator.',
    right: lines(
      'POST /api/v1/orders, on an archived slot',
      '',
      refused('422 Unprocessable Content', 'slot_archived', 'The slot home-old is archived.'),
    ),
    wrong: lines(
      'POST /api/v1/orders, on an archived slot',
      '',
      refused('404 Not Found', 'unknown_inventory', 'There is no slot home-old.'),
    ),
    causes: [
      'The lookup for bookings filters for active slots (a default scope, soft deletion in the ORM), the listing does not.',
      'Archived slots are gone from the ad server and live on in the table behind `GET /inventory`.',
      'One error covers every slot that cannot be booked.',
    ],
  },
  'orders.unknown-slot-is-404': {
    plain:
      'An order that names a slot that does not exist is answered 404, whether in its only line or in the second of two. The id that is tried looks like one of yours. One of yours with letters behind it is tried as well: it may be refused with 404, 400 or 422, and is not that of the slot.',
    why: 'Otherwise an order is saved with a hole in it: the campaign counts as booked, and one line has no place to run.',
    client: 'On 404 the client skips the item and reports it.',
    right: lines(
      'POST /api/v1/orders, the second line on home-tpo',
      '',
      refused('404 Not Found', 'unknown_inventory', 'There is no slot home-tpo.'),
    ),
    wrong: lines(
      'POST /api/v1/orders, the second line on home-tpo',
      '',
      refused('422 Unprocessable Content', 'invalid_line', 'line_items[1].inventory_id is not valid.'),
    ),
    causes: [
      'A reference that does not exist counts as a failed validation: 400 or 422.',
      'The foreign key fails in the database, and the exception ends in a 500.',
      'Only the first line is looked at; lines with unknown slots are dropped and the rest is saved with 201.',
      'Sizes are checked first, against a slot that is not there.',
    ],
  },
  'orders.reversed-range-is-422': {
    plain:
      'A line whose flight ends before it starts, by weeks or by one day, makes the whole order be answered 422: in the only line as in the second of two. The very same request, sent once more under its key, is refused as well.',
    why: 'Such a line can never deliver. Saved as a draft, it counts as sold until someone wonders why the campaign does not start.',
    client: 'The client shows your message to the operator. A 400 it would treat as a bug of its own.',
    right: lines(
      'POST /api/v1/orders, a line from 2027-03-21 to 2027-03-01',
      '',
      refused('422 Unprocessable Content', 'invalid_flight', 'The flight of l-1 ends before it starts.'),
    ),
    wrong: lines(
      'POST /api/v1/orders, a line from 2027-03-21 to 2027-03-01',
      '',
      refused('400 Bad Request', 'invalid_flight', 'The flight of l-1 ends before it starts.'),
    ),
    causes: [
      'The framework answers every failed validation with 400 (ASP.NET Core, Spring, Django REST framework by default).',
      'A check constraint in the database fails and ends in a 500.',
      'Dates are compared for the first line only, or for the span of the whole order.',
      'Drafts are saved unchecked; or the key is stored before the order is checked, and a repeat of what was refused counts as done.',
    ],
  },
  'orders.impossible-date-is-refused': {
    plain:
      'A line that ends on a day no calendar has, such as 29 February 2027 or 31 June, makes the order be refused with 400 or 422: in the only line as in the second of two. To save it or to answer 5xx is wrong.',
    why: 'A date that rolls over makes the line run on days that nobody bought, and the report does not match the booking.',
    client:
      'The client treats a 400 as a bug and shows the message of a 422 to the operator; either way nothing counts as booked.',
    right: lines(
      'POST /api/v1/orders, a line from 2027-02-10 to 2027-02-30',
      '',
      refused('422 Unprocessable Content', 'invalid_date', '2027-02-30 is not a date.'),
    ),
    wrong: lines('POST /api/v1/orders, a line from 2027-02-10 to 2027-02-30', '', created),
    causes: [
      '`new Date(2027, 1, 30)` in JavaScript, `strtotime` in PHP and lenient `SimpleDateFormat` in Java roll over into March.',
      'MySQL without strict mode stores `0000-00-00`.',
      'The date is kept as text and never parsed.',
      'The parser throws (`ValueError`, `DateTimeParseException`) and nobody catches it: 500.',
    ],
  },
  'orders.date-format': {
    plain:
      'Dates are written `YYYY-MM-DD`. A line with a time of day in its dates, or with day/month/year, makes the order be refused with 400 or 422: in the only line as in the second of two. To save it or to answer 5xx is wrong.',
    why: 'A day that is read from another form is easily another day: 03/04 is April here and March there, and midnight in UTC is yesterday in New York. The campaign then runs on days that nobody bought.',
    client:
      'The client always sends `YYYY-MM-DD` in the account’s time zone. A service that guesses at other forms hides a mistake until the campaign is live.',
    right: lines(
      'POST /api/v1/orders, a line from 2027-02-10T00:00:00Z to 2027-02-28T00:00:00Z',
      '',
      refused('400 Bad Request', 'invalid_request', 'start_date is not a date YYYY-MM-DD.'),
    ),
    wrong: lines('POST /api/v1/orders, a line from 2027-02-10T00:00:00Z to 2027-02-28T00:00:00Z', '', created),
    causes: [
      '`new Date(text)`, `Date.parse` or `dateutil.parser` take nearly anything.',
      'A JSON library turns date-like texts into dates before your code sees them.',
      'The column is a timestamp, and the driver accepts a time of day.',
    ],
  },
  'orders.goal-is-whole': {
    plain:
      'A goal is a whole number of impressions. A line with a goal such as 3000.5 or -3000 makes the order be refused with 400 or 422: in the only line as in the second of two. To save it or to answer 5xx is wrong. `3000.0` is a whole number.',
    why: 'A goal feeds pacing and billing. What is left of half an impression depends on who rounds it last, and the two systems then differ.',
    client:
      'The client always sends an integer. A service that rounds hides a mistake until the numbers of both sides are compared.',
    right: lines(
      'POST /api/v1/orders, a line with "goal_impressions": 3000.5',
      '',
      refused('400 Bad Request', 'invalid_request', 'goal_impressions must be an integer.'),
    ),
    wrong: lines('POST /api/v1/orders, a line with "goal_impressions": 3000.5', '', created),
    causes: [
      'The schema says `number` where it should say `integer`.',
      'A cast to an integer type cuts off decimals without a word.',
      'The column rounds what it is given.',
      'Nothing asks whether the number is below zero.',
    ],
  },
  'orders.unfitting-size-is-422': {
    plain:
      'A line with a size that its slot does not list makes the order be answered 422, in the only line as in the second of two. The sizes that are tried are wider or higher than any of the slot: by a pixel, by one more digit, lying on their side, with the width of one and the height of another, or those of another slot. Two more are smaller: the beginning of one that fits, such as 300x25 of 300x250, and again the width of one with the height of another. They may be taken where the slot counts as having room for them, which those a pixel smaller show. A text that is no size is refused with 400 or 422.',
    why: 'A creative that does not fit its slot is never shown, or breaks the page. Better to learn that at booking than from a campaign without delivery.',
    client: 'The client shows your message to the operator, who corrects the size or chooses another slot.',
    right: lines(
      'POST /api/v1/orders, "sizes": ["971x251"] on a slot with ["970x250", "728x90"]',
      '',
      refused('422 Unprocessable Content', 'size_mismatch', 'home-top does not take 971x251.'),
    ),
    wrong: lines('POST /api/v1/orders, "sizes": ["971x251"] on a slot with ["970x250", "728x90"]', '', created),
    causes: [
      'Sizes are only checked when a creative is attached or the line is activated.',
      'The ad server takes any size for a line, and the integration trusts it.',
      'The size is compared with the sizes of all slots instead of this one, by its width alone, or by the beginning of the text.',
      'The mismatch is reported with 400, like every failed validation.',
    ],
  },
  'orders.one-unfitting-size-among-fitting': {
    plain:
      'Each element of `sizes` has to fit the slot of its own line. A list in which the first size fits and the last does not is answered 422 as well, and so is a line whose size fits only the slot of another line of the order.',
    why: 'The campaign counts on all of its creatives. The one in the size that does not fit would silently never be shown.',
    client: 'The client shows your message to the operator, who corrects the list.',
    right: lines(
      'POST /api/v1/orders, "sizes": ["970x250", "971x251"]',
      '',
      refused('422 Unprocessable Content', 'size_mismatch', 'home-top does not take 971x251.'),
    ),
    wrong: lines('POST /api/v1/orders, "sizes": ["970x250", "971x251"]', '', created),
    causes: [
      'The check asks whether any size fits (`some`, `any`, an overlap of arrays in SQL) instead of whether all do.',
      'Only `sizes[0]` is read, and the rest ignored.',
      'Sizes that do not fit are filtered out, and the line is saved with what remains.',
      'The sizes of all slots of an order are put into one set, and each line is compared with that.',
    ],
  },
  'orders.refused-can-be-mended': {
    plain:
      'An order that was refused for one bad line is sent again without that line, under a new idempotency key and the same references. It is answered 201, or 200 where it counts as an update; 422 is left to business rules. Anything else means that the refusal stands in its way.',
    why: 'People correct a campaign and push it again. If what the refused order left behind makes every later attempt fail, the campaign can never be booked.',
    client:
      'The client takes a refused order for not booked, and sends it again once it is corrected, with the same `order.external_ref`.',
    right: lines('POST /api/v1/orders, without the bad line', '', 'HTTP/1.1 201 Created'),
    wrong: lines(
      'POST /api/v1/orders, without the bad line',
      '',
      refused('500 Internal Server Error', 'internal_error', 'duplicate key value violates unique constraint'),
    ),
    causes: [
      'The order row was written before its lines were checked, without a transaction around both; the next attempt meets a unique index.',
      'The reference is marked as being worked on, and the mark is not taken away when the request is refused.',
      'What was created in the ad server for the refused order has no lines, and the code that updates it fails there.',
    ],
  },
  'orders.refused-creates-nothing': {
    plain:
      'An order is refused for one bad line after the other: on an unknown slot, with a reversed flight, without sizes, and with a size, a date and a goal that cannot be. Then it is sent without a bad line. It is answered 201, as any order that is created: 200 would mean that a refused one was created, or that a new one is taken for an update. 422 is left to business rules.',
    why: 'What a refused order leaves behind takes up availability in the ad server, without anybody on the other side knowing of it.',
    client:
      'The client takes a refused order for not booked: it has no ids of it, and sends it again once it is corrected, with the same `order.external_ref`.',
    right: lines('POST /api/v1/orders, without a bad line', '', 'HTTP/1.1 201 Created'),
    wrong: lines('POST /api/v1/orders, without a bad line', '', 'HTTP/1.1 200 OK'),
    causes: [
      'Order and lines are saved one by one, without a transaction around them.',
      'The ad server is called line by line, and what was created before the error is not taken back.',
      'The request is judged only after it was saved.',
    ],
  },
} satisfies ExplanationsOf<'orders'>;
