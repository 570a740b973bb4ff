import { describe, expect, it } from 'vitest';
import { ExchangeLedger } from '../../src/http/exchange-ledger.ts';
import type { Reply } from '../../src/http/reply.ts';
import { JumpingClock } from '../jumping-clock.ts';

const WINDOW = 60_000;
const call = { what: 'a call', isOwnAnswer: ({ status }: Reply) => status === 200 };

function reply(status: number | null): Reply {
  return {
    endpoint: 'token',
    callId: 'x1',
    callIds: ['x1'],
    status,
    failure: status === null ? { reason: 'reset', message: 'gone' } : null,
    headers: {},
    body: new Uint8Array(),
    json: { ok: false, kind: 'empty', problem: 'none' },
    durationMs: 1,
    rateLimited: [],
    denied: [],
    failed: [],
    echoesCredential: false,
    mayEchoCredential: false,
  };
}

function ledgerOf(...statuses: readonly (number | null)[]) {
  const clock = new JumpingClock();
  const notices: string[] = [];
  const sentAt: number[] = [];
  const ledger = new ExchangeLedger({ windowMs: WINDOW, clock, onWait: (notice) => notices.push(notice) });
  const send = () => {
    const status = sentAt.length < statuses.length ? (statuses[sentAt.length] ?? null) : 200;
    sentAt.push(clock.now());
    return Promise.resolve(reply(status));
  };
  return { clock, notices, sentAt, ledger, send };
}

describe('The ledger of token exchanges', () => {
  it('lets ten through at once', async () => {
    const { ledger, send, notices } = ledgerOf();
    for (let calls = 0; calls < 10; calls++) await ledger.spend(call, send);
    expect(notices).toEqual([]);
  });

  it('never sends an eleventh in a window, however many ask', async () => {
    const { ledger, send, sentAt } = ledgerOf();
    await Promise.all(Array.from({ length: 25 }, () => ledger.spend(call, send)));
    const gaps = sentAt.slice(10).map((at, index) => at - (sentAt[index] ?? 0));
    expect(gaps.every((gap) => gap > WINDOW)).toBe(true);
  });

  it('says what it waits for', async () => {
    const { ledger, send, notices } = ledgerOf();
    for (let calls = 0; calls < 11; calls++) await ledger.spend(call, send);
    expect(notices).toEqual(['waiting 62 s to stay within 10 token exchanges a minute']);
  });

  it('asks again after a quiet window where the throttle may have answered', async () => {
    const { ledger, send, sentAt } = ledgerOf(403, 200);
    const status = (await ledger.spend(call, send))?.status;
    expect([status, sentAt.length, (sentAt[1] ?? 0) > WINDOW]).toEqual([200, 2, true]);
  });

  it('takes an answer that came again after a quiet window as the service’s own from then on', async () => {
    const { ledger, send, sentAt } = ledgerOf(500, 500, 500, 500, 500, 500);
    await ledger.spend(call, send);
    const status = (await ledger.spend(call, send))?.status;
    expect([status, sentAt.length]).toEqual([500, 6]);
  });

  it.each([
    ['30', 61_230],
    ['110', 110_000],
    ['900', 61_230],
  ])('waits %s s as the service asks, unless a window is longer, or that is too long', async (asked, waited) => {
    const { ledger, clock } = ledgerOf();
    const began = clock.now();
    const answers = [{ ...reply(403), headers: { 'retry-after': asked } }, reply(200)];
    await ledger.spend(call, () => Promise.resolve(answers.shift() ?? reply(200)));
    expect(clock.now() - began).toBe(waited);
  });

  it('spaces calls out once one was served again after a tenth of the window', async () => {
    const { ledger, send, sentAt, notices } = ledgerOf(200, 429, 200, 200);
    for (let calls = 0; calls < 3; calls++) await ledger.spend(call, send);
    const gaps = sentAt.slice(2).map((at, index) => at - (sentAt[index + 1] ?? 0));
    expect(gaps.every((gap) => gap > WINDOW / 10 && gap < WINDOW / 9)).toBe(true);
    expect(notices).toEqual([]);
  });

  it('sends nothing more once a wait would end three windows after the start', async () => {
    const { ledger, send, sentAt } = ledgerOf();
    const all = await Promise.all(Array.from({ length: 45 }, () => ledger.spend(call, send)));
    expect([sentAt.length, all.filter((one) => one === null).length]).toEqual([30, 15]);
  });

  it.each([null, 500])(
    'sends at once what met trouble (%s), and takes it that it may have been served',
    async (met) => {
      const { ledger, send, sentAt, notices } = ledgerOf(met, met, 200);
      const status = (await ledger.spend(call, send))?.status;
      expect([status, sentAt.length, notices]).toEqual([200, 3, []]);
      expect(ledger.tally()).toEqual({ served: 1, admitted: 3, spanMs: 0 });
    },
  );

  it('knows a service by trouble that passes twice, and takes no error of it for its answer', async () => {
    const { ledger, send } = ledgerOf(500, 500, 500, 500, 500, 500, 502, 200, 502, 200, 500, 200);
    const ends = [];
    for (let calls = 0; calls < 5; calls++) ends.push([(await ledger.spend(call, send))?.status, ledger.isUnsteady]);
    expect(ends).toEqual([
      [500, false],
      [500, false],
      [200, false],
      [200, true],
      [200, true],
    ]);
  });

  it('waits once for a service that listens no more', async () => {
    const { ledger, clock } = ledgerOf();
    const refused = { ...reply(null), failure: { reason: 'refused', message: 'refused' } } as const;
    await ledger.spend(call, () => Promise.resolve(refused));
    const waited = clock.now();
    await ledger.spend(call, () => Promise.resolve(refused));
    expect([waited, clock.now() - waited]).toEqual([10_000, 0]);
  });

  it('tells what was let through apart from what was served', async () => {
    const { ledger, send } = ledgerOf(200, 401, 429);
    const isOwnAnswer = ({ status }: Reply) => status === 200 || status === 401;
    for (let calls = 0; calls < 3; calls++) await ledger.sendNow(send, isOwnAnswer);
    expect(ledger.tally()).toEqual({ served: 1, admitted: 2, spanMs: 0 });
  });

  it('tells what was served in the last window only', async () => {
    const { ledger, send, clock } = ledgerOf();
    for (let calls = 0; calls < 4; calls++) await ledger.sendNow(send);
    await clock.sleep(WINDOW + 1);
    await ledger.sendNow(send);
    expect(ledger.tally()).toEqual({ served: 1, admitted: 1, spanMs: 0 });
  });
});
