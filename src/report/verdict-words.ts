import type { VerdictWord } from '../engine/rule.ts';
import type { Report } from './model.ts';
import { allChecks, tally } from './tally.ts';
import { counted } from './text.ts';

/** A report as it is shown; `altered` is never in a file. */
export interface ShownReport extends Report {
  /** Its digest does not match: the file was changed after it was written. */
  readonly altered?: true;
}

/** A verdict in words for somebody who does not know the terms. */
export interface VerdictWords {
  /** The verdict, or first that the report was altered or the run interrupted: the verdict may be wrong then. */
  readonly title: string;
  /** The verdict whose sign and colour are used: an altered report or interrupted run never looks like a good result. */
  readonly shownAs: VerdictWord;
  readonly meaning: string;
  readonly next: string;
}

/** What the verdict of a report means and what follows from it. */
export function verdictWords(report: ShownReport): VerdictWords {
  if (!report.altered) return wordsOf(report);
  const { title, shownAs, meaning } = wordsOf(report);
  return {
    title: `altered, ${title}`,
    shownAs: shownAs === 'failed' ? shownAs : 'inconclusive',
    meaning: `This report was altered since it was written: its digest does not fit. It says: ${meaning}`,
    next: 'Do not rely on it: ask for the report as it was written, and see adserver-conformance verify.',
  };
}

function wordsOf(report: Report): VerdictWords {
  const { verdict, run } = report;
  if (!run.interrupted)
    return { title: verdict, shownAs: verdict, meaning: meaningOf(report), next: nextStep(verdict, report) };
  return {
    title: verdict === 'inconclusive' ? 'interrupted, inconclusive' : `interrupted, ${verdict} so far`,
    shownAs: verdict === 'failed' ? verdict : 'inconclusive',
    meaning: `The run was interrupted before its end. ${meaningOf(report)}`,
    next: verdict === 'failed' ? nextStep(verdict, report) : 'Run the same command again, to its end.',
  };
}

/** Warnings that come first: something this run created is not a draft. */
export function alerts({ reasons }: Report): string[] {
  return reasons.filter((reason) => /\bnot a draft\b/i.test(reason));
}

function meaningOf(report: Report): string {
  const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
  const musts = checks.filter(({ level }) => level === 'must');
  const { counts } = tally(musts);
  switch (report.verdict) {
    case 'certified':
      return `Every rule that requests can show holds: ${counted(counts.pass, 'check')} passed.`;
    case 'passed': {
      const open = counts.skip + counts.waived + counts.inconclusive + counts['expected-fail'];
      return `Not a certificate: no rule ${report.run.interrupted ? 'was seen to be' : 'is'} broken, but ${counted(open, 'rule')} of ${musts.length} ${open === 1 ? 'was' : 'were'} not judged in full.`;
    }
    case 'failed':
      return counts.fail === 0
        ? 'The list of expected failures is out of date.'
        : `${counted(counts.fail, 'rule')} of the contract ${counts.fail === 1 ? 'is' : 'are'} broken.`;
    case 'inconclusive':
      if (report.run.interrupted) return 'What it saw allows no verdict.';
      return isUnanswered(report) ? 'The service answered no request.' : 'The answers allow no verdict.';
  }
}

function nextStep(verdict: VerdictWord, report: Report): string {
  const attested = report.contracts.reduce((total, contract) => total + contract.attested.length, 0);
  switch (verdict) {
    case 'certified':
      return attested === 0
        ? 'Keep this report.'
        : `Have somebody sign off the ${counted(attested, 'statement')} that no request can show, and keep this report.`;
    case 'passed':
      return report.run.options['local'] === true
        ? 'No run with --local is a certificate: it takes one at the public https:// address, and complete.'
        : 'Complete the run as listed under "Not judged", to earn the certificate.';
    case 'failed':
      return tally(allChecks(report)).counts.fail === 0
        ? 'Take what passes off the list, then run the same command again.'
        : 'Fix what is listed under "To fix", then run the same command again.';
    case 'inconclusive':
      return isUnanswered(report)
        ? `${whereToLook(report)}, then run the same command again.`
        : 'Clear what kept the suite from judging, then run the same command again.';
  }
}

/** `diagnose` works for the ad server only. */
function whereToLook({ contracts }: Report): string {
  return contracts.some(({ id }) => id === 'ad-server')
    ? 'Look where the connection breaks (adserver-conformance diagnose)'
    : 'Check the address, and whether it can be reached from here (curl -v)';
}

function isUnanswered({ exchanges }: Report): boolean {
  return exchanges.length > 0 && exchanges.every(({ response }) => response === null);
}
