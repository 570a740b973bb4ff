import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { KeptAnswers, type Keepable } from '../../src/http/kept-answers.ts';
import type { Reply } from '../../src/http/reply.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { call, clientOf } from './client-of.ts';

const MB = 1024 * 1024;

class Kept implements Keepable {
  isLost = false;

  letGo(): void {
    this.isLost = true;
  }
}

function added(...weights: number[]): { readonly kept: KeptAnswers; readonly lost: () => readonly boolean[] } {
  const kept = new KeptAnswers();
  const answers = weights.map((weight) => {
    const answer = new Kept();
    kept.weigh(answer, weight);
    return answer;
  });
  return { kept, lost: () => answers.map(({ isLost }) => isLost) };
}

describe('the answers of a run', () => {
  it('lose nothing within the limit', () => {
    expect(added(7 * MB, 7 * MB, 7 * MB, 6 * MB).lost()).toEqual([false, false, false, false]);
  });

  it('are lost beyond it, the oldest first, but never the two newest', () => {
    expect(added(8 * MB, 12 * MB, 8 * MB, 5 * MB).lost()).toEqual([true, false, false, false]);
    expect(added(8 * MB, 8 * MB, 8 * MB, 20 * MB, 20 * MB).lost()).toEqual([true, true, true, false, false]);
  });

  it('stay if they are light, however much the newest take', () => {
    expect(added(1000, 8 * MB, 1000, 20 * MB, 20 * MB).lost()).toEqual([false, true, false, false, false]);
  });

  it('count once, with their last weight', () => {
    const { kept, lost } = added(6 * MB, 6 * MB);
    const answer = new Kept();
    for (const weight of [4, 8, 12, 16]) kept.weigh(answer, weight * MB);
    expect(lost()).toEqual([false, false]);
  });

  it('do not include pages that a walk is done with', () => {
    const { kept, lost } = added(7 * MB, 7 * MB, 7 * MB);
    for (let page = 0; page < 100; page++) {
      const answer = new Kept();
      kept.weigh(answer, MB);
      kept.forget(answer);
    }
    expect(lost()).toEqual([false, false, false]);
  });
});

describe('an answer that is not kept', () => {
  it('takes no memory, although its reply is still used', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void; // What V8 calls it.
    const bodies: WeakRef<Uint8Array>[] = [];
    const { client } = clientOf(new JumpingClock(), () => {
      const body = Buffer.alloc(12 * MB, 32);
      bodies.push(new WeakRef(body));
      return { kind: 'answer', status: 200, headers: {}, body };
    });
    const replies: Reply[] = [];
    for (let time = 0; time < 6; time++) replies.push(await client.send(call, { depth: 0 }));
    await new Promise(setImmediate);
    collectGarbage();
    expect(bodies.map((body) => body.deref() !== undefined).slice(0, 3)).toEqual([false, false, false]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});
