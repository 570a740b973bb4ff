import { describe, expect, it } from 'vitest';
import { suite } from '../../checks/suite.ts';
import {
  wrongCredentialsFor,
  type Presentation,
  type Attempt,
  type Attempts,
} from '../../checks/ad-server/auth/wrong-keys.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { Secret } from '../../src/secrets/secret.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';
import { judged, telling } from './judging.ts';

const answered = (status: number): Reply => anyReply({ status });
const call = () => Promise.resolve(answered(200));
const attempt = (presentation: Presentation, status: number): Attempt => ({
  presentation,
  endpoint: 'GET /health',
  call,
  certain: true,
  reply: answered(status),
});

/** What comes of a rule about credentials, of which each was answered so. */
const tried = (rule: string, answers: Partial<Record<Presentation, number>>, lockedOut: Reply | null = null) => {
  const list = Object.entries(answers).map(([presentation, status]) => attempt(presentation as Presentation, status)); // The names of `answers`.
  return judged(`auth.${rule}`, { attempts: { list, lockedOut } satisfies Attempts });
};

describe('A wrong credential', () => {
  it('is judged by one rule each', async () => {
    const all = wrongCredentialsFor(new Secret('KEY', 'aB3-xyz'), {
      expired: new Secret('OLD', 'old-key'),
      revoked: new Secret('LOST', 'lost-key'),
    });
    const rules = checksOf(suite).filter(({ id, needs }) => id.startsWith('auth.') && 'attempts' in needs);
    for (const [presentation] of all) {
      const attempts = { list: [attempt(presentation, 401)], lockedOut: null };
      const made = await Promise.all(
        rules
          .filter(({ rule }) =>
            /(is|are) (answered 401( at every endpoint.*)?|refused .* with 401 or 400)\.$/.test(rule.requirement),
          )
          .map(({ id }) => judged(id, { attempts })),
      );
      expect(made.filter((judgement) => 'held' in judgement)).toEqual([{ held: 'Refused by GET /health.' }]);
    }
  });

  it('is refused with 401, and with nothing else', async () => {
    expect(await tried('wrong-key-is-401', { wrong: 401, 'altered-last': 401 })).toHaveProperty('held');
    expect(await tried('wrong-key-is-401', { wrong: 401, 'altered-last': 200 })).toMatchObject({
      violation: telling(
        /to the key with another last character\. Refused as they should be: a key that was never issued/,
      ),
    });
  });

  it('may be a word that stands for none', async () => {
    const rule = 'placeholder-key-is-401';
    expect(await tried(rule, { null: 401, undefined: 401 })).toEqual({ held: 'Refused by GET /health.' });
    expect(await tried(rule, { null: 401, undefined: 200 })).toMatchObject({
      violation: telling(/to `Bearer undefined`\. Refused as they should be: `Bearer null`/),
    });
    expect(await tried(rule, { null: 400, undefined: 401 })).toHaveProperty('violation');
  });

  it('may be a key that expired, one that was revoked, or both', async () => {
    const rule = 'expired-key-is-401';
    expect(await tried(rule, { revoked: 401 })).toEqual({ held: 'Refused by GET /health.' });
    expect(await tried(rule, { expired: 401, revoked: 200 })).toMatchObject({
      violation: telling('to the revoked key. Refused as they should be: the expired key'),
    });
    expect(await tried(rule, { expired: 200, revoked: 401 })).toHaveProperty('violation');
  });

  it('that was tried when the client was locked out leaves its rule open', async () => {
    const attempts = { list: [{ ...attempt('expired', 403), certain: false }], lockedOut: answered(403) };
    expect(await judged('auth.expired-key-is-401', { attempts })).toMatchObject({ inconclusive: telling('locked') });
  });

  it('in a malformed header may be called malformed, and is never served', async () => {
    const called = { none: 401, empty: 400, 'two-words': 400 } as const;
    expect(await tried('malformed-header-is-refused', called)).toHaveProperty('held');
    expect(await tried('malformed-header-is-refused', { empty: 400, 'two-words': 200 })).toHaveProperty('violation');
    expect(await tried('malformed-header-is-refused', { empty: 403 })).toHaveProperty('violation');
    expect(await tried('other-scheme-or-header-is-401', { bare: 400 })).toHaveProperty('held');
    expect(await tried('other-scheme-or-header-is-401', { 'token-scheme': 400 })).toHaveProperty('violation');
  });

  it('that the key has not is not judged', async () => {
    expect(await tried('key-is-case-sensitive', { wrong: 401 })).toHaveProperty('notApplicable');
  });
});

describe('A key without a scope', () => {
  const read = (first: number, health = 200) => ({
    replies: { first: answered(first), next: undefined },
    attempts: { first: answered(first), health: answered(health) },
  });

  it('is answered 403', async () => {
    expect(await judged('auth.inventory-needs-read-scope', read(403))).toEqual({ held: '' });
    expect(await judged('auth.inventory-needs-read-scope', read(401))).toMatchObject({
      violation: telling(/for the first page/),
    });
    expect(await judged('auth.reports-need-report-scope', { reply: answered(200) })).toMatchObject({
      violation: telling(/200 without data for the report/),
    });
    expect(await judged('auth.reports-need-report-scope', { reply: answered(429) })).toHaveProperty('inconclusive');
  });

  it('is answered 403 to repeats and updates of orders, too', async () => {
    const [created, repeated, updated] = [answered(403), answered(403), answered(403)];
    const rule = 'auth.orders-need-draft-scope';
    expect(await judged(rule, { attempts: { created, repeated, updated } })).toEqual({ held: '' });
    expect(await judged(rule, { attempts: { created, repeated, updated: answered(200) } })).toMatchObject({
      violation: telling('for an update; a new order and a repeat were refused'),
    });
  });

  it('is known at GET /health', async () => {
    const rule = 'auth.restricted-key-is-valid';
    expect(await judged(rule, read(403))).toEqual({ held: '' });
    expect(await judged(rule, read(403, 401))).toHaveProperty('violation');
    expect(await judged(rule, read(200, 401))).toHaveProperty('inconclusive');
  });
});

describe('A refused order', () => {
  const afterwards = (status: number, said: Partial<Reply> = {}) =>
    judged('auth.refused-call-has-no-effect', {
      authorised: { refused: answered(401), reply: anyReply({ status, ...said }) },
    });

  it('is not there when it comes with the right key', async () => {
    expect(await afterwards(201)).toEqual({ held: '' });
    expect(await afterwards(422)).toEqual({ held: '' });
    expect(await afterwards(200)).toMatchObject({ violation: telling('as for an order that exists') });
    expect(await afterwards(409)).toHaveProperty('violation');
  });

  it('may be there if the first answer with the right key was lost', async () => {
    expect(await afterwards(200, { callIds: ['x1', 'x2'] })).toMatchObject({ inconclusive: telling('was lost') });
  });
});
