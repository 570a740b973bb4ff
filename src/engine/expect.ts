import { answerInWords } from '../causes/answer.ts';
import type { Answer, Because } from '../causes/because.ts';
import { isRefusalDue, isSuccessDue, type Found, type ShapeFault } from '../causes/found.ts';
import { frameworkOf } from '../causes/frameworks.ts';
import type { Slip } from '../causes/slip.ts';
import { isOfCsrf, LOGIN_ADDRESS } from '../http/who-answered.ts';
import { nameOf } from '../http/outage.ts';
import { isClientError, isSuccess, type Reply } from '../http/reply.ts';
import { RATE_LIMITED_TRIES, retryAfter } from '../http/results.ts';
import { faultsOf } from '../schema/faults.ts';
import type { Validator } from '../schema/validator.ts';
import { cut } from '../text/cut.ts';
import { given } from '../text/given.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { isObject, member } from '../text/json.ts';
import { lacksEscape } from '../text/json-fault.ts';
import { hasHtml, isHtmlPage } from '../text/markup.ts';
import { parseJson } from '../text/parsed-json.ts';
import { pointerTokens } from '../text/pointer.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { namedInRefusal } from './named-in-refusal.ts';
import { blockedBy, Inconclusive, Violation, type Finding } from './signal.ts';

/**
 * Expectations about a reply. Each returns if it is met and throws a `Violation` otherwise. `circumstance`
 * distinguishes similar requests in messages, as in `status 200 for the second line`; `about` is what else to say of it.
 */
export function expect(reply: Reply, circumstance = '', about: Omit<AboutAnswer, 'circumstance' | 'beside'> = {}) {
  return {
    /** The reply has one of these statuses. A 429 that outlasted every wait is inconclusive. */
    status(...allowed: readonly number[]): void {
      this.statusFor(allowed, ...allowed);
    },
    /** The same, with the expectation in words. */
    statusFor(expected: string | readonly number[], ...allowed: readonly number[]): void {
      if (reply.status !== null && allowed.includes(reply.status)) return;
      if (reply.unreadable !== undefined) blockedBy({ id: reply.unreadable });
      if (reply.status === 429) throw new Inconclusive(rateLimited(reply), [reply]);
      if (reply.failure?.reason === 'aborted') throw new Inconclusive({ kind: 'interrupted' }, [reply]);
      throw new Violation(otherAnswer(reply, expected, { circumstance, ...about }));
    },
    /** The body is JSON of this shape. */
    matches<T>(shape: Validator<T>): T {
      const value = this.json();
      if (shape(value)) return value;
      throw shapeViolation(reply, faultsOf(shape, value));
    },
    /** Nothing is wrong at or below a member of the body. A `*` in the pointer means any index. */
    fits(shape: Validator<unknown>, pointer: string): void {
      const value = this.json();
      if (shape(value)) return;
      const faults = faultsOf(shape, value).filter((fault) => within(fault.pointer, pointer));
      if (faults.length > 0) throw shapeViolation(reply, faults);
    },
    /** The body is JSON. */
    json(): unknown {
      if (reply.json.ok) return reply.json.value;
      if (reply.unreadable !== undefined) blockedBy({ id: reply.unreadable });
      throw new Violation(notJson(reply, 'a JSON body'));
    },
  };
}

interface Differs extends Omit<Finding, 'found'> {
  readonly expected: string;
  readonly actual: string;
  /** What else there is to say, in sentences. */
  readonly more?: string | undefined;
  /** What to change, in place of the fix of the rule. */
  readonly fix?: string | undefined;
  /** The sentence of the report, if "expected … got …" does not say enough. */
  readonly what?: string;
  readonly slip?: Slip | undefined;
}

/** The finding that something else came than expected, in a rule's own words. */
export function differs({ expected, actual, more, fix, what, slip, ...finding }: Differs): Finding {
  return { found: { kind: 'value', expected, actual, ...given({ what, more, fix, slip }) }, ...finding };
}

/** Throws a violation of the rule being judged. */
export function violation(finding: Finding | Differs): never {
  throw new Violation('found' in finding ? finding : differs(finding));
}

/** Throws if there is a finding. */
export function expectNone(finding: Finding | null): void {
  if (finding !== null) throw new Violation(finding);
}

