import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { leakedData } from '../readers/leaked-data.ts';

/** Expects a refusal to hold nothing of what a good credential is served, unless another refusal holds it too. */
export function expectNoData(
  refusal: Reply,
  { served, other }: { readonly served: Reply | null | undefined; readonly other: Reply | undefined },
  to = '',
): void {
  const leaked = served && other ? leakedData(refusal, served, other) : [];
  if (leaked.length > 0)
    violation({
      expected: 'a refusal without data',
      actual: `status ${refusal.status ?? 0} with data${to}: ${cut(leaked.slice(0, 3).join(', '), 200)}`,
      replies: [refusal],
    });
}
