import { describe, expect, it } from 'vitest';
import { isAsForWrongKey, isSameMistake, type Attempt } from '../../checks/ad-server/auth/wrong-key-verdicts.ts';
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

/** Whether the last of some attempts shows no mistake of its own. */
function isSame(...list: readonly Attempt[]): boolean {
  const last = list.at(-1);
  return last !== undefined && isSameMistake(last, { list, lockedOut: null });
}

describe('A wrong credential that is let in', () => {
  it('is the same mistake if a plainer one is let in by the same endpoint', () => {
    expect(isSame(answered('wrong', 200), answered('truncated', 200))).toBe(true);
    expect(isSame(answered('none', 200), answered('wrong', 200))).toBe(true);
  });

  it('may have been booked by the one before', () => {
    expect(isSame(answered('none', 201), answered('wrong', 200))).toBe(true);
    expect(isSame(answered('none', 201), answered('empty', 409))).toBe(true);
  });

  it('is the same mistake if both are refused, and served with the refusal', () => {
    expect(isSame(answered('none', 401, { reply: served }), answered('wrong', 401, { reply: served }))).toBe(true);
  });

  it.each<[string, Attempt, Attempt]>([
    ['the plainer one is refused', answered('wrong', 401), answered('truncated', 200)],
    ['the plainer one was not sent any more', answered('wrong', 200, { reply: null }), answered('truncated', 200)],
    ['the other one is not plainer', answered('truncated', 200), answered('wrong', 200)],
    ['keys are checked when there is one', answered('none', 200), answered('truncated', 200)],
    ['the plainer one was refused in another wrong way', answered('none', 403), answered('wrong', 200)],
    [
      'the plainer one is let in by another endpoint',
      answered('wrong', 200, { endpoint: 'POST /forecast' }),
      answered('empty', 200),
    ],
    ['it is not let in at all', answered('wrong', 200), answered('truncated', 401)],
  ])('is a mistake of its own if %s', (_if, one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});

describe('A key that lacks a scope and is let in', () => {
  const list = [answered('none', 401), answered('wrong', 200), answered('altered', 200)];

  it('says nothing of scopes if a wrong key is let in too', () => {
    expect(isAsForWrongKey(anyReply({}), { list, lockedOut: null })).toBe(true);
  });

  it.each<[string, Reply, readonly Attempt[]]>([
    ['at another endpoint', anyReply({ endpoint: 'inventory' }), list],
    ['with another status', anyReply({ status: 404 }), list],
    ['although wrong keys are refused', anyReply({}), [answered('none', 200), answered('wrong', 401)]],
  ])('says something %s', (_how, reply, among) => {
    expect(isAsForWrongKey(reply, { list: among, lockedOut: null })).toBe(false);
  });
});
