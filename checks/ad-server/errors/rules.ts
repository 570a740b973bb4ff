import { byFramework, describe, expect, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { rulesOf, type AnswersDefinition } from '../../../src/engine/node.ts';
import { texts, type Texts } from '../../../src/engine/rule.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isTime, LONGEST_PAUSE, retryAfter } from '../../../src/http/results.ts';
import { shown } from '../../../src/schema/faults.ts';
import { errorBody } from '../../../src/schema/generated/validators.js';
import { lookalikesIn } from '../../../src/secrets/lookalikes.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { listed } from '../../../src/text/printable.ts';
import { placeWhere } from '../../../src/text/pointer.ts';
import { stackTraceIn, withoutHtml, withoutJsonEscapes } from '../../../src/text/stack-traces.ts';
import { expectMarkedJson, expectObject, isObject, valueAt } from '../../json.ts';
import { withoutKey } from '../auth/requests.ts';
import { isAdServer, isOwn } from '../readers/answers.ts';
import { broken, emptyOrder, errors, isTaken, MOST_ACCEPTED } from './requests.ts';

const TRAILING =
  'In Go, `Decode` of a `json.Decoder` reads one value and leaves the rest: check that a second `Decode` returns `io.EOF`.';
const FIX_OF_MALFORMED = `Catch what the JSON parser throws (\`json_decode\` in PHP only with \`JSON_THROW_ON_ERROR\`), check that the body is one object with nothing behind it, and answer 400. ${TRAILING}`;
const FIX_OF_ODD_OPTIONS =
  'Check the JSON types of optional members, too, including null, before you use them: answer 400 if one is wrong, or ignore it.';

const COERCION =
  'If numbers pass for strings, your framework converts them: `coerceTypes: false` in Fastify and Ajv, `strict=True` in pydantic, no `enableImplicitConversion` in NestJS, `coercionConfigFor(LogicalType.Textual)` set to `Fail` in Jackson, a `CharField` with a `to_internal_value` of its own in Django REST framework, no `disable_type_enforcement` in Symfony, `integer:strict` in Laravel.';

const NESTED =
  'If the rest of the order is checked, your framework has to be told to check its elements, too: `@ValidateNested` with `@Type` in NestJS, `@Valid` in Spring, `#[Assert\\Valid]` in Symfony, `line_items.*` in Laravel, `dive` in gin and go-playground/validator.';

const RULES: Readonly<Record<keyof typeof broken, Texts>> = {
  'forecast-malformed-json-is-400': [
    '`POST /forecast` answers 400 to a body that is not a JSON object.',
    'A malformed forecast request is not answered 400',
    FIX_OF_MALFORMED,
  ],
  'forecast-missing-member-is-400': [
    'A forecast request that lacks a required member is answered 400.',
    'A forecast request without a required member is not answered 400',
    'Check that inventory_id and flight with both dates are present before you use them, and answer 400 if one is missing.',
  ],
  'forecast-wrong-type-is-400': [
    'A forecast request with a required member of the wrong JSON type is answered 400.',
    'A forecast request with a wrong type is not answered 400',
    `Check the JSON type of every required member, and answer 400 if one is wrong. ${COERCION}`,
  ],
  'forecast-odd-options-are-handled': [
    'A forecast request with an optional member of the wrong JSON type, or without any size in `sizes`, does not cause a server error (5xx).',
    'A forecast request with a wrong optional member causes a server error',
    FIX_OF_ODD_OPTIONS,
  ],
  'orders-malformed-json-is-400': [
    '`POST /orders` answers 400 to a body that is not a JSON object.',
    'A malformed order is not answered 400',
    FIX_OF_MALFORMED,
  ],
  'orders-missing-member-is-400': [
    'An order that lacks a required member is answered 400.',
    'An order without a required member is not answered 400',
    'Check that every required member is present, including idempotency_key, before you save anything, and answer 400 if one is missing.',
  ],
  'orders-wrong-type-is-400': [
    'An order with a required member of the wrong JSON type is answered 400.',
    'An order with a wrong type is not answered 400',
    `Check the JSON type of every required member, \`line_items\` included, and answer 400 if one is wrong. ${COERCION}`,
  ],
  'line-missing-member-is-400': [
    'An order in which any line lacks a required member is answered 400.',
    'A line without a required member is not answered 400',
    'Check the required members of every line before their values, and answer 400, not 422 or 404, if one is missing in any line.',
  ],
  'line-wrong-type-is-400': [
    'An order in which any line has a required member of the wrong JSON type is answered 400.',
    'A line with a wrong type is not answered 400',
    'Check the JSON types in every line before the values, and answer 400, not 422 or 404, if one is wrong in any line.',
  ],
  'line-odd-options-are-handled': [
    'A line with an optional member of the wrong JSON type does not cause a server error (5xx).',
    'A line with a wrong optional member causes a server error',
    FIX_OF_ODD_OPTIONS,
  ],
  'reports-malformed-json-is-refused': [
    '`POST /reports` refuses a body that is not JSON; `null` and members of other types do not cause a server error (5xx).',
    'A malformed report request is not handled properly',
    `Catch what the JSON parser throws (\`json_decode\` in PHP returns null instead, unless \`JSON_THROW_ON_ERROR\` is given), check that the body is one object with nothing behind it before you read its members (\`null\` is valid JSON), and the type of each member before you use it. ${TRAILING}`,
  ],
};

/** Answers that are as right as 400 were excused when they came. */
export const rules = rulesOf(RULES, (rule, row) =>
  errors.rule({
    id: `errors.${rule}`,
    section: 'ad-server §7',
    ...texts(row),
    of: { broken: broken[rule] },
    judge: ({ broken }) => {
      const otherwise = broken.filter(({ reply }) => ![400, 429].includes(reply.status ?? 0) && !reply.excuse);
      every(broken, ({ reply, expected }) => {
        const alike = otherwise.filter((one) => one.reply.status === reply.status && one.expected === expected);
        const requests = alike.map((one) => one.wrong);
        const then = alike.filter(isTaken).length >= MOST_ACCEPTED ? '; no more were sent after that' : '';
        const circumstance = `to ${inWords(requests, 'and')}${then}`;
        const right = broken.filter((one) => one.reply.status === 400).length;
        const others = alike.length + right === broken.length ? 'The other ' : '';
        const contrast = right > 1 ? `${others}${right} of this kind are answered 400.` : '';
        const isAnyTaken = broken.some(isTaken);
        const ofTypes = rule.endsWith('wrong-type-is-400') ? fixOfTypes(reply, requests, isAnyTaken) : undefined;
        const fix = ofTypes ?? (right === 0 ? fixOfUnchecked(rule, reply) : undefined);
        expect(reply, circumstance, { more: contrast, fix, isMalformed: true }).statusFor(expected, 400);
      });
    },
  }),
);

/** What changes values before the code sees them, if that may be why these requests are not answered 400. */
const CHANGED_BEFORE: readonly (readonly [of: RegExp, why: string])[] = [
  [
    /^a request with null as (?:\w+\.)*\d+$/,
    'Check that no entry of a list is null. Rails takes `null` out of lists before your code sees it, unless `config.action_dispatch.perform_deep_munge` is false.',
  ],
  [
    /^a request with \{\} as \S*sizes$/,
    'Tell an empty object from an empty list: PHP does so only without the `true` of `json_decode($body, true)`, as in `json_decode($body)`.',
  ],
];

const FIX_OF_CRASHING_LINES = `Check your log for the error behind this. Check that every line has its required members, each of the right type, before you use them. ${NESTED}`;

/** No malformed line is refused: perhaps none is checked. */
function fixOfUnchecked(rule: keyof typeof RULES, { status }: Reply): string | undefined {
  if (!/^line-.*-is-400$/.test(rule)) return undefined;
  return status === 500 ? FIX_OF_CRASHING_LINES : `${RULES[rule][2]} ${NESTED}`;
}

/** Of a framework's own error, its name says more. */
function fixOfTypes(reply: Reply, requests: readonly string[], isAnyTaken: boolean): string | undefined {
  const isRead = (reply.status ?? 0) < 300 || reply.status === 422;
  const before = CHANGED_BEFORE.find(([of]) => isRead && requests.every((one) => of.test(one)));
  if (before !== undefined) return before[1];
  const isLate = (reply.status === 404 || reply.status === 422) && byFramework(reply).framework === undefined;
  // An id that is not found may have been converted first: then another status alone is no cure.
  const converted = isAnyTaken || reply.status === 404 ? ` ${COERCION}` : '';
  return isLate
    ? `Check JSON types before values, and answer 400 instead of ${reply.status} if one is wrong.${converted}`
    : undefined;
}

/** Every error of the run, also a 429 or 5xx that a retry healed: that excuses its status, not its body. */
const isError = (reply: Reply): boolean => isAdServer(reply) && (reply.status ?? 0) >= 400;
const isOwnError = (reply: Reply): boolean => isError(reply) && isOwn(reply);

const provokedBy = {
  forecasts: broken['forecast-malformed-json-is-400'],
  reports: broken['reports-malformed-json-is-refused'],
};

function everyError(definition: Omit<AnswersDefinition, 'section' | 'concerns'> & Partial<AnswersDefinition>) {
  return errors.everyAnswer({ section: 'ad-server §2.9', concerns: isError, provokedBy, ...definition });
}

// A body that is not JSON breaks the next rule alone.
export const jsonContentType = everyError({
  id: 'errors.json-content-type',
  section: 'ad-server §7',
  requirement: 'Every error has `Content-Type: application/json`.',
  problem: 'Errors are not sent as application/json',
  fix: 'Send `application/json` with errors, too, and no other type such as `application/problem+json`; also with those of your framework, gateway and login filter.',
  concerns: (reply) => isOwnError(reply) && reply.json.ok,
  judge: expectMarkedJson,
});

export const bodyIsObject = everyError({
  id: 'errors.body-is-object',
  requirement: 'The body of every error is a JSON object.',
  problem: 'The body of an error is not a JSON object',
  fix: 'Answer `{ "code": …, "message": … }` for every error, including those of your framework, gateway and login filter.',
  concerns: isOwnError,
  judge: (reply) => expectObject(reply),
});

const hasErrorObject = (reply: Reply): boolean => isOwnError(reply) && reply.json.ok && isObject(reply.json.value);

export const sameForAnyAccept = errors.rule({
  id: 'errors.same-for-any-accept',
  section: 'ad-server §7',
  requirement: 'A refusal has the same status and a JSON body for `Accept: */*` as for `Accept: application/json`.',
  problem: 'A refusal changes with `Accept: */*`',
  fix: 'Answer every error of the API as JSON, also to `Accept: */*`. In Laravel: `shouldRenderJsonWhen(fn ($request) => $request->is("api/*"))`, and `redirectGuestsTo` with a function that returns null for these.',
  of: { emptyOrder },
  maybe: { withoutKey },
  judge: ({ emptyOrder, withoutKey }) => {
    const refusals = [emptyOrder, ...(withoutKey ? [withoutKey] : [])];
    // What is wrong in either case breaks other rules; what is limited or locked out by now says nothing.
    const comparable = refusals.filter(
      ({ usual, forAnyType, again }) =>
        hasErrorObject(usual) &&
        ![usual.status, forAnyType.status].includes(429) &&
        (again === null || again.status === usual.status),
    );
    if (comparable.length === 0)
      inconclusive('No refusal could be compared with another one.', ...refusals.map(({ usual }) => usual));
    every(comparable, ({ usual, forAnyType }) => {
      const isSame = forAnyType.status === usual.status && forAnyType.json.ok && isObject(forAnyType.json.value);
      if (isSame) return;
      if (forAnyType.status === null) expect(forAnyType).status(usual.status ?? 400);
      const { 'content-type': type = 'no type', location } = forAnyType.headers;
      violation({
        expected: `${usual.status} with a JSON body, as for the same request with \`Accept: application/json\``,
        actual: `${describe(forAnyType)} (${cut(location === undefined ? type : `to ${location}`, 80)}) for a request with \`Accept: */*\``,
        replies: [usual, forAnyType],
      });
    });
  },
});

/** The message that §4.4 rule 7 wants to be clear. */
const isOfImpossibleOrder = ({ endpoint, status }: Reply): boolean => endpoint === 'orders' && status === 422;

/** The only code that the contract fixes (§4.3) has a rule of its own. */
const hasFixedCode = ({ endpoint, status }: Reply): boolean => endpoint === 'forecast' && status === 501;

const lacksBoth = (reply: Reply): boolean =>
  valueAt(reply, 'code') === undefined && valueAt(reply, 'message') === undefined;

export const hasCode = everyError({
  id: 'errors.has-code',
  requirement: 'Every error has a `code`, a string.',
  problem: '`code` is missing from an error, or not a string',
  fix: 'Give each kind of error a `code` that programs can read, and a `message` for the operator, both as JSON strings.',
  // One that lacks both is a body of another kind, such as that of a framework.
  judge: (reply) => expect(reply).fits(errorBody, lacksBoth(reply) ? '' : '/code'),
  concerns: (reply) => hasErrorObject(reply) && (!hasFixedCode(reply) || lacksBoth(reply)),
});

export const hasMessage = everyError({
  id: 'errors.has-message',
  requirement: 'Every error has a `message`, a string; it says something in the 422 of an order.',
  problem: '`message` is missing from an error, or not a string',
  fix: 'Say in one sentence what is wrong with the request, as a JSON string: it is shown to the operator.',
  judge: (reply) => {
    expect(reply).fits(errorBody, '/message');
    if (isOfImpossibleOrder(reply)) expectNotEmpty(reply, 'message');
  },
  concerns: (reply) => hasErrorObject(reply) && !lacksBoth(reply),
});

export const notEmpty = (['code', 'message'] as const).map((name) =>
  everyError({
    id: `errors.${name}-not-empty`,
    level: 'should',
    requirement: `The \`${name}\` of every error is not empty.`,
    problem: `An error has an empty \`${name}\``,
    fix: 'Fill `code` and `message` wherever an error is made, in handlers of the framework too.',
    judge: (reply) => expectNotEmpty(reply, name),
    concerns: (reply) => hasErrorObject(reply) && !(name === 'code' ? hasFixedCode(reply) : isOfImpossibleOrder(reply)),
  }),
);

function expectNotEmpty(reply: Reply, name: 'code' | 'message'): void {
  if (valueAt(reply, name) === '')
    violation({ expected: `a \`${name}\` that is not empty`, actual: '""', pointer: `/${name}`, replies: [reply] });
}

everyError({
  id: 'errors.repeats-no-credential',
  requirement: 'No error repeats a credential.',
  problem: 'An error repeats a credential',
  fix: 'Do not put the key or the Authorization header into errors: the message is stored and shown to operators.',
  judge: (reply) => {
    const what = 'the credential of the request, or another of this run';
    if (reply.echoesCredential) repeats('credential', what, reply.credentialAt, reply);
  },
});

everyError({
  id: 'errors.reveals-no-secret',
  level: 'should',
  requirement: 'No error contains what looks like a secret of any kind.',
  problem: 'An error contains what looks like a secret',
  fix: 'Write errors for the operator yourself. Keep exception texts and settings in your log, and change the secret that was shown.',
  judge: (reply) => {
    const looks = (text: unknown) => (typeof text === 'string' ? lookalikesIn(text)[0] : undefined);
    const place = reply.json.ok ? placeWhere(reply.json.value, (value) => looks(value) !== undefined) : null;
    const found = place === null ? looks(Buffer.from(reply.body).toString()) : looks(place.value);
    if (found !== undefined) repeats('secret', `what looks like ${found.what}`, place?.pointer ?? '', reply);
    if (reply.mayEchoCredential) repeats('secret', 'what may be a credential of this run', '', reply);
  },
  // A certain credential breaks the rule before.
  concerns: (reply) => isError(reply) && !reply.echoesCredential,
});

/** Stack traces are near the beginning; answers may be large. */
const SEARCHED_BYTES = 20_000;

everyError({
  id: 'errors.shows-no-stack-trace',
  level: 'should',
  requirement: 'No answer contains a stack trace, whatever its status.',
  problem: 'An answer contains a stack trace',
  fix: 'Switch off the debug mode of your framework, and write the stack trace to your log only. Answer with a `code` and a `message` that you wrote yourself.',
  judge: (reply) => {
    const text = Buffer.from(reply.body.subarray(0, SEARCHED_BYTES)).toString();
    const language = stackTraceIn(reply.json.ok ? withoutJsonEscapes(text) : withoutHtml(text));
    if (language === null) return;
    const isTrace = (value: unknown) => typeof value === 'string' && stackTraceIn(value) !== null;
    const pointer = reply.json.ok ? (placeWhere(reply.json.value, isTrace)?.pointer ?? '') : '';
    violation({
      expected: 'an answer without a stack trace',
      actual: `a stack trace of ${language}`,
      pointer,
      replies: [reply],
    });
  },
  concerns: isAdServer,
});

function repeats(kind: 'credential' | 'secret', what: string, place: string | undefined, reply: Reply): never {
  violation({
    expected: `an error without any ${kind} in it`,
    actual: place ? `${what}, in ${cut(place, 80)}` : what,
    ...(place === undefined ? {} : { pointer: place }),
    replies: [reply],
  });
}

/** Headers of other names that say the same. */
const LIKE_IT = ['x-retry-after', 'x-ratelimit-retry-after', 'x-ratelimit-reset', 'ratelimit-reset'];

everyError({
  id: 'errors.retry-after-in-seconds',
  level: 'should',
  section: 'ad-server §7',
  requirement: 'A 429 says in `Retry-After`, in seconds, when to come back.',
  problem: 'A 429 has no `Retry-After` in seconds',
  fix: 'Send `Retry-After` with a whole number of seconds from now; the client waits that long.',
  judge: (reply) => {
    const expected = 'a whole number of seconds';
    const [shortened] = waitedOutSooner(reply);
    if (shortened !== undefined)
      violation({
        expected,
        actual: `${shown(shortened.headers['retry-after'])}, and the request was served a moment later: this looks like milliseconds`,
        replies: [shortened, reply],
      });
    if (reply.status !== 429) return;
    const given = reply.headers['retry-after'];
    if (given === undefined) {
      const alike = Object.keys(reply.headers).filter(
        (name) => name.startsWith('retry-after') || LIKE_IT.includes(name),
      );
      const instead = alike.length === 0 ? '' : `, only ${listed(alike, 2)}`;
      violation({ expected, actual: `no Retry-After header${instead}`, replies: [reply] });
    }
    if (!/^\d+$/.test(given.trim())) violation({ expected, actual: shown(given), replies: [reply] });
    if (isTime(Number(given)))
      violation({ expected, actual: `${shown(given)}, a point in time in seconds since 1970`, replies: [reply] });
  },
  concerns: (reply) => isAdServer(reply) && (reply.status === 429 || waitedOutSooner(reply).length > 0),
  conditional: true,
});

/** The 429s before an answer that asked for longer than this suite waits. */
const waitedOutSooner = ({ status, rateLimited }: Reply): readonly Reply[] =>
  status === 429 ? [] : rateLimited.filter(({ headers }) => (retryAfter(headers) ?? 0) > LONGEST_PAUSE);
