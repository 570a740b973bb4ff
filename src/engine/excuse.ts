import { isBeyondTerms, type Excuse } from '../http/reply.ts';
import type { Note } from './node.ts';
import { Inconclusive, Violation, type Finding } from './signal.ts';

/** The excuse of the answer that a finding blames. */
export function excuseOf({ replies }: Finding): Excuse | undefined {
  return replies.at(-1)?.excuse;
}

/**
 * Judges each item. An answer that breaks the rule and has no excuse wins, wherever it stands; where each that breaks it is
 * excused, or open, that is thrown. What a business rule forbids leaves nothing open, and is noted; what the publisher's
 * terms leave out does so only if nothing else is there to judge.
 */
export function every<T>(items: Iterable<T>, judge: (item: T) => void, note?: Note): void {
  let open: Inconclusive | null = null;
  let beyond: Inconclusive | null = null;
  let isJudged = false;
  for (const item of items)
    try {
      judge(item);
      isJudged = true;
    } catch (thrown) {
      const left = openIn(thrown, note);
      if (left?.replies.some(isBeyondTerms)) beyond ??= left;
      else open ??= left;
    }
  if (open !== null) throw open;
  if (beyond !== null && !isJudged) throw beyond;
}

/** What a judgement leaves open, if anything; throws on what it finds broken. */
function openIn(thrown: unknown, note?: Note): Inconclusive | null {
  if (thrown instanceof Inconclusive) return thrown;
  const excuse = thrown instanceof Violation ? excuseOf(thrown.finding) : undefined;
  if (excuse === undefined) throw thrown;
  if (!excuse.permitted) return new Inconclusive(excuse.why, excuse.shownBy);
  note?.(excuse.why);
  return null;
}
