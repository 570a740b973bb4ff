import { describe, expect, it } from 'vitest';
import { isEnoughForLists, scopesOf } from '../../checks/listing/readers/grant.ts';
import { anyReply } from './any-reply.ts';

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

  it.each([
    [['toplist:read'], null, true],
    [['brand:read'], null, false],
    [['brand:read'], [], false],
    [['brand:read', 'lists'], ['lists'], true],
    [['brand:read', 'lists'], ['lists', 'sites'], false],
    [[], ['lists'], false],
    [['toplist:read'], ['lists'], true],
  ])('%j, where %j is served, are enough for lists: %s', (held, served, isEnough) => {
    expect(isEnoughForLists(held, served)).toBe(isEnough);
  });
});
