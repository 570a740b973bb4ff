import { describe, expect, it } from 'vitest';
import { KeptAnswers, type Keepable } from '../../src/http/kept-answers.ts';

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