interface AboutAnswer {
  readonly circumstance?: string;
  readonly brings?: 'data' | 'token';
  readonly more?: string;
  /** What to change, in place of the fix of the rule. */
  readonly fix?: string | undefined;
  readonly slip?: Slip | undefined;
  readonly isMalformed?: true;
  /** Replies that show the contrast. */
  readonly beside?: readonly Reply[];
}

/** The finding that a request got another answer than expected, or none. */
export function otherAnswer(
  reply: Reply,
  expected: readonly number[] | string,
  { circumstance = '', brings, more = '', fix, slip, isMalformed, beside = [] }: AboutAnswer = {},
): Finding {
  const answer = answerOf(reply);
  const isWrongRefusal = isClientError(reply) && (typeof expected === 'string' || isSuccessDue(expected));
  const named = isWrongRefusal ? namedInRefusal(answer.said ?? '', reply.asked) : '';
  const sentences = [more, named].filter((one) => one !== '').join(' ');
  return {
    found: {
      kind: reply.status === null ? 'no-answer' : 'status',
      expected,
      answer,
      endpoint: nameOf(reply.endpoint),
      ...(circumstance !== '' && { circumstance }),
      ...given({
        brings,
        leadsTo: destinationOf(reply),
        fix,
        isMalformed,
        slip: slip ?? slipOf(reply, answer, expected),
      }),
      ...byFramework(reply),
      ...(sentences !== '' && { more: sentences }),
    },
    replies: [...beside, reply],
  };
}

function slipOf(reply: Reply, { said = '' }: Answer, expected: readonly number[] | string): Slip | undefined {
  const ofValue = slipOfValue(reply);
  if (ofValue !== undefined) return ofValue;
  if (isWebPage(reply)) return 'web-page';
  if (isOfCsrf(reply)) return 'csrf';
  const isKeyDue = typeof expected !== 'string' && expected.includes(401);
  const isDenied = reply.headers['x-amzn-errortype']?.startsWith('AccessDenied') === true;
  if (reply.status === 403 && isKeyDue && isDenied) return 'deny-policy';
  // A 404 may be a missing route, and a 401 a wrong key.
  if (isErrorPage(reply) && (isRefusalDue(expected) || reply.status === 403)) return 'error-page';
  const isTooLarge = reply.status === 413 || (isClientError(reply) && TOO_LARGE.test(said));
  return isTooLarge ? 'too-large' : undefined;
}

function slipOfValue(reply: Reply): Slip | undefined {
  if (isErrorUnder2xx(reply)) return 'error-under-2xx';
  return isReportToCome(reply) ? 'report-to-come' : undefined;
}

/** Whether a report is announced in place of its rows. */
export function isReportToCome(reply: Reply): boolean {
  const { endpoint, json } = reply;
  if (endpoint !== 'reports' || !isSuccess(reply) || !json.ok || !isObject(json.value) || 'rows' in json.value)
    return false;
  const { status } = json.value;
  if (status !== undefined || Object.values(json.value).some(Array.isArray)) return TO_COME.test(String(status));
  return Object.keys(json.value).some((name) => /^(?:report|job|task|query|execution)_?id$/i.test(name));
}

const TO_COME = /^(?:pending|queued|running|processing|in[ _-]?progress|accepted|submitted|scheduled)$/i;

/** Whether a page for people comes with a status of success. */
function isWebPage(reply: Reply): boolean {
  const text = isSuccess(reply) && !reply.json.ok ? textOf(reply) : '';
  return isHtmlPage(text) && !isPreceded(text);
}

const textOf = ({ body }: Reply) => Buffer.from(body.subarray(0, LONGEST_ERROR)).toString();

/** The statuses of refusals (§7). Others tell their cause by themselves, as 413 and 502 do. */
const REFUSALS: readonly (number | null)[] = [400, 401, 403, 404, 409, 422];

/** Whether a page comes with a refusal, and not one of a framework: those have a fix of their own. */
const isErrorPage = (reply: Reply): boolean =>
  REFUSALS.includes(reply.status) &&
  !reply.json.ok &&
  reply.json.kind === 'page' &&
  hasHtml(textOf(reply)) &&
  byFramework(reply).framework === undefined;

