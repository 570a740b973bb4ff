import { describe, expect, it } from 'vitest';
import { scopesOf } from '../../checks/listing/readers/answers.ts';
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
});
