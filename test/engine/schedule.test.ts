import { describe, expect, it } from 'vitest';
import { expect as expectOf, violation } from '../../src/engine/expect.ts';
import { given } from '../../src/engine/node.ts';
import { resultOf } from '../../src/run/check-result.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { rule, runModules, testModule, tinyService } from './tiny-service.ts';

const broken = () => violation({ expected: 'one thing', actual: 'another', replies: [] });

async function outcomes(build: (module: ReturnType<typeof testModule>) => void, options = {}) {
  const module = testModule();
  build(module);
  const settled = await runModules([module], options);
  return Object.fromEntries(
    [...settled.values()].flatMap((one) =>
      one.node.kind === 'check' ? [[one.node.id, resultOf(one.node.rule, one, new Redactor())] as const] : [],
    ),
  );
}

describe('the outcome of a check', () => {
  it('is computed from its level and what its body did', async () => {
    const results = await outcomes((module) => {
      for (const level of ['must', 'should', 'info'] as const) {
        module.rule({ ...rule(`health.${level}-held`, level), of: {}, judge: () => undefined });
        module.rule({ ...rule(`health.${level}-broken`, level), of: {}, judge: broken });
      }
    });
    expect(Object.fromEntries(Object.entries(results).map(([id, { outcome }]) => [id, outcome]))).toEqual({
      'health.must-held': 'pass',
      'health.must-broken': 'fail',
      'health.should-held': 'pass',
      'health.should-broken': 'warn',
      'health.info-held': 'info',
      'health.info-broken': 'info',
    });
  });

  it('is a fault of the suite, never a failure, where the body throws anything but a violation', async () => {
    const results = await outcomes((module) =>
      module.rule({
        ...rule('health.buggy'),
        of: {},
        judge: () => {
          throw new TypeError('oops');
        },
      }),
    );
    expect(results['health.buggy']).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('TypeError: oops') as string,
    });
  });

  it('is inconclusive where the answer allows no judgement', async () => {
    const results = await outcomes((module) =>
      module.rule({ ...rule('health.dark'), of: {}, judge: () => inconclusive('Nothing to see.') }),
    );
    expect(results['health.dark']).toMatchObject({ outcome: 'inconclusive', message: 'Nothing to see.' });
  });
});

describe('a rule that lacks a record', () => {
  it('is not applicable where the record is not', async () => {
    const results = await outcomes((module) => {
      const offered = module.record({ id: 'health.offered', of: {} }, () => notApplicable('Not offered.'));
      module.rule({ ...rule('health.numbers'), of: { offered }, judge: () => undefined });
    });
    expect(results['health.numbers']).toMatchObject({ outcome: 'not-applicable', message: 'Not offered.' });
  });

  it('is inconclusive where the record is', async () => {
    const results = await outcomes((module) => {
      const material = module.record({ id: 'health.material', of: {} }, () => inconclusive('Nothing to book.'));
      module.rule({ ...rule('health.booked'), of: { material }, judge: () => undefined });
    });
    expect(results['health.booked']).toMatchObject({ outcome: 'inconclusive', message: 'Nothing to book.' });
  });

  it('goes on without one that may be missing', async () => {
    const results = await outcomes((module) => {
      const zone = module.record({ id: 'health.zone', of: {} }, (): string => inconclusive('No zone.'));
      module.rule({
        ...rule('health.dates'),
        of: {},
        maybe: { zone },
        judge: ({ zone }, note) => {
          note(zone ?? 'UTC');
        },
      });
    });
    expect(results['health.dates']).toMatchObject({ outcome: 'pass', message: 'UTC' });
  });

  it('is skipped with the reason where the run has not what it needs', async () => {
    const key = given<string>('--expired-key');
    const results = await outcomes(
      (module) => module.rule({ ...rule('health.expired'), of: { key }, judge: () => undefined }),
      { givens: new Map([[key, { missing: { kind: 'not-supplied', what: '--expired-key' } }]]) },
    );
    expect(results['health.expired']).toMatchObject({ outcome: 'skip', message: 'Not supplied: --expired-key.' });
  });
});

describe('traffic', () => {
  it('must not judge: where it does, what needs it shows a fault of the suite', async () => {
    const results = await outcomes((module) => {
      const judging = module.record({ id: 'health.judging', of: {} }, broken);
      module.rule({ ...rule('health.deceived'), of: { judging }, judge: () => undefined });
    });
    expect(results['health.deceived']).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('the traffic health.judging judged') as string,
    });
  });
});

