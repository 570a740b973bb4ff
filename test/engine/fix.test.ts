import { describe, expect, it } from 'vitest';
import { fixFor } from '../../src/engine/fix.ts';
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

  it.each([
    ['status 401', 'status 403 (denied: No.) from POST /forecast', 403, 'Answer 401 instead of 403: '],
    ['status 400 or 422', 'status 404', 404, 'Answer 400 or 422 instead of 404: '],
    ['status 400', 'status 415 (malformed: No.)', 415, 'Answer 400 instead of 415: '],
    ['status 422', 'status 500', 500, 'Check your log for the error behind this 500. '],
    ['status 200 or 201', 'status 503 (down: Down.)', 503, 'Check your log for the error behind this 503. '],
  ])('of %s with %s comes before that of the rule', (expected, actual, status, begins) => {
    const text = fix(expected, actual, status);
    expect(text.startsWith(begins)).toBe(true);
    expect(text.endsWith(` ${OWN}`)).toBe(true);
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
