import { describe, expect, it } from 'vitest';
import { violation } from '../../src/engine/expect.ts';
import { contract, given } from '../../src/engine/node.ts';
import { resultOf } from '../../src/engine/result.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { rule, runChapters, testChapter, tinyService } from './tiny-service.ts';

const broken = () => violation({ expected: 'one thing', actual: 'another', replies: [] });

async function outcomes(build: (chapter: ReturnType<typeof testChapter>) => void, options = {}) {
  const chapter = testChapter();
  build(chapter);
  const settled = await runChapters([chapter], options);
  return Object.fromEntries(
    [...settled.values()].flatMap((one) =>
      one.node.kind === 'check' ? [[one.node.id, resultOf(one.node.rule, one, new Redactor())] as const] : [],
    ),
  );
}

describe('the outcome of a check', () => {
  it('is computed from its level and what its body did', async () => {
    const results = await outcomes((chapter) => {
      for (const level of ['must', 'should', 'info'] as const) {
        chapter.check(rule(`health.${level}-held`, level), () => undefined);
        chapter.check(rule(`health.${level}-broken`, level), broken);
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
    const results = await outcomes((chapter) =>
      chapter.check(rule('health.buggy'), () => {
        throw new TypeError('oops');
      }),
    );
    expect(results['health.buggy']).toMatchObject({
      outcome: 'error',
      message: expect.stringContaining('TypeError: oops') as string,
    });
  });

  it('is inconclusive where the answer allows no judgement', async () => {
    const results = await outcomes((chapter) =>
      chapter.check(rule('health.dark'), () => inconclusive('Nothing to see.')),
    );
    expect(results['health.dark']).toMatchObject({ outcome: 'inconclusive', message: 'Nothing to see.' });
  });
});

describe('a check that needs another', () => {
  it('gets the value that the other returned', async () => {
    const results = await outcomes((chapter) => {
      const zone = chapter.check(rule('health.zone'), () => 'Europe/Berlin');
      chapter.check(rule('health.uses-zone'), () => undefined);
      chapter.check({ ...rule('health.reads-zone'), needs: { zone } }, ({ zone, note }) => {
        note(zone);
      });
    });
    expect(results['health.reads-zone']?.message).toBe('Europe/Berlin');
  });

  it('is skipped by name where the other failed, through any number of steps', async () => {
    const results = await outcomes((chapter) => {
      const first = chapter.check(rule('health.first'), broken);
      const second = chapter.check({ ...rule('health.second'), needs: { first } }, () => undefined);
      chapter.check({ ...rule('health.third'), needs: { second } }, () => undefined);
    });
    expect(results['health.third']).toMatchObject({
      outcome: 'skip',
      message: 'Waits for health.first, which did not pass.',
    });
  });

  it('is not applicable where the other is not', async () => {
    const results = await outcomes((chapter) => {
      const offered = chapter.stage({ id: 'health.offered' }, () => notApplicable('Not offered.'));
      chapter.check({ ...rule('health.numbers'), needs: { offered } }, () => undefined);
    });
    expect(results['health.numbers']).toMatchObject({ outcome: 'not-applicable', message: 'Not offered.' });
  });

  it('goes on without a value that it merely prefers', async () => {
    const results = await outcomes((chapter) => {
      const zone = chapter.check(rule('health.zone'), (): string => broken());
      chapter.check({ ...rule('health.dates'), prefers: { zone } }, ({ zone, note }) => {
        note(zone ?? 'UTC');
      });
    });
    expect(results['health.dates']).toMatchObject({ outcome: 'pass', message: 'UTC' });
  });

  it('is skipped with the reason where the run has not what it needs', async () => {
    const key = given<string>('--expired-key');
    const results = await outcomes(
      (chapter) => chapter.check({ ...rule('health.expired'), needs: { key } }, () => undefined),
      { givens: new Map([[key, { missing: 'Not supplied: --expired-key.' }]]) },
    );
    expect(results['health.expired']).toMatchObject({ outcome: 'skip', message: 'Not supplied: --expired-key.' });
  });
});

describe('a stage', () => {
  it('passes on that its answers allow no judgement', async () => {
    const results = await outcomes((chapter) => {
      const material = chapter.stage({ id: 'health.material' }, () => inconclusive('Nothing to book.'));
      chapter.check({ ...rule('health.booked'), needs: { material } }, () => undefined);
    });
    expect(results['health.booked']).toMatchObject({ outcome: 'inconclusive', message: 'Nothing to book.' });
  });

  it('must not judge: where it does, what needs it shows a fault of the suite', async () => {
    const results = await outcomes((chapter) => {
      const judging = chapter.stage({ id: 'health.judging' }, broken);
      chapter.check({ ...rule('health.deceived'), needs: { judging } }, () => undefined);
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
      (chapter) => chapter.check({ ...rule('health.public'), relaxation: 'local' }, broken),
      { relaxed: ['local'] },
    );
    expect(results['health.public']?.outcome).toBe('waived');
  });

  it('waives a throttle rule that holds, and fails one that breaks', async () => {
    const results = await outcomes(
      (chapter) => {
        chapter.check({ ...rule('health.held'), relaxation: 'throttle-window' }, () => undefined);
        chapter.check({ ...rule('health.broken'), relaxation: 'throttle-window' }, broken);
      },
      { relaxed: ['throttle-window'] },
    );
    expect([results['health.held']?.outcome, results['health.broken']?.outcome]).toEqual(['waived', 'fail']);
  });
});

describe('a failure that can safely be asked again', () => {
  const status = (expected: number) => (chapter: ReturnType<typeof testChapter>) => {
    const reply = chapter.stage({ id: 'health.reply', sends: { health: 1 } }, ({ http }) => http.health());
    chapter.check({ ...rule('health.status'), needs: { reply } }, ({ reply }) => {
      if (reply.status !== expected)
        violation({ expected: String(expected), actual: String(reply.status), replies: [reply] });
    });
  };

  it('is asked again, and reported as seen twice', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end('{}'));
    const results = await outcomes(status(200), { service });
    expect(results['health.status']).toMatchObject({
      outcome: 'fail',
      exchanges: ['x1', 'x2'],
      message: 'Expected 200, got 404. Seen 2 of 2.',
    });
    expect(results['health.status']?.unstable).toBeUndefined();
  });

  it('is asked again alone: what led to it is not repeated', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(request.url?.endsWith('/health') ? 200 : 404).end('{}'),
    );
    const results = await outcomes(
      (chapter) => {
        const before = chapter.stage({ id: 'health.before', sends: { health: 1 } }, ({ http }) => http.health());
        const reply = chapter.stage({ id: 'health.page', needs: { before }, sends: { inventory: 1 } }, ({ http }) =>
          http.inventory(),
        );
        chapter.check({ ...rule('health.page-is-200'), needs: { reply } }, ({ reply }) => {
          if (reply.status !== 200) violation({ expected: '200', actual: String(reply.status), replies: [reply] });
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
      (chapter) => {
        const kept = chapter.stage({ id: 'health.kept', sends: { health: 1 } }, ({ http }) =>
          http.health({ retry: 'never' }),
        );
        const later = chapter.stage({ id: 'health.later', needs: { kept }, sends: { health: 1 } }, ({ kept }) => kept);
        chapter.check({ ...rule('health.answers'), needs: { later } }, ({ later }) =>
          violation({ expected: 'an answer', actual: '500', replies: [later] }),
        );
      },
      { service },
    );
    expect(results['health.answers']).toMatchObject({ exchanges: ['x1'], message: 'Expected an answer, got 500.' });
  });

  it.each([
    [409, 'Expected 200, got 409. Seen 2 of 2.'],
    [201, 'Expected 200, got 201.'],
  ])('of orders, only what was refused is sent again: %i', async (status, message) => {
    await using service = await tinyService((_request, response) => response.writeHead(status).end('{}'));
    const results = await outcomes(
      (chapter) => {
        const reply = chapter.stage({ id: 'health.order', sends: { orders: 1 }, again: true }, ({ http }) =>
          http.orders({ json: {} }),
        );
        chapter.rule({ ...rule('health.is-200'), of: { reply } }, ({ reply }) => {
          violation({ expected: '200', actual: String(reply.status), replies: [reply] });
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
      message: 'Expected 200, got 404. Seen 1 of 2.',
    });
  });
});

describe('what comes last', () => {
  it('waits for all else, later chapters included, and counts as behind it', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const first = testChapter();
    const second = testChapter('inventory');
    first.stage({ id: 'health.late', last: true, sends: { health: 1 } }, ({ http }) => http.health());
    second.stage({ id: 'inventory.slow', sends: { inventory: 2 } }, async ({ http }) => {
      await http.inventory();
      await http.inventory();
    });
    const settled = await runChapters([first, second], { service });
    expect(service.requests.map(({ url }) => url.split('/').at(-1))).toEqual(['inventory', 'inventory', 'health']);
    expect(settled.get('health.late')?.depth).toBe(3);
  });

  it('is also what belongs to a phase that starts after everything', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const { module } = contract('ad-server', { again: 'after everything' });
    const first = module('health', 'Health');
    const second = module('inventory', 'Inventory');
    first.traffic({ id: 'health.late', phase: 'again', sends: { health: 1 } }, ({ http }) => http.health());
    second.stage({ id: 'inventory.first', sends: { inventory: 1 } }, ({ http }) => http.inventory());
    await runChapters([first, second], { service });
    expect(service.requests.map(({ url }) => url.split('/').at(-1))).toEqual(['inventory', 'health']);
  });
});

describe('a watch', () => {
  const watchStatus = (chapter: ReturnType<typeof testChapter>, more: { conditional?: true } = {}) => {
    const found = chapter.check({ ...rule('health.is-found'), sends: { health: 3 } }, async ({ http }) => {
      for (let turn = 0; turn < 3; turn++) {
        const reply = await http.health();
        if (reply.status === 404) violation({ expected: 'health', actual: '404', replies: [reply] });
      }
    });
    chapter.watch(
      { ...rule('health.never-204'), prefers: { found } },
      {
        ...more,
        concerns: ({ status }) => status !== 404,
        judge: (seen) => {
          if (seen.status === 204) violation({ expected: 'a body', actual: '204', replies: [seen] });
        },
      },
    );
  };

  it('judges every answer that it concerns and counts those that break it', async () => {
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(count === 2 ? 204 : 200).end(),
    );
    const results = await outcomes(watchStatus, { service });
    expect(results['health.never-204']).toMatchObject({
      outcome: 'fail',
      exchanges: ['x2'],
      message: 'Expected a body, got 204. Seen 1 of 3.',
    });
  });

  it('is judged when its contract has been gone through, whatever another still waits for', async () => {
    const listing = testChapter('token-exchange', 'listing');
    const adServer = testChapter();
    let judged: () => void = () => undefined;
    const watchJudged = new Promise<void>((resolve) => (judged = resolve));
    // The limit of the exchange takes minutes; here it takes until the other contract is done.
    listing.stage({ id: 'token-exchange.quiet-window' }, () => watchJudged);
    adServer.watch(rule('health.seen'), { concerns: () => true, judge: () => undefined });
    const settled = await runChapters([listing, adServer], {
      onSettled: ({ node }) => {
        if (node.id === 'health.seen') judged();
      },
    });
    expect([...settled.keys()]).toEqual(['token-exchange.quiet-window', 'health.seen']);
  });

  it('is skipped where no answer concerns it, and waits for what should have provoked one', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end());
    const results = await outcomes(watchStatus, { service });
    expect(results['health.never-204']).toMatchObject({
      outcome: 'skip',
      message: 'Waits for health.is-found, which did not pass.',
    });
  });

  it('is not applicable where no answer concerns it and none has to', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(404).end());
    const results = await outcomes(
      (chapter) => {
        watchStatus(chapter, { conditional: true });
      },
      { service },
    );
    expect(results['health.never-204']?.outcome).toBe('not-applicable');
  });

  it('is inconclusive where what should have provoked an answer that it concerns did not', async () => {
    const results = await outcomes((chapter) =>
      chapter.watch(rule('health.never-204'), { concerns: () => true, judge: () => undefined }),
    );
    expect(results['health.never-204']?.outcome).toBe('inconclusive');
  });
});

