import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fixFor } from '../../src/engine/fix.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { answer } from '../rules/judging.ts';

const OWN = 'Do as the rule says.';
const fix = (expected: string, actual: string, status: number, headers: Record<string, string> = {}) =>
  fixFor({ fix: OWN }, { expected, actual, replies: [{ ...answer(status), headers }] });

describe('the fix', () => {
  it('is that of the rule, if nothing suggests another', () => {
    expect(fix('status 200', 'status 201', 201)).toBe(OWN);
    expect(fix('status 409', 'status 200 to 2 of 19 changed bodies', 200)).toBe(OWN);
    expect(fix('an integer', 'no clicks', 500)).toBe(OWN);
    expect(fix('status 200', 'status 404 (gone: Gone.)', 404)).toBe(OWN);
    expect(fix('status 422', 'status 429', 429)).toBe(OWN);
    expect(fixFor({ fix: OWN }, { expected: 'status 200', actual: 'no answer', replies: [] })).toBe(OWN);
  });

  it('is about the token or the code, if that is what is wrong with a refusal', () => {
    expect(fix('status 429 with the error alone', 'status 429 with a token that opens data', 429)).toBe(
      'Send the error alone with the refusal: no token.',
    );
    const coded = (text: string) => ({ ...answer(401), body: Buffer.from(text) });
    const ofCode = (text: string) =>
      fixFor({ fix: OWN }, { expected: 'the code no_key in the body', actual: 'status 401', replies: [coded(text)] });
    expect(ofCode('{"code":"auth.no_key"}')).toBe('Send the code as exactly `no_key`, without a prefix or blanks.');
    expect(ofCode('{"code":"other"}')).toBe(OWN);
  });

  it.each([
    ['status 400 or 422', 'status 404', 404, 'Answer 400 or 422 instead of 404: '],
    ['status 400', 'status 415 (malformed: No.)', 415, 'Answer 400 instead of 415: '],
    ['status 422', 'status 500', 500, 'Check your log for the error behind this 500. '],
    ['status 200 or 201', 'status 503 (down: Down.)', 503, 'Check your log for the error behind this 503. '],
  ])('of %s with %s comes before that of the rule', (expected, actual, status, begins) => {
    const text = fix(expected, actual, status);
    expect(text.startsWith(begins)).toBe(true);
    expect(text.endsWith(` ${OWN}`)).toBe(true);
  });

  it('of a credential that is refused with another status is about the status alone', () => {
    expect(fix('status 401', 'status 403 (denied: No.) from POST /forecast', 403)).toBe(
      'Answer 401 instead of 403: the request is refused, but with another status.',
    );
  });

  it.each([
    ['{"code":"unknown","message":"There is no slot "x"."}', /^Build the body with a JSON serializer/],
    [String.raw`{"code":"unknown","message":"There is no slot \x."}`, /^Build the body with a JSON serializer/],
    ['{"code":"unknown","message":"There is no', /^Do as the rule says/],
    ['{"code":"unknown"}{"code":"unknown"}', /^Do as the rule says/],
    ["{code:'unknown'}", /^Do as the rule says/],
    ['"no"-slot', /^Do as the rule says/],
    [Buffer.from('{"name":"ü"}', 'latin1'), /^Encode the body as UTF-8\.$/],
    [Buffer.from('\ufeff{}', 'utf16le'), /^Encode the body as UTF-8, not as UTF-16\.$/],
    [gzipSync('{}'), /^Send `Content-Encoding: gzip`/],
  ])('of a body that is not JSON follows from its bytes: %s', (text, words) => {
    const body = Buffer.from(text);
    const json = parseJson(body);
    const actual = json.ok ? '' : json.problem;
    const replies = [{ ...answer(404), body, json }];
    expect(fixFor({ fix: OWN }, { expected: 'a JSON body', actual, replies })).toMatch(words);
  });

  it('of a refusal that carries data is about the data', () => {
    expect(fix('a refusal without data', 'status 401 with data to a request', 401)).toMatch(
      /^Send the error alone with a 401/,
    );
  });

  it('of a body whose type is refused is about the type alone', () => {
    expect(fix('status 200', 'status 415', 415)).toMatch(/^Accept `Content-Type: application\/json`/);
    expect(fix('status 200', 'status 415', 415)).not.toContain(OWN);
  });

  it.each([
    ['https://sso.example.com/saml2?back=1', /^Exempt the API from the login/],
    ['/login', /^Exempt the API from the login/],
    ['/api/v1/health/', /the redirect only adds a slash/],
    ['https://www.example.com/api/v1/health', /^Do as the rule says/],
  ])('of a redirect to %s follows from where it leads', (location, words) => {
    expect(
      fix('an answer at exactly this address', `a redirect (status 302) to ${location}`, 302, { location }),
    ).toMatch(words);
  });
});
