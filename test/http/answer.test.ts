import { expect, it } from 'vitest';
import { replyOf } from '../../src/http/answer.ts';
import { KeptAnswers } from '../../src/http/kept-answers.ts';
import type { Endpoint } from '../../src/http/reply.ts';

const answerOf = (endpoint: Endpoint, rows: number) => {
  const row = { line_item_id: 'line-1', date: '2026-03-02', impressions: 1200, clicks: 3 };
  const body = Buffer.from(JSON.stringify({ rows: Array.from({ length: rows }, () => row) }));
  return replyOf(
    { kind: 'answer', status: 200, headers: {}, body, firstByteMs: 1 },
    {
      endpoint,
      callIds: ['x1'],
      rateLimited: [],
      denied: [],
      failed: [],
      durationMs: 1,
      kept: new KeptAnswers(),
      echoes: () => false,
      suspects: () => false,
    },
  );
};

it('A report may have more values than any other answer, but not without end', () => {
  expect(answerOf('reports', 60_000).json.ok).toBe(true);
  expect(answerOf('inventory', 60_000).json).toEqual({
    ok: false,
    kind: 'too-much',
    problem: 'JSON with more than 200,000 values',
  });
  expect(answerOf('reports', 100_000).json).toEqual({
    ok: false,
    kind: 'too-much',
    problem: 'JSON with more than 400,000 values',
  });
});
