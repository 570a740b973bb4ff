import { isBeyondTerms, type Excuse } from '../http/reply.ts';
import type { Note } from './node.ts';
import { Inconclusive, Violation, type Finding } from './signal.ts';

/** The excuse attached to the offending reply of a finding, if any. */
export function excuseOf({ replies }: Finding): Excuse | undefined {
  return replies.at(-1)?.excuse;
}

/**
 * Judges every item, then reports the most serious result. An answer that breaks the rule without an excuse is thrown
 * at once, whatever came before it. Otherwise the first inconclusive one is thrown. An answer excused by a business
 * rule counts as judged and is noted. Items that the publisher's terms exclude make the rule inconclusive only if no
 * other item could be judged.
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

/** The reason why an item is inconclusive, or null if it was judged; rethrows an unexcused violation. */
function openIn(thrown: unknown, note?: Note): Inconclusive | null {
  if (thrown instanceof Inconclusive) return thrown;
  const excuse = thrown instanceof Violation ? excuseOf(thrown.finding) : undefined;
  if (excuse === undefined) throw thrown;
  if (!excuse.permitted) return new Inconclusive(excuse.because, excuse.shownBy);
  note?.(excuse.because);
  return null;
}
