import { describe, expect, it } from 'vitest';
import { rightKey } from '../../checks/ad-server/auth/right-key.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

/** A right key at a service that answers with these statuses in turn, and which endpoints were asked. */
function keyAt(answers: { readonly health: readonly number[]; readonly inventory: number }) {
  const asked: string[] = [];
  const health = [...answers.health];
  const reply = (endpoint: 'health' | 'inventory', status: number): Promise<Reply> => {
    asked.push(endpoint);
    return Promise.resolve(anyReply({ endpoint, status }));
  };
  const http = {
    health: () => reply('health', health.shift() ?? 200),
    inventory: () => reply('inventory', answers.inventory),
  };
  return { asked, right: rightKey(http, [anyReply({})], anyReply({ endpoint: 'inventory' })) };
}

describe('The right key between wrong ones', () => {
  it('is shown to GET /health alone where that takes it', async () => {
    const { asked, right } = keyAt({ health: [200, 200], inventory: 200 });
    await right.call();
    await right.call();
    expect(asked).toEqual(['health', 'health']);
  });

  it('is locked out where it is refused', async () => {
    const { asked, right } = keyAt({ health: [403], inventory: 200 });
    expect([(await right.call()).status, asked]).toEqual([403, ['health']]);
  });

  it('is locked out where every endpoint breaks down', async () => {
    const { right } = keyAt({ health: [503], inventory: 503 });
    expect([(await right.call()).status, right.brokenHealth()]).toEqual([503, null]);
  });

  it('is locked out for a short while where GET /health is good again after another endpoint was', async () => {
    const { right } = keyAt({ health: [503, 200], inventory: 200 });
    expect([(await right.call()).status, right.brokenHealth()]).toEqual([503, null]);
  });

  it('goes on at the inventory where GET /health alone breaks down, which is asked once more', async () => {
    const { asked, right } = keyAt({ health: [500, 500], inventory: 200 });
    expect((await right.call()).status).toBe(200);
    await right.call();
    expect([asked, right.brokenHealth()?.status]).toEqual([['health', 'inventory', 'health', 'inventory'], 500]);
  });
});
