import { describe, expect, it } from 'vitest';
import { errorsFaults } from '../../fixtures/faults/errors.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { endedAs, judge, PATIENCE, resultsOf } from './judge.ts';
import { expectSecrecy } from './secrecy.ts';

const visible = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index)).join('');

const KEYS: readonly (readonly [what: string, key: string])[] = [
  ['with every visible character', visible],
  ['with backslashes and slashes', 'k7\\n\\u0041//%2Fx\\"y9Lm'],
  ['like Base64', 'QmFzZTY0+lookALike/9f8e7d6c5b4a=='],
  ['like an address', 'https://key.example.com/?a=1&b=%20#z9'],
  ['of digits', '739182645501928374655647'],
  ['of one letter', 'k'],
  ['of six characters', 'k3-9zQ'],
  ['of a thousand characters', 'Kx7-'.repeat(250)],
  ['that is a word of many messages', 'invalid'],
  ['that is a member of every error', 'message'],
];

/** The publisher's full key is this one. */
function knownAs(key: string): BehaviourChange {
  return (base) => ({
    presentedKey: (exchange) => {
      const presented = base.presentedKey(exchange);
      if (presented === key) return sandboxKeys.full;
      return presented === sandboxKeys.full ? undefined : presented;
    },
  });
}

/** Says a lot about keys, and repeats none. */
const talkative: BehaviourChange = (base) => ({
  errorBody: (refusal, exchange) => ({
    ...(base.errorBody(refusal, exchange) as object),
    hint: 'The key is invalid for this publisher. See message 7391 of k-7.',
  }),
});

describe.concurrent('A key is opaque', { timeout: PATIENCE }, () => {
  it.each(KEYS)('one %s is held against nobody', async (_what, key) => {
    const report = await judge([knownAs(key), talkative], { certify: { apiKey: key } });
    // A short key or a plain word may be in a message by chance, which is worth a warning.
    const mayWarn = /^[a-z]+$|^.{1,7}$/.test(key) ? ['errors.reveals-no-secret'] : [];
    expect(endedAs(report, 'fail', 'error')).toEqual({});
    expect(Object.keys(endedAs(report, 'warn')).filter((id) => !mayWarn.includes(id))).toEqual([]);
    expect(report.verdict).toBe('passed');
  });

  it.each(KEYS.filter(([, key]) => key.length > 12))(
    'one %s is never shown, whatever repeats it',
    async (_what, key) => {
      const echo = errorsFaults.find(({ name }) => name === 'errors-key-in-details');
      if (echo === undefined) throw new Error('no such fault');
      const report = await judge([knownAs(key), echo.behaviour], { certify: { apiKey: key } });
      expect(Object.keys(endedAs(report, 'fail', 'warn', 'error'))).toEqual(['errors.repeats-no-credential']);
      expectSecrecy(report, [key]);
    },
  );

  it('made of words that an error repeats is told as what may be chance', async () => {
    const key = 'reports-only';
    const limited: BehaviourChange = (base) => ({
      presentedKey: (exchange) => {
        const presented = base.presentedKey(exchange);
        return presented === key ? sandboxKeys.withoutDraft : presented;
      },
      errorBody: (refusal, exchange) =>
        refusal.reason === 'scope-missing'
          ? { code: refusal.code, message: `The key ${key} may not do this.` }
          : base.errorBody(refusal, exchange),
    });
    const report = await judge(limited, { certify: { keyWithoutDraft: key } });
    expect(Object.keys(endedAs(report, 'fail', 'warn', 'error'))).toEqual(['errors.reveals-no-secret']);
  });

  it('without letters has no other letter case', async () => {
    const key = '739182645501928374655647';
    const report = await judge([knownAs(key)], { certify: { apiKey: key, only: ['auth'] } });
    const result = resultsOf(report).find(({ id }) => id === 'auth.key-is-case-sensitive');
    expect(result?.outcome).toBe('not-applicable');
  });
});
