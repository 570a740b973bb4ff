import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Presentation } from '../../checks/ad-server/parts/credentials.ts';
import {
  expectUnauthorised,
  Volleys,
  type Attempt,
  type Guarded,
  type RightCall,
} from '../../checks/ad-server/parts/wrong-keys.ts';
import { Inconclusive, Violation } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

const lead = { depth: 0, ledger: { pause: () => Promise.resolve(false), notice: () => undefined } };
const http = { follow: () => undefined };

/** Presents wrong credentials at these calls, and at no others. */
const present = (credentials: Parameters<Volleys['present']>[1], calls: readonly Guarded[], right: RightCall) =>
  new Volleys(right, lead).present(http, credentials, () => calls);

/** A service that locks everybody out after so many wrong keys in a row; and what it was asked, in order. */
function service(patience: number) {
  const asked: ('right' | 'wrong')[] = [];
  let inARow = 0;
  let locked = false;
  const answer = async (key: 'right' | 'wrong'): Promise<Reply> => {
    asked.push(key);
    if (key === 'wrong') locked ||= ++inARow >= patience;
    else if (!locked) inARow = 0;
    await Promise.resolve();
    return anyReply({ status: locked ? 403 : key === 'right' ? 200 : 401 });
  };
  const guarded: Guarded = { endpoint: 'GET /health', call: () => answer('wrong') };
  const right: RightCall = { call: () => answer('right'), usualMs: 1 };
  const tryWrongKeys = (count: number) =>
    present(
      [['wrong', null]],
      Array.from({ length: count }, () => guarded),
      right,
    );
  return { asked, guarded, right, tryWrongKeys };
}

describe('wrong keys', () => {
  it('come four at a time, the right one in between and behind the last', async () => {
    const { asked, tryWrongKeys } = service(5);
    const { lockedOut } = await tryWrongKeys(10);
    const told = asked.map((key) => key.slice(0, 1)).join('');
    expect(told).toBe('wwwwrwwwwrwwr');
    expect(lockedOut).toBeNull();
  });

  it('of several stages come in one sequence, those of the first first', async () => {
    const { asked, guarded, right } = service(5);
    const volleys = new Volleys(right, lead);
    const of = (count: number) => volleys.present(http, [['wrong', null]], () => Array<Guarded>(count).fill(guarded));
    const [one, other] = await Promise.all([of(5), of(3)]);
    expect(asked.map((key) => key.slice(0, 1)).join('')).toBe('wwwwrwwwwr');
    expect([...one.list, ...other.list].map(({ certain }) => certain)).toEqual(Array(8).fill(true));
    expect([one.list.length, other.list.length]).toEqual([5, 3]);
  });

  it('are tried by none any more where the right one was refused behind those of the first', async () => {
    const { guarded, right } = service(3);
    const volleys = new Volleys(right, lead);
    const of = (count: number) => volleys.present(http, [['wrong', null]], () => Array<Guarded>(count).fill(guarded));
    const [one, other] = await Promise.all([of(8), of(3)]);
    expect(one.lockedOut?.status).toBe(403);
    expect(other).toEqual({
      list: Array(3).fill({ ...guarded, presentation: 'wrong', reply: null, certain: false }),
      lockedOut: one.lockedOut,
    });
  });

  it('start anew, where more come when all have been answered', async () => {
    const { guarded, right } = service(5);
    const volleys = new Volleys(right, lead);
    const of = (count: number) => volleys.present(http, [['wrong', null]], () => Array<Guarded>(count).fill(guarded));
    await of(6);
    const { list } = await of(2);
    expect(list.map(({ reply, certain }) => [reply?.status, certain])).toEqual([
      [401, true],
      [401, true],
    ]);
  });

  it('are all certain where the right one was accepted throughout', async () => {
    const { list } = await service(5).tryWrongKeys(10);
    expect(list.every(({ certain, reply }) => certain && reply?.status === 401)).toBe(true);
  });

  it('are given up when the right one is refused too; those before it are not certain', async () => {
    const { asked, tryWrongKeys } = service(3);
    const { list, lockedOut } = await tryWrongKeys(40);
    expect(lockedOut?.status).toBe(403);
    expect(list.some(({ certain }) => certain)).toBe(false);
    expect(asked.filter((key) => key === 'wrong')).toHaveLength(4);
    expect(list.filter(({ reply }) => reply === null)).toHaveLength(36);
  });

  it('wait for a right one that takes much longer than they do', async () => {
    const heard: string[] = [];
    const call = (): Promise<Reply> => {
      heard.push('wrong');
      return Promise.resolve(anyReply({ status: 401, durationMs: 1 }));
    };
    const withRightKey = async (): Promise<Reply> => {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      heard.push('right');
      return anyReply({ durationMs: 60_000 });
    };
    const calls = Array.from({ length: 12 }, (): Guarded => ({ endpoint: 'GET /health', call }));
    await present([['wrong', null]], calls, { call: withRightKey, usualMs: 60_000 });
    const four = ['wrong', 'wrong', 'wrong', 'wrong', 'right'];
    expect(heard).toEqual([...four, ...four, ...four]);
  });

  it('have the right one half-way between them, which shows only what was answered before it', async () => {
    let rightAsked: () => void = () => undefined;
    let wrong = 0;
    let right = 0;
    const call = async (): Promise<Reply> => {
      const volley = Math.floor(wrong++ / 4);
      // The second four are not answered before the right key comes.
      if (volley === 1) await new Promise<void>((resolve) => (rightAsked = pass(rightAsked, resolve)));
      return anyReply({ status: 401, durationMs: 20 });
    };
    const withRightKey = async (): Promise<Reply> => {
      rightAsked();
      await Promise.resolve();
      return anyReply({ status: ++right === 3 ? 403 : 200 });
    };
    const calls = Array.from({ length: 12 }, (): Guarded => ({ endpoint: 'GET /health', call }));
    const { list } = await present([['wrong', null]], calls, { call: withRightKey, usualMs: 20 });
    expect(list.filter(({ certain }) => certain)).toHaveLength(4);
  });
});

