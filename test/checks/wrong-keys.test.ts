import { describe, expect, it } from 'vitest';
import { present, type Guarded } from '../../checks/ad-server/wrong-keys.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

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
  const tryWrongKeys = (count: number) =>
    present(
      [['wrong', null]],
      () => Array.from({ length: count }, () => guarded),
      () => answer('right'),
    );
  return { asked, tryWrongKeys };
}

describe('wrong keys', () => {
  it('come four at a time, the right one in between and behind the last', async () => {
    const { asked, tryWrongKeys } = service(5);
    const { lockedOut } = await tryWrongKeys(10);
    const told = asked.map((key) => key.slice(0, 1)).join('');
    expect(told).toBe('wwwwrwwwwrwwr');
    expect(lockedOut).toBeNull();
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
    const { list } = await present([['wrong', null]], () => calls, withRightKey);
    expect(list.filter(({ certain }) => certain)).toHaveLength(4);
  });
});

function pass(...calls: readonly (() => void)[]): () => void {
  return () => {
    for (const call of calls) call();
  };
}
