import { expect, test } from 'vitest';
import { leadOf } from '../../src/report/problem.ts';
import { causes } from '../../src/report/causes.ts';
import type { CheckResult } from '../../src/report/model.ts';
import { problemTitle } from '../../src/report/problem.ts';
import { check, exchange, reportOf } from './sample.ts';

const failing = (id: string, over: Partial<CheckResult> = {}) =>
  check({ id: `health.${id}`, outcome: 'fail', ...over });

const answered = (id: string, status: number, url = 'https://ads.example.com/api/v1/health') =>
  exchange({ id, request: { method: 'GET', url, headers: {} }, response: { status, headers: {} } });

const told = (checks: readonly CheckResult[], exchanges = [exchange()]) =>
  causes(reportOf('failed', checks, { exchanges })).map(({ lead, echoes, common, keeps }) => ({
    lead: lead.check.id,
    echoes: echoes.map((echo) => echo.check.id),
    ...(common === undefined ? {} : { common }),
    keeps: keeps.map((kept) => kept.check.id),
  }));

test('what fails at one place of one answer is one cause', () => {
  expect(
    told([failing('a', { pointer: '/x' }), failing('b', { pointer: '/y' }), failing('c', { pointer: '/x' })]),
  ).toEqual([
    { lead: 'health.a', echoes: ['health.c'], common: 'GET /health: /x', keeps: [] },
    { lead: 'health.b', echoes: [], keeps: [] },
  ]);
});

test('an endpoint that breaks down in the same way is one cause, whatever it was asked', () => {
  const broken = (id: string, exchange: string) => failing(id, { actual: 'status 500', exchanges: [exchange] });
  const exchanges = [
    answered('x1', 500),
    answered('x2', 500, 'https://ads.example.com/api/v1/health?a=1'),
    answered('x3', 500, 'https://ads.example.com/api/v1/inventory'),
  ];
  expect(told([broken('a', 'x1'), broken('b', 'x2'), broken('c', 'x3')], exchanges)).toEqual([
    { lead: 'health.a', echoes: ['health.b'], common: 'GET /health answers 500', keeps: [] },
    { lead: 'health.c', echoes: [], keeps: [] },
  ]);
});

test('a refusal is the same where its words are; a success that should be a refusal is each a mistake of its own', () => {
  const refused = (id: string, actual: string) => failing(id, { actual, exchanges: ['x1'] });
  expect(
    told(
      [refused('a', 'status 400 (x: y)'), refused('b', 'status 400 (x: z)'), refused('c', 'status 400 (x: y)')],
      [answered('x1', 400)],
    ),
  ).toMatchObject([
    { lead: 'health.a', echoes: ['health.c'] },
    { lead: 'health.b', echoes: [] },
  ]);
  expect(told([refused('a', 'status 200'), refused('b', 'status 200')], [answered('x1', 200)])).toHaveLength(2);
});

test('refusals in the same words are named by what the first rule is about', () => {
  const answer = { status: 401, said: 'unauthorized: No.' };
  const coded = (id: string) =>
    failing(id, {
      problem: `A wrong ${id} has another code`,
      found: { kind: 'error-code', code: 'invalid_credentials', answer, isAltered: false },
    });
  const [cause] = causes(reportOf('failed', [coded('a'), coded('b')], { exchanges: [answered('x1', 401)] }));
  expect(cause && problemTitle(cause)).toBe('A wrong a has another code');
  expect(cause?.echoes).toHaveLength(1);
});

test('checks that cannot be judged are one cause where they say the same', () => {
  const open = (id: string, message: string) => check({ id: `health.${id}`, outcome: 'inconclusive', message });
  expect(told([open('a', 'No slot.'), open('b', 'No order.'), open('c', 'No slot.')])).toEqual([
    { lead: 'health.a', echoes: ['health.c'], common: 'No slot.', keeps: [] },
    { lead: 'health.b', echoes: [], keeps: [] },
  ]);
});

test('what waits for a check stands under it', () => {
  const waits = check({ id: 'health.z', outcome: 'skip', message: 'Waits for health.a, which did not pass.' });
  expect(told([failing('a'), waits])).toEqual([{ lead: 'health.a', echoes: [], keeps: ['health.z'] }]);
});

test('one refusal in the place of another is one cause, wherever it is', () => {
  const swapped = (id: string, expected: number[] | string, status: number) =>
    failing(id, {
      exchanges: ['x1'],
      actual: `status ${status}`,
      found: { kind: 'status', expected, answer: { status, said: id }, endpoint: 'POST /orders' },
    });
  const exchanges = [answered('x1', 422)];
  expect(told([swapped('a', [400], 422), swapped('b', [400], 422), swapped('c', [404], 422)], exchanges)).toEqual([
    { lead: 'health.a', echoes: ['health.b'], common: 'Malformed requests are answered 422, not 400', keeps: [] },
    { lead: 'health.c', echoes: [], keeps: [] },
  ]);
});

