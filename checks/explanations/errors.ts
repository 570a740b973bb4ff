import { answer, error, messages } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const malformed = (message: string) => answer(400, error('malformed_request', message));
const CRASHED = answer(500, error('internal_error', 'Something went wrong.'));
const BOOKED = answer(
  201,
  '{"order_id": "o-81", "status": "DRAFT", "line_items": [',
  '  {"external_ref": "L-1", "line_item_id": "li-512", "status": "DRAFT"}',
  ']}',
);
const FORECAST = answer(
  200,
  '{"inventory_id": "12345", "available_impressions": 41000, "forecasted_impressions": 60000}',
);
const BUG = 'A 400 is logged and shown as a bug of the sender; it is not sent again.';
const unlessFull = (plain: string) => `${plain} A 422 that an order with nothing wrong gets as well is left open.`;
const oddOptions = (plain: string, request: string, problem: string) => ({
  plain,
  why: 'Optional members are those that code reads without a look: a single `null` ends in an exception, and the request is repeated as if the service were down.',
  client: `${BUG} A 5xx it repeats with backoff.`,
  right: messages(request, malformed(problem)),
  wrong: messages(request, CRASHED),
  causes: [
    'Only what is absent is passed over: `undefined` is looked for, and null goes on to `.map`, `.length` or a loop.',
    'A text is taken for a list because it has a length, too.',
    'The validator knows the required members alone.',
  ],
});

