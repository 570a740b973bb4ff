import { describe, expect, it, test } from 'vitest';
import { holdsOneElement, slipIn } from '../../src/causes/slip.ts';
import type { Found } from '../../src/causes/found.ts';
import { expect as expectOf } from '../../src/engine/expect.ts';
import { foundInWords, repetitionInWords, sentenceOf } from '../../src/report/words/found.ts';
import { deliveryReport, errorBody } from '../../src/schema/generated/validators.js';
import { parseJson } from '../../src/text/parsed-json.ts';
import type { Reply } from '../../src/http/reply.ts';
import { answer, foundBy } from '../rules/judging.ts';

const replyWith = (status: number, text: string, type = 'application/json'): Reply => {
  const body = Buffer.from(text);
  return { ...answer(status), headers: { 'content-type': type }, body, json: parseJson(body) };
};

const inSentence = (found: Found) => sentenceOf(found, 'GET /x', foundInWords(found).actual);

describe('what was found, in one sentence', () => {
  it('begins with the call and ends with what was expected', () => {
    const found = { kind: 'status', expected: [200, 501], answer: { status: 403, said: 'no: No.' } } as const;
    expect(inSentence({ ...found, endpoint: 'GET /x' })).toBe('GET /x answers 403 (no: No.); expected 200 or 501.');
    const failure = { reason: 'reset', message: 'The connection was closed.' };
    expect(inSentence({ kind: 'no-answer', expected: [200], answer: { status: null, failure }, endpoint: '' })).toBe(
      'GET /x: no answer: The connection was closed; expected 200.',
    );
  });

  it('begins with what was found if no call showed it', () => {
    const found = { kind: 'value', expected: 'an address that starts with https://', actual: 'http://' } as const;
    expect(sentenceOf(found, '', 'http://')).toBe('Got http://; expected an address that starts with https://.');
  });

  it.each([
    ['<!doctype html><title>Sign in</title>', 'HTML or XML, not JSON (200, text/html); it reads `Sign in`; expected'],
    ['<html><body>', 'HTML or XML, not JSON (200, text/html); it begins `<html><body>`; expected'],
    [
      '<br />\n<b>Warning</b>:  Undefined array key "geo" in <b>/app/a.php</b> on line <b>4</b><br />\n{"a":1}',
      'got `Warning: Undefined array key "geo" in /app/a.php on line 4` before the JSON (200, text/html); expected',
    ],
    ['', 'got an empty body (200, text/html); expected'],
  ])('of a body that is not JSON has its status, type and first line: %j', (text, words) => {
    const found = foundBy(() => expectOf(replyWith(200, text, 'text/html; charset=utf-8')).json());
    expect(inSentence(found)).toContain(words);
  });

  it('of a missing member names those that are there, and of how many elements it is true', () => {
    const row = { line_item_id: 'l1', day: '2027-01-01', impressions: 1, clicks: 0 };
    const right = { line_item_id: 'l1', date: '2027-01-01', impressions: 1, clicks: 0 };
    const found = (...rows: object[]) =>
      foundBy(() => {
        expectOf(replyWith(200, JSON.stringify({ rows }))).fits(deliveryReport, '/rows/*/date');
      });
    expect(inSentence(found(row, row))).toContain(
      'got no date, only line_item_id, day, impressions and clicks (in all 2 rows); expected',
    );
    expect(inSentence(found(right, row, row))).toContain('(in 2 of 3 rows)');
    expect(inSentence(found(right, right, row))).toContain('(in the last of 3 rows)');
  });

  it('of a member in a wrapper or under another name says where it is', () => {
    const found = (body: object) =>
      foundBy(() => {
        expectOf(replyWith(400, JSON.stringify(body))).fits(errorBody, '/code');
      });
    expect(inSentence(found({ error: { code: 'a', message: 'b' } }))).toBe(
      'GET /x: `code` is inside `error`; expected at the top level.',
    );
    expect(inSentence(found({ Code: 'a', message: 'b' }))).toBe('GET /x: `code` is called `Code`.');
  });
});

test('How often it was seen is told of the smallest group of answers', () => {
  const within = { of: 39, which: 'of POST /orders with status 429' };
  expect(repetitionInWords({ times: 39, of: 293, within }, 'answer')).toBe(
    'in all 39 answers of POST /orders with status 429',
  );
  expect(repetitionInWords({ times: 2, of: 293, within }, 'answer')).toBe(
    'in 2 of 39 answers of POST /orders with status 429',
  );
  expect(repetitionInWords({ times: 3, of: 9, where: 'every one from GET /health' }, 'answer')).toBe(
    'in 3 of 9 answers: every one from GET /health',
  );
});

test.each([
  ['line-1', '0', 'zero-id'],
  ['1152921504606847053', '1152921504606847000', 'rounded'],
  ['conf-0123456789-Line-basic', 'conf-0123456789-Li', 'cut'],
  ['line-1', 'line-2', undefined],
  ['1001', '1002', undefined],
  ['line-10', 'line-1', undefined],
])('what happened to %j, which became %j', (was, is, slip) => {
  expect(slipIn(was, is)).toBe(slip);
});

test.each([
  [{ data: [{ id: 1 }, { id: 1 }, { id: 1 }] }, true],
  [{ data: [{ id: 1 }, { id: 1 }, { id: 2 }] }, false],
  [{ data: [{ id: 1 }, { id: 1 }] }, false],
  [{ data: [] }, false],
  [null, false],
])('a pointer to a loop variable shows in %j: %s', (body, is) => {
  expect(holdsOneElement(body)).toBe(is);
});