test('a mistake in the program that answers show by themselves is one cause', () => {
  const rounded = (id: string) =>
    failing(id, { actual: '"8"', found: { kind: 'value', expected: '"9"', actual: '"8"', slip: 'rounded' } });
  expect(told([rounded('a'), rounded('b')])).toMatchObject([{ lead: 'health.a', common: 'Ids are rounded' }]);
});

test('members in one wrapper are one cause, whichever rule misses them', () => {
  const missing = (id: string, name: string) =>
    failing(id, {
      found: {
        kind: 'shape',
        faults: [
          {
            kind: 'missing',
            pointer: `/${name}`,
            place: '',
            expected: 'a string',
            actual: `no ${name}`,
            meant: `/data/${name}`,
          },
        ],
        others: 0,
      },
    });
  expect(told([missing('a', 'currency'), missing('b', 'timezone')])).toEqual([
    { lead: 'health.a', echoes: ['health.b'], common: 'Members are inside `data`, not at the top level', keeps: [] },
  ]);
});

test('a scope that nothing checks is one cause; wrong keys that are accepted are each a mistake of their own', () => {
  const accepted = (id: string, due: number, status = 200) =>
    failing(id, { found: { kind: 'status', expected: [due], answer: { status }, endpoint: 'GET /inventory' } });
  expect(told([accepted('a', 403), accepted('b', 403, 201), accepted('c', 401), accepted('d', 401)])).toMatchObject([
    { lead: 'health.a', echoes: ['health.b'], common: 'Calls without the scope are served, not answered 403' },
    { lead: 'health.c', echoes: [] },
    { lead: 'health.d', echoes: [] },
  ]);
});

test('the errors of a framework are one cause, whatever is wrong with them', () => {
  const missing = { kind: 'missing', pointer: '/code', place: '', expected: 'a string', actual: 'no code' } as const;
  expect(
    told(
      [
        failing('code', { found: { kind: 'shape', faults: [missing], others: 0, framework: 'fastapi' } }),
        failing('status', {
          found: {
            kind: 'status',
            expected: [400],
            answer: { status: 422 },
            endpoint: 'POST /orders',
            framework: 'fastapi',
          },
        }),
      ],
      [answered('x1', 422)],
    ),
  ).toMatchObject([
    { lead: 'health.code', echoes: ['health.status'], common: 'Errors are the default ones of FastAPI' },
  ]);
});

test('an answer with a status of no cause in the contract is one cause, with its page', () => {
  const begins = '<html>';
  const refused = (id: string, circumstance: string) =>
    failing(id, {
      found: { kind: 'status', expected: [200], answer: { status: 413 }, endpoint: 'POST /orders', circumstance },
    });
  const page = failing('page', {
    found: { kind: 'not-json', expected: 'a JSON body', actual: 'HTML', problem: 'page', begins, status: 413 },
  });
  expect(told([refused('a', 'to an update'), refused('b', 'to a repeat'), page], [answered('x1', 413)])).toMatchObject([
    { lead: 'health.a', echoes: ['health.b', 'health.page'], common: 'GET /health answers 413' },
  ]);
});

test('refusals that crash are one cause, at whatever endpoint and in whatever words', () => {
  const crashed = (id: string, expected: number[] | string, said?: string) =>
    failing(id, {
      found: {
        kind: 'status',
        expected,
        answer: { status: 500, ...(said !== undefined && { said }) },
        endpoint: `POST /${id}`,
        ...(typeof expected === 'string' && { isMalformed: true as const }),
      },
    });
  const broken = [
    crashed('a', [404], 'Oops.'),
    crashed('b', [422], 'No.'),
    crashed('c', [409]),
    crashed('d', 'no 5xx'),
  ];
  const fixes = (checks: readonly CheckResult[]) =>
    causes(reportOf('failed', checks, { exchanges: [answered('x1', 500)] })).map((cause) => leadOf(cause).fix);
  expect(told(broken, [answered('x1', 500)])).toMatchObject([
    {
      lead: 'health.a',
      echoes: ['health.b', 'health.c', 'health.d'],
      common: 'Requests that must be refused get status 500',
    },
  ]);
  expect(fixes(broken)).toEqual([expect.stringContaining('give each refusal its own status')]);
  expect(fixes([crashed('a', [404]), crashed('b', [404])])).toEqual([
    expect.stringMatching(/^Answer 404 to an unknown id/),
  ]);
});

test('of several calls with one answer, the first leads, whatever the others block', () => {
  const waits = check({ id: 'health.z', outcome: 'skip', message: 'Waits for health.a, which did not pass.' });
  const broken = (id: string, exchange: string) => failing(id, { actual: 'status 500', exchanges: [exchange] });
  expect(told([broken('a', 'x2'), broken('b', 'x1'), waits], [answered('x1', 500), answered('x2', 500)])).toMatchObject(
    [{ lead: 'health.b', echoes: ['health.a'], keeps: ['health.z'] }],
  );
});

