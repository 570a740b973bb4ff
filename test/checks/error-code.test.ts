import { describe, expect, it } from 'vitest';
import { namesCode } from '../../checks/listing/parts/error-code.ts';
import { anyReply } from './any-reply.ts';

const named = (text: string, isJson = true) =>
  namesCode(
    anyReply({ body: Buffer.from(text), json: isJson ? { ok: true, value: null } : { ok: false, problem: 'none' } }),
    'insufficient_scope',
  );

describe('A code', () => {
  it.each([
    '{"code":"insufficient_scope"}',
    '{"code":["insufficient_scope"]}',
    '{"errors":{"insufficient_scope":["toplist:read"]}}',
    '{"type":"https://errors.example/insufficient_scope"}',
    '{"message":"Refused for insufficient_scope "}',
    '{"code":"insufficient_scope ","error":"insufficient_scope"}',
  ])('is named by %s', (text) => {
    expect(named(text)).toBe(true);
  });

  it.each([
    '{"code":"insufficient_scope "}',
    '{"code":" insufficient_scope"}',
    '{"code":"insufficient-scope"}',
    '{"code":"insufficient_scopes"}',
    '{"code":"my-insufficient_scope"}',
    '{"code":"INSUFFICIENT_SCOPE"}',
  ])('is not named by %s', (text) => {
    expect(named(text)).toBe(false);
  });

  it('may stand between quotes and blanks in a text', () => {
    expect(named('Refused: " insufficient_scope "', false)).toBe(true);
  });
});