describe('a relaxation', () => {
  it('leaves an address rule unjudged', async () => {
    const results = await outcomes(
      (module) => module.rule({ ...rule('health.public'), relaxation: 'local', of: {}, judge: broken }),
      { relaxed: ['local'] },
    );
    expect(results['health.public']?.outcome).toBe('waived');
  });

  it('waives a throttle rule that holds, and fails one that breaks', async () => {
    const results = await outcomes(
      (module) => {
        module.rule({ ...rule('health.held'), relaxation: 'throttle-window', of: {}, judge: () => undefined });
        module.rule({ ...rule('health.broken'), relaxation: 'throttle-window', of: {}, judge: broken });
      },
      { relaxed: ['throttle-window'] },
    );
    expect([results['health.held']?.outcome, results['health.broken']?.outcome]).toEqual(['waived', 'fail']);
  });
});

describe('a failure that can safely be asked again', () => {
  const status = (expected: number, lasting?: true) => (module: ReturnType<typeof testModule>) => {
    const reply = module.traffic({ id: 'health.reply', phase: 'read', sends: { health: 1 } }, ({ http }) =>
      http.health(),
    );
    module.rule({
      ...rule('health.status'),
      of: { reply },
      ...(lasting && { lasting }),
      judge: ({ reply }) => {
        if (reply.status !== expected)
          violation({ expected: String(expected), actual: String(reply.status), replies: [reply] });
      },
    });
  };

  it('is asked again, and reported as seen twice', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end('{}'));
    const results = await outcomes(status(200), { service });
    expect(results['health.status']).toMatchObject({
      outcome: 'fail',
      exchanges: ['x1', 'x2'],
      message: 'Expected 200, got 404. Seen both times that it was asked.',
    });
    expect(results['health.status']?.unstable).toBeUndefined();
  });

  it('is asked again alone: what led to it is not repeated', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(request.url?.endsWith('/health') ? 200 : 404).end('{}'),
    );
    const results = await outcomes(
      (module) => {
        const before = module.traffic({ id: 'health.before', phase: 'read', sends: { health: 1 } }, ({ http }) =>
          http.health(),
        );
        const reply = module.traffic(
          { id: 'health.page', phase: 'read', uses: { before }, sends: { inventory: 1 } },
          ({ http }) => http.inventory(),
        );
        module.rule({
          ...rule('health.page-is-200'),
          of: { reply },
          judge: ({ reply }) => {
            if (reply.status !== 200) violation({ expected: '200', actual: String(reply.status), replies: [reply] });
          },
        });
      },
      { service },
    );
    expect(results['health.page-is-200']?.outcome).toBe('fail');
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/api/v1/health',
      '/api/v1/inventory',
      '/api/v1/inventory',
    ]);
  });

  it('counts as seen once where asking again read the same answer', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(500).end());
    const results = await outcomes(
      (module) => {
        const kept = module.traffic({ id: 'health.kept', phase: 'read', sends: { health: 1 } }, ({ http }) =>
          http.health({ retry: 'never' }),
        );
        const later = module.traffic(
          { id: 'health.later', phase: 'read', uses: { kept }, sends: { health: 1 } },
          ({ kept }) => kept,
        );
        module.rule({
          ...rule('health.answers'),
          of: { later },
          judge: ({ later }) => {
            violation({ expected: 'an answer', actual: '500', replies: [later] });
          },
        });
      },
      { service },
    );
    expect(results['health.answers']).toMatchObject({ exchanges: ['x1'], message: 'Expected an answer, got 500.' });
  });

  it.each([
    [409, 'Expected 200, got 409. Seen both times that it was asked.'],
    [201, 'Expected 200, got 201.'],
  ])('of orders, only what was refused is sent again: %i', async (status, message) => {
    await using service = await tinyService((_request, response) => response.writeHead(status).end('{}'));
    const results = await outcomes(
      (module) => {
        const reply = module.traffic(
          { id: 'health.order', phase: 'read', sends: { orders: 1 }, again: true },
          ({ http }) => http.orders({ json: {} }),
        );
        module.rule({
          ...rule('health.is-200'),
          of: { reply },
          judge: ({ reply }) => {
            violation({ expected: '200', actual: String(reply.status), replies: [reply] });
          },
        });
      },
      { service },
    );
    expect(results['health.is-200']?.message).toBe(message);
  });

  it('still fails where it does not repeat, marked as unstable', async () => {
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(count === 1 ? 404 : 200).end('{}'),
    );
    const results = await outcomes(status(200), { service });
    expect(results['health.status']).toMatchObject({
      outcome: 'fail',
      unstable: true,
      message: 'Expected 200, got 404. Seen 1 of the 2 times that it was asked.',
    });
    expect(results['health.status']?.fix).toMatch(/right when asked again: look for a replica or a cache/);
  });

  it('passes where it does not repeat, if its rule counts only what lasts', async () => {
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(count === 1 ? 404 : 200).end('{}'),
    );
    expect((await outcomes(status(200, true), { service }))['health.status']?.outcome).toBe('pass');
  });
});

