/** A framework whose own error body can be recognised. */
export type Framework =
  | 'fastapi'
  | 'django-rest'
  | 'django-debug'
  | 'flask'
  | 'spring'
  | 'aspnet'
  | 'nestjs'
  | 'fastify'
  | 'express'
  | 'laravel'
  | 'rails'
  | 'go'
  | 'api-gateway';

interface ErrorBody {
  /** The JSON value; `undefined` if the body is not JSON. */
  readonly value: unknown;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the default errors of each framework look like, and no others. The first match counts. */
const FRAMEWORKS: readonly (readonly [Framework, (error: ErrorBody) => boolean])[] = [
  ['fastapi', ({ value }) => items(member(value, 'detail')).some((one) => has(one, 'loc', 'msg', 'type'))],
  ['fastapi', ({ value }) => OF_FASTAPI.test(detailAlone(value))],
  ['django-rest', ({ value }) => OF_DJANGO.test(detailAlone(value))],
  [
    'django-rest',
    ({ value, text }) => !hasForm(value) && /\bThis field (?:is required|may not be (?:null|blank))\./.test(text),
  ],
  ['django-debug', ({ text }) => /^Django Version: |<th>Django Version:/m.test(text)],
  ['flask', ({ text }) => /^<!doctype html>\s*<html lang=en>\s*<title>[45]\d\d /i.test(text)],
  ['spring', ({ value }) => has(value, 'timestamp', 'status', 'error', 'path')],
  ['spring', ({ value }) => has(value, 'title', 'status', 'instance') && !has(value, 'traceId')],
  ['aspnet', ({ value }) => has(value, 'title', 'status', 'traceId')],
  // The same members, each in an order of its own; several write `statusCode` and `message` alone.
  ['fastify', ({ value }) => /^statusCode,(?:code,)?error,message$/.test(namesOf(value)) && !hasOwnCode(value)],
  ['nestjs', ({ value }) => /^message,(?:error,)?statusCode$/.test(namesOf(value))],
  ['express', ({ text }) => /<title>Error<\/title>[^]{0,99}<pre>/.test(text)],
  ['laravel', ({ value }) => has(value, 'message', 'errors') && areLists(member(value, 'errors'))],
  ['rails', ({ value }) => has(value, 'status', 'error') && (membersOf(value).size === 2 || has(value, 'exception'))],
  ['api-gateway', (error) => isOfGateway(error)],
  [
    'go',
    ({ value, text }) =>
      !hasForm(value) && /\bjson: (?:cannot unmarshal|unknown field) |^404 page not found\s*$/.test(text),
  ],
];

/** AWS API Gateway names the error in a header, or writes one of its own sentences. */
const isOfGateway = ({ value, headers }: ErrorBody): boolean =>
  /^message$/i.test(namesOf(value)) &&
  ('x-amzn-errortype' in headers ||
    (('x-amz-apigw-id' in headers || 'apigw-requestid' in headers) &&
      OF_GATEWAY.test(String(member(value, 'message')))));

const OF_GATEWAY =
  /^(?:Unauthorized|Forbidden|Not Found|Too Many Requests|Limit Exceeded|Missing Authentication Token|Internal Server Error|Service Unavailable|Endpoint request timed out|Invalid request body|Request Too Long)$/i;

const OF_FASTAPI = /^(?:Not Found|Method Not Allowed|Not authenticated|There was an error parsing the body)$/;
const OF_DJANGO =
  /^(?:Authentication credentials were not provided|Invalid token|Not found|Method ".*" not allowed|JSON parse error\b.*|You do not have permission to perform this action)\.?$/;

/** Whose error a body is; `undefined` if it is written by hand, or by a framework that is not known here. */
export function frameworkOf(error: ErrorBody): Framework | undefined {
  return FRAMEWORKS.find(([, isIts]) => isIts(error))?.[0];
}

const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);

const member = (value: unknown, name: string): unknown => membersOf(value).get(name);

/** The names of the members, in their order. */
const namesOf = (value: unknown): string => [...membersOf(value).keys()].join();

/** Fastify's own codes all begin so. */
const hasOwnCode = (value: unknown): boolean => has(value, 'code') && !/^FST_/.test(String(member(value, 'code')));

/** The text of `{ "detail": … }`; empty if the body has other members. */
const detailAlone = (value: unknown): string => (membersOf(value).size === 1 ? String(member(value, 'detail')) : '');

const has = (value: unknown, ...names: readonly string[]): boolean => names.every((name) => membersOf(value).has(name));

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 5) : []);

/** What is written in the form of the contract only repeats the words of a framework. */
const hasForm = (value: unknown): boolean =>
  ['code', 'message'].every((name) => typeof member(value, name) === 'string');

const areLists = (errors: unknown): boolean => {
  const each = [...membersOf(errors).values()];
  return each.length > 0 && each.every((one) => Array.isArray(one));
};
