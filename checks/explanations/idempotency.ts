import { answer, error, messages, saved } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const FIRST = saved('o-81', ['L-1', 'li-512']);
const SECOND = saved('o-82', ['L-1', 'li-513']);
const CONFLICT = answer(409, error('idempotency_conflict', 'Key k-17 was used with another body.'));

const UPDATE_CONFLICT = answer(409, error('idempotency_conflict', 'Key k-18 was used with another body.'));

/** An order request as far as it matters here. */
const order = (key: string, ref: string, name: string, goal: number) =>
  lines(
    'POST /api/v1/orders',
    `Idempotency-Key: ${key}`,
    `{"idempotency_key": "${key}", "advertiser": {"name": "Acme"},`,
    ` "order": {"name": "${name}", "external_ref": "${ref}"},`,
    ' "line_items": [{"external_ref": "L-1", "inventory_id": "top-banner",',
    '   "flight": {"start_date": "2027-03-01", "end_date": "2027-03-31"},',
    `   "goal_impressions": ${goal}, "sizes": ["300x250"]}]}`,
  );

export const idempotency = {
  'idempotency.retry-is-200': {
    plain:
      'When a request comes a second time with the same `Idempotency-Key` and the very same body, answer 200. Status 201 says that something new was made, and this time nothing was.',
    why: 'A second 201 is the only visible sign of a double booking. If repeats look like new orders, nobody can tell from a log whether a campaign was booked once or twice.',
    client:
      'The client repeats an order when an answer was lost or was a 5xx, and when somebody pushes the campaign again by hand. It takes 200 to mean: I had this already, here are its ids.',
    right: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      lines('# key k-17 and the same body again', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      lines('# key k-17 and the same body again', answer(201, FIRST)),
    ),
    causes: [
      'The idempotency middleware stores the whole first response and replays it with its status, 201 included.',
      'The route is annotated with a fixed success status (`@ResponseStatus(CREATED)`, `status_code=201`), whatever the handler did.',
      'The repeat is recognised by the unique constraint on the order, and the handler goes on as if it had inserted.',
    ],
  },
  'idempotency.retry-same-ids': {
    plain:
      'The same key with the same body returns the `order_id` and, line by line, the `line_item_id` of the first time. No second order or line comes into being.',
    why: 'A retry that books again reserves the inventory twice, and of two copies only one can be the line that delivery is reconciled with.',
    client:
      'The client saves the `line_item_id` values from whichever answer reaches it. If the first answer was lost, those of the retry are all it will ever know.',
    right: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      lines('# key k-17 and the same body again', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      lines('# key k-17 and the same body again', answer(200, SECOND)),
    ),
    causes: [
      'The key is logged or forwarded, but nothing looks it up before the order is created.',
      'The key is stored per process or per node; the load balancer sends the retry to another one.',
      'The fingerprint of the body takes in something that changes with every call, such as a received-at time or a trace id, so no repeat is ever recognised.',
      'The order is found again, but its lines are deleted and inserted anew, with new ids from a sequence.',
    ],
  },
  'idempotency.conflict-is-409': {
    plain:
      'If a key comes again with a body that differs from its first one anywhere (a name, be it in the case of one letter, a goal, a flight day, a creative, one line more or less), answer 409. Where the new value could be refused for itself, 422 is taken too.',
    why: 'One key stands for one call. A service that answers 200 here tells the client that a change was booked which was dropped, or books a change that was never meant.',
    client:
      'A 409 is logged and not repeated blindly: it shows that two different requests came to share a key, which somebody has to look at.',
    right: messages(
      order('k-17', 'C-7', 'Spring', 3000),
      answer(201, FIRST),
      order('k-17', 'C-7', 'Spring', 2999),
      CONFLICT,
    ),
    wrong: messages(
      order('k-17', 'C-7', 'Spring', 3000),
      answer(201, FIRST),
      order('k-17', 'C-7', 'Spring', 2999),
      answer(200, FIRST),
    ),
    causes: [
      'Only the key is compared: whatever comes under it gets the stored answer.',
      'The fingerprint covers the fields that are stored in the order table, and so not the lines, the creatives or `advertiser.external_ref`; or one member, such as `order.name`, is left out.',
      'The fingerprint is taken of what a model keeps of the body, or of a text put into lower case.',
      'An update path runs first: it finds `order.external_ref` and changes the order before the key is looked at.',
    ],
  },
  'idempotency.conflict-on-order-ref-is-409': {
    plain:
      'A key that was used for one campaign cannot be used for another: with a different `order.external_ref` under the same key the answer is 409, whether or not anything else differs. A 422 that the order gets under any key is let pass.',
    why: 'Otherwise a campaign is booked under a key that belongs to another, and a retry of either may be answered with the ids of the wrong one.',
    client:
      'The client makes a key for every call. A 409 tells it that a key was used twice by mistake; it logs this and leaves both campaigns alone.',
    right: messages(
      order('k-17', 'C-7', 'Spring', 3000),
      answer(201, FIRST),
      order('k-17', 'C-8', 'Spring', 3000),
      CONFLICT,
    ),
    wrong: messages(
      order('k-17', 'C-7', 'Spring', 3000),
      answer(201, FIRST),
      order('k-17', 'C-8', 'Spring', 3000),
      answer(201, SECOND),
    ),
    causes: [
      'The unique index is on (order reference, key) together, so the pair is new and goes through.',
      'Keys are kept as a column of the order, and the order is looked up first.',
      'The cache entry is named after the campaign and the key.',
    ],
  },
  'idempotency.conflict-applies-nothing': {
    plain:
      'A request that was answered 409 must leave no trace. The run first tries to create an order under a used key, is refused, and then creates it under a fresh key: that must be 201, as for an order that never was there. Where there is no room (422), it is sent for another buyer on another slot.',
    why: 'If the refused order was saved all the same, a booking exists of which the client was told that it does not, and nobody will ever reconcile it.',
    client:
      'After a 409 the client takes it that nothing changed, and may send the right request under a key of its own.',
    right: messages(
      lines('# campaign C-8 under a key that was used for C-7', CONFLICT),
      lines('# campaign C-8 under a key of its own', answer(201, SECOND)),
    ),
    wrong: messages(
      lines('# campaign C-8 under a key that was used for C-7', CONFLICT),
      lines('# campaign C-8 under a key of its own: it is there already', answer(200, SECOND)),
    ),
    causes: [
      'The key is compared when the result is stored, after the order was written, and nothing rolls the order back.',
      'Advertiser, order and lines are saved in calls to different systems; the 409 undoes only the last of them.',
      'The ORM flushes earlier than the handler thinks, and the conflict is raised outside the transaction.',
    ],
  },
  'idempotency.retry-after-conflict': {
    plain:
      'A conflict does not disturb what is stored under the key. The original request, sent once more after several 409s, still gets the ids of the first time.',
    why: 'A mistaken request must not cut the client off from the result of the right one, which it may not have received yet.',
    client:
      'It may still be retrying the original when the conflicting request goes out. It expects the original ids, whichever comes last.',
    right: messages(
      lines('# key k-17, another body', CONFLICT),
      lines('# key k-17, the original body again', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17, another body', CONFLICT),
      lines('# key k-17, the original body again', CONFLICT),
    ),
    causes: [
      'The fingerprint is written with an upsert before it is compared, so the last body wins.',
      'The middleware stores every response under the key, errors included, and now replays the 409.',
      'A conflict marks the key as poisoned or deletes its entry.',
    ],
  },
  'idempotency.retry-after-other-requests': {
    plain:
      'Repeats are recognised not only right away. Orders from the start of the run are sent again after many other requests, and each must come back with its own ids.',
    why: 'Retries come late in practice: after an outage, from a queue, or when an operator pushes a campaign again. A forgotten key then becomes a second booking or a change of ids.',
    client:
      'The client keeps a pending mapping for each line until an answer fills it in, however long that takes, and recovers by sending the same again.',
    right: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      '# … many other orders …',
      lines('# key k-17 and the same body again', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17, the first time', answer(201, FIRST)),
      '# … many other orders …',
      lines('# key k-17 and the same body again', answer(201, SECOND)),
    ),
    causes: [
      'Keys live in an LRU cache with few entries, or in Redis with a time to live of minutes.',
      'Only the last key of each account is kept.',
      'Keys are cut off or hashed to something short, so that later ones overwrite earlier ones.',
    ],
  },
  'idempotency.retry-while-running': {
    plain:
      'One request is sent three times at the same moment, with the same key and body. All three must succeed with the same ids: the second and third wait for the first, or find its result.',
    why: 'A client that times out sends its retry while the first request is still at work. Without a lock both find no key, and both book.',
    client:
      'After 30 seconds without an answer the client gives up on a call and may repeat it. It cannot know whether the first one is still running.',
    right: messages(
      lines('# key k-17, three times at once', answer(201, FIRST)),
      answer(200, FIRST),
      answer(200, FIRST),
    ),
    wrong: messages(
      lines('# key k-17, three times at once', answer(201, FIRST)),
      answer(201, SECOND),
      answer(500, error('internal_error', 'Duplicate entry for key idempotency_key')),
    ),
    causes: [
      'Look up, then insert, without a lock or a unique constraint between: all three look up before any inserts.',
      'The unique constraint is there, but the loser of the race gets its violation as a 500 in place of the stored result.',
      'The middleware answers 409 while the first request is running; that status is kept for a body that differs.',
      'The key is written only once the order is complete, seconds later.',
    ],
  },
  'idempotency.two-keys-one-order': {
    plain:
      'Three requests at the same moment, with different keys but for one `order.external_ref`, lead to one order: one of them creates it, the others find it. All succeed, with the same ids.',
    why: 'A manual re-push while an automatic one is on its way would otherwise leave the campaign in the console twice, with the goal booked double.',
    client:
      'It knows one order per campaign and one line id per line reference. Of two orders for a campaign it would track whichever answer came last.',
    right: messages(
      lines('# campaign C-7 under the keys k-17, k-18 and k-19, at once', answer(201, FIRST)),
      answer(200, FIRST),
      answer(200, FIRST),
    ),
    wrong: messages(
      lines('# campaign C-7 under the keys k-17, k-18 and k-19, at once', answer(201, FIRST)),
      answer(201, SECOND),
      answer(200, SECOND),
    ),
    causes: [
      'There is no unique constraint on the order reference: `find_or_create` and `updateOrCreate` do not lock.',
      'The lock is on the idempotency key, and each request has another one.',
      'The order is unique, but each request inserts its lines, so the line ids differ.',
      'Whoever loses the race is answered 409 or 500, where the request should become an update.',
    ],
  },
  'idempotency.conflict-while-running': {
    plain:
      'Two requests with one key and different bodies arrive at the same moment. One succeeds, the other is answered 409, just as if it had come later.',
    why: 'If both succeed, it is left to chance which of two contents the campaign has, while the client believes in each of them.',
    client: 'It takes the success as booked, logs the 409, and does not repeat that request.',
    right: messages(
      lines('# key k-17 with the name "Spring", and with "Summer", at once', answer(201, FIRST)),
      CONFLICT,
    ),
    wrong: messages(
      lines('# key k-17 with the name "Spring", and with "Summer", at once', answer(201, FIRST)),
      answer(200, FIRST),
    ),
    causes: [
      'The key is reserved first, the fingerprint is stored with the result: the second request finds the key without a fingerprint and joins in.',
      'A single-flight or request-coalescing layer groups by key and hands one result to both.',
      'Neither request finds the key, since both look before either writes.',
    ],
  },
  'idempotency.retry-after-update': {
    plain:
      'After an order was created under one key and renamed under another, the first request is sent once more, unchanged. It is still a repeat: 200, with the same ids.',
    why: 'A late retry of the creation is harmless only if it is recognised as such. Treated as a new order it books double.',
    client:
      'Retries and updates of a campaign may overtake each other; the client counts on the ids being the same in all answers.',
    right: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      lines('# key k-18: it is renamed', answer(200, FIRST)),
      lines('# key k-17, the first request once more', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      lines('# key k-18: it is renamed', answer(200, FIRST)),
      lines('# key k-17, the first request once more', CONFLICT),
    ),
    causes: [
      'The order has one column for the key, and the update overwrites it.',
      'A repeat is compared with the present state of the order, not with the body that came under its key.',
      'An update clears the cached results of the order.',
    ],
  },
  'idempotency.retry-of-refused': {
    plain:
      'A request that was refused with 404 or 422 is refused again when it comes a second time, byte for byte and under the same key: with the same answer, or after it was judged anew. Never with 409, which says that the body is another one, nor with success or a 5xx.',
    why: 'Retries are automatic, and the answer to the first attempt may have been lost. If the second one is answered 409 the operator looks for two different bookings; if it is answered 200 there is a booking that nobody validated.',
    client: 'It repeats a lost request as it stands and shows the message of the refusal to the operator.',
    right: messages(
      lines(
        '# key k-21: the flight ends before it starts',
        answer(422, error('invalid_flight', 'The flight ends before it starts.')),
      ),
      lines(
        '# key k-21 and the same body again',
        answer(422, error('invalid_flight', 'The flight ends before it starts.')),
      ),
    ),
    wrong: messages(
      lines(
        '# key k-21: the flight ends before it starts',
        answer(422, error('invalid_flight', 'The flight ends before it starts.')),
      ),
      lines('# key k-21 and the same body again', answer(409, error('duplicate_key', 'Key k-21 was used before.'))),
    ),
    causes: [
      'The key is saved before the request is validated, and the row is left behind without a result.',
      'A repeat skips validation, since its key is known.',
      'The unique constraint on the key ends in a 500.',
    ],
  },
  'idempotency.retry-of-update': {
    plain:
      'Updates have keys of their own and can be repeated like creations: the same update again, under the same key, is answered 200 with the same ids.',
    why: 'The answer to an update can be lost like any other. A repeat that fails or adds lines leaves client and service with different campaigns.',
    client: 'It repeats a lost update as it stands and takes the ids from the answer.',
    right: messages(
      lines('# key k-18: the order is renamed', answer(200, FIRST)),
      lines('# key k-18 and the same body again', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-18: the order is renamed', answer(200, FIRST)),
      lines('# key k-18 and the same body again', answer(409, error('duplicate_key', 'Key k-18 was used before.'))),
    ),
    causes: [
      'Keys are stored in the create branch of the handler only.',
      'A used key is refused as a duplicate, without a look at whether the body is the same.',
      'The update is run a second time, and a line that it added is added again.',
    ],
  },
  'idempotency.conflict-on-update-key-is-409': {
    plain:
      'Keys of updates count like keys of creations. If the key of an update comes again with another body, the answer is 409.',
    why: 'A campaign is updated far more often than it is created. If update keys are not kept, a late or mixed-up update silently overwrites the right one.',
    client:
      'It makes a key for every call, updates included. The 409 is logged and the request is not repeated blindly.',
    right: messages(
      lines('# key k-18: the order is renamed to "Spring"', answer(200, FIRST)),
      lines('# key k-18: the order is renamed to "Summer"', UPDATE_CONFLICT),
    ),
    wrong: messages(
      lines('# key k-18: the order is renamed to "Spring"', answer(200, FIRST)),
      lines('# key k-18: the order is renamed to "Summer"', answer(200, FIRST)),
    ),
    causes: [
      'Keys are stored in the create branch of the handler only.',
      'The order has one column for the key, filled when it is created and never again.',
      'Updates are taken to be harmless to repeat, so the middleware covers creation alone.',
    ],
  },
  'idempotency.conflict-after-other-requests': {
    plain:
      'A used key stays used. Late in the run the key of the oldest order comes with another body, and the key of an order that was updated since comes with one that was refused before: both must be answered 409.',
    why: 'Once a key is forgotten, any request under it goes through as new, and a mistake in the sender becomes a booking.',
    client: 'It relies on the service to notice a key that is used twice, also when days lie between the two calls.',
    right: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      '# … an update of it under key k-18, and many other requests …',
      lines('# key k-17 with another body', CONFLICT),
    ),
    wrong: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      '# … an update of it under key k-18, and many other requests …',
      lines('# key k-17 with another body', answer(200, FIRST)),
    ),
    causes: [
      'Keys expire after minutes, or drop out of a cache of fixed size.',
      'The order has one column for the key, and an update overwrites it.',
      'The stored result outlives the fingerprint, so a late request under the key gets the old answer whatever it says.',
    ],
  },
  'idempotency.kept-throughout': {
    plain:
      'At the very end of a run, behind all orders, updates and reports, the key of the first order comes once more with another body: it is answered 409, as it was earlier.',
    why: 'A mistake that is found minutes later is found too late where the key is free again: the second body goes through, and changes a campaign that somebody else has booked.',
    client: 'It may repeat a call hours later, when a person presses the button again, and counts on the key of then.',
    right: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      '# … all other requests of the run …',
      lines('# key k-17 with another body', CONFLICT),
    ),
    wrong: messages(
      lines('# key k-17: the order is created', answer(201, FIRST)),
      '# … all other requests of the run …',
      lines('# key k-17 with another body', answer(200, FIRST)),
    ),
    causes: [
      'Keys are kept for some seconds only.',
      'Keys live in a cache of fixed size, and the oldest is dropped for a new one.',
      'The keys of one worker process are lost when it is replaced.',
    ],
  },
  'idempotency.keys-compared-exactly': {
    plain:
      'Keys are opaque text, compared character by character. `K-17A`, `k-17a`, `x-17a`, `k-17b` and `k-17a0` are five keys; each of them is free to carry a request of its own.',
    why: 'If two keys are taken for one, a valid update is refused as a conflict or answered with an old result, and the change never reaches the campaign.',
    client: 'It makes a fresh key for each call and expects 200 or 201, not a 409 for a key that it never used.',
    right: messages(
      lines('# key k-17a: the order is created', answer(201, FIRST)),
      lines('# key K-17A: the order is renamed', answer(200, FIRST)),
    ),
    wrong: messages(
      lines('# key k-17a: the order is created', answer(201, FIRST)),
      lines('# key K-17A: the order is renamed', CONFLICT),
    ),
    causes: [
      'The column has a case-insensitive collation: the default of MySQL (`utf8mb4_0900_ai_ci`) and of SQL Server, or `citext` in PostgreSQL.',
      'The column is too short (`VARCHAR(36)`, sized for a UUID) and the database cuts off without an error.',
      'The key is put into lower case, trimmed or turned into a slug before it is looked up.',
    ],
  },
  'idempotency.header-required': {
    plain:
      'The key comes in two places, the `Idempotency-Key` header and `idempotency_key` in the body. An order without the header should be refused, with 400 best of all. A service that goes by the body alone gets a warning, not a failure.',
    why: 'Whoever calls without the header has probably lost it on the way. Gateways and logs see headers, not bodies, so its loss is best found out early.',
    client: 'The client sends the header with every order; it never makes this request itself.',
    right: messages(
      lines('POST /api/v1/orders', '# a body with "idempotency_key": "k-17", but no Idempotency-Key header'),
      answer(400, error('missing_header', 'Idempotency-Key is required.')),
    ),
    wrong: messages(
      lines('POST /api/v1/orders', '# a body with "idempotency_key": "k-17", but no Idempotency-Key header'),
      answer(200, FIRST),
    ),
    causes: [
      'The handler reads the key from the body and never looks at the header.',
      'The framework declares the header optional, which is its default.',
      'A proxy strips headers that it does not know, so requiring it was given up.',
    ],
  },
  'idempotency.header-matches-body': {
    plain:
      'Header and body carry the same key. Where they differ, the request should be refused, with 400 best of all; taking it earns a warning.',
    why: 'With two keys in one request it is left open which of them counts, and a retry that looks at the other one books again.',
    client: 'The client always sends the same value in both places; it never makes this request itself.',
    right: messages(
      lines('POST /api/v1/orders', 'Idempotency-Key: k-17-other', '# a body with "idempotency_key": "k-17"'),
      answer(400, error('key_mismatch', 'Idempotency-Key differs from idempotency_key.')),
    ),
    wrong: messages(
      lines('POST /api/v1/orders', 'Idempotency-Key: k-17-other', '# a body with "idempotency_key": "k-17"'),
      answer(200, FIRST),
    ),
    causes: [
      'Middleware goes by the header, the handler by the body, and nobody compares the two.',
      'The value from the header silently overwrites that of the body when the request is bound to its model.',
    ],
  },
} satisfies ExplanationsOf<'idempotency'>;
