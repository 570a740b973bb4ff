import { describe, expect, it } from 'vitest';
import type { Trouble } from '../../src/http/client.ts';
import { runReasons, troubleReasons, untold } from '../../src/report/reasons.ts';
import { reasonInWords } from '../../src/report/words/reasons.ts';
import { exchange } from './sample.ts';

const NONE: Trouble = {
  outages: [],
  healed: [],
  between: [],
  busy: 0,
  limits: [],
  isGone: false,
  isUnsteady: false,
  hadTokenTrouble: false,
};

const outage = {
  endpoint: null,
  status: 503,
  startedAt: '2026-08-03T10:04:12.000Z',
  durationMs: 8000,
  met: 12,
  isOver: true,
};

const told = (trouble: Partial<Trouble>) => troubleReasons({ ...NONE, ...trouble }).map(reasonInWords);

const healed = (exchange: string, together: boolean, status: number | null = 500) => ({
  endpoint: 'POST /orders',
  status,
  exchange,
  together,
});

describe('The reasons tell of', () => {
  it('an outage: when, how long, and how many calls met it', () => {
    expect(told({ outages: [outage] })).toEqual([
      'The service was not available (status 503) from 10:04:12 UTC on for 8 s. 12 calls failed because of that, and were sent again when it was back.',
    ]);
  });

  it('one that a single call met', () => {
    expect(told({ outages: [{ ...outage, met: 1 }] })[0]).toMatch(
      /\. 1 call failed because of that, and was sent again when it was back\.$/,
    );
  });

  it('requests that were sent again, by what came before', () => {
    const call = (attempt: number, status: number | null, body = '') =>
      exchange({
        attempt,
        request: { method: 'POST', url: 'https://ads.example.com/orders', headers: {}, body },
        response: status === null ? null : { status, headers: {} },
      });
    const tries = (...statuses: (number | null)[]) => statuses.map((status, index) => call(index + 1, status, 'a'));
    const exchanges = [...tries(429, 500, 500, null, 201), call(1, 201), ...tries(401, 200)];
    const seen = {
      modules: [],
      contracts: [],
      stoppedBy: null,
      interrupted: false,
      blocked: false,
      trouble: new Map(),
    };
    expect(runReasons({ ...seen, exchanges }).map(reasonInWords)).toEqual([
      '5 requests were sent again: 2 after status 500, 1 after status 401, 1 after status 429, 1 after no answer.',
    ]);
  });

  it('one that did not end', () => {
    const [reason] = told({ outages: [{ ...outage, endpoint: 'POST /orders', isOver: false }] });
    expect(reason).toMatch(
      /^POST \/orders .* while other endpoints answered, and did not come back\. 12 calls failed because of that/,
    );
  });

  it.each([
    [503, /Run again when it is up\.$/],
    [500, /Look for the error in the log of the service first, then run again\.$/],
  ])('one of status %i that did not end, with what to do', (status, advice) => {
    expect(told({ outages: [{ ...outage, endpoint: null, status, isOver: false }] })[0]).toMatch(advice);
  });

  it('a limit that did not end', () => {
    const message = 'POST /orders answered 429 (rate limit) and asked to wait 3,600 s, longer than this suite waits.';
    const [reason] = told({ limits: [message] });
    expect(reason).toMatch(
      /^POST \/orders answered 429 .* What would have been sent then is inconclusive\. Allow this/,
    );
  });

  it('many in few words', () => {
    const reasons = told({ outages: Array.from({ length: 9 }, () => outage) });
    expect([reasons.length, reasons.at(-1)]).toEqual([5, 'The same happened 5 more times, for 40 s in all.']);
  });

  it('server errors that only came when requests arrived together', () => {
    const all = ['x3', 'x5', 'x7'].map((id) => healed(id, true));
    expect(told({ healed: all })[0]).toMatch(
      /^3 server errors when requests arrived together: POST \/orders, status 500 \(calls x3, x5, x7\)\./,
    );
  });

  it('others that were gone when the request was sent again', () => {
    expect(told({ healed: [healed('x3', true), healed('x9', false)] })).toEqual([
      '2 server errors that were gone when the same request was sent again: POST /orders, status 500 (calls x3, x9).',
    ]);
  });

  it('no server errors of orders at once if a check warns of them', () => {
    const all = [healed('x3', true), healed('x5', true, 503), healed('x7', true, null), healed('x9', false, 503)];
    const left = untold({ ...NONE, healed: all }, [{ id: 'orders.no-server-error-at-once', outcome: 'warn' }]).healed;
    expect(left.map(({ exchange }) => exchange)).toEqual(['x5', 'x7', 'x9']);
  });

  it('no endpoint that did not come back if a check fails for it', () => {
    const outages = [outage, { ...outage, isOver: false }, { ...outage, endpoint: 'POST /orders', isOver: false }];
    const left = (outcome: 'fail' | 'skip') =>
      untold({ ...NONE, outages }, [{ id: 'connection.endpoints-stay-up', outcome }]).outages;
    expect(left('fail')).toEqual(outages.slice(0, 2));
    expect(left('skip')).toEqual(outages);
  });

  it('a single one as one', () => {
    expect(told({ healed: [healed('x3', false)] })).toEqual([
      '1 server error that was gone when the same request was sent again: POST /orders, status 500 (call x3).',
    ]);
    expect(told({ healed: [healed('x3', true)] })[0]).toMatch(
      /^1 server error when requests arrived together: .*\. It was gone when/,
    );
  });

  it('answers that came when a request was sent again', () => {
    expect(told({ healed: [healed('x3', false, null)] })).toEqual([
      '1 request got no answer until it was sent again: POST /orders (call x3).',
    ]);
    expect(told({ healed: [healed('x3', true, null)] })[0]).toMatch(
      /^1 request got no answer while others were in flight: .*\. It was answered when it was sent alone\. .* a connection pool/,
    );
  });
});
