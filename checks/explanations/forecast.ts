import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

/** A forecast, of members as JSON has them. */
const result = (id: string, available: string, forecasted: string): string =>
  lines(
    `{ "inventory_id": ${id}, "available_impressions": ${available},`,
    `  "forecasted_impressions": ${forecasted} }`,
  );

export const forecast = {
  'forecast.answers-200': {
    plain:
      'A forecast for a slot from your own list is answered with 200; or with 501 where this one slot cannot be forecast. Some twenty slots are asked about, two of them also with a month, with `sizes` and with an empty `targeting`. A 422 by a business rule is noted, as long as other requests succeed; `sizes` of the slot itself and an empty `targeting` are no reason for one. Whether an empty list of `sizes` is taken or refused is open (400 and 422 are fine there), a 5xx is not; nor is one for an archived slot, or for one answered 501 that is asked about again with `targeting` and `sizes`.',
    why: 'Planners decide by these numbers how much they reserve. Where no forecast comes, they reserve blindly, and slots are oversold.',
    client:
      'The client reads what is available and keeps it for some minutes. A 404 makes it skip the slot and report it; after a 501 it does without a forecast for this slot and lets the booking go on.',
    right: lines(
      'POST /api/v1/forecast HTTP/1.1',
      '{',
      '  "inventory_id": "home-top",',
      '  "flight": { "start_date": "2027-03-01", "end_date": "2027-03-21" }',
      '}',
      '',
      'HTTP/1.1 200 OK',
      '{',
      '  "inventory_id": "home-top",',
      '  "available_impressions": 320000,',
      '  "forecasted_impressions": 500000',
      '}',
    ),
    wrong: lines(
      'POST /api/v1/forecast HTTP/1.1',
      '{',
      '  "inventory_id": "home-top",',
      '  "flight": { "start_date": "2027-03-01", "end_date": "2027-03-21" }',
      '}',
      '',
      'HTTP/1.1 400 Bad Request',
      '{ "code": "invalid_request", "message": "targeting is required." }',
    ),
    causes: [
      'Validation demands members that are optional: `targeting`, `sizes`.',
      'A strict schema (`additionalProperties: false`) was written from a sample that had fewer members.',
      'The forecaster knows slots by another id than the one that `GET /inventory` lists, and answers 404.',
      'New slots have no history yet, and the forecaster throws (500) instead of answering 501.',
    ],
  },
  'forecast.body-is-object': {
    plain: 'The body of a 200 is one JSON object with the forecast at its top level.',
    why: 'A forecast that cannot be read is as good as none: the planner sees nothing, or a number from yesterday.',
    client: 'The client reads `available_impressions` and `forecasted_impressions` from this object.',
    right: lines(
      '{',
      '  "inventory_id": "home-top",',
      '  "available_impressions": 320000,',
      '  "forecasted_impressions": 500000',
      '}',
    ),
    wrong: lines(
      '[{',
      '  "inventory_id": "home-top",',
      '  "available_impressions": 320000,',
      '  "forecasted_impressions": 500000',
      '}]',
    ),
    causes: [
      'The handler is a batch endpoint, and answers a list even for one slot.',
      'A bare number is returned.',
      'A gateway or a cache answers 200 with an HTML error page or an empty body when the forecaster is too slow.',
    ],
  },
  'forecast.has-inventory-id': {
    plain: 'The result names its slot in `inventory_id`, as a string.',
    why: 'Several forecasts are under way at once, and are cached. The id in the answer is what ties a number to its slot.',
    client: 'The client expects the slot that it asked about to be named in the answer.',
    right: result('"4711"', '320000', '500000'),
    wrong: result('4711', '320000', '500000'),
    causes: [
      'The forecaster answers with the numbers alone and the id is not added again.',
      'The id is parsed into a number on its way in and written as a number on its way out.',
      'The member is called `slot_id` or `ad_unit_id`, as in your own model.',
    ],
  },
  'forecast.available-is-integer': {
    plain:
      '`available_impressions` is there and is a whole JSON number: no text, no fraction, no null. Rounding is fine.',
    why: 'This is how much can still be reserved. If it cannot be read, either a booking is turned away although there is room, or more is sold than there is.',
    client:
      'The client reads it as the impressions that can still be reserved over the flight, and may keep it for some minutes.',
    right: result('"home-top"', '320000', '500000'),
    wrong: result('"home-top"', '"320000"', '500000'),
    causes: [
      'Decimal and bigint columns are serialised as texts: `BIGINT` in node-postgres, `Decimal` in Django REST framework.',
      'A share of the forecast is computed in floating point and not rounded (319999.97).',
      'Nothing is left, and null is sent instead of 0.',
      'Numbers are formatted for people: `"320,000"`.',
    ],
  },
  'forecast.forecasted-is-integer': {
    plain:
      '`forecasted_impressions` is there and is a whole JSON number, 0 or more: all that is expected over the flight, before what is already sold is taken off.',
    why: 'Availability only makes sense against the total: it tells a planner whether a slot is small or just sold out.',
    client:
      'The client reads it as the total over the flight before commitments, and expects it to be at least the availability.',
    right: result('"home-top"', '320000', '500000'),
    wrong: result('"home-top"', '320000', '499999.5'),
    causes: [
      'The model predicts in floating point (a daily mean times days) and the result is not rounded.',
      'Big integers are serialised as texts, as with Protocol Buffers JSON for `int64`.',
      'The ad server only knows the availability, and the member is left out.',
      'There is no prediction for the slot, and -1 is sent for it: that is 501 with the code `forecast_unsupported`.',
    ],
  },
  'forecast.unit-type': {
    plain: '`unit_type` may be left out. Where it is there, it is exactly `IMPRESSIONS`.',
    why: 'Goals are booked in impressions. A number of clicks or viewable impressions taken for impressions oversells the slot or leaves it half empty.',
    client: 'Where the member is missing the client assumes `IMPRESSIONS`; it uses no other unit.',
    right: lines(
      '{',
      '  "inventory_id": "home-top", "available_impressions": 320000,',
      '  "forecasted_impressions": 500000, "unit_type": "IMPRESSIONS"',
      '}',
    ),
    wrong: lines(
      '{',
      '  "inventory_id": "home-top", "available_impressions": 320000,',
      '  "forecasted_impressions": 500000, "unit_type": "VIEWABLE_IMPRESSIONS"',
      '}',
    ),
    causes: [
      'The unit of the ad server is passed on: `VIEWABLE_IMPRESSIONS`, `CLICKS`, `UNKNOWN`.',
      'The text is in lower case or in the singular: `impressions`, `IMPRESSION`.',
      'The unit is unset in your data and comes as null.',
    ],
  },
  'forecast.echoes-slot': {
    plain: '`inventory_id` in the answer is, letter for letter, the one in the request.',
    why: 'A number that belongs to another slot is worse than none: the wrong slot looks free and is sold twice.',
    client: 'The client takes the answer for the slot that it asked about.',
    right: lines('POST /api/v1/forecast, "inventory_id": "home-top"', '', result('"home-top"', '320000', '500000')),
    wrong: lines('POST /api/v1/forecast, "inventory_id": "home-top"', '', result('"sport-top"', '320000', '500000')),
    causes: [
      'A cache keys answers by flight or by path only, and hands one slot the numbers of another.',
      'State is shared between requests that run at the same time, such as a field of a singleton service.',
      'The id of the internal ad unit, or of its parent, is sent instead of the one that was asked for.',
      'The id is put into lower case, trimmed or stripped of leading zeros on its way.',
    ],
  },
  'forecast.available-within-forecasted': {
    plain:
      '`available_impressions` is at most `forecasted_impressions`, in every answer: what is left cannot be more than the whole.',
    why: 'Numbers that contradict each other cannot be planned with. As a rule the larger one is wrong, and whoever believes it oversells the slot.',
    client: 'The client relies on the total being at least as large as what is available.',
    right: result('"home-top"', '320000', '500000'),
    wrong: result('"home-top"', '320000', '300000'),
    causes: [
      'The two members are mixed up in the mapping.',
      'One number is filtered by geo or sizes and the other is not.',
      'Both are rounded, each in its own way: the one up to thousands, the other down.',
      'They come from two sources or two moments: a live availability beside a forecast from last night.',
    ],
  },
  'forecast.one-day-flight': {
    plain:
      'A flight whose `start_date` and `end_date` are the same day is answered like any other. A forecast of 0 for each single day of three weeks, though the weeks as a whole have plenty, breaks the rule too.',
    why: '`end_date` belongs to the flight. Where it is left out, one-day campaigns cannot be sold, and every other campaign is forecast one day short.',
    client: 'The client sends both dates as inclusive days in the time zone of the account.',
    right: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-03-03", "end_date": "2027-03-03" }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '15000', '24000'),
    ),
    wrong: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-03-03", "end_date": "2027-03-03" }',
      '',
      'HTTP/1.1 422 Unprocessable Content',
      '{ "code": "invalid_flight", "message": "end_date must be after start_date." }',
    ),
    causes: [
      'The check of the range uses `<=` where it should use `<`: equal dates count as reversed.',
      'Dates become midnights, and the span from midnight to the same midnight is empty.',
      'The query asks for `date < end_date`.',
      'The length of a flight is computed as the difference of the dates, without adding one day.',
    ],
  },
  'forecast.takes-geo': {
    plain:
      '`targeting.geo` with two-letter country codes (ISO 3166-1 alpha-2) is accepted. The suite tries about a dozen large markets in turn; one that is taken is enough.',
    why: 'Countries are priced and sold separately. A forecast that cannot be narrowed to a country promises impressions that the campaign will never get.',
    client: 'The client sends the countries of the booking as a list of codes; no list means worldwide.',
    right: lines(
      'POST /api/v1/forecast, "targeting": { "geo": ["DE"] }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '210000', '330000'),
    ),
    wrong: lines(
      'POST /api/v1/forecast, "targeting": { "geo": ["DE"] }',
      '',
      'HTTP/1.1 422 Unprocessable Content',
      '{ "code": "unknown_geo", "message": "No location with the id DE." }',
    ),
    causes: [
      'The ad server wants ids of its own for locations, and the codes are not translated.',
      'Codes of three letters (`DEU`), names or lower case are expected.',
      'The table of countries is only partly filled.',
      'A single text is expected where the client sends an array.',
    ],
  },
  'forecast.empty-geo-is-worldwide': {
    plain:
      '`"geo": []` means the same as no `geo`: worldwide; so does `"targeting": {}`. The request is accepted, and forecasts about as much as the one without targeting; less than half counts as broken.',
    why: 'If an empty list matches nothing, every worldwide campaign looks as if the slot had no impressions, and is not sold.',
    client: 'The client may send an empty list or leave the member out where a booking has no countries.',
    right: lines(
      'POST /api/v1/forecast, "targeting": { "geo": [] }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '320000', '500000'),
    ),
    wrong: lines(
      'POST /api/v1/forecast, "targeting": { "geo": [] }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '0', '0'),
    ),
    causes: [
      'The list goes into `WHERE country IN ()`, which matches no row, or is an error in SQL.',
      'Numbers are summed over the countries in the list: no country, no sum.',
      'Validation asks for at least one element (`minItems: 1`, `@NotEmpty`).',
    ],
  },
  'forecast.whole-covers-parts': {
    plain:
      'A forecast for more days, or for more countries, covers those for some of them. Where one of these has 1,000 impressions or more, that of the whole is not 0. Nothing else is compared: numbers may be rounded, or guessed.',
    why: 'A flight across two months, or a campaign in two countries, looks as if the slot had nothing to offer, and is not sold.',
    client: 'The client asks for the days and the countries of the booking, as many as it has.',
    right: lines(
      'POST /api/v1/forecast, "targeting": { "geo": ["DE", "AT"] }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '210000', '300000'),
    ),
    wrong: lines(
      'POST /api/v1/forecast, "targeting": { "geo": ["DE", "AT"] }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '0', '0'),
    ),
    causes: [
      'Countries are joined to one text, or each is a condition of its own (`AND`), which no impression meets.',
      'Numbers are kept by the month, and a flight across two months finds none.',
      'A flight that goes beyond the numbers at hand gets 0, rather than 501 with `forecast_unsupported`.',
    ],
  },
  'forecast.unsupported-is-501-with-code': {
    plain:
      'Where one slot cannot be forecast, the answer is 501 and its `code` is exactly `forecast_unsupported`. The check looks at every 501 that a valid request got, and at every 422 with this code.',
    why: 'The code tells a slot without forecast from a service that is broken. Without it a sound booking may be held up, or a fault go unnoticed.',
    client:
      'The client notes that this slot has no forecast and does not hold up the booking. It never wants an invented number instead.',
    right: lines(
      'HTTP/1.1 501 Not Implemented',
      'Content-Type: application/json',
      '',
      '{ "code": "forecast_unsupported", "message": "Sponsored slots have no forecast." }',
    ),
    wrong: lines(
      'HTTP/1.1 501 Not Implemented',
      'Content-Type: application/json',
      '',
      '{ "code": "not_implemented", "message": "Sponsored slots have no forecast." }',
    ),
    causes: [
      'The error handler of the framework fills `code` from the status: `not_implemented`, `501`.',
      'The 501 does not come from the application: a gateway answers so for a method or route that it does not know.',
      'The code is spelt in the style of the house: `FORECAST_UNSUPPORTED`, `forecast-unsupported`.',
      'Every refusal of a forecast is mapped to 422, this one with it.',
    ],
  },
  'forecast.archived-slot-is-not-404': {
    plain:
      'Up to two archived slots from your own list are asked about. Any answer but 404 will do here, such as a forecast, a 501 with the code `forecast_unsupported` or a 422: 404 says that there is no such slot.',
    why: 'A slot that rests for a season is still part of what was sold. Whoever is told that it does not exist takes it off the plan, and looks for a mistake in the ids.',
    client:
      'The client skips a slot that is answered 404 and reports it as unknown; after a 501 it goes on without a forecast.',
    right: lines(
      'HTTP/1.1 501 Not Implemented',
      '',
      '{ "code": "forecast_unsupported", "message": "Archived slots have no forecast." }',
    ),
    wrong: lines('HTTP/1.1 404 Not Found', '', '{ "code": "unknown_inventory", "message": "There is no such slot." }'),
    causes: [
      'The query that looks the slot up asks for active ones only, and the list is made by another.',
      'The ad server deletes archived placements from its forecaster, whose 404 is passed on.',
    ],
  },
  'forecast.flag-tells-ability': {
    plain:
      'A service that cannot forecast any slot says so once, with `"forecast": false` in `GET /health`. The warning comes when all slots that were tried (eight at most) answer 501.',
    why: 'With the flag, planners work with the availability that you list. Without it they wait for a forecast, slot after slot, that never comes.',
    client:
      'With `false` the client does not call `POST /forecast` at all and uses the availability listed by the publisher.',
    right: '{ "capabilities": { "forecast": false, "reporting": true, "draft_booking": true } }',
    wrong: '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": true } }',
    causes: [
      'The flag is a constant, and `POST /forecast` is a stub that always answers 501.',
      'The forecaster is licensed or trained for other accounts, not for this one.',
      'The environment for tests has no traffic, so that nothing can be forecast there.',
    ],
  },
  'forecast.answers-fast': {
    plain:
      'Forecasts come well within a second. The suite warns when the median of its successful requests takes 1,000 ms or more, the way through the network included.',
    why: 'A planner compares dozens of slots at a sitting. At several seconds each, forecasts are no longer looked at, and slots are oversold.',
    client:
      'The client keeps a result for some minutes only, so it asks often. It gives up on a call after 30 seconds.',
    right: 'Median of 16 answers: 180 ms.',
    wrong: 'Expected well under 1,000 ms, got 2,400 ms (median of 16).',
    causes: [
      'Each request starts a job in the forecaster of the ad server, or a scan over log data, and waits for it.',
      'The function or container is started for the request (cold start).',
      'Forecasts are computed one after the other behind a lock or a small pool of connections, and several are asked at once.',
    ],
  },
  'forecast.unknown-slot-is-404': {
    plain:
      'A well-formed request for an `inventory_id` that does not exist is answered 404. The id that is tried looks like one of yours. Where several such ids are answered as slots are, one that is longer by far shows whether they are slots which you do not list. One of yours with letters behind it, one that is cut short and an empty one are tried as well: they may be refused with 404, 400 or 422, and are not those of the slots.',
    why: 'The platform must be able to tell a slot that is gone from one that is merely sold out. A made-up number for no slot would be sold to somebody.',
    client: 'The client skips the slot and reports that it is not known.',
    right: lines(
      'HTTP/1.1 404 Not Found',
      'Content-Type: application/json',
      '',
      '{ "code": "unknown_inventory", "message": "There is no slot home-tpo." }',
    ),
    wrong: lines('HTTP/1.1 200 OK', 'Content-Type: application/json', '', result('"home-tpo"', '0', '0')),
    causes: [
      'The id is only a filter over statistics, and no rows means 0; or `parseInt` or a cast in SQL reads `17` out of `17x`; or ids are compared by how they begin (`LIKE`, `startsWith`).',
      'A missing row is treated like any invalid input: 400 or 422.',
      'The lookup throws (`NoSuchElementException`, an unexpected null) and ends in a 500.',
      'The forecaster answers 501 for everything that it has no data on.',
    ],
  },
  'forecast.reversed-range-is-422': {
    plain:
      'A flight whose `end_date` lies before its `start_date` is answered 422: both dates are well formed, only their order is impossible. One reversed by three weeks, one across two months and one by a single day are tried.',
    why: 'Dates that were mixed up must show while planning. A forecast of 0, or of another period, sends the planner in the wrong direction.',
    client: 'The client shows your message to the operator; it treats a 400 as a bug of its own instead.',
    right: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-03-21", "end_date": "2027-03-01" }',
      '',
      'HTTP/1.1 422 Unprocessable Content',
      '{ "code": "invalid_flight", "message": "The flight ends before it starts." }',
    ),
    wrong: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-03-21", "end_date": "2027-03-01" }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '0', '0'),
    ),
    causes: [
      'Nobody compares the dates; the query for the range just finds no days.',
      'The framework answers every failed validation with 400 (ASP.NET Core, Spring, Django REST framework by default).',
      'The dates are swapped silently, out of kindness.',
    ],
  },
  'forecast.date-format': {
    plain:
      'Dates are written `YYYY-MM-DD`. A date with a time of day, or in another order, be it the first or the last of the flight, is refused with 400 or 422; a forecast and a 5xx are not right.',
    why: 'A day that is read from some other form is easily another day: 03/04 is April in one country and March in the next, and midnight in UTC is yesterday in New York.',
    client:
      'The client always sends `YYYY-MM-DD` in the account\u2019s time zone. A service that guesses at other forms hides a mistake until a campaign runs on the wrong days.',
    right: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-02-10T00:00:00Z", … }',
      '',
      'HTTP/1.1 400 Bad Request',
      '{ "code": "invalid_request", "message": "start_date is not a date YYYY-MM-DD." }',
    ),
    wrong: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-02-10T00:00:00Z", … }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '320000', '500000'),
    ),
    causes: [
      '`new Date(text)`, `Date.parse` or `dateutil.parser` take nearly anything.',
      'A JSON library turns date-like texts into dates before your code sees them.',
      'The column is a timestamp, and the driver accepts a time of day.',
    ],
  },
  'forecast.impossible-date-is-refused': {
    plain:
      'A date in the right form that no calendar has, such as 31 June, is refused, be it the first or the last of the flight. 400 and 422 are both right; a forecast and a 5xx are not.',
    why: 'A date that rolls over quietly moves the flight: the numbers are then those of other days than the customer bought.',
    client:
      'The client treats a 400 as a bug and shows the message of a 422 to the operator; either way nothing is planned on that answer.',
    right: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-02-10", "end_date": "2027-02-30" }',
      '',
      'HTTP/1.1 422 Unprocessable Content',
      '{ "code": "invalid_date", "message": "2027-02-30 is not a date." }',
    ),
    wrong: lines(
      'POST /api/v1/forecast, "flight": { "start_date": "2027-02-10", "end_date": "2027-02-30" }',
      '',
      'HTTP/1.1 200 OK',
      result('"home-top"', '320000', '500000'),
    ),
    causes: [
      '`new Date(2027, 1, 30)` in JavaScript, `strtotime` in PHP and lenient `SimpleDateFormat` in Java roll over into March.',
      'Dates are compared as texts and never parsed.',
      'The parser throws (`ValueError`, `DateTimeParseException`) and nobody catches it: 500.',
    ],
  },
} satisfies ExplanationsOf<'forecast'>;