/** Frameworks say so with 400 and 422, too. */
const TOO_LARGE = /\b(?:body|payload|entity)\b.{0,20}\btoo (?:large|big)\b/i;

/** Members that errors have besides, such as the id of the request. */
const MOST_BESIDE = 2;

/** Whether the body is nothing but an error (§7), whatever the status says. */
export function isErrorUnder2xx({ status, json }: Reply): boolean {
  if (status === null || status >= 300 || !json.ok || !isObject(json.value)) return false;
  const { code, message, details: _details, errors: _errors, ...others } = json.value;
  const isSuccess = typeof code !== 'string' || /^(?:0+|ok|2\d\d)$|success|created|accepted|authenticated/i.test(code);
  if (Object.keys(others).length > MOST_BESIDE) return false;
  return !isSuccess && typeof message === 'string' && !Object.values(others).some((one) => typeof one === 'object');
}

export function unexpected(reply: Reply, expected: string | readonly number[], ...contrast: readonly Reply[]): never {
  return violation(otherAnswer(reply, expected, { beside: contrast }));
}

export function withMore({ found, ...finding }: Finding, more: string): Finding {
  const all = [found.more, more].filter(Boolean).join(' ');
  return { ...finding, found: { ...found, ...(all !== '' && { more: all }) } };
}

export function withFacts({ found, ...finding }: Finding, facts: Pick<Found, 'fix' | 'slip'>): Finding {
  const { fix, ...others } = found;
  return { ...finding, found: { ...others, ...(fix !== undefined && facts.slip === undefined && { fix }), ...facts } };
}

/** Longer errors are not those of a framework. */
const LONGEST_ERROR = 20_000;

export function byFramework({ status, json, body, headers }: Reply): Pick<Found, 'framework'> {
  if (status === null || status < 400 || body.length > LONGEST_ERROR) return {};
  const value = json.ok ? json.value : undefined;
  const framework = frameworkOf({ value, text: decodeUtf8(body) ?? '', headers });
  return framework === undefined ? {} : { framework };
}

