import type { Finding } from '../../../src/engine/signal.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { hasLines, linesOf, type Sent } from './booking.ts';

/** `null` if the lines of an answer are those that were sent, each once, under their references. */
export function unechoed({ request, reply }: Sent): Finding | null {
  const got = linesOf(reply).map(({ ref }) => ref);
  // Another rule checks that references are strings.
  if (!hasLines(reply) || !got.every((ref) => typeof ref === 'string')) return null;
  const sent = request.line_items.map((line) => line.external_ref);
  const missing = without(sent, got).map(({ ref }) => ref);
  const [extra] = without(got, sent);
  if (missing.length === 0 && extra === undefined) return null;
  return {
    expected:
      sent.length === 1 ? 'one line, under its external_ref' : `${sent.length} lines, each under its external_ref`,
    actual: extra === undefined ? tooFew(got.length, missing) : odd(extra.ref, sent, missing),
    pointer: extra === undefined ? '/line_items' : `/line_items/${extra.index}/external_ref`,
    replies: [reply],
  };
}

function tooFew(got: number, missing: readonly string[]): string {
  if (got === 0) return 'no line';
  const which = missing.length === 1 ? 'the one' : 'those';
  return `${got} ${got === 1 ? 'line' : 'lines'}: ${which} with the external_ref ${lacking(missing)}`;
}

const lacking = (missing: readonly string[]) => `${quoted(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`;

function odd(ref: string, sent: readonly string[], missing: readonly string[]): string {
  const also = missing.length === 0 ? '' : `, and ${lacking(missing)}`;
  if (sent.includes(ref)) return `the external_ref ${quoted([ref])} more than once${also}`;
  if (ref !== '' && missing.some((one) => one.startsWith(ref)))
    return `an external_ref cut to its first ${ref.length} characters: ${JSON.stringify(cut(ref, 120))}`;
  return `a line that was not sent: ${JSON.stringify(cut(ref, 120))}${also}`;
}

/** The items of a list that another one lacks, or has fewer times. */
function without(all: readonly string[], others: readonly string[]): { ref: string; index: number }[] {
  const left = [...others];
  return all.flatMap((ref, index) => {
    const at = left.indexOf(ref);
    if (at < 0) return [{ ref, index }];
    left.splice(at, 1);
    return [];
  });
}

/** References of a run have the same beginning, so the end of a long one says more. */
const SHOWN_CHARACTERS = 60;

function quoted(refs: readonly string[]): string {
  const some = refs
    .slice(0, 3)
    .map((ref) => JSON.stringify(ref.length > SHOWN_CHARACTERS ? `…${ref.slice(-SHOWN_CHARACTERS)}` : ref));
  return inWords(refs.length > 3 ? [...some, `${refs.length - 3} more`] : some, 'and');
}