describe('Wrong keys that break an endpoint down', () => {
  type Status = number | null;
  /** Is not asked for again. */
  const isFinal = (status: Status): boolean => status !== null && (status < 500 || status === 501);

  /** How each was asked for, and what it came to: by what it is answered when it is sent once, and when it is sent again. */
  async function told(shown: readonly (readonly [Presentation, once: Status, again?: Status])[]) {
    const asked: string[] = [];
    const answers = new Map<string, readonly [Status, Status]>(
      shown.map(([presentation, once, again = once]) => [presentation, [once, again]]),
    );
    const call: Guarded['call'] = ({ as, retry }) => {
      const presentation = as && 'scheme' in as ? as.scheme : '';
      const [once, again] = answers.get(presentation) ?? [200, 200];
      asked.push(retry === 'never' ? `${presentation} once` : presentation);
      return Promise.resolve(
        retry === 'never'
          ? anyReply({ status: once, exchanges: ['x1'] })
          : anyReply({ status: again, exchanges: isFinal(once) ? ['x1'] : ['x1', 'x2'] }),
      );
    };
    const guarded: Guarded = { endpoint: 'GET /health', call };
    const { list } = await present(
      shown.map(([presentation]) => [presentation, { scheme: presentation, secret: null }] as const),
      [guarded],
      { call: () => Promise.resolve(anyReply({})), usualMs: 1 },
    );
    return { asked: asked.slice(4), ends: list.slice(4).map(({ reply }) => reply?.status) };
  }

  const broken = [
    ['none', 401],
    ['empty', 401],
    ['wrong', 500],
    ['altered', 500],
  ] as const;

  it('are sent once where plainer ones have shown the same', async () => {
    const { asked, ends } = await told([...broken, ['truncated', 500], ['other-case', 500], ['expired', 401]]);
    expect(asked).toEqual(['truncated once', 'other-case once', 'expired once']);
    expect(ends).toEqual([500, 500, 401]);
  });

  it('are sent once where those have shown it that were sent once', async () => {
    const first = ['none', 'empty', 'bare', 'basic-scheme'] as const;
    const second = ['wrong', 'altered', 'token-scheme', 'two-words'] as const;
    const last = ['truncated', 'expired'] as const;
    const { asked } = await told([...first, ...second, ...last].map((presentation) => [presentation, 500]));
    expect(asked).toEqual([...second, ...last].map((presentation) => `${presentation} once`));
  });

  it('are sent once where none is answered', async () => {
    const dropping = broken.map(([presentation, status]) => [presentation, status === 500 ? null : status] as const);
    expect((await told([...dropping, ['truncated', null]])).asked).toEqual(['truncated once']);
  });

  it.each([502, 429, null])('are sent again where the answer is another that may pass: %s', async (once) => {
    expect(await told([...broken, ['expired', once, 401]])).toEqual({
      asked: ['expired once', 'expired'],
      ends: [401],
    });
  });

  it('are sent again as ever where no plainer one has shown the same', async () => {
    const { asked, ends } = await told([...broken, ['two-words', 500], ['none', 401]]);
    expect([asked, ends]).toEqual([
      ['two-words once', 'none'],
      [500, 401],
    ]);
  });

  it('are sent again as ever until two have shown the same', async () => {
    const { asked } = await told([
      ['wrong', 500],
      ['none', 401],
      ['empty', 401],
      ['bare', 401],
      ['truncated', 500],
      ['beheaded', 500],
    ]);
    expect(asked).toEqual(['truncated', 'beheaded']);
  });

  it('are sent again as ever where the others were not answered so again and again', async () => {
    const { asked } = await told([
      ['wrong', 500, 401],
      ['altered', 501],
      ['altered-last', 501],
      ['none', 404],
      ['beheaded', 500],
    ]);
    expect(asked).toEqual(['beheaded']);
  });
});

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
    if (thrown instanceof Violation) return `violation: ${thrown.finding.actual}`;
    return thrown instanceof Inconclusive ? `inconclusive: ${thrown.message}` : String(thrown);
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
    ['another status', answered(403), 'violation: status 403 from A to a key that was never issued'],
    ['a good answer', answered(200), 'violation: status 200 from A to a key that was never issued'],
    ['no answer', dropped, 'violation: no answer from A to a key that was never issued: The connection was closed'],
  ])('are wrong with %s', (_what, reply, expected) => {
    expect(judged([{ endpoint: 'B', reply: answered(401) }, { reply }])).toBe(expected);
  });

  it('are wrong at every endpoint that gives one', () => {
    expect(judged(['A', 'B'].map((endpoint) => ({ endpoint, reply: answered(200) })))).toBe(
      'violation: status 200 from A and B to a key that was never issued',
    );
  });

  it('are wrong as to what of the key was changed, and what was refused there', () => {
    const at = (endpoint: string, presentation: Presentation, status: number) => ({
      endpoint,
      presentation,
      reply: answered(status),
    });
    const tried = [at('A', 'altered', 200), at('A', 'wrong', 401), at('A', 'altered-last', 401), at('B', 'wrong', 401)];
    expect(judged(tried)).toBe(
      'violation: status 200 from A to the key with another character in its middle; a key that was never issued and the key with another last character were refused',
    );
    expect(judged([at('A', 'truncated', 200), at('B', 'beheaded', 401)])).toBe(
      'violation: status 200 from A to the key without its last character',
    );
    expect(judged([at('A', 'truncated', 200), at('B', 'beheaded', 200), at('B', 'truncated', 401)])).toBe(
      'violation: status 200 from A and B to the key without its last character and the key without its first character',
    );
  });

  it('are wrong with 401 and what it refuses', () => {
    const reply = answered(401, { json: { ok: true, value: { capabilities: {} } } });
    expect(judged([{ reply }])).toBe('violation: status 401 with capabilities the object {}');
  });

  it('say nothing with 429, unless another is wrong', () => {
    const limited = { endpoint: 'B', reply: answered(429) };
    expect(judged([{ reply: answered(401) }, limited])).toBe(
      'inconclusive: B answered wrong keys with 429 (rate limit).',
    );
    expect(judged([limited, { reply: answered(200) }])).toBe(
      'violation: status 200 from A to a key that was never issued',
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
      expect(judged([{ reply: answered(404), usual }])).toBe(
        'violation: status 404 from A to a key that was never issued',
      );
    });

    it('are wrong where the right key is answered well', () => {
      expect(judged([{ reply: answered(200), usual: answered(200) }])).toBe(
        'violation: status 200 from A to a key that was never issued',
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

    it('are wrong where a wrong key is taken all the same', () => {
      expect(judged([{ reply: answered(200), certain: false }], lockedOut)).toBe(
        'violation: status 200 from A to a key that was never issued',
      );
    });

    it('are wrong with its status, too, where the right key was still accepted behind them', () => {
      expect(judged([{ reply: answered(403) }, { reply: null, certain: false }], lockedOut)).toBe(
        'violation: status 403 from A to a key that was never issued',
      );
    });

    it('are right where all came before it', () => {
      expect(judged([{ reply: answered(401) }], lockedOut)).toBe('Refused by A.');
    });
  });
});

function pass(...calls: readonly (() => void)[]): () => void {
  return () => {
    for (const call of calls) call();
  };
}
