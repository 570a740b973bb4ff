import { expect, expectNone, otherAnswer, violation } from '../../../src/engine/expect.ts';
import { rulesOf } from '../../../src/engine/node.ts';
import { isServed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { orderResult } from '../../../src/schema/generated/validators.js';
import { expectArrayOfObjects, valueAt } from '../../json.ts';
import { isAdServer } from '../readers/answers.ts';
import { hasLines, isAccepted, linesOf } from '../readers/booking.ts';
import { expectOneOwner, linesIn, orderIn } from '../readers/owners.ts';
import { unechoed } from '../readers/echoed-lines.ts';
import { oddTexts } from './refused-requests.ts';
import { basic, orders, everyCreated } from '../booking-records.ts';

/** Of updates and repeats, too. A 204 has no body: only its status is wrong. */
const accepted = (reply: Reply): boolean => reply.endpoint === 'orders' && isServed(reply);

const ANSWERS = {
  'order-id': [
    '/order_id',
    '`order_id` is a non-empty string.',
    '`order_id` is missing, empty or not a string',
    'Send the id of the order in your system in `order_id`, as a JSON string.',
  ],
  'line-external-ref': [
    '/line_items/*/external_ref',
    'Every line in an answer has its `external_ref`, a string.',
    'A line in an answer has no `external_ref`',
    'Repeat the `external_ref` that the client sent for each line.',
  ],
  'line-item-id': [
    '/line_items/*/line_item_id',
    'Every line in an answer has a `line_item_id`, a non-empty string.',
    'A line in an answer has no usable `line_item_id`',
    'Send the id of the line in your system in `line_item_id`, as a JSON string.',
  ],
} as const;

export const members = rulesOf(ANSWERS, (rule, [pointer, requirement, problem, fix]) =>
  orders.everyAnswer({
    id: `orders.${rule}`,
    section: 'ad-server §2.7',
    requirement,
    problem,
    fix,
    provokedBy: { basic },
    concerns: (reply) => accepted(reply) && hasLines(reply),
    judge: (reply) => expect(reply).fits(orderResult, pointer),
  }),
);

orders.everyAnswer({
  id: 'orders.waits-for-others-in-flight',
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'An order that is sent while another is in flight is answered as if it were alone.',
  problem: 'Orders are refused while another is in flight',
  fix: 'Let the request wait for the lock instead of refusing it, or lock less: the key and the reference of one order, not the whole account. To a client, 409 says that the key was used with another body.',
  provokedBy: { basic },
  concerns: (reply) => reply.endpoint === 'orders' && reply.status !== null,
  judge: ({ locked, status }) => {
    if (!locked) return;
    const expected = `status ${status}, as when the same request was sent again alone`;
    violation(otherAnswer(locked, expected, { circumstance: 'while another order was in flight' }));
  },
});

const FEWEST_AT_ONCE = 2;
/** A transaction may outlast its answer, and meet the next order that is sent. */
const MANY_MORE = 10;
/** With any other cause, at least so many of the orders that were sent alone would have failed as well. */
const FEWEST_EXPECTED = 2;

orders.everyAnswer({
  id: 'orders.no-server-error-at-once',
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'Orders that arrive at the same moment do not cause a server error (5xx).',
  problem: 'Orders cause server errors when they arrive together',
  fix: 'Look for these errors in your log. The usual causes: a unique index refuses the second insert, and the code does not read the row that the first one wrote; a serialization failure or a deadlock aborts a transaction, and the code does not run it again.',
  provokedBy: { basic },
  concerns: (reply) => isAdServer(reply) && (reply.healed !== undefined || reply.endpoint === 'orders'),
  together: (replies) => {
    const all = replies.filter((reply) => reply.healed !== undefined && reply.isOfGateway !== true);
    const healed = all.filter((reply) => reply.endpoint === 'orders' && reply.healed === 'together');
    const [first] = healed;
    // If other requests fail now and then as well, the cause is another.
    const isForOthers = all.length - healed.length <= healed.length / MANY_MORE;
    if (first === undefined || healed.length < FEWEST_AT_ONCE || !isForOthers) return;
    const alone = replies.filter(({ beside }) => beside === undefined).length;
    const isForLike = healed.every(({ beside }) => beside === 'like');
    if (!isForLike && alone * healed.length < FEWEST_EXPECTED * (replies.length - alone)) return;
    const circumstance = `while another order was in flight, ${healed.length} times, and not when the same order was sent again`;
    violation(otherAnswer(first, 'no server error', { circumstance }));
  },
});

export const bodyIsOrder = orders.everyAnswer({
  id: 'orders.body-is-order',
  section: 'ad-server §2.7',
  requirement: 'The answer to an accepted order is a JSON object with an array of lines in `line_items`.',
  problem: 'The answer to an order is not an object with `line_items`',
  fix: 'Answer `{ "order_id": …, "status": "DRAFT", "line_items": [ … ] }`, with one object for each line.',
  provokedBy: { basic },
  concerns: accepted,
  judge: (reply) => expectArrayOfObjects(reply, 'line_items', 'line'),
});

for (const [rule, pointer, what, problem] of [
  ['status-is-draft', '/status', 'order', 'An order is not a draft'],
  ['line-status-is-draft', '/line_items/*/status', 'line item', 'A line item is not a draft'],
] as const)
  orders.everyAnswer({
    id: `orders.${rule}`,
    section: 'ad-server §1',
    requirement: `Every ${what} in an answer has the status \`DRAFT\`.`,
    problem,
    weight: 'live-order',
    fix: `See in the console whether it serves. If it does not, as one that is paused or inactive, only the word is wrong: answer \`DRAFT\`. If it does, create each ${what} in a state that does not serve: nothing that this endpoint creates or updates may be activated.`,
    provokedBy: { basic },
    // Also for answers with another 2xx status: they may have created an order.
    concerns: (reply) =>
      reply.endpoint === 'orders' && isSuccess(reply) && (what === 'order' ? isOrder(reply) : hasLines(reply)),
    judge: (reply) => expect(reply).fits(orderResult, pointer),
    // An empty status was not filled in, and "draft" is misspelt: neither order serves.
    stopsBooking: (reply) =>
      statuses(reply).some((status) => typeof status === 'string' && !['', 'draft'].includes(status.toLowerCase())),
  });

/** Whether an answer looks like an order at all; if not, another rule fails. */
function isOrder(reply: Reply): boolean {
  return hasLines(reply) || valueAt(reply, 'status') !== undefined;
}

function statuses(reply: Reply): unknown[] {
  return [valueAt(reply, 'status'), ...linesOf(reply).map(({ status }) => status)];
}

export const linesEchoed = orders.rule({
  id: 'orders.lines-echoed',
  section: 'ad-server §2.7',
  requirement:
    'The answer to a created order has each line that was sent, once, with the same `external_ref`, and no other line.',
  problem: 'The lines in the answer are not the lines that were sent',
  fix: 'Answer one element for each line of the request, with its `external_ref` exactly as it was sent. Compare references character by character: `_` and `%` are not wildcards (`LIKE`), and nothing is truncated, case-folded or replaced.',
  of: { created: everyCreated },
  ifThere: { oddTexts },
  judge: ({ created, oddTexts }) => {
    const odd = oddTexts && isAccepted(oddTexts.odd) ? [oddTexts.odd] : [];
    for (const order of [...created, ...odd]) expectNone(unechoed(order, created));
  },
});

export const lineItemIdsUnique = orders.rule({
  id: 'orders.line-item-ids-unique',
  section: 'ad-server §2.5',
  requirement: 'Every line has a `line_item_id` of its own, even if lines share a slot.',
  problem: 'Several lines share one `line_item_id`',
  fix: 'Give each line of an order an id of its own: delivery is reconciled line by line.',
  of: { created: everyCreated },
  judge: ({ created }) => expectOneOwner('line_item_id', created.flatMap(linesIn)),
});

export const orderIdsUnique = orders.rule({
  id: 'orders.order-ids-unique',
  level: 'should',
  section: 'ad-server §2.7',
  requirement: 'New orders with different `order.external_ref` have different `order_id` values.',
  problem: 'Two campaigns share one `order_id`',
  fix: 'Give each order an id of its own. Recognise an order by `order.external_ref` alone: not by its name, its advertiser or its slots.',
  of: { created: everyCreated },
  judge: ({ created }) =>
    expectOneOwner(
      'order_id',
      // Another status means that the order was taken for one that exists: another rule fails.
      created.filter(({ reply }) => reply.status === 201).flatMap(({ reply, request }) => orderIn(reply, request)),
    ),
});
