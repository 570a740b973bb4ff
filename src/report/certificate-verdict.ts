import { cutShort } from '../engine/verdict.ts';
import type { VerdictWord } from '../engine/rule.ts';
import { inWords } from '../text/in-words.ts';
import { relaxedByIn } from './relaxed-by.ts';
import { tally } from './tally.ts';
import { counted } from './text.ts';
import type { ShownReport } from './verdict-words.ts';
import { verdictFaults } from './contradictions.ts';

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
  const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
  const musts = checks.filter(({ level }) => level === 'must');
  const { counts } = tally(musts);
  switch (report.verdict) {
    case 'certified':
      return {
        isCertified: true,
        word: 'certified',
        sentence: `Every binding rule that applies was judged and holds: ${counted(counts.pass, 'rule')}.`,
        shownAs: 'certified',
      };
    case 'passed':
      return refused(
        'passed',
        openOf(counts) === 0
          ? `No rule is broken, but the run was made with ${inWords(relaxedByIn(report), 'and')}.`
          : `No rule is broken, but ${counted(openOf(counts), 'rule')} of ${musts.length} could not be fully checked.`,
        'passed',
      );
    case 'failed':
      return refused(
        'failed',
        counts.fail === 0
          ? 'The list of known failures is out of date.'
          : `${counted(counts.fail, 'rule is', 'rules are')} broken.`,
        'failed',
      );
    case 'inconclusive':
      return refused(
        'inconclusive',
        cutShort(checks) === null
          ? 'The answers of the service allow no verdict.'
          : 'The run was cut short at its time limit.',
      );
  }
}

type Counts = ReturnType<typeof tally>['counts'];

/** The number of rules that were waived or inconclusive. */
const openOf = (counts: Counts) => counts.skip + counts.waived + counts.inconclusive + counts['expected-fail'];

function refused(word: string, sentence: string, verdict: VerdictWord = 'inconclusive'): CertificateVerdict {
  return {
    isCertified: false,
    word,
    sentence: `${sentence} ${NO_CERTIFICATE}`,
    shownAs: verdict === 'certified' ? 'inconclusive' : verdict,
  };
}