test('403 to the key at several endpoints is one cause, and at one endpoint says nothing of the others', () => {
  const forbidden = (id: string, exchange: string) =>
    failing(id, {
      exchanges: [exchange],
      found: { kind: 'status', expected: [200], answer: { status: 403 }, endpoint: 'GET /health' },
    });
  const exchanges = [answered('x1', 403), answered('x2', 403, 'https://ads.example.com/api/v1/inventory')];
  expect(told([forbidden('a', 'x1'), forbidden('b', 'x2')], exchanges)).toMatchObject([
    { lead: 'health.a', common: 'The API key is answered 403 at GET /health and GET /inventory' },
  ]);
  expect(told([forbidden('a', 'x1')], exchanges)).toEqual([{ lead: 'health.a', echoes: [], keeps: [] }]);
});

test('valid bodies that are called invalid JSON at several endpoints are one cause', () => {
  const unread = (id: string, exchange: string) =>
    failing(id, {
      exchanges: [exchange],
      found: {
        kind: 'status',
        expected: [200],
        answer: { status: 400, said: 'bad_request: The body is not valid JSON.' },
        endpoint: 'GET /health',
      },
    });
  const exchanges = [answered('x1', 400), answered('x2', 400, 'https://ads.example.com/api/v1/inventory')];
  expect(told([unread('a', 'x1'), unread('b', 'x2')], exchanges)).toMatchObject([
    { lead: 'health.a', common: 'Valid JSON is refused as unreadable at GET /health and GET /inventory' },
  ]);
});

test('of one call, the check that blocks most leads', () => {
  const waits = check({ id: 'health.z', outcome: 'skip', message: 'Waits for health.b, which did not pass.' });
  const broken = (id: string) => failing(id, { actual: 'status 500' });
  expect(told([broken('a'), broken('b'), waits], [answered('x1', 500)])).toMatchObject([
    { lead: 'health.b', echoes: ['health.a'], keeps: ['health.z'] },
  ]);
});

test('a replica that lags is one cause, named in the title', () => {
  const late = (id: string, status: number) =>
    failing(id, {
      found: {
        kind: 'status',
        expected: [200],
        answer: { status },
        endpoint: 'POST /orders',
        way: { kind: 'lag', seconds: 2 },
      },
    });
  const [cause] = causes(reportOf('failed', [late('a', 404), late('b', 409)], { exchanges: [answered('x1', 404)] }));
  expect(cause && problemTitle(cause)).toBe('An order is found only a while after it was saved');
  expect(cause?.echoes).toHaveLength(1);
});

test('what an answer shows by itself is the title, of one check as of several', () => {
  const zero = failing('a', { found: { kind: 'value', expected: '"7"', actual: '"0"', slip: 'zero-id' } });
  const [cause] = causes(reportOf('failed', [zero], { exchanges: [exchange()] }));
  expect(cause && problemTitle(cause)).toBe('Ids become 0');
});

test('what a refusal of something valid says is the same refusal where another one was due', () => {
  const refused = (id: string, expected: readonly number[]) =>
    failing(id, {
      found: { kind: 'status', expected, answer: { status: 409, said: 'overlap: No.' }, endpoint: 'POST /orders' },
    });
  const both = [refused('a', [422]), refused('b', [200])];
  expect(told(both, [answered('x1', 409)])).toMatchObject([{ lead: 'health.a', echoes: ['health.b'] }]);
  expect(told(both.slice(0, 1), [answered('x1', 409)])).toMatchObject([{ lead: 'health.a', echoes: [] }]);
});

test('the form of an answer that should have been a refusal is the same cause', () => {
  const accepted = (expected: readonly number[]) =>
    failing('b', { found: { kind: 'status', expected, answer: { status: 200 }, endpoint: 'POST /orders' } });
  const formless = failing('a', { found: { kind: 'value', expected: 'a JSON object', actual: 'null' } });
  const of = (expected: readonly number[]) => told([formless, accepted(expected)], [answered('x1', 200)]);
  expect(of([422])).toMatchObject([{ lead: 'health.b', echoes: ['health.a'] }]);
  expect(of([201])).toHaveLength(2);
});

test('201 where 200 is due is one cause', () => {
  const found = { kind: 'status', expected: [200], answer: { status: 201 }, endpoint: 'POST /orders' } as const;
  expect(told([failing('a', { found }), failing('b', { found })], [answered('x1', 201)])).toMatchObject([
    { common: 'GET /health answers 201, not 200' },
  ]);
});

test('warnings before the JSON are one cause', () => {
  const warned = (id: string) =>
    failing(id, {
      found: {
        kind: 'not-json',
        expected: 'a JSON body',
        actual: 'text',
        problem: 'text',
        begins: 'Warning: x',
        isPreceded: true,
      },
    });
  expect(told([warned('a'), warned('b')])).toMatchObject([{ common: 'Something is printed before the JSON' }]);
});
