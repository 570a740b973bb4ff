import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expect as expectOf, otherAnswer } from '../../src/engine/expect.ts';
import { Violation } from '../../src/engine/signal.ts';
import type { Found } from '../../src/causes/found.ts';
import type { Slip } from '../../src/causes/slip.ts';
import type { Reply } from '../../src/http/reply.ts';
import { titleOfFound } from '../../src/report/words/found.ts';
import { fixFor } from '../../src/report/words/fix.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { answer } from '../rules/judging.ts';

const OWN = 'Do as the rule says.';
const fix = (found: Found) => fixFor(OWN, found);
const ofStatus = (
  expected: readonly number[] | string,
  status: number | null,
  about: Parameters<typeof otherAnswer>[2] & { readonly headers?: Reply['headers'] } = {},
) => fix(otherAnswer({ ...answer(status), headers: about.headers ?? {} }, expected, about).found);

describe('the fix', () => {
  it('is that of the rule, if nothing suggests another', () => {
    expect(ofStatus([200], 404)).toBe(OWN);
    expect(ofStatus([422], 429)).toBe(OWN);
    expect(fix({ kind: 'value', expected: 'an integer', actual: 'no clicks' })).toBe(OWN);
  });

  it('is about the token or the code, if that is what is wrong with a refusal', () => {
    expect(ofStatus('status 429 with the error alone', 429, { brings: 'token' })).toBe(
      'Send the error alone with the refusal: no token.',
    );
    const ofCode = (isAltered: boolean) =>
      fix({ kind: 'error-code', code: 'no_key', answer: { status: 401 }, isAltered });
    expect(ofCode(true)).toBe('Send the code as exactly `no_key`, without a prefix or blanks.');
    expect(ofCode(false)).toBe(OWN);
  });

  it.each<[readonly number[], number | null, string]>([
    [[422], 500, 'Check your log for the error behind this 500. '],
    [[200, 201], 503, 'Check your log for the error behind this 503. '],
    [[200], null, 'Check your log for what became of this request. '],
    [
      [200],
      409,
      '409 is only for a key that was used for another body: refuse with 422 what a business rule forbids. ',
    ],
  ])('of %j with status %s comes before that of the rule', (expected, status, begins) => {
    const text = ofStatus(expected, status);
    expect(text.startsWith(begins)).toBe(true);
    expect(text.endsWith(` ${OWN}`)).toBe(true);
  });

  it.each<[readonly number[], number, string]>([
    [[401], 403, '401 instead of 403'],
    [[400, 422], 404, '400 or 422 instead of 404'],
  ])('of a refusal %j with status %i is about the status alone', (expected, status, words) => {
    expect(ofStatus(expected, status)).toBe(
      `Answer ${words}: the request is refused as it should be; only the status is wrong.`,
    );
  });

  it('of 202 names the status that is due, and leaves a refusal that is due to its rule', () => {
    expect(ofStatus([201], 202)).toMatch(/^Answer 201 for a new order, and 200 for everything else/);
    expect(ofStatus([422], 202)).toBe(OWN);
  });

  it('of XML does not take it for a page', () => {
    const page = { kind: 'not-json', expected: '', actual: '', problem: 'page', begins: '<a/>', status: 200 } as const;
    expect(fix({ ...page, type: 'application/xml' })).toMatch(/this is XML/);
    expect(fix({ ...page, type: 'text/html' })).toMatch(/not a web site/);
  });

  it('follows from a status that says what happened', () => {
    const ofEndpoint = (endpoint: string, status: number) =>
      fix({ kind: 'status', expected: [200], answer: { status }, endpoint });
    expect(ofEndpoint('POST /reports', 201)).toMatch(/^Answer 200\. 201 is often a framework's default for POST/);
    expect(ofEndpoint('POST /orders', 201)).toBe(OWN);
    expect(ofEndpoint('GET /health', 403)).toMatch(/^Widen the scope of the key/);
    expect(ofEndpoint('GET /inventory', 403)).toMatch(/^Give the key the scopes/);
    expect(ofEndpoint('POST /auth/token', 403)).toBe(OWN);
  });

  it('follows from what a member is instead', () => {
    const ofFault = (pointer: string, actual: string, meant?: string) =>
      fix({
        kind: 'shape',
        faults: [
          {
            ...{ kind: 'missing', pointer, place: pointer.slice(0, pointer.lastIndexOf('/')) },
            ...{ expected: 'an integer', actual, ...(meant !== undefined && { meant }) },
          },
        ],
        others: 0,
      });
    expect(ofFault('/code', 'no code', '/error/code')).toBe(
      'Send what is inside `error` at the top level of the body.',
    );
    expect(ofFault('/rows/0/line_item_id', 'none', '/rows/0/lineItemId')).toBe('Call it `line_item_id`, exactly so.');
    expect(ofFault('/rows/0/clicks', '"12"')).toBe('Send `clicks` as a JSON number, without quotes.');
    expect(ofFault('/rows/0/clicks', 'null')).toBe(OWN);
    expect(ofFault('/rows/0/clicks', '"12.00"')).toBe('Send `clicks` as a JSON number, without quotes.');
    expect(ofFault('/rows/0/clicks', '"12.5"')).toBe(
      'Send `clicks` as a JSON number, without quotes, and round it to an integer.',
    );
    const ofList = (actual: string) =>
      fix({
        kind: 'shape',
        faults: [{ kind: 'wrong', pointer: '/data', place: '/data', expected: 'a JSON array', actual }],
        others: 0,
      });
    expect(ofList('{"0":{"inventory_id":"a"},"2":{}}')).toMatch(/^Send a JSON array: .*array_values/);
    expect(ofList('{"items":[]}')).toBe(OWN);
    const found = {
      kind: 'value',
      expected: 'an array of slots in data',
      actual: '{"0":{"inventory_id":"a"}}',
    } as const;
    expect(fix(found)).toMatch(/^Send a JSON array/);
    expect(
      fix({
        kind: 'shape',
        faults: [{ kind: 'missing', pointer: '/status', place: '', expected: 'the string DRAFT', actual: 'no status' }],
        others: 0,
      }),
    ).toBe('Send `"status": "DRAFT"` in every answer, also to retries and updates.');
    const faults = [
      { kind: 'wrong', pointer: '/status', place: '/status', expected: 'the string DRAFT', actual: 'null' },
    ] as const;
    expect(fix({ kind: 'shape', faults, others: 0 })).toMatch(/^Send `"status": "DRAFT"` .* until that is read again/);
    expect(titleOfFound({ kind: 'shape', faults, others: 0 })).toBe('`status` is null');
    const ofStatus = (actual: string) =>
      fix({
        kind: 'shape',
        faults: [{ kind: 'wrong', pointer: '/status', place: '/status', expected: 'the string DRAFT', actual }],
        others: 0,
      });
    expect(ofStatus('"draft"')).toBe('Send `DRAFT` exactly so, in upper case.');
    expect(ofStatus('"ACTIVE"')).toBe(OWN);
  });

  it('is about a mistake that the answer shows by itself', () => {
    const ofSlip = (slip: Slip) => fix({ kind: 'value', expected: '"7"', actual: '"0"', slip });
    expect(ofSlip('zero-id')).toMatch(/^Read the id of the row that exists/);
    expect(ofSlip('rounded')).toMatch(/^Keep ids as strings/);
    // A report of a newer build may hold others.
    expect(ofSlip('of tomorrow' as Slip)).toBe(OWN);
  });

  it('of a page is about what is in front of the service, if it comes in place of an answer', () => {
    const page = (status: number, body: string) =>
      fix(foundIn({ ...answer(status), body: Buffer.from(body), json: parseJson(Buffer.from(body)) }));
    expect(page(200, '<h1>Sign in</h1>')).toMatch(/^Exempt the API from the login/);
    expect(page(200, '<h1>Welcome</h1>')).toMatch(/^See that this request reaches the service/);
    expect(page(404, '<h1>Not found</h1>')).toMatch(/^Find out what sends this page/);
    expect(page(413, '<h1>Too large</h1>')).toBe(OWN);
  });

  it('of JSON behind something else is about what stands before it', () => {
    const body = Buffer.from('<br />\n<b>Warning</b>: Undefined array key\n{"code":"gone"}');
    expect(fix(foundIn({ ...answer(200), body, json: parseJson(body) }))).toMatch(/^Send the JSON alone\./);
  });

  it.each([
    ['{"code":"unknown","message":"There is no slot "x"."}', /^Build the body with a JSON serializer/],
    [String.raw`{"code":"unknown","message":"There is no slot \x."}`, /^Build the body with a JSON serializer/],
    ['{"code":"unknown","message":"There is no', /^Do as the rule says/],
    ['{"code":"unknown"}\n{"code":"x","of":[{}]}', /^Return after you have answered/],
    ['{"code":"unknown"}{"code":"unk', /^Do as the rule says/],
    ["{code:'unknown'}", /^Do as the rule says/],
    ['"no"-slot', /^Do as the rule says/],
    [Buffer.from('{"name":"ü"}', 'latin1'), /^Encode the body as UTF-8\.$/],
    [Buffer.from('\ufeff{}', 'utf16le'), /^Encode the body as UTF-8, not as UTF-16\.$/],
    [gzipSync('{}'), /^Send `Content-Encoding: gzip`/],
  ])('of a body that is not JSON follows from its bytes: %s', (text, words) => {
    const body = Buffer.from(text);
    expect(fix(foundIn({ ...answer(404), body, json: parseJson(body) }))).toMatch(words);
  });

  it('of a refusal that carries data is about the data', () => {
    expect(ofStatus('a refusal without data', 401, { brings: 'data' })).toMatch(/^Send the error alone with a 401/);
  });

  it('of a body whose type is refused is about the type alone', () => {
    expect(ofStatus([200], 415)).toMatch(/^Accept `Content-Type: application\/json`/);
    expect(ofStatus([200], 415)).not.toContain(OWN);
  });

  it.each([
    ['https://sso.example.com/saml2?back=1', /^Exempt the API from the login/],
    ['/login', /^Exempt the API from the login/],
    ['/api/v1/health/', /the redirect only adds a slash/],
    ['https://www.example.com/api/v1/health', /^Do as the rule says/],
  ])('of a redirect to %s follows from where it leads', (location, words) => {
    expect(ofStatus('an answer at exactly this address', 302, { headers: { location } })).toMatch(words);
  });
});

/** What is found in a body that is not JSON. */
function foundIn(reply: Reply): Found {
  try {
    expectOf(reply).json();
  } catch (thrown) {
    if (thrown instanceof Violation) return thrown.finding.found;
  }
  throw new Error('the body is JSON');
}
