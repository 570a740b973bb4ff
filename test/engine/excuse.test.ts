import { describe, expect, it } from 'vitest';
import { every } from '../../src/engine/excuse.ts';
import { expect as expectOf } from '../../src/engine/expect.ts';
import { resultOf } from '../../src/run/check-result.ts';
import { inconclusive, Inconclusive, Violation } from '../../src/engine/signal.ts';
import { excuse, type Reply } from '../../src/http/reply.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { anyReply } from '../checks/any-reply.ts';
import { rule, runModules, testModule } from './tiny-service.ts';

function refused(excused?: 'left open' | 'permitted'): Reply {
  const reply = anyReply({ status: 422, callId: 'x1', callIds: ['x1'] });
  if (excused !== undefined)
    excuse(reply, {
      because: { kind: 'observed', what: 'No room by now.' },
      shownBy: [reply],
      ...(excused === 'permitted' ? { permitted: true as const } : {}),
    });
  return reply;
}

const isTaken = (reply: Reply) => {
  expectOf(reply).status(200);
};

describe('a rule that blames an excused answer', () => {
  const judged = async (reply: Reply) => {
    const module = testModule();
    module.rule({
      ...rule('health.taken'),
      of: {},
      judge: () => {
        isTaken(reply);
      },
    });
    const settled = (await runModules([module])).get('health.taken');
    if (settled?.node.kind !== 'check') throw new Error('the rule was not judged');
    return resultOf(settled.node.rule, settled, new Redactor());
  };

  it('is inconclusive, says why, and cites what shows it', async () => {
    expect(await judged(refused('left open'))).toMatchObject({
      outcome: 'inconclusive',
      message: 'No room by now.',
      exchanges: ['x1'],
    });
  });

  it('passes with a note where a business rule forbids what was asked for', async () => {
    expect(await judged(refused('permitted'))).toMatchObject({ outcome: 'pass', message: 'No room by now.' });
  });

  it('fails where nothing excuses the answer', async () => {
    expect((await judged(refused())).outcome).toBe('fail');
  });

  it('keeps the first excuse', () => {
    const reply = refused('left open');
    excuse(reply, { because: { kind: 'unseen' }, shownBy: [] });
    expect(reply.excuse?.because.kind).toBe('observed');
  });
});

describe('every', () => {
  const taken = anyReply({ status: 200 });

  it('finds the one that is broken, wherever it stands', () => {
    for (const replies of [
      [refused(), refused('left open')],
      [refused('left open'), taken, refused()],
    ])
      expect(() => {
        every(replies, isTaken);
      }).toThrow(Violation);
  });

  it('is left open by one that is excused, if none is broken', () => {
    expect(() => {
      every([taken, refused('left open')], isTaken);
    }).toThrow(Inconclusive);
    expect(() => {
      every([1, 2], () => inconclusive({ kind: 'unseen' }));
    }).toThrow('unseen');
  });

  it('holds where all hold, or are permitted', () => {
    expect(() => {
      every([taken, refused('permitted')], isTaken);
    }).not.toThrow();
  });
});
