import { describe, expect, it } from 'vitest';
import { scopesOf, wrongTimeIn } from '../../checks/listing/readers/answers.ts';
import { anyReply } from './any-reply.ts';

describe('The time of a token', () => {
  const NOW = Date.parse('2026-03-02T10:00:00Z') / 1000;
  it.each<readonly [object | string, string | null]>([
    [{ exp: NOW + 3600 }, null],
    [{ exp: NOW - 14_400 }, 'whose `exp` was already 4 h in the past'],
    [{ exp: NOW + 3600, nbf: NOW + 90 }, 'whose `nbf` was still 90 s in the future'],
    [{ sub: 'a' }, null],
    ['opaque', null],
  ])('of %j is told if it is wrong', (claims, told) => {
    const coded = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = typeof claims === 'string' ? claims : `e30.${coded}.c2ln`;
    const headers = { date: new Date(1000 * NOW).toUTCString() };
    expect(wrongTimeIn(anyReply({ headers, json: { ok: true, value: { token } } }))).toBe(told);
  });
});

describe('The scopes of a credential', () => {
  it.each([
    [{ scopes: ['toplist:read'] }, ['toplist:read']],
    [{ scopes: [] }, []],
    [{ scopes: 'toplist:read' }, null],
    [{}, null],
    [['toplist:read'], null],
  ])('of %j are %j', (value, scopes) => {
    expect(scopesOf(anyReply({ json: { ok: true, value } }))).toEqual(scopes);
  });
});