it.each([
  [404, 'fail'],
  [500, 'pass'],
  [501, 'fail'],
])('a %i that is gone at the second asking: %s', async (wrong, outcome) => {
  await using service = await tinyService((_request, response, count) =>
    // A server error is sent again twice before it counts.
    response.writeHead(count <= (wrong === 500 ? 4 : 1) ? wrong : 200).end('{}'),
  );
  const results = await outcomes(
    (module) => {
      const asked = module.traffic({ id: 'health.asked', phase: 'read', sends: { health: 1 } }, ({ http }) =>
        http.health(),
      );
      module.rule({
        ...rule('health.status'),
        of: { asked },
        judge: ({ asked }) => {
          expectOf(asked).status(200);
        },
      });
    },
    { service },
  );
  expect(results['health.status']?.outcome).toBe(outcome);
});

describe('a rule about every answer', () => {
  const watchStatus = (module: ReturnType<typeof testModule>, more: { conditional?: true } = {}) => {
    const found = module.traffic({ id: 'health.found', phase: 'read', sends: { health: 3 } }, async ({ http }) => {
      for (let turn = 0; turn < 3; turn++) {
        const reply = await http.health();
        if (reply.status === 404) inconclusive('There is no such thing.', reply);
      }
    });
    module.everyAnswer({
      ...rule('health.never-204'),
      ...more,
      provokedBy: { found },
      concerns: ({ status }) => status !== 404,
      judge: (seen) => {
        if (seen.status === 204) violation({ expected: 'a body', actual: '204', replies: [seen] });
      },
    });
  };

  it('judges every answer that it concerns and counts those that break it', async () => {
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(count === 2 ? 204 : 200).end(),
    );
    const results = await outcomes(watchStatus, { service });
    expect(results['health.never-204']).toMatchObject({
      outcome: 'fail',
      exchanges: ['x2'],
      message: 'Expected a body, got 204. Seen in 1 of 3 answers of GET /health.',
    });
  });

  it('is judged when its contract has been gone through, whatever another still waits for', async () => {
    const listing = testModule('token-exchange', 'listing');
    const adServer = testModule();
    let judged: () => void = () => undefined;
    const allJudged = new Promise<void>((resolve) => (judged = resolve));
    // The limit of the exchange takes minutes; here it takes until the other contract is done.
    listing.traffic({ id: 'token-exchange.quiet-window', phase: 'read', sends: {} }, () => allJudged);
    adServer.everyAnswer({ ...rule('health.seen'), concerns: () => true });
    const settled = await runModules([listing, adServer], {
      onSettled: ({ node }) => {
        if (node.id === 'health.seen') judged();
      },
    });
    expect([...settled.keys()]).toEqual(['token-exchange.quiet-window', 'health.seen']);
  });

  it('is told as what the traffic came to that should have brought such an answer', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end());
    const results = await outcomes(watchStatus, { service });
    expect(results['health.never-204']).toMatchObject({
      outcome: 'inconclusive',
      message: 'There is no such thing.',
    });
  });

  it('is not applicable where no answer concerns it and none has to', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end());
    const results = await outcomes(
      (module) => {
        watchStatus(module, { conditional: true });
      },
      { service },
    );
    expect(results['health.never-204']?.outcome).toBe('not-applicable');
  });

  it('is inconclusive where no answer that it concerns was seen', async () => {
    const results = await outcomes((module) =>
      module.everyAnswer({ ...rule('health.never-204'), concerns: () => true }),
    );
    expect(results['health.never-204']?.outcome).toBe('inconclusive');
  });
});

describe('traffic that may not be sent', () => {
  it('calls POST /orders in a read-only run: a fault of the suite', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(201).end('{}'));
    const results = await outcomes(
      (module) => {
        const booked = module.traffic({ id: 'health.books', phase: 'book', sends: { orders: 1 } }, ({ http }) =>
          http.orders({ json: {} }),
        );
        module.rule({ ...rule('health.is-booked'), of: { booked }, judge: () => undefined });
      },
      { service, readOnly: true },
    );
    expect(results['health.is-booked']?.outcome).toBe('error');
    expect(service.requests).toHaveLength(0);
  });

  it('calls an endpoint that it does not declare: a fault of the suite', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const results = await outcomes(
      (module) => {
        const sly = module.traffic({ id: 'health.sly', phase: 'read', sends: {} }, ({ http }) => http.health());
        module.rule({ ...rule('health.judged'), of: { sly }, judge: () => undefined });
      },
      { service },
    );
    expect(results['health.judged']).toMatchObject({ outcome: 'error' });
    expect(service.requests).toHaveLength(0);
  });
});

describe('an interrupted run', () => {
  it('skips what has not begun', async () => {
    const results = await outcomes(
      (module) => module.rule({ ...rule('health.late'), of: {}, judge: () => undefined }),
      {
        signal: AbortSignal.abort(),
      },
    );
    expect(results['health.late']).toMatchObject({ outcome: 'skip', because: { kind: 'interrupted' } });
  });
});
