import { expect } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { rulesOf } from '../../../src/engine/table.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { broken, errors } from './requests.ts';

const FIX_OF_MALFORMED =
  'Catch what the JSON parser throws, check that the body is one object with nothing behind it, and answer 400.';
const FIX_OF_ODD_OPTIONS =
  'Check the JSON types of optional members, too, including null, before you use them: answer 400 if one is wrong, or ignore it.';

/** By kind of broken request, the rule about its answer. */
const RULES = {
  'forecast-malformed-json-is-400': {
    requirement: '`POST /forecast` answers 400 to a body that is not a JSON object.',
    fix: FIX_OF_MALFORMED,
  },
  'forecast-missing-member-is-400': {
    requirement: 'A forecast request that lacks a required member is answered 400.',
    fix: 'Check that inventory_id and flight with both dates are present before you use them, and answer 400 if one is missing.',
  },
  'forecast-wrong-type-is-400': {
    requirement: 'A forecast request with a required member of the wrong JSON type is answered 400.',
    fix: 'Check the JSON type of every required member, and answer 400 if one is wrong: do not turn numbers into strings, or null into a value.',
  },
  'forecast-odd-options-are-handled': {
    requirement:
      'A forecast request with an optional member of the wrong JSON type does not cause a server error (5xx).',
    fix: FIX_OF_ODD_OPTIONS,
  },
  'orders-malformed-json-is-400': {
    requirement: '`POST /orders` answers 400 to a body that is not a JSON object.',
    fix: FIX_OF_MALFORMED,
  },
  'orders-missing-member-is-400': {
    requirement: 'An order that lacks a required member is answered 400.',
    fix: 'Check that every required member is present, including idempotency_key, before you save anything, and answer 400 if one is missing.',
  },
  'orders-wrong-type-is-400': {
    requirement: 'An order with a required member of the wrong JSON type is answered 400.',
    fix: 'Check the JSON type of every required member, including `line_items`, and answer 400 if one is wrong: do not turn numbers into strings, or one object, an object of objects or null into a list.',
  },
  'line-missing-member-is-400': {
    requirement: 'An order in which any line lacks a required member is answered 400.',
    fix: 'Check the required members of every line before their values, and answer 400, not 422 or 404, if one is missing in any line.',
  },
  'line-wrong-type-is-400': {
    requirement: 'An order in which any line has a required member of the wrong JSON type is answered 400.',
    fix: 'Check the JSON types in every line before the values, and answer 400, not 422 or 404, if one is wrong in any line.',
  },
  'line-odd-options-are-handled': {
    requirement: 'A line with an optional member of the wrong JSON type does not cause a server error (5xx).',
    fix: FIX_OF_ODD_OPTIONS,
  },
  'reports-malformed-json-is-refused': {
    requirement: '`POST /reports` refuses a body that is not JSON as an error of the request.',
    fix: 'Catch what the JSON parser throws, and answer 400.',
  },
} as const satisfies Record<keyof typeof broken, { readonly requirement: string; readonly fix: string }>;

/** Other right answers were marked as excused when the request was sent. */
export const rules = rulesOf(RULES, (rule, texts) =>
  errors.rule({
    id: `errors.${rule}`,
    section: 'ad-server §7',
    ...texts,
    of: { broken: broken[rule] },
    judge: ({ broken }) => {
      const wrong = broken.filter(({ reply }) => ![400, 429].includes(reply.status ?? 0) && !reply.excuse);
      const requests = inWords(
        wrong.map((one) => one.wrong),
        'and',
      );
      every(broken, ({ reply }) => expect(reply, `to ${requests}`).status(400));
    },
  }),
);