export const errors = {
  'errors.forecast-malformed-json-is-400': {
    plain:
      'A body that is no JSON object gets 400 from `POST /forecast`. The run sends JSON that breaks off, plain text, a number, null, two objects in a row, and nothing at all; and an array, to which a service with a batch variant may answer anything but a 5xx.',
    why: 'A 5xx says that your service is broken, so it is asked again and again with the same broken body, until the connection shows as unreachable.',
    client: `${BUG} A 5xx it repeats with backoff.`,
    right: messages(
      lines('POST /api/v1/forecast', '# the body: {"inventory_id": "top-banner", "flight": {'),
      malformed('The body is not valid JSON.'),
    ),
    wrong: messages(lines('POST /api/v1/forecast', '# the body: {"inventory_id": "top-banner", "flight": {'), CRASHED),
    causes: [
      'The exception of the JSON parser reaches the catch-all handler, which answers 500.',
      'An empty body is parsed to null or to an empty object, and the code behind it fails or goes on.',
      'The framework answers 422 for whatever cannot be parsed (FastAPI, Laravel) or 415 for an empty body.',
      'The parser reads the first value and stops there (`Decoder.Decode` in Go, Jackson without `FAIL_ON_TRAILING_TOKENS`).',
    ],
  },
  'errors.forecast-missing-member-is-400': {
    plain:
      'A forecast request needs `inventory_id` and `flight` with `start_date` and `end_date`. If one of them is missing, answer 400: not 422, and not a forecast for some default.',
    why: 'A forecast for dates that nobody asked for looks like any other, and inventory gets sold on it.',
    client: `${BUG} A 422 it would show to the operator as a fault in the campaign, which nobody there could mend.`,
    right: messages(
      lines('POST /api/v1/forecast', '{"inventory_id": "top-banner", "flight": {"start_date": "2027-03-01"}}'),
      malformed('flight.end_date is missing.'),
    ),
    wrong: messages(
      lines('POST /api/v1/forecast', '{"inventory_id": "top-banner", "flight": {"start_date": "2027-03-01"}}'),
      answer(422, error('invalid', 'flight.end_date is missing.')),
    ),
    causes: [
      'Validation of the framework answers 422 for everything (FastAPI and Pydantic, Rails, Laravel).',
      'A missing date is taken as today, or as an open end.',
      'A missing `inventory_id` is looked up as null or as empty text, and answered 404.',
      'The handler reads `flight.end_date` of undefined and fails with 500.',
    ],
  },
  'errors.forecast-wrong-type-is-400': {
    plain:
      'The required members of a forecast request have JSON types: texts, and an object for `flight`. A number, null, or a list in such a place gets 400.',
    why: 'A value that is quietly converted may be another value afterwards: ids lose leading zeros, long numbers their last digits.',
    client: BUG,
    right: messages(
      lines(
        'POST /api/v1/forecast',
        '{"inventory_id": 12345,',
        ' "flight": {"start_date": "2027-03-01", "end_date": "2027-03-31"}}',
      ),
      malformed('inventory_id must be a string.'),
    ),
    wrong: messages(
      lines(
        'POST /api/v1/forecast',
        '{"inventory_id": 12345,',
        ' "flight": {"start_date": "2027-03-01", "end_date": "2027-03-31"}}',
      ),
      FORECAST,
    ),
    causes: [
      'The mapper converts scalars (Jackson’s coercion, `coerceTypes` in Ajv, PHP without `strict_types`, Pydantic in lax mode).',
      'A single-element list is unwrapped, or a date made of a number of seconds.',
      'Null passes since the schema says `nullable`, or checks only that the member is there.',
      'The wrong type gets to the code that needs the right one, and fails there with 500.',
    ],
  },
  'errors.orders-malformed-json-is-400': {
    plain:
      'A body that is no JSON object gets 400 from `POST /orders`, also when the `Idempotency-Key` header is fine. The run sends JSON that breaks off, plain text, a number, an array with an order in it, null, two orders in a row, and nothing at all.',
    why: 'Orders are repeated after a 5xx. One that can never be read would be sent until somebody stops it.',
    client: `${BUG} A 5xx it repeats with backoff.`,
    right: messages(
      lines('POST /api/v1/orders', 'Idempotency-Key: k-17', '# the body: []'),
      malformed('A JSON object is needed.'),
    ),
    wrong: messages(lines('POST /api/v1/orders', 'Idempotency-Key: k-17', '# the body: []'), CRASHED),
    causes: [
      'The exception of the JSON parser reaches the catch-all handler, which answers 500.',
      'The body is read by the idempotency middleware, to take its fingerprint, before anything validates it.',
      'An array is accepted by the parser, and the code behind it looks for members that arrays do not have.',
      'The parser reads the first value and stops there (`Decoder.Decode` in Go, Jackson without `FAIL_ON_TRAILING_TOKENS`).',
    ],
  },
  'errors.orders-missing-member-is-400': {
    plain: unlessFull(
      'An order without one of its required members gets 400: `idempotency_key`, `advertiser` and its `name`, `order` with `name` and `external_ref`, `line_items`. That the key is in the header too does not replace `idempotency_key`.',
    ),
    why: 'An order without its reference can never be found again for an update, and one without its lines books nothing. Saved with gaps it is a dead entry in the console.',
    client: BUG,
    right: messages(
      lines('POST /api/v1/orders', '# an order without order.external_ref'),
      malformed('order.external_ref is missing.'),
    ),
    wrong: messages(lines('POST /api/v1/orders', '# an order without order.external_ref'), BOOKED),
    causes: [
      'The model has defaults: a generated reference, an empty list of lines, an unnamed advertiser.',
      'The key is read from the header, and `idempotency_key` in the body never.',
      'The framework answers 422 for each validation error.',
      'A NOT NULL constraint of the database is the first to notice, and leads to 500.',
    ],
  },
  'errors.orders-wrong-type-is-400': {
    plain: unlessFull(
      'The required members of an order have JSON types: texts, objects for `advertiser` and `order`, an array for `line_items`. A number, null, a bare text or a list in the wrong place gets 400.',
    ),
    why: 'References come back in every later call. One that was converted on its way into the database no longer equals what the client sends.',
    client: BUG,
    right: messages(
      lines('POST /api/v1/orders', '# an order with "external_ref": 12345'),
      malformed('order.external_ref must be a string.'),
    ),
    wrong: messages(lines('POST /api/v1/orders', '# an order with "external_ref": 12345'), BOOKED),
    causes: [
      'The mapper converts scalars (Jackson’s coercion, `coerceTypes` in Ajv, PHP without `strict_types`, Pydantic in lax mode).',
      'A single line in place of the array is accepted (`ACCEPT_SINGLE_VALUE_AS_ARRAY`, XML-to-JSON layers).',
      'Null counts as there.',
      'Dynamic code takes the value as it is, until the database driver fails with 500.',
    ],
  },
  'errors.line-missing-member-is-400': {
    plain: unlessFull(
      'Each line needs `external_ref`, `inventory_id`, `flight` with both dates, `goal_impressions` and `sizes`. If any line lacks one, the first or another, in a new order or in an update, the order gets 400.',
    ),
    why: 'A line without a goal or a flight has nothing to deliver, and one without a reference cannot be reconciled. Leaving it out in silence is no better: the campaign falls short.',
    client: BUG,
    right: messages(
      lines('POST /api/v1/orders', '# two lines, the second without goal_impressions'),
      malformed('line_items[1].goal_impressions is missing.'),
    ),
    wrong: messages(lines('POST /api/v1/orders', '# two lines, the second without goal_impressions'), BOOKED),
    causes: [
      'The validator does not go into the elements (`@Valid` is missing on the list, `dive` in Go’s validator, a nested serializer), or looks at the first line only.',
      'Missing numbers become 0 and missing texts empty (Go, protobuf, C# value types).',
      'An update goes by rules of its own, in which every member is optional (`PartialType`, a PATCH serializer), and takes the rest from what is stored.',
      'An unknown slot is looked for first, so that a line without `inventory_id` gets 404.',
    ],
  },
  'errors.line-wrong-type-is-400': {
    plain: unlessFull(
      'The members of each line have JSON types as well: texts, an object for `flight`, an integer for `goal_impressions`, an array for `sizes`. A line is an object, not null and not a text. `"5000"` is no goal and `"300x250"` no list of sizes: 400. For `[null]` as a list of sizes 422 is taken too.',
    ),
    why: 'A goal feeds pacing and billing. What a converted value means (1.000 as one or as a thousand?) must not depend on a library.',
    client: BUG,
    right: messages(
      lines('POST /api/v1/orders', '# two lines, the second with "goal_impressions": "5000"'),
      malformed('goal_impressions must be an integer.'),
    ),
    wrong: messages(lines('POST /api/v1/orders', '# two lines, the second with "goal_impressions": "5000"'), BOOKED),
    causes: [
      'The mapper converts texts to numbers, and single values to lists.',
      '`parseInt`, `Number()` or a cast stands in for a check of the type.',
      'The validator does not go into the elements of a list (a `null` among sizes ends in a 500), or looks at the first only.',
      'A text is iterated like a list: its sizes are then `3`, `0`, `0`, `x` …',
    ],
  },
  'errors.forecast-odd-options-are-handled': oddOptions(
    '`targeting` and `sizes` may be left out of a forecast request. Where they are there and are null, a text for a list, or hold such a thing, the service answers 400, or goes on as if they were not there; it does not answer 5xx.',
    lines('POST /api/v1/forecast', '# the body with "targeting": {"geo": null}'),
    'targeting.geo must be a list.',
  ),
  'errors.line-odd-options-are-handled': oddOptions(
    '`targeting` and `creatives` may be left out of a line. Where they are there and are null, or an object or a list of nothing, the service answers 400 or 422, or goes on as if they were not there; it does not answer 5xx. The run sends such lines in updates of a draft.',
    lines('POST /api/v1/orders', '# a line with "creatives": [null]'),
    'line_items[0].creatives[0] must be an object.',
  ),
  'errors.reports-malformed-json-is-refused': {
    plain:
      'The contract leaves the body of `POST /reports` open, but not that it is JSON. What cannot be parsed gets a 4xx, best 400, never a report and never a 5xx.',
    why: 'A report for a request that nobody could read covers some lines and days or other, and is taken for the delivery.',
    client: `${BUG} A 5xx it repeats with backoff.`,
    right: messages(
      lines('POST /api/v1/reports', '# the body: {"line_item_ids": ['),
      malformed('The body is not valid JSON.'),
    ),
    wrong: messages(lines('POST /api/v1/reports', '# the body: {"line_item_ids": ['), answer(200, '{"rows": []}')),
    causes: [
      'A body that does not parse is treated as an empty one, and an empty one as a report over everything.',
      'The exception of the JSON parser reaches the catch-all handler, which answers 500.',
      'The endpoint reads query parameters only and never looks at the body.',
      'The parser reads the first value and does not look at what follows.',
    ],
  },
  'errors.json-content-type': {
    plain:
      'Every error with a JSON body says `Content-Type: application/json`; a `charset` behind it is fine, another media type is not. (A body that is no JSON breaks another rule.)',
    why: 'By this header a program decides whether it may parse the body. Marked as text or HTML, the message that explains everything is thrown away.',
    client: 'It reads `message` from JSON errors and stores it as the last error of the connection.',
    right: answer(404, 'Content-Type: application/json', '', error('unknown_inventory', 'No slot top-banner-9.')),
    wrong: answer(404, 'Content-Type: text/html', '', error('unknown_inventory', 'No slot top-banner-9.')),
    causes: [
      'The error handler writes a text to the response and leaves the header at its default.',
      'The framework answers with `application/problem+json` (Spring’s ProblemDetail, ASP.NET Core).',
      'The header is set where an answer succeeds, and the error path goes another way.',
      'A gateway template builds JSON without naming its type.',
    ],
  },
  'errors.body-is-object': {
    plain: 'Whatever goes wrong, the body is a JSON object. No HTML page, no empty body, no bare text.',
    why: 'The operator sees only what the body says. An HTML page of a proxy tells nobody whether the key, the slot or the date was at fault.',
    client: 'It stores `message` as the last error and shows it. From any other body there is nothing to show.',
    right: answer(401, error('unauthorized', 'The API key is not valid.')),
    wrong: answer(401, '<html><body><h1>401 Authorization Required</h1></body></html>'),
    causes: [
      'Errors from in front of the application: nginx, the load balancer, the WAF or the CDN with their own pages.',
      'The login filter answers before the JSON error handler is reached, with an empty body.',
      'Unknown routes and wrong methods fall to the default page of the framework.',
      'Debug mode is on and shows stack traces as HTML.',
    ],
  },
  'errors.has-code': {
    plain:
      'Every error names its kind in `code`, a text that is not empty. Which codes there are is up to you. That of a forecast’s 501 is judged by `forecast.unsupported-is-501-with-code` alone.',
    why: 'The wording of messages changes, and languages do. Support and programs need something fixed to go by.',
    client: 'It goes by `forecast_unsupported` among others, to let a booking proceed without a forecast.',
    right: answer(422, error('invalid_flight', 'The flight ends before it starts.')),
    wrong: answer(422, '{"code": 422, "message": "The flight ends before it starts."}'),
    causes: [
      'The code repeats the HTTP status as a number.',
      'The member has the name of the framework: `error`, `type`, `status`, `errorCode`.',
      'The error is wrapped: `{"error": {"code": …}}` or `{"errors": [ … ]}`.',
      'The gateway’s own errors have a message alone.',
    ],
  },
  'errors.has-message': {
    plain: 'Every error says in `message`, as a text that is not empty, what is wrong. It is read by people.',
    why: 'With a good message an operator can help himself. Without one, each refused campaign ends as a question to your support.',
    client: 'It shows the message to the operator and keeps it as the last error of the connection.',
    right: answer(422, error('invalid_flight', 'The flight ends before it starts.')),
    wrong: answer(422, '{"code": "invalid_flight", "message": ""}'),
    causes: [
      'Messages are hidden in production (`server.error.include-message=never` in Spring), and the empty text stays.',
      'The text has another name (`detail`, `title`, `error_description`) or is a list of messages.',
      'The exception has no message of its own, and null is what is written.',
      'A translation is missing for the language of the request.',
    ],
  },
  'errors.repeats-no-credential': {
    plain:
      'No error repeats a credential: neither the key that was sent, right or wrong, nor any other key of the run, as it is or encoded.',
    why: 'Messages are stored, shown to operators and pasted into tickets. A key in a message is a key in all of these places.',
    client: 'It shows the message to people after taking out the credentials it knows of. Others it cannot know.',
    right: answer(401, error('unauthorized', 'The API key is not valid.')),
    wrong: answer(401, error('unauthorized', 'Unknown key adk_4fk9d1')),
    causes: [
      'The message quotes the input to be helpful: “Unknown key …”.',
      'Debug output echoes the request with all its headers.',
      'The text of a database or gateway exception holds the query or header that failed.',
    ],
  },
  'errors.retry-after-in-seconds': {
    plain:
      'When you limit the rate, answer 429 with a header `Retry-After` that holds a whole number of seconds. A missing header or a date there earns a warning.',
    why: 'With a number callers come back exactly when there is room. Without one they guess, and either keep knocking or stay away too long.',
    client: 'It waits as many seconds as the header says and then sends the request again.',
    right: answer(429, 'Retry-After: 12', '', error('rate_limited', 'Too many requests.')),
    wrong: answer(429, 'Retry-After: Sat, 13 Mar 2027 10:00:00 GMT', '', error('rate_limited', 'Too many requests.')),
    causes: [
      'The limiter of the proxy sends none (`limit_req` in nginx) or headers of its own (`X-RateLimit-Reset`).',
      'The header holds a date, milliseconds, a decimal, or a point in time as epoch seconds.',
      'A gateway in front drops the header or replaces the whole answer.',
    ],
  },
} satisfies ExplanationsOf<'errors'>;
