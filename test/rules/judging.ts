import type { Check } from '../../src/engine/node.ts';
import { Inconclusive, NotApplicable, Violation } from '../../src/engine/signal.ts';
import { excuseOf } from '../../src/engine/excuse.ts';
import { anyReply } from '../checks/any-reply.ts';
import type { Reply } from '../../src/http/reply.ts';

/** What a rule says of written records: `holds`, or how it judges and in which words. */
export async function judged(rule: Check<void>, records: Readonly<Record<string, unknown>>): Promise<string> {
  const notes: string[] = [];
  try {
    // A rule is handed its records and a note, and nothing to send with.
    const context: unknown = { ...records, note: (remark: string) => notes.push(remark) };
    await rule.run(context as Parameters<typeof rule.run>[0]);
    return ['holds', ...notes].join(': ');
  } catch (thrown) {
    if (thrown instanceof Violation) {
      const excuse = excuseOf(thrown.finding);
      return excuse === undefined ? `broken: ${thrown.message}` : `excused: ${excuse.why}`;
    }
    if (thrown instanceof Inconclusive) return `inconclusive: ${thrown.message}`;
    if (thrown instanceof NotApplicable) return `not applicable: ${thrown.message}`;
    throw thrown;
  }
}

/** An answer with this status and, if given, this JSON body. */
export function answer(status: number | null, body?: unknown, rest: Partial<Reply> = {}): Reply {
  const json = body === undefined ? anyReply({}).json : { ok: true as const, value: body };
  return anyReply({ endpoint: 'orders', status, json, ...rest });
}