describe('creating orders', () => {
  const order = {
    idempotency_key: 'k',
    order: { name: 'n', external_ref: 'r' },
    advertiser: { name: 'a' },
    line_items: [],
  };

  it('stops at the first sign that something created is not a draft', async () => {
    await using service = await tinyService((_request, response) =>
      response.writeHead(201).end('{"order_id":"o1","status":"ACTIVE"}'),
    );
    const results = await outcomes(
      (chapter) => {
        const first = chapter.stage({ id: 'health.first', sends: { orders: 1 } }, ({ http }) =>
          http.orders({ json: order }),
        );
        const alarmed = chapter.check({ ...rule('health.is-draft'), needs: { first }, alarm: true }, broken);
        chapter.check({ ...rule('health.second'), after: [alarmed], sends: { orders: 1 } }, async ({ http }) => {
          await http.orders({ json: order });
        });
      },
      { service },
    );
    expect(results['health.second']).toMatchObject({
      outcome: 'skip',
      message: 'Waits for health.is-draft, which did not pass.',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('is refused in a read-only run, whatever a check asks for', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(201).end('{}'));
    const results = await outcomes(
      (chapter) =>
        chapter.check({ ...rule('health.books'), sends: { orders: 1 } }, async ({ http }) => {
          await http.orders({ json: order });
        }),
      { service, readOnly: true },
    );
    expect(results['health.books']?.outcome).toBe('error');
    expect(service.requests).toHaveLength(0);
  });
});

describe('a check that calls an endpoint it does not declare', () => {
  it('is a fault of the suite', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const results = await outcomes(
      (chapter) =>
        chapter.check(rule('health.sly'), async ({ http }) => {
          await http.health();
        }),
      { service },
    );
    expect(results['health.sly']).toMatchObject({ outcome: 'error' });
    expect(service.requests).toHaveLength(0);
  });
});

describe('an interrupted run', () => {
  it('skips what has not begun', async () => {
    const results = await outcomes((chapter) => chapter.check(rule('health.late'), () => undefined), {
      signal: AbortSignal.abort(),
    });
    expect(results['health.late']).toMatchObject({ outcome: 'skip', message: 'The run was interrupted before it.' });
  });
});
