import { describe, expect, it } from 'vitest';
import { expect as expectOf, otherAnswer } from '../../src/engine/expect.ts';
import { fixFor } from '../../src/report/words/fix.ts';
import { errorBody } from '../../src/schema/generated/validators.js';
import { parseJson } from '../../src/text/parsed-json.ts';
import { answer, foundBy } from '../rules/judging.ts';

const OWN = 'Do as the rule says.';

/** An answer with this body, as it came. */
function replied(status: number, text: string, headers = {}) {
  const body = Buffer.from(text);
  return { ...answer(status), headers, body, json: parseJson(body) };
}

/** What frameworks answer by default to a body that they cannot read, or that does not fit. */
const DEFAULTS: readonly (readonly [name: string, status: number, body: string])[] = [
  ['FastAPI', 422, '{"detail":[{"type":"missing","loc":["body","flight"],"msg":"Field required","input":{}}]}'],
  ['Django REST framework', 400, '{"flight":["This field is required."]}'],
  ['Flask', 400, '<!doctype html>\n<html lang=en>\n<title>400 Bad Request</title>\n<h1>Bad Request</h1>'],
  ['Spring', 400, '{"timestamp":"2026-11-28T09:00:00Z","status":400,"error":"Bad Request","path":"/api/v1/orders"}'],
  ['Spring', 400, '{"type":"about:blank","title":"Bad Request","status":400,"instance":"/api/v1/orders"}'],
  [
    'ASP.NET Core',
    400,
    '{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,"errors":{"Flight":["Required."]},"traceId":"00-1f"}',
  ],
  ['Fastify', 400, '{"statusCode":400,"error":"Bad Request","message":"Unexpected end of JSON input"}'],
  ['NestJS', 400, '{"message":"Unexpected end of JSON input","statusCode":400}'],
  ['NestJS', 400, '{"message":["flight must be an object"],"error":"Bad Request","statusCode":400}'],
  [
    'Fastify',
    400,
    '{"statusCode":400,"code":"FST_ERR_VALIDATION","error":"Bad Request","message":"body must have flight"}',
  ],
  [
    'Express',
    400,
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>SyntaxError: Unexpected token</pre>\n</body>\n</html>\n',
  ],
  ['Laravel', 422, '{"message":"The flight field is required.","errors":{"flight":["The flight field is required."]}}'],
  ['Rails', 400, '{"status":400,"error":"Bad Request"}'],
  ["Go's standard library", 400, '{"error":"json: cannot unmarshal string into Go struct field Order.flight"}'],
];

