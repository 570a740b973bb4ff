import type { VerdictWord } from '../engine/rule.ts';
import { verdictFaults } from './contradictions.ts';
import { verdictWords, type ShownReport } from './verdict-words.ts';

/** What a certificate or a badge may say. */
export interface CertificateVerdict {
  readonly isCertified: boolean;
  /** One or two words in lower case; *certified* only if it is. */
  readonly word: string;
  readonly sentence: string;
  /** The verdict whose sign and colour are used. */
  readonly shownAs: VerdictWord;
}

const NO_CERTIFICATE = 'This is not a certificate.';

/**
 * The verdict that may be shown to others. It is *certified* only if the report was not altered, the run was not
 * interrupted, and the checks themselves justify it.
 */
export function certificateVerdict(report: ShownReport): CertificateVerdict {
  if (report.altered)
    return refused('altered', 'The report was altered since it was written: nothing in it can be relied on.');
  if (report.unreliable !== undefined) return refused(report.unreliable.word, report.unreliable.sentence);
  if (report.run.interrupted) return refused('interrupted', 'The run was interrupted before its end.', report.verdict);
  if (verdictFaults(report).length > 0)
    return refused('contradictory', 'The verdict that the report states does not follow from its checks.');
  const { verdict } = report;
  const { meaning } = verdictWords(report);
  if (verdict === 'failed' || verdict === 'inconclusive') return refused(verdict, meaning, verdict);
  // The meaning of *passed* says that there is no certificate.
  return { isCertified: verdict === 'certified', word: verdict, sentence: meaning, shownAs: verdict };
}

function refused(word: string, sentence: string, verdict: VerdictWord = 'inconclusive'): CertificateVerdict {
  return {
    isCertified: false,
    word,
    sentence: `${sentence} ${NO_CERTIFICATE}`,
    shownAs: verdict === 'certified' ? 'inconclusive' : verdict,
  };
}
