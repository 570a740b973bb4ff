import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Presentation } from '../../checks/ad-server/auth/credentials.ts';
import { Volleys, type RightCall } from '../../checks/ad-server/auth/batches.ts';
import type { Guarded } from '../../checks/ad-server/auth/wrong-keys.ts';
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

  it('of one stage that cannot be sent leave those of the other alone', async () => {
    const { guarded, right } = service(5);
    const volleys = new Volleys(right, lead);
    const stopped: Guarded = { endpoint: 'POST /orders', call: () => Promise.reject(new Error('stopped')) };
    const of = (...calls: Guarded[]) => volleys.present(http, [['wrong', null]], () => calls);
    const [one, other] = await Promise.allSettled([of(guarded, guarded, guarded), of(stopped, guarded)]);
    expect(other).toEqual({ status: 'rejected', reason: new Error('stopped') });
    expect(one).toMatchObject({
      status: 'fulfilled',
      value: { list: Array(3).fill({ certain: true, reply: { status: 401 } }), lockedOut: null },
    });
  });

  it('start anew where they come while the last right one is under way', async () => {
    const { guarded } = service(9);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const late: { joined?: Promise<unknown> } = {};
    const volleys: Volleys = new Volleys(
      {
        call: async () => {
          // Sent behind the last of the first ones, and held back beyond its head start.
          for (let turn = 0; turn < 5; turn++) await setImmediate();
          late.joined ??= volleys.present(http, [['wrong', null]], () => [guarded]);
          answer();
          return anyReply({});
        },
        usualMs: 1,
      },
      lead,
    );
    await volleys.present(http, [['wrong', null]], () => [guarded]);
    await asked;
    expect(await late.joined).toMatchObject({ list: [{ certain: true, reply: { status: 401 } }] });
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

  it('are told to have locked out where the right one is refused at last, however late', async () => {
    const withRightKey = async (): Promise<Reply> => {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      return anyReply({ status: 423 });
    };
    const call = () => Promise.resolve(anyReply({ status: 401 }));
    const { list, lockedOut } = await present([['wrong', null]], [{ endpoint: 'GET /health', call }], {
      call: withRightKey,
      usualMs: 1,
    });
    expect([list.map(({ certain }) => certain), lockedOut?.status]).toEqual([[false], 423]);
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

  it('are sent again as ever where one of two has shown the same, and the other another', async () => {
    const { asked } = await told([
      ['wrong', 500],
      ['altered', 502],
      ['none', 401],
      ['empty', 401],
      ['truncated', 502],
      ['beheaded', 504],
    ]);
    expect(asked).toEqual(['truncated once', 'beheaded once', 'beheaded']);
  });

  it('are sent once where none is answered', async () => {
    const dropping = broken.map(([presentation, status]) => [presentation, status === 500 ? null : status] as const);
    expect((await told([...dropping, ['truncated', null]])).asked).toEqual(['truncated once']);
  });

  it('are sent again as ever at another endpoint, and by another call', async () => {
    const asked: string[] = [];
    const calling = (endpoint: string, name = endpoint): Guarded => ({
      endpoint,
      call: ({ retry }) => {
        asked.push(retry === 'never' ? `${name} once` : name);
        return Promise.resolve(anyReply({ status: 500, exchanges: ['x1', 'x2'] }));
      },
    });
    const [health, orders, repeats] = [calling('health'), calling('orders'), calling('orders', 'repeats')];
    const at = new Map<Presentation, readonly Guarded[]>([
      ['wrong', [health, orders]],
      ['altered', [health, orders]],
      ['truncated', [health, orders, repeats, calling('reports')]],
    ]);
    const right: RightCall = { call: () => Promise.resolve(anyReply({})), usualMs: 1 };
    await new Volleys(right, lead).present(
      http,
      [...at.keys()].map((presentation) => [presentation, null] as const),
      (presentation) => at.get(presentation) ?? [],
    );
    expect(asked.slice(4)).toEqual(['health once', 'orders once', 'repeats', 'reports']);
  });

  it('are sent again as ever where each of two endpoints has shown it once', async () => {
    const asked: string[] = [];
    const calling = (endpoint: string): Guarded => ({
      endpoint,
      call: ({ retry }) => {
        asked.push(retry === 'never' ? `${endpoint} once` : endpoint);
        return Promise.resolve(anyReply({ status: 500, exchanges: ['x1', 'x2'] }));
      },
    });
    const [health, orders] = [calling('health'), calling('orders')];
    const fine: Guarded = { endpoint: 'reports', call: () => Promise.resolve(anyReply({ status: 401 })) };
    const right: RightCall = { call: () => Promise.resolve(anyReply({})), usualMs: 1 };
    await new Volleys(right, lead).present(
      http,
      (['wrong', 'altered'] as const).map((presentation) => [presentation, null] as const),
      (presentation) => (presentation === 'wrong' ? [health, orders, fine, fine] : [health, orders]),
    );
    expect(asked).toEqual(['health', 'orders', 'health', 'orders']);
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

function pass(...calls: readonly (() => void)[]): () => void {
  return () => {
    for (const call of calls) call();
  };
}