describe('The fix names the framework whose default error it is', () => {
  it.each(DEFAULTS)('%s, with %i', (name, status, body) => {
    const reply = replied(status, body);
    const words = `This error is the default of ${name}. `;
    const other = status === 400 ? 422 : 400;
    expect(fixFor(OWN, otherAnswer(reply, [other]).found)).toContain(words);
  });

  // The form of Fastify's errors is right.
  it.each([
    ...DEFAULTS.filter(([name]) => name !== 'Fastify'),
    ['FastAPI', 404, '{"detail":"Not Found"}'] as const,
    ['Django REST framework', 403, '{"detail":"Authentication credentials were not provided."}'] as const,
    [
      "Django's debug mode",
      500,
      "KeyError at /api/v1/orders\n'flight'\n\nRequest Method: POST\nDjango Version: 3.2.19\n",
    ] as const,
  ])('%s, by its form, with %i', (name, status, body) => {
    const reply = replied(status, body);
    const words = `This error is the default of ${name}. `;
    expect(
      fixFor(
        OWN,
        foundBy(() => expectOf(reply).fits(errorBody, '/code')),
      ),
    ).toContain(`${OWN} ${words}`);
  });

  it('not if the error is right in form, if something was to be served, or if it is a server error', () => {
    const own = replied(422, '{"code":"invalid","message":"No."}');
    expect(fixFor(OWN, otherAnswer(own, [400]).found)).not.toContain('This error');
    const [, status, body] = DEFAULTS[0] ?? ['', 0, ''];
    expect(fixFor(OWN, otherAnswer(replied(status, body), [200, 201]).found)).toBe(OWN);
    expect(fixFor(OWN, otherAnswer(replied(500, body), [400]).found)).not.toContain('This error');
  });

  it('nor of an error that somebody wrote in the same form', () => {
    const own = replied(404, '{"detail":"The slot is not known."}');
    expect(
      fixFor(
        OWN,
        foundBy(() => expectOf(own).fits(errorBody, '/code')),
      ),
    ).not.toContain('This error');
    const repeating = replied(422, '{"code":"malformed","message":"json: cannot unmarshal number into Go value"}');
    expect(otherAnswer(repeating, [400]).found.framework).toBeUndefined();
  });

  it('nor of one whose members several frameworks write', () => {
    for (const text of [
      '{"statusCode":400,"message":"No."}',
      '{"statusCode":400,"code":"no","error":"x","message":"No."}',
    ])
      expect(otherAnswer(replied(400, text), [422]).found.framework).toBeUndefined();
  });

  it('and the gateway that wrote an error in front of the service', () => {
    const frameworkOf = (text: string, headers: object) =>
      otherAnswer(replied(403, text, headers), [401]).found.framework;
    const typed = { 'x-amzn-errortype': 'AccessDeniedException' };
    expect(frameworkOf('{"Message":"User is not authorized"}', typed)).toBe('api-gateway');
    expect(frameworkOf('{"message":"Forbidden"}', { 'apigw-requestid': 'a' })).toBe('api-gateway');
    expect(frameworkOf('{"message":"The key is not known."}', { 'apigw-requestid': 'a' })).toBeUndefined();
    expect(frameworkOf('{"message":"Forbidden"}', {})).toBeUndefined();
    const slipOf = (headers: object) =>
      otherAnswer(replied(403, '{"code":"forbidden","message":"No."}', headers), [401]).found.slip;
    expect([slipOf(typed), slipOf({})]).toEqual(['deny-policy', undefined]);
  });

  it('and a report that is to come', () => {
    const slipOf = (body: object) =>
      otherAnswer({ ...replied(202, JSON.stringify(body)), endpoint: 'reports' }, [200]).found.slip;
    expect([slipOf({ report_id: 'r1' }), slipOf({ status: 'PENDING' })]).toEqual(['report-to-come', 'report-to-come']);
    expect([slipOf({ report_id: 'r1', rows: [] }), slipOf({ status: 'ok' })]).toEqual([undefined, undefined]);
  });

  it('and an error that comes with a status of success', () => {
    const slipOf = (body: object) => otherAnswer(replied(200, JSON.stringify(body)), [422]).found.slip;
    expect(slipOf({ code: 'invalid_flight', message: 'It ends before it starts.' })).toBe('error-under-2xx');
    expect(slipOf({ code: 'invalid', message: 'No.', errors: [{}], request_id: 'r1' })).toBe('error-under-2xx');
    expect(slipOf({ code: '0', message: 'success' })).toBeUndefined();
    expect(slipOf({ code: 'x', message: 'Saved.', data: { order_id: 'o1' } })).toBeUndefined();
    expect(otherAnswer(replied(404, '{"code":"x","message":"No."}'), [422]).found.slip).toBeUndefined();
  });

  it('and a limit of bodies, whatever its status', () => {
    const slipOf = (status: number, message: string) =>
      otherAnswer(replied(status, JSON.stringify({ code: 'x', message })), [200]).found.slip;
    expect([slipOf(413, 'No.'), slipOf(400, 'Request body is too large')]).toEqual(['too-large', 'too-large']);
    expect([slipOf(422, 'The goal is too large.'), slipOf(500, 'body too large')]).toEqual([undefined, undefined]);
  });

  it('and protection against CSRF, in JSON or on a page', () => {
    const slipOf = (status: number, text: string) => otherAnswer(replied(status, text), [200]).found.slip;
    expect(slipOf(422, `{"code":"x","message":"Can't verify CSRF token authenticity."}`)).toBe('csrf');
    expect(slipOf(403, '<h1>Forbidden</h1><p>CSRF verification failed. Request aborted.</p>')).toBe('csrf');
    expect(slipOf(500, 'Invalid CSRF token')).toBeUndefined();
    expect(slipOf(403, '<meta name="csrf-token" content="x"><h1>Sign in</h1>')).toBe('error-page');
    expect(slipOf(403, 'Could not verify the provided CSRF token because your session was not found')).toBe('csrf');
  });

  it('and what answers every POST with 201', () => {
    const created = (endpoint: 'forecast' | 'orders') => ({ ...answer(201, {}, { endpoint }), endpoint });
    expect(fixFor(OWN, otherAnswer(created('forecast'), [200, 501]).found)).toContain('`@HttpCode(200)`');
    expect(fixFor(OWN, otherAnswer(created('orders'), [200]).found)).toBe(OWN);
  });
});
