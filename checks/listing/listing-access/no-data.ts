import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { leakedData } from '../readers/leaked-data.ts';

interface Contrast {
  readonly served: Reply | undefined;
  readonly noToken: Reply | undefined;
  readonly garbage: Reply | undefined;
  readonly elsewhere: Parameters<typeof leakedData>[2]['elsewhere'];
}

/** Expects a refusal to hold nothing of what a good credential is served, nor of what the other refusal does not say. */
export function expectNoData(
  refusal: Reply,
  { served, elsewhere, ...refusals }: Contrast,
  to = '',
  other: 'noToken' | 'garbage' = 'noToken',
): void {
  const same = refusals[other];
  const leaked = served && same ? leakedData(refusal, served, { same, elsewhere }) : [];
  if (leaked.length > 0)
    violation({
      expected: 'a refusal without data',
      actual: `status ${refusal.status ?? 0} with data${to}: ${cut(leaked.slice(0, 3).join(', '), 200)}`,
      replies: [refusal],
    });
}
