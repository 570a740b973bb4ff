import type { Slip } from '../../causes/slip.ts';

const SLIPS: Readonly<Record<Slip, readonly [title: string, sentence: string, fix: string]>> = {
  'zero-id': [
    'Ids become 0',
    'Databases return 0 as the last inserted id if a statement changes nothing.',
    'Read the id of the row that exists: after an upsert that changes nothing, the last inserted id (`LAST_INSERT_ID()`, `LastInsertId`) is 0.',
  ],
  rounded: [
    'Ids are rounded',
    'The last digits are rounded: a floating-point number holds integers up to 2^53.',
    'Keep ids as strings, or as 64-bit integers, all the way: parsing them as floating-point numbers, as JavaScript does, rounds them from 2^53 on.',
  ],
  cut: [
    'Texts are cut off',
    'The end is cut off.',
    'Give the column room for the whole text, and refuse what does not fit instead of cutting it off.',
  ],
  'all-sizes': [
    'A line is accepted only with all sizes of its slot',
    'The same line with all sizes of the slot is accepted.',
    'Compare in one direction: each entry of `sizes` must be one that the slot lists. A line need not name all of them.',
  ],
  'too-long': [
    'Long names cause an error',
    'Plain names of the same length get the same answer.',
    'Give names columns of 255 characters, or refuse longer ones with 422 and a clear message; your log has the error.',
  ],
  escaped: [
    'Texts come back escaped for HTML',
    'It is escaped for HTML.',
    'Save and answer texts as they were sent, and escape them only where a page shows them: not all that comes in, as with `htmlspecialchars` in PHP.',
  ],
  'other-case': [
    'References that differ in case or accents are taken for one',
    'The two differ in upper and lower case, or in accents, alone.',
    'Save every `external_ref` as it was sent, and compare it character by character: give its column a binary collation, which is not the default of MySQL, MariaDB and SQL Server.',
  ],
  'lower-case': [
    'Texts come back in lower case',
    'It is the same in lower case.',
    'Save and answer texts as they were sent: something changes them to lower case, such as `lowercase()` in Joi, `toLowerCase()` in Zod or a setter of the model.',
  ],
  'all-created': [
    'Requests in flight at once are all answered 201',
    'Only the status is wrong.',
    'Let what the insert did decide between 201 and 200 (the number of inserted rows, or `xmax = 0` in PostgreSQL), not a look that was taken before the lock.',
  ],
  'error-under-2xx': [
    'Errors are sent with a status of success',
    'The body is an error; only the status says that the request succeeded.',
    'Send each error with its own status, a 4xx or 5xx (§7): set it in the one place that writes errors.',
  ],
  'status-not-kept': [
    'The stored answer to a refused request is repeated as a success',
    'The body is the refusal from before; only its status has changed.',
    'Store the status together with the body of each answer under its key, and repeat both.',
  ],
  'short-lived': [
    'A token expires before its hour',
    'Callers cache the token for its full `expires_in`.',
    'Sign tokens that are good for one hour: set `exp` to 3600 seconds after `iat`.',
  ],
  'in-turn': [
    'A good token is refused now and then',
    'When it was asked again, the same token was served.',
    'Make sure that every machine behind this address knows every token: look tokens up in one place, or check them with one secret that no process makes for itself.',
  ],
  'report-to-come': [
    '`POST /reports` announces a report in place of its rows',
    'The answer names a report that is still to be made, and no other call fetches it.',
    'Wait for the report in the service, and answer 200 with its `rows` (§4.5).',
  ],
  'deny-policy': [
    'AWS API Gateway answers 403 where the key is missing or wrong',
    '`x-amzn-ErrorType` says that the gateway denied it.',
    'Let the authorizer throw `Unauthorized` if the key is missing or not valid: API Gateway answers 401 then. A Deny policy makes it answer 403, which is for a missing scope.',
  ],
  'web-page': [
    'A web page comes in place of what the API answers',
    'The body is a web page.',
    'Find out why a web page answers with a status of success: the base address may have another path, or something replaces answers of the API by a page, such as a catch-all route, `try_files`, or the error responses of a CDN.',
  ],
  'error-page': [
    'Errors are web pages, not JSON',
    'The body is a web page.',
    'Find out what sends this page: something that replaces the errors of the service (`proxy_intercept_errors` in nginx), something that refuses requests before the service sees them (`limit_except` in nginx, a gateway, a login filter), or the error handler of the framework. Answer `{ "code": …, "message": … }` for every error, with the status that it has in the contract (§7).',
  ],
  'two-answers': [
    'Two answers in one body',
    'The body is two JSON documents, one behind the other.',
    'Return after you have answered: the program goes on, and answers again. In gin, neither `c.JSON` nor `c.Abort…` ends a function, and in Go `http.Error` does not either: put a `return` behind each.',
  ],
  csrf: [
    'Protection against CSRF refuses the client',
    'This protection is for the forms of browsers.',
    'Exempt the API from protection against CSRF: that is for browsers with cookies, and the client sends a bearer token instead (`csrf_exempt` in Django, `ActionController::API` in Rails, `csrf().ignoringRequestMatchers(…)` in Spring Security).',
  ],
  'too-large': [
    'Requests are refused as too large',
    'The body of the request is too large for what reads it.',
    'Accept larger bodies: raise the limit of the framework, and of what is in front of it, such as `client_max_body_size` in nginx.',
  ],
  'joined-rows': [
    'A slot is split over two pages',
    'On the page before, it has other `sizes`.',
    'Let `limit` count slots, not the rows of a join: read a page of slots first, and then the sizes of each.',
  ],
  overlap: [
    'A page begins with the last slot of the page before',
    'The page begins with the last slot of the page before.',
    'Begin each page after the slot that the cursor names: compare with `>` in the query, not with `>=`.',
  ],
  'other-request': [
    'Answers belong to other requests',
    'The answer belongs to another request.',
    'Build each answer from its own request: keep nothing of it in variables that requests share, and nothing in a cache under a key that several requests have.',
  ],
  'first-repeated': [
    'Every line of an order becomes the first one',
    'Every line of the answer is the first one that was sent.',
    'Match lines by `external_ref` alone: these lines are taken for one because of something that they share, such as their slot.',
  ],
  'left-out': [
    'Lines of an order are missing in the answer',
    'The delivery of a line without an id cannot be reconciled.',
    'Save every line of the order, and answer each of them: see that no loop, query or batch ends early, and that lines do not replace each other because of something that they share, such as their slot. If a line cannot be saved, do not leave it out: roll the whole order back and answer 5xx, so that the client sends it again.',
  ],
  changed: [
    'References come back changed',
    'The service changes the reference.',
    'Save every `external_ref` as it was sent, and return it so: what your system makes of it, such as a name without special characters or one with the order in front, belongs in a column of its own.',
  ],
  'last-repeated': [
    'Every element of a list is the last one',
    'Every element is the last one.',
    'Copy each element inside the loop: the list seems to hold the same variable several times, such as a pointer to the loop variable. Or elements replace each other, because they are saved by something that they share, such as the slot of lines.',
  ],
  'other-scheme': [
    'The API key is accepted, but not under Bearer',
    'The key is right; it is read from another place than the client sends it in.',
    'Read the key from `Authorization: Bearer <key>`, which is what the client sends.',
  ],
  trimmed: [
    'References come back without their trailing space',
    'Only a space at the end is gone.',
    'Keep references as they came: something trims what it receives, such as the middleware `TrimStrings` in Laravel, `trim` in a schema of Mongoose or Zod, or `str_strip_whitespace` in pydantic.',
  ],
  padded: [
    'References come back with trailing spaces',
    'It has trailing spaces.',
    'Keep references as they came: a column of type `CHAR(n)` pads them with spaces. Use `VARCHAR` or `TEXT`.',
  ],
  normalized: [
    'References come back in another Unicode form',
    'It looks the same but is in another Unicode form.',
    'Compare and return references as they came: do not normalize them (NFC, NFKC).',
  ],
  'decoded-twice': [
    'UTF-8 is read as another encoding',
    'Its bytes are those of the text in UTF-8, read as ISO-8859-1.',
    'Read and store texts as UTF-8 all the way: the body, the connection to the database, its columns.',
  ],
  'swapped-ids': [
    'The lines of an order swap their ids',
    'It is the id of another line of the same order.',
    'Answer each line with its own id, when an order is created as well: match them by `external_ref`. A batch insert returns ids in its own order, and a map of lines or a query without `ORDER BY` has none.',
  ],
  'left-open': [
    'Some requests are never answered',
    'Other requests to the same endpoint are answered.',
    'Look for what these requests have in common, and for what they wait for: a lock or a connection that an earlier request has not given back, or a call without a time-out. In Express 4, what an `async` handler or middleware throws reaches no error handler, and the request stays open: catch it and call `next(error)`, or use Express 5.',
  ],
  'unchanged-row': [
    'Updates are refused if they leave a row as it is',
    'What this update does not change is taken for missing or outdated.',
    'Answer 200 even if nothing changes. Look up whether a row is there, instead of counting the rows that an update changed: a row that stays as it is counts as 0 in MySQL and MariaDB (unless the connection asks for found rows).',
  ],
  'repeat-as-conflict': [
    'A literal retry is taken for another request',
    'The body is the same, byte for byte.',
    'Compare the bodies alone, as they came or with their members sorted: nothing that differs each time, such as a time, a random id or the order of a map, may go into the fingerprint. Store it with the first request, and let nothing overwrite it.',
  ],
  'stored-error': [
    'An error is stored under its idempotency key, and repeated',
    'Under another key, the same order is accepted.',
    'Store no 5xx under a key: save the key in the same transaction as the order, so that a failure rolls back both. The client sends a failed order again with the same key.',
  ],
  'left-behind': [
    'An order whose first attempt failed can never be saved',
    'Under other references and another name, the same order is accepted.',
    'Roll back all that a failed request has saved, in systems behind yours as well; where you cannot, look for what is there by its `external_ref` before you create it, and go on from it. Something of the first attempt, such as a name that must be unique, seems to be in the way of every later one. The client sends a failed order again with the same key.',
  ],
  'key-of-process': [
    'Idempotency keys are known to one process alone',
    'Sent again over new connections, it was refused with 409 and then accepted again.',
    'Store keys with a fingerprint of the body where every process finds them, such as in the database of the orders: a retry may come over a new connection, and reach another worker or machine.',
  ],
  'booked-not-forecast': [
    '`POST /forecast` refuses what `POST /orders` accepts',
    'An order for the same slot, days and countries is accepted.',
    'Check forecasts and orders by the same rules: what an order is accepted for can be forecast. If there is no number for a slot, answer 501 with the code `forecast_unsupported`; if `POST /forecast` does not work yet, say `forecast: false` at `GET /health`.',
  ],
  'added-line-lost': [
    'Lines that an update adds are not created',
    'No line that an update added is in the answer to it.',
    'Create each line of an update whose `external_ref` the order does not have yet, and answer it with the others. If an order that exists is answered as it is, without the update being read, read and check the update first, as you do a new order.',
  ],
  'order-not-found': [
    'An update makes a new order',
    'The answer has the id of a new order.',
    'Look each order up by its `order.external_ref` alone, among the orders of the account, and update it in place: no other member that an update may change belongs in this query, such as the name, the advertiser or the lines.',
  ],
  'other-order': [
    'An order gets the id of another order',
    'One order seems to be taken for the other.',
    'Find each order by its whole `order.external_ref`, character by character: with `=`, not with `LIKE`, where `_` and `%` are wildcards, and in a column long enough that compares letter case. Keep nothing of a request in variables that requests share.',
  ],
  'other-line': [
    'A line gets the id of another line',
    'One line seems to be taken for the other.',
    'Find each line by its `external_ref` within the order, the whole of it and character by character, and by nothing else: not by its slot, flight or countries, which several lines may share (§2.5), nor by its place in the list.',
  ],
  'slot-as-key': [
    'Lines are found by their slot or place',
    'What these lines share, or what changed, is their slot.',
    'Find each line by its `external_ref` within the order, not by its slot, nor by its place in the list: several lines may be on one slot, for other months or countries (§2.5), and a line may move to another.',
  ],
  'last-line-only': [
    'Only the last line of an order is checked',
    'The same mistake in the last line is refused.',
    'Refuse the order as soon as one of its lines is wrong: the loop seems to overwrite the verdict on one line with that on the next. Or lines are kept in a map by their slot, where the last one replaces the others.',
  ],
};

/** Which mistake an answer shows by itself, in a sentence; empty if there is none, or one of a newer build. */
export const slipInWords = (slip: Slip | undefined): string => entryOf(slip)?.[1] ?? '';

export const fixOfSlip = (slip: Slip | undefined): string | undefined => entryOf(slip)?.[2];

/** The title of a block of several checks. */
export const titleOfSlip = (slip: Slip | undefined): string | undefined => entryOf(slip)?.[0];

const entryOf = (slip: Slip | undefined) =>
  slip !== undefined && Object.hasOwn(SLIPS, slip) ? SLIPS[slip] : undefined;
