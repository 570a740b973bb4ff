import { becauseInWords } from '../../src/report/words/because.ts';
import { gotIn } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import { type Presentation, expectUnauthorised, type Attempt } from '../../checks/ad-server/auth/wrong-keys.ts';
import { Inconclusive, Violation } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

/** What is made of attempts: the sentence, or what is wrong. */
function judged(attempts: readonly Partial<Attempt>[], lockedOut: Reply | null = null): string {
  const list = attempts.map((attempt): Attempt => ({
    endpoint: 'A',
    call: () => Promise.resolve(anyReply({})),
    presentation: 'wrong',
    certain: true,
    reply: null,
    ...attempt,
  }));
  try {
    return expectUnauthorised(list, lockedOut);
  } catch (thrown) {
    if (thrown instanceof Violation)
      return ['violation:', gotIn(thrown.finding), thrown.finding.found.more ?? ''].join(' ').trimEnd();
    return thrown instanceof Inconclusive ? `inconclusive: ${becauseInWords(thrown.because)}` : String(thrown);
  }
}

const answered = (status: number, said: Partial<Reply> = {}) => anyReply({ status, ...said });
const dropped = anyReply({ status: null, failure: { reason: 'reset', message: 'The connection was closed.' } });

describe('Answers to wrong keys', () => {
  it('are right with 401, wherever it was', () => {
    const attempts = ['A', 'B', 'A', 'C'].map((endpoint) => ({ endpoint, reply: answered(401) }));
    expect(judged(attempts)).toBe('Refused by A, B and C.');
  });

  it.each([
    ['another status', answered(403), 'violation: status 403 to a key that was never issued B answers 401.'],
    [
      'a good answer',
      answered(200),
      'violation: status 200 without data to a key that was never issued B answers 401.',
    ],
    ['no answer', dropped, 'violation: no answer to a key that was never issued: The connection was closed'],
  ])('are wrong with %s', (_what, reply, expected) => {
    expect(judged([{ endpoint: 'B', reply: answered(401) }, { reply }])).toBe(expected);
  });

  it('are wrong at every endpoint that gives one', () => {
    expect(judged(['A', 'B'].map((endpoint) => ({ endpoint, reply: answered(200) })))).toBe(
      'violation: status 200 without data to a key that was never issued, the same at B',
    );
  });

  it('are wrong as to what of the key was changed, and what was refused there', () => {
    const at = (endpoint: string, presentation: Presentation, status: number) => ({
      endpoint,
      presentation,
      reply: answered(status),
    });
    const tried = [at('A', 'altered-last', 200), at('A', 'wrong', 401), at('A', 'null', 401), at('B', 'wrong', 401)];
    expect(judged(tried)).toBe(
      'violation: status 200 without data to the key with another last character Refused as they should be: a key that was never issued and `Bearer null`.',
    );
    expect(judged([at('A', 'truncated', 200), at('B', 'extended', 401)])).toBe(
      'violation: status 200 without data to the key without its last character',
    );
    expect(judged([at('A', 'truncated', 200), at('B', 'extended', 200), at('B', 'truncated', 401)])).toBe(
      'violation: status 200 without data to the key without its last character and the key with an x behind it, the same at B',
    );
  });

  it('are wrong with 401 and what it refuses', () => {
    const reply = answered(401, { json: { ok: true, value: { capabilities: {} } } });
    expect(judged([{ reply }])).toBe('violation: capabilities {}');
  });

  it('say nothing with 429, unless another is wrong', () => {
    const limited = { endpoint: 'B', reply: answered(429) };
    expect(judged([{ reply: answered(401) }, limited])).toBe(
      'inconclusive: B answered wrong keys with 429 (rate limit).',
    );
    expect(judged([limited, { reply: answered(200) }])).toBe(
      'violation: status 200 without data to a key that was never issued',
    );
  });

  it('are told of those alone that were tried', () => {
    const untried = { endpoint: 'B', reply: null, certain: false };
    expect(judged([{ reply: answered(401) }, untried])).toBe('Refused by A.');
    expect(judged([{ endpoint: 'C', presentation: 'empty', reply: answered(200) }, untried])).toBe(
      'violation: status 200 without data to an empty key',
    );
  });

  it('are told of what another endpoint took besides', () => {
    const at = (endpoint: string, presentation: Presentation, status: number) => ({
      endpoint,
      presentation,
      reply: answered(status),
    });
    expect(judged([at('A', 'altered-last', 200), at('A', 'wrong', 401), at('B', 'altered-last', 401)])).toBe(
      'violation: status 200 without data to the key with another last character B answers 401. Refused as they should be: a key that was never issued.',
    );
    expect(judged([at('A', 'altered-last', 200), at('B', 'altered-last', 200), at('A', 'wrong', 401)])).toBe(
      'violation: status 200 without data to the key with another last character, the same at B Refused as they should be: a key that was never issued.',
    );
  });

  describe('where the right key is refused for what the request asks', () => {
    const usual = answered(422);

    it('say nothing with the same refusal alone', () => {
      expect(judged([{ reply: answered(422), usual }])).toBe(
        'inconclusive: The same request is refused for the right key too: status 422.',
      );
    });

    it('are right where others are 401', () => {
      expect(judged([{ endpoint: 'B', reply: answered(422), usual }, { reply: answered(401) }])).toBe('Refused by A.');
    });

    it('are wrong with another one', () => {
      expect(judged([{ reply: answered(404), usual }])).toBe('violation: status 404 to a key that was never issued');
    });

    it('are wrong where the right key is answered well', () => {
      expect(judged([{ reply: answered(200), usual: answered(200) }])).toBe(
        'violation: status 200 without data to a key that was never issued',
      );
    });
  });

  describe('from a service that locks out', () => {
    const lockedOut = answered(403);
    const sentence =
      'inconclusive: The service locked this client out after wrong keys (the right key got status 403), so this was not tried to the end.';

    it('say nothing where they look like the lockout', () => {
      expect(judged([{ reply: answered(401) }, { reply: answered(403), certain: false }], lockedOut)).toBe(sentence);
    });

    it('say nothing where nothing came, or nothing was sent any more', () => {
      expect(judged([{ reply: dropped, certain: false }], lockedOut)).toBe(sentence);
      expect(judged([{ reply: answered(401) }, { reply: null, certain: false }], lockedOut)).toBe(sentence);
    });

    it('may have met a limit', () => {
      expect(judged([{ reply: answered(401), certain: false }], answered(429))).toMatch(
        /^inconclusive: The service locked this client out after wrong keys, or limits how often it is called \(/,
      );
    });

    it('are wrong where a wrong key is taken all the same', () => {
      expect(judged([{ reply: answered(200), certain: false }], lockedOut)).toBe(
        'violation: status 200 without data to a key that was never issued',
      );
    });

    it('are wrong with its status, too, where the right key was still accepted behind them', () => {
      expect(judged([{ reply: answered(403) }, { reply: null, certain: false }], lockedOut)).toBe(
        'violation: status 403 to a key that was never issued',
      );
    });

    it('are right where all came before it', () => {
      expect(judged([{ reply: answered(401) }], lockedOut)).toBe('Refused by A.');
    });
  });
});
