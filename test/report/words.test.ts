import { describe, expect, it } from 'vitest';
import type { Because } from '../../src/causes/because.ts';
import type { Reason } from '../../src/causes/reason.ts';
import type { Found } from '../../src/causes/found.ts';
import { becauseOf, foundOf } from '../../src/report/earlier-builds.ts';
import { causes } from '../../src/report/causes.ts';
import { missing } from '../../src/report/missing.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import { becauseInWords } from '../../src/report/words/because.ts';
import { foundInWords } from '../../src/report/words/found.ts';
import { reasonInWords } from '../../src/report/words/reasons.ts';
import { check, reportOf } from './sample.ts';

const failure = { reason: 'reset', message: 'The connection was closed.' };

describe('A cause', () => {
  it.each<[Because, string]>([
    [
      { kind: 'blocked', by: 'health.get', after: 'skipped', root: { kind: 'not-supplied', what: '--expired-key' } },
      'Waits for health.get, which was skipped: not supplied: --expired-key.',
    ],
    [
      { kind: 'blocked', by: 'health.get', after: 'error' },
      'Waits for health.get, which could not run: a fault of this suite.',
    ],
    [
      { kind: 'left-out', option: '--read-only', calls: 'POST /orders' },
      'Left out by --read-only: it calls POST /orders.',
    ],
    [{ kind: 'relaxed', option: 'local', held: true }, 'Held, but under --local.'],
    [{ kind: 'time-limit', seconds: 600 }, 'The run reached its time limit (--time-limit 600) before this was judged.'],
    [
      { kind: 'rate-limited', seconds: 3600 },
      'The service answered 429 (rate limit) and asked to wait 3,600 s, longer than this suite waits.',
    ],
    [
      { kind: 'no-answer', what: 'GET /health was not answered', failure },
      'GET /health was not answered: The connection was closed.',
    ],
    [
      { kind: 'answered', what: 'The update was refused', answer: { status: 422, said: 'no: No.' } },
      'The update was refused: status 422 (no: No.).',
    ],
    [
      { kind: 'refused-alone-too', what: 'Refused alone, too', control: { status: null, failure } },
      'Refused alone, too: no answer: The connection was closed.',
    ],
  ])('is told in a sentence: %j', (because, sentence) => {
    expect(becauseInWords(because)).toBe(sentence);
  });

  it.each<Because>([
    { kind: 'blocked', by: 'health.get', after: 'broken' },
    { kind: 'blocked', by: 'health.get', after: 'inconclusive' },
    { kind: 'blocked', by: 'health.get', after: 'skipped', root: { kind: 'left-out', option: '--skip' } },
    { kind: 'left-out', option: '--read-only', calls: 'POST /orders' },
    { kind: 'not-supplied', what: '--expired-key (ADSERVER_EXPIRED_KEY)' },
    { kind: 'relaxed', option: 'throttle-window', held: true },
    { kind: 'interrupted' },
    { kind: 'no-service', what: 'The service went away again and again.' },
    { kind: 'observed', what: 'No order was refused with 409.' },
  ])('is read back from a report that holds its sentence alone: %j', (because) => {
    expect(becauseOf(check({ outcome: 'skip', message: becauseInWords(because) }))).toEqual(because);
  });
});

describe('A reason', () => {
  it.each<[Reason, string]>([
    [
      { kind: 'time-limit', seconds: 600, checks: ['health.a', 'health.b'] },
      'The run was cut short at its time limit of 600 s. 2 rules are not judged because of that: health.a and health.b. Run again with more time, such as --time-limit 1200.',
    ],
    [
      { kind: 'time-limit', seconds: 5, checks: [] },
      'The run was cut short at its time limit of 5 s. Run again with more time, such as --time-limit 10.',
    ],
    [
      { kind: 'relaxed', option: '--resolve' },
      'The run was made with --resolve: the client asks DNS, so point DNS to that address. Run without it for a certificate.',
    ],
  ])('is told in a sentence: %j', (reason, sentence) => {
    expect(reasonInWords(reason)).toBe(sentence);
  });
});

describe('What was found', () => {
  const answer = { status: 404, said: 'gone: Gone.' };
  const faults = ['/a', '/b'].map((pointer) => ({
    ...{ kind: 'missing' as const, pointer, place: '', expected: 'a string', actual: `no ${pointer.slice(1)}` },
  }));

  it.each<[Found, string]>([
    [
      { kind: 'status', expected: [200, 501], answer, endpoint: 'GET /health', circumstance: 'for s1' },
      'Expected status 200 or 501, got status 404 (gone: Gone.) for s1.',
    ],
    [
      { kind: 'status', expected: 'a refusal without data', answer, endpoint: 'GET /health', brings: 'data' },
      'Expected a refusal without data, got status 404 with data.',
    ],
    [
      {
        kind: 'no-answer',
        expected: [200],
        answer: { status: null, failure },
        endpoint: 'GET /health',
        more: 'So does a retry.',
      },
      'Expected status 200, got no answer: The connection was closed. So does a retry.',
    ],
    [
      { kind: 'shape', faults, others: 3 },
      'Expected /a: a string, got no a. Expected /b: a string, got no b. And 3 more like these.',
    ],
    [
      { kind: 'error-code', code: 'no_key', answer: { status: 401 }, isAltered: false },
      'Expected the code no_key in the body, got status 401.',
    ],
    [{ kind: 'value', expected: 'one', actual: 'two', what: 'There are two.' }, 'There are two.'],
  ])('is told in a sentence: %j', (found, sentence) => {
    expect(foundInWords(found).message).toBe(sentence);
  });

  it.each([
    ['status 404 (gone: Gone.) for s1', { kind: 'status', answer, circumstance: 'for s1' }],
    ['status 401 with data to a request', { kind: 'status', answer: { status: 401 }, brings: 'data' }],
    ['no answer: closed', { kind: 'no-answer' }],
    ['"UTC+2"', { kind: 'value', expected: 'a zone', actual: '"UTC+2"', more: 'So is another.' }],
  ])('is read back from a report that holds its words alone: %s', (actual, found) => {
    const message = `Expected a zone, got ${actual}. So is another. Seen both times that it was asked.`;
    expect(foundOf(check({ outcome: 'fail', expected: 'a zone', actual, message }))).toMatchObject(found);
  });
});

/** As a report of a newer build might hold it. */
const unknown = { kind: 'quota', left: 0 } as never;

it('a kind that only a newer build knows is told by the sentence of the report', () => {
  const skipped = check({ id: 'health.a', outcome: 'skip', message: 'The quota is used up.', because: unknown });
  const open = check({ id: 'health.b', outcome: 'inconclusive', message: 'No quota.', because: unknown });
  const failed = check({ id: 'health.c', outcome: 'fail', message: 'Too much.', found: unknown });
  const report = reportOf('failed', [skipped, open, failed]);
  expect(missing(report).map(({ what }) => what)).toEqual(['The quota is used up.']);
  expect(causes(report).map(({ lead }) => lead.check.id)).toEqual(['health.c', 'health.b']);
  expect(renderTerminal(report, { width: 100, color: false, verbose: true })).toContain('Too much.');
});