/** Where a redirect leads, if that tells what to change. */
function destinationOf({ status, headers }: Reply): 'login' | 'slash' | undefined {
  if (status === null || status < 300 || status >= 400) return undefined;
  const location = headers['location'] ?? '';
  if (LOGIN_ADDRESS.test(location)) return 'login';
  return /^[^?#]*\/(?:[?#]|$)/.test(location) ? 'slash' : undefined;
}

const MOST_FAULTS = 5;
/** Enough for a sentence: it is cut again when secrets are masked. */
const MOST_BYTES = 400;

/** The violation for a body of the wrong shape: the first faults, and the number of the others. */
export function shapeViolation(reply: Reply, faults: readonly ShapeFault[]): Violation {
  const [first] = faults;
  if (first === undefined) throw new Error('a shape violation needs a fault');
  if (!reply.json.ok) return new Violation({ ...notJson(reply, first.expected), pointer: first.place });
  const apart = withoutRepeats(faults, reply.json.value);
  const found: Found = {
    kind: 'shape',
    faults: apart.slice(0, MOST_FAULTS),
    others: Math.max(0, apart.length - MOST_FAULTS),
    ...byFramework(reply),
    ...(first.meant === undefined && given({ slip: slipOfValue(reply) })),
  };
  return new Violation({ found, pointer: first.place, replies: [reply] });
}

/** The first of the faults that elements of one array share, with their number. */
function withoutRepeats(faults: readonly ShapeFault[], value: unknown): ShapeFault[] {
  const groups = groupedBy(
    faults,
    ({ kind, pointer, expected }) => `${kind} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${expected}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const [, path, array] = /^((?:.*\/)?([^/]+))\/\d+(?:\/[^/]*)?$/.exec(first.pointer) ?? [];
    const length = path === undefined ? 0 : lengthAt(value, path);
    // Arrays inside other arrays are not counted: each has a length of its own.
    if (array === undefined || length < 2 || /\/\d+\//.test(`${path}/`)) return [first, ...others];
    return [{ ...first, among: { times: others.length + 1, of: length, array } }];
  });
}

function lengthAt(value: unknown, pointer: string): number {
  let at = value;
  for (const token of pointerTokens(pointer) ?? []) at = member(at, token);
  return Array.isArray(at) ? at.length : 0;
}

/** The finding for a body that is not JSON. */
export function notJson(reply: Reply, expected: string): Finding {
  if (reply.json.ok) throw new Error('the body is JSON');
  const { kind, problem } = reply.json;
  const text = decodeUtf8(reply.body) ?? '';
  const type = (reply.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const slip = slipOfBody(reply, text);
  const found: Found = {
    kind: 'not-json',
    expected,
    actual: problem,
    problem: kind,
    begins: cut(text.trimStart(), MOST_BYTES),
    ...(reply.status !== null && { status: reply.status }),
    ...(type !== '' && { type }),
    ...(slip === undefined && isPreceded(text) && { isPreceded: true as const }),
    ...given({ slip }),
    ...(lacksEscape(text) && { isUnescaped: true as const }),
    ...byFramework(reply),
  };
  return { found, replies: [reply] };
}

function slipOfBody(reply: Reply, text: string): Slip | undefined {
  if (isWebPage(reply)) return 'web-page';
  if (isErrorPage(reply)) return 'error-page';
  return isTwoDocuments(text) && !isOfLines(reply) ? 'two-answers' : undefined;
}

/** JSON Lines are one answer. */
const isOfLines = ({ headers }: Reply) => /\b(?:x-)?(?:ndjson|jsonl|json-seq)\b/i.test(headers['content-type'] ?? '');

/** Whether a text is two JSON objects or arrays. */
function isTwoDocuments(text: string): boolean {
  if (text.length > LONGEST_ERROR) return false;
  const isJson = (part: string) => parseJson(Buffer.from(part)).ok;
  return [...text.matchAll(/(?<=[\]}])\s*(?=[[{])/g)].some(
    ({ index }) => isJson(text.slice(0, index)) && isJson(text.slice(index)),
  );
}

/** Whether a text ends with a JSON object, after something else. */
function isPreceded(text: string): boolean {
  const start = text.indexOf('{');
  return start > 0 && text.length <= LONGEST_ERROR && parseJson(Buffer.from(text.slice(start))).ok;
}

/** The facts of an answer. */
export function answerOf({ status, json, failure }: Reply): Answer {
  const said = json.ok ? messageOf(json.value) : null;
  return {
    status,
    ...(said !== null && { said }),
    ...(failure !== null && { failure: { reason: failure.reason, message: failure.message } }),
  };
}

/** The same in a few words, for what a rule says in its own. */
export function describe(reply: Reply, circumstance = ''): string {
  return answerInWords(answerOf(reply), circumstance);
}

/** That something was answered in a way that leaves nothing to judge. */
export function because(what: string, reply: Reply): Because {
  return { kind: 'answered', what, answer: answerOf(reply) };
}

/** That a request is also refused without what the rule is about. */
export function refusedAlone(what: string, control: Reply): Because {
  return { kind: 'refused-alone-too', what, control: answerOf(control) };
}

/** That a request got no answer, which allows no verdict. */
export function noAnswerTo({ endpoint, failure }: Reply): Because {
  const { reason, message } = failure ?? { reason: 'unknown', message: '' };
  return { kind: 'no-answer', what: `${nameOf(endpoint)} was not answered`, failure: { reason, message } };
}

/** Why a 429 is the final answer. */
export function rateLimited(reply: Reply): Because {
  const asked = retryAfter(reply.headers);
  return asked !== null && reply.rateLimited.length < RATE_LIMITED_TRIES
    ? { kind: 'rate-limited', seconds: asked }
    : { kind: 'rate-limited' };
}

/** `code: message` of an error body, or the one that is present. */
function messageOf(value: unknown): string | null {
  const parts = ['code', 'message']
    .map((name) => member(value, name))
    .filter((part) => typeof part === 'string' && part !== '');
  return parts.length === 0 ? null : cut(parts.join(': '), 200);
}

/** Whether a pointer is at or below another, in which `*` matches any one step. */
function within(pointer: string, above: string): boolean {
  const steps = pointer.split('/');
  return above.split('/').every((step, index) => step === '*' || step === steps[index]);
}
