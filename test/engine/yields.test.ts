import { describe, expect, it } from 'vitest';
import { violation } from '../../src/engine/expect.ts';
import { resultOf } from '../../src/run/check-result.ts';
import type { LeftOut } from '../../src/engine/selection.ts';
import { inconclusive } from '../../src/engine/signal.ts';
import { follow, waits, Yields } from '../../src/engine/yields.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { rule, runModules, testModule } from './tiny-service.ts';

const broken = () => violation({ expected: 'one thing', actual: 'another', replies: [] });
const holds = () => undefined;

type Row = ConstructorParameters<typeof Yields>[0][number];

async function told(build: (module: ReturnType<typeof testModule>) => readonly Row[], leftOut: LeftOut = new Map()) {
  const module = testModule();
  const yields = new Yields(build(module));
  const settled = await runModules([module], { yields, leftOut });
  return Object.fromEntries(
    [...settled.values()].flatMap((one) => {
      if (one.node.kind !== 'check') return [];
      const { outcome, message } = resultOf(one.node.rule, one, new Redactor());
      return [[one.node.id.replace('health.', ''), message === '' ? outcome : `${outcome}: ${message}`]];
    }),
  );
}

describe('a check that follows from another', () => {
  const pair = (first: () => void, second: () => void) => (module: ReturnType<typeof testModule>) => {
    const a = module.rule({ ...rule('health.a'), of: {}, judge: first });
    const b = module.rule({ ...rule('health.b'), of: {}, judge: second });
    return follow(b).from(a);
  };

  it('is told as that where both are broken', async () => {
    expect(await told(pair(broken, broken))).toEqual({
      a: 'fail: Expected one thing, got another.',
      b: 'skip: Waits for health.a, which did not pass.',
    });
  });

  it('fails by itself where the other holds, or is left open', async () => {
    expect((await told(pair(holds, broken)))['b']).toMatch(/^fail/);
    expect((await told(pair(() => inconclusive('Dark.'), broken)))['b']).toMatch(/^fail/);
  });

  it('passes where it holds, whatever became of the other', async () => {
    expect((await told(pair(broken, holds)))['b']).toBe('pass');
  });

  it('fails by itself where the other was left out of the run', async () => {
    const leftOut: LeftOut = new Map([['health.a', { kind: 'left-out', option: '--skip' }]]);
    expect((await told(pair(broken, broken), leftOut))['b']).toMatch(/^fail/);
  });

  it('names the first cause, through any number of steps', async () => {
    const results = await told((module) => {
      const [a, b, c] = ['a', 'b', 'c'].map((id) => module.rule({ ...rule(`health.${id}`), of: {}, judge: broken }));
      return a && b && c ? [...follow(c).from(b), ...follow(b).from(a)] : [];
    });
    expect(results['c']).toBe('skip: Waits for health.a, which did not pass.');
  });
});

describe('a check that waits for another', () => {
  const pair = (first: () => void, second: () => void) => (module: ReturnType<typeof testModule>) => {
    const a = module.rule({ ...rule('health.a'), of: {}, judge: first });
    const b = module.rule({ ...rule('health.b'), of: {}, judge: second });
    return waits(b).on(a);
  };
  const open = () => inconclusive('Nothing to judge.');

  it('is told as that where it has nothing to judge, and the other did not pass', async () => {
    expect((await told(pair(broken, open)))['b']).toBe('skip: Waits for health.a, which did not pass.');
    expect((await told(pair(open, open)))['b']).toBe('skip: Waits for health.a, which was inconclusive.');
    expect((await told(pair(holds, open)))['b']).toBe('inconclusive: Nothing to judge.');
  });

  it('fails by itself where it is broken', async () => {
    expect((await told(pair(broken, broken)))['b']).toMatch(/^fail/);
  });
});

describe('traffic that came to nothing', () => {
  it('makes all rules that lack its record wait for the check that tells why', async () => {
    const results = await told((module) => {
      const reply = module.record({ id: 'health.reply', of: {} }, () => 404);
      const taken = module.record({ id: 'health.taken', of: { reply } }, ({ reply }) =>
        inconclusive(`Refused with ${reply}.`),
      );
      const answers = module.rule({ ...rule('health.answers'), of: { reply }, judge: broken });
      module.rule({ ...rule('health.ids'), of: { taken }, judge: holds });
      return waits(taken).on(answers);
    });
    expect(results['ids']).toBe('skip: Waits for health.answers, which did not pass.');
  });
});

describe('the table', () => {
  const named = (id: string) => ({ id });

  it('refuses circles', () => {
    const module = testModule();
    const a = module.rule({ ...rule('health.a'), of: {}, judge: holds });
    const b = module.rule({ ...rule('health.b'), of: {}, judge: holds });
    const table = new Yields([...follow(a).from(b), ...waits(b).on(a)]);
    expect(() => {
      table.verify(module.nodes);
    }).toThrow('a circle of yields: health.a → health.b → health.a');
  });

  it('refuses names that are of no node', () => {
    const table = new Yields(follow(named('health.a')).from(named('health.lost')));
    expect(() => {
      table.verify(testModule().nodes);
    }).toThrow('names health.a, which is no node');
  });
});
