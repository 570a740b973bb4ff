import { describe, expect, it } from 'vitest';
import { causeOf, wrongKeyLike } from '../../checks/ad-server/auth/same-mistake.ts';
import type { Attempt } from '../../checks/ad-server/auth/wrong-keys.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

const call = () => Promise.resolve(anyReply({}));
const answered = (presentation: Attempt['presentation'], status: number, said: Partial<Attempt> = {}): Attempt => ({
  presentation,
  endpoint: 'GET /health',
  call,
  certain: true,
  reply: anyReply({ status }),
  ...said,
});
const served = anyReply({ status: 401, json: { ok: true, value: { capabilities: {} } } });

/** What the last of some attempts follows from. */
function causeOfLast(...list: readonly Attempt[]): string | null {
  const last = list.at(-1);
  return last === undefined ? null : (causeOf(last, { list, lockedOut: null })?.presentation ?? null);
}

describe('A wrong credential that is let in', () => {
  it('says nothing of its own where a plainer one is let in by the same call', () => {
    expect(causeOfLast(answered('wrong', 200), answered('truncated', 200))).toBe('wrong');
  });

  it('is put down to the plainest', () => {
    expect(causeOfLast(answered('none', 200), answered('wrong', 200), answered('truncated', 200))).toBe('none');
  });

  it('may have been booked by the one before', () => {
    expect(causeOfLast(answered('none', 201), answered('wrong', 200))).toBe('none');
    expect(causeOfLast(answered('none', 201), answered('empty', 409))).toBe('none');
  });

  it('is put down to one that is refused in words alone, where it is so too', () => {
    expect(causeOfLast(answered('none', 401, { reply: served }), answered('wrong', 401, { reply: served }))).toBe(
      'none',
    );
  });

  it.each<[string, Attempt, Attempt]>([
    ['the plainer one is refused', answered('wrong', 401), answered('truncated', 200)],
    ['the plainer one was not tried any more', answered('wrong', 200, { reply: null }), answered('truncated', 200)],
    ['the other one is no plainer', answered('truncated', 200), answered('wrong', 200)],
    ['a key is looked at where there is one', answered('none', 200), answered('truncated', 200)],
    ['the plainer one was refused in another wrong way', answered('none', 403), answered('wrong', 200)],
    [
      'the plainer one is let in by another call',
      answered('wrong', 200, { call: () => call() }),
      answered('empty', 200),
    ],
    ['it is not let in at all', answered('wrong', 200), answered('truncated', 401)],
  ])('stands for itself where %s', (_where, one, other) => {
    expect(causeOfLast(one, other)).toBeNull();
  });
});

describe('A key that lacks a scope and is let in', () => {
  const list = [answered('none', 401), answered('wrong', 200), answered('altered', 200)];
  const like = (reply: Reply, among: readonly Attempt[] = list) =>
    wrongKeyLike(reply, { list: among, lockedOut: null })?.presentation ?? null;

  it('says nothing of scopes where a wrong key is let in too', () => {
    expect(like(anyReply({}))).toBe('wrong');
  });

  it('says nothing of scopes where calls without any key are let in too', () => {
    expect(like(anyReply({}), [answered('none', 200), answered('wrong', 200)])).toBe('none');
  });

  it.each<[string, Reply, readonly Attempt[]]>([
    ['at another endpoint', anyReply({ endpoint: 'inventory' }), list],
    ['with another status', anyReply({ status: 404 }), list],
    ['where wrong keys are refused', anyReply({}), [answered('none', 200), answered('wrong', 401)]],
  ])('lacks it %s', (_where, reply, among) => {
    expect(like(reply, among)).toBeNull();
  });
});
