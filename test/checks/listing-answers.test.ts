import { gotIn } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import { expectCode } from '../../checks/listing/expectations.ts';
import { namesCode } from '../../checks/listing/readers/answers.ts';
import { Violation } from '../../src/engine/signal.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { anyReply } from './any-reply.ts';

const named = (text: string) => namesCode(anyReply({ body: Buffer.from(text) }), 'insufficient_scope');

describe('A code', () => {
  it.each([
    '{"code":"insufficient_scope"}',
    '{"code":["insufficient_scope"]}',
    '{"errors":{"insufficient_scope":["toplist:read"]}}',
    '{"type":"https://errors.example/insufficient_scope"}',
    '{"message":"Refused for insufficient_scope "}',
  ])('is named by %s', (text) => {
    expect(named(text)).toBe(true);
  });

  it.each([
    '{"code":"insufficient-scope"}',
    '{"code":"insufficient_scopes"}',
    '{"code":"my-insufficient_scope"}',
    '{"code":"auth.insufficient_scope"}',
    '{"code":"INSUFFICIENT_SCOPE"}',
  ])('is not named by %s', (text) => {
    expect(named(text)).toBe(false);
  });

  it('may stand in the header that OAuth has for it, and in no other', () => {
    const inHeader = (name: string) =>
      namesCode(
        anyReply({ headers: { [name]: 'Bearer realm="lists", error="insufficient_scope"' } }),
        'insufficient_scope',
      );
    expect([inHeader('www-authenticate'), inHeader('x-error')]).toEqual([true, false]);
  });
});

/** What is said of a refusal with this body that should carry a code. */
function saidOf(text: string): string | null {
  const body = Buffer.from(text);
  try {
    expectCode(anyReply({ status: 401, body, json: parseJson(body) }), 'invalid_credentials');
    return null;
  } catch (thrown) {
    return thrown instanceof Violation ? gotIn(thrown.finding) : String(thrown);
  }
}

describe('Of a refusal that should carry a code', () => {
  it.each([
    ['{"code":"invalid_credentials"}', null],
    ['{"error":{"code":"invalid_credentials"}}', null],
    ['', 'status 401 with an empty body'],
    ['{"message":"Unauthenticated."}', 'status 401 (Unauthenticated.) without a `code`'],
    ['{"code":"invalid_client","message":"No."}', 'status 401 (invalid_client: No.)'],
    ['{"error":{"code":"invalid_client"}}', 'status 401'],
  ])('%s it is said: %s', (text, said) => {
    expect(saidOf(text)).toBe(said);
  });
});
