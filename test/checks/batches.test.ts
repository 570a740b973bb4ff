import { describe, expect, it } from 'vitest';
import { sendInBatches, type Planned, type Presentation } from '../../checks/ad-server/auth/wrong-keys.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

/** A service that locks everybody out after so many wrong keys in a row; and what it was asked, in order. */
function service(patience: number) {
  const asked: string[] = [];
  let inARow = 0;
  let locked = false;
  const answer = async (asWhat: string): Promise<Reply> => {
    asked.push(asWhat);
    if (asWhat === 'w') locked ||= ++inARow >= patience;
    if (asWhat === 'R' && !locked) inARow = 0;
    await Promise.resolve();
    return anyReply({ status: locked ? 403 : asWhat === 'R' ? 200 : 401 });
  };
  const planned = (presentation: Presentation): Planned => ({
    presentation,
    endpoint: 'GET /health',
    as: null,
    call: () => answer(presentation.slice(0, 1)),
  });
  const send = (...presentations: readonly Presentation[]) =>
    sendInBatches(presentations.map(planned), () => answer('R'));
  return { asked, send };
}

const times = (count: number, presentation: Presentation) => Array<Presentation>(count).fill(presentation);

describe('Wrong credentials', () => {
  it('are sent four keys at a time, the right key beside the first batch and after each', async () => {
    const { asked, send } = service(5);
    const { list, lockedOut } = await send(...times(10, 'wrong'));
    expect(asked.join('')).toBe('wwwwRRwwwwRwwR');
    expect(lockedOut).toBeNull();
    expect(list.every(({ certain, reply }) => certain && reply?.status === 401)).toBe(true);
  });

  it('without a key are spread over the batches of keys, each but the first beside the right key before it', async () => {
    const { asked, send } = service(5);
    await send(...times(5, 'none'), ...times(8, 'wrong'));
    expect(asked.join('')).toBe('nnnwwwwRRnnwwwwR');
  });

  it('without a key alone are sent four at a time, too', async () => {
    const { asked, send } = service(5);
    await send(...times(5, 'none'));
    expect(asked.join('')).toBe('nnnRRnnR');
  });

  it('keep their order in the record', async () => {
    const { list } = await service(5).send('wrong', 'none', 'altered-last', 'bare');
    expect(list.map(({ presentation }) => presentation)).toEqual(['wrong', 'none', 'altered-last', 'bare']);
  });

  it('before an accepted right key are certain, whatever comes after', async () => {
    const answers = [200, 200, 423];
    const planned = times(6, 'wrong').map((presentation): Planned => {
      return { presentation, endpoint: 'A', as: null, call: () => Promise.resolve(anyReply({ status: 401 })) };
    });
    const right = () => Promise.resolve(anyReply({ status: answers.shift() ?? 500 }));
    const { list, lockedOut } = await sendInBatches(planned, right);
    expect([list.map(({ certain }) => certain), lockedOut?.status]).toEqual([
      [true, true, true, true, false, false],
      423,
    ]);
  });

  it('lock out: what came before is not certain, and the rest is not sent', async () => {
    const { asked, send } = service(3);
    const { list, lockedOut } = await send(...times(40, 'wrong'));
    expect([asked.join(''), lockedOut?.status]).toEqual(['wwwwRR', 403]);
    expect(list.some(({ certain }) => certain)).toBe(false);
    expect(list.filter(({ reply }) => reply === null)).toHaveLength(36);
  });

  it('that cannot be sent stop all', async () => {
    const call = () => Promise.reject(new Error('stopped'));
    const planned: Planned = { presentation: 'wrong', endpoint: 'POST /orders', as: null, call };
    await expect(sendInBatches([planned], () => Promise.resolve(anyReply({})))).rejects.toThrow('stopped');
  });
});
