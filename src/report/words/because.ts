import type { Because, BlockedAfter } from '../../causes/because.ts';
import { answerInWords } from '../../causes/answer.ts';
import { betweenInWords } from './between.ts';

/** The sentence for a cause. */
export function becauseInWords(because: Because): string {
  switch (because.kind) {
    case 'blocked':
      return `Waits for ${because.by}, which ${endInWords(because.after, because.root)}.`;
    case 'left-out':
      return `Left out by ${because.option}${because.calls === undefined ? '' : `: it calls ${because.calls}`}.`;
    case 'not-supplied':
      return `Not supplied: ${because.what}.`;
    case 'allowlist':
      return because.isListed
        ? 'Applies only if this machine is not on the allowlist (--listing-blocked).'
        : 'This machine is said not to be on the allowlist (--listing-blocked).';
    case 'relaxed':
      return because.held ? `Held, but under --${because.option}.` : `Not judged under --${because.option}.`;
    case 'interrupted':
      return 'The run was interrupted.';
    case 'time-limit':
      return `The run reached its time limit (--time-limit ${because.seconds}) before this was judged.`;
    case 'rate-limited':
      return because.seconds === undefined
        ? 'The service kept answering 429 (rate limit).'
        : `The service answered 429 (rate limit) and asked to wait ${because.seconds.toLocaleString('en')} s, longer than this suite waits.`;
    case 'in-between':
      return betweenInWords(because);
    case 'no-answer':
      return `${because.what}: ${because.failure.message}`;
    case 'refused-alone-too':
      return `${because.what}: ${answerInWords(because.control)}.`;
    case 'answered':
      return `${because.what}: ${answerInWords(because.answer)}.`;
    case 'unseen':
      return 'No answer that this rule concerns was seen.';
    case 'unsteady':
      return 'The service fails now and then and succeeds when asked again, so this may be such a failure.';
    case 'suite-error':
      return `A fault of this suite, not of the service: ${because.message} Please report it at ${because.reportAt} with this report attached.`;
    case 'no-service':
    case 'closed':
    case 'beyond-terms':
    case 'observed':
      return because.what;
  }
}

function endInWords(after: BlockedAfter, root: Because | undefined): string {
  switch (after) {
    case 'broken':
      return 'did not pass';
    case 'inconclusive':
      return 'was inconclusive';
    case 'error':
      return 'could not run: a fault of this suite';
    case 'skipped':
      return root === undefined ? 'was skipped' : `was skipped: ${asClause(becauseInWords(root))}`;
  }
}

const asClause = (sentence: string) => uncapitalized(sentence).replace(/\.$/, '');

/** `GET /health …` stays as it is. */
export const uncapitalized = (sentence: string) =>
  sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** How to have judged what was not, as the end of a sentence about the rules: `give …`. */
export function remedyInWords(because: Because): string {
  if (because.kind === 'left-out') return `left out by ${because.option}. Run without it.`;
  if (because.kind === 'not-supplied') return `give ${because.what}.`;
  if (because.kind !== 'relaxed') return becauseInWords(because);
  return because.option === 'local'
    ? 'waived by --local. Run without it, at the public https:// address.'
    : `waived. ${becauseInWords(because)}`;
}
