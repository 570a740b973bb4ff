import { describe, expect, it } from 'vitest';
import { KeptAnswers, type Keepable } from '../../src/http/kept-answers.ts';

const MB = 1024 * 1024;

class Kept implements Keepable {
  weight: number;
  lost: 'nothing' | 'its text' | 'all' = 'nothing';

  constructor(weight: number) {
    this.weight = weight;
  }

  lighten(): void {
    this.weight /= 2;
    this.lost = 'its text';
  }

  letGo(): void {
    this.weight = 0;
    this.lost = 'all';
  }
}

function added(...weights: number[]): { readonly kept: KeptAnswers; readonly answers: readonly Kept[] } {
  const kept = new KeptAnswers();
  const answers = weights.map((weight) => new Kept(weight));
  for (const answer of answers) kept.weigh(answer);
  return { kept, answers };
}

const lost = (answers: readonly Kept[]) => answers.map((answer) => answer.lost);

describe('the answers of a run', () => {
  it('lose nothing within the limit', () => {
    const { answers } = added(7 * MB, 7 * MB, 7 * MB, 6 * MB);
    expect(lost(answers)).toEqual(['nothing', 'nothing', 'nothing', 'nothing']);
  });

  it('lose their texts beyond it, the largest first, but never the two newest', () => {
    const { answers } = added(4 * MB, 12 * MB, 3 * MB, 5 * MB, 5 * MB);
    expect(lost(answers)).toEqual(['its text', 'its text', 'nothing', 'nothing', 'nothing']);
  });

  it('lose all if that is not enough', () => {
    const { answers } = added(8 * MB, 8 * MB, 8 * MB, 20 * MB, 20 * MB);
    expect(lost(answers)).toEqual(['all', 'all', 'all', 'nothing', 'nothing']);
  });

  it('stay whole if they are light, however much the newest take', () => {
    const { answers } = added(1000, 8 * MB, 1000, 20 * MB, 20 * MB);
    expect(lost(answers)).toEqual(['nothing', 'all', 'nothing', 'nothing', 'nothing']);
  });

  it('do not include pages that a walk is done with', () => {
    const { kept, answers } = added(7 * MB, 7 * MB, 7 * MB);
    for (let page = 0; page < 100; page++) {
      const answer = new Kept(MB);
      kept.weigh(answer);
      kept.forget(answer);
    }
    expect(lost(answers)).toEqual(['nothing', 'nothing', 'nothing']);
  });
});
