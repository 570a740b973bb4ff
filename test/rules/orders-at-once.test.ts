import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/http/reply.ts';
import { answer, judgedAnswers, telling } from './judging.ts';

const RULE = 'orders.no-server-error-at-once';

const healed = (healed: Reply['healed'], rest: Partial<Reply> = {}) =>
  answer(500, {}, { ...(healed && { healed }), ...rest });
const beside = healed('together', { beside: 'like' });
const besideOthers = healed('together', { beside: 'others' });
const served = (number: number, rest: Partial<Reply> = {}) =>
  Array.from({ length: number }, () => answer(201, {}, rest));

describe('Server errors that were gone when the request was sent again', () => {
  it('are a warning if they only came while another order was in flight', async () => {
    expect(await judgedAnswers(RULE, [answer(201, {}), beside, answer(201, {}), beside])).toMatchObject({
      violation: telling(/got status 500 .*while another order was in flight, 2 times/),
    });
  });

  it('are one if so many came beside other orders that some would have come alone, too', async () => {
    const half = [...served(3, { beside: 'others' }), ...Array.from({ length: 4 }, () => besideOthers)];
    expect(await judgedAnswers(RULE, [...half, ...served(6)])).toMatchObject({
      violation: telling(/while another order was in flight, 4 times/),
    });
  });

  it.each([
    ['only one', [beside]],
    ['few beside other orders', [besideOthers, besideOthers, ...served(20, { beside: 'others' }), ...served(6)]],
    ['one alone, too', [beside, beside, healed('alone')]],
    ['one of another endpoint, too', [beside, beside, healed('together', { endpoint: 'forecast' })]],
    [
      'those of a gateway',
      [healed('together', { isOfGateway: true }), healed('together', { isOfGateway: true }), beside],
    ],
    ['those that lasted', [healed(undefined), healed(undefined)]],
    ['refusals', [answer(409, {}), answer(422, {})]],
  ])('are none: %s', async (_what, answers) => {
    expect(await judgedAnswers(RULE, answers)).toHaveProperty('held');
  });
});
