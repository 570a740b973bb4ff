import type { InBetween } from '../causes/answerer.ts';
import { gatewayOfAll } from '../engine/gateway.ts';
import type { VerdictWord } from '../engine/rule.ts';
import { reasonKindsOf } from './earlier-builds.ts';
import { inWords } from '../text/in-words.ts';
import { contractChecks } from './checks-of.ts';
import type { Report } from './model.ts';
import { relaxedByIn } from './relaxed-by.ts';
import { allChecks, tally } from './tally.ts';
import { counted, printable } from './text.ts';
import { betweenInWords } from './words/between.ts';

/** A report as it is shown. `altered` and `unreliable` are computed and never in a file. */
export interface ShownReport extends Report {
  /** The digest does not match: the file was changed after it was written. */
  readonly altered?: true;
  /** Why it earns no certificate, whatever it says. */
  readonly unreliable?: { readonly word: string; readonly sentence: string };
}

/** A verdict in words for people who do not know the terms. */
export interface VerdictWords {
  /** The verdict; or that the report was altered or the run interrupted, because the verdict may be wrong then. */
  readonly title: string;
  /**
   * The verdict whose sign and colour are used. An altered report or interrupted run must never look like a good
   * result.
   */
  readonly shownAs: VerdictWord;
  readonly meaning: string;
  readonly next: string;
}

export function verdictWords(report: ShownReport): VerdictWords {
  if (!report.altered) return wordsOf(report);
  const { title, shownAs, meaning } = wordsOf(report);
  return {
    title: `altered, ${title}`,
    shownAs: shownAs === 'failed' ? shownAs : 'inconclusive',
    meaning: `This report was changed after it was written: its digest does not match. It says: ${meaning}`,
    next: 'Do not rely on it. Ask for the original report, and check it with adserver-conformance verify.',
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
    next: verdict === 'failed' ? nextStep(verdict, report) : 'Run the same command again and let it finish.',
  };
}

/** Warnings to show first: something that this run created is not a draft. */
export function alerts(report: Report): string[] {
  const kinds = reasonKindsOf(report);
  return report.reasons.filter((_reason, index) => kinds[index] === 'not-a-draft');
}

export function createdInWords(report: Report) {
  const isLive = alerts(report).length > 0;
  return {
    title: isLive ? 'Orders created' : 'Drafts created',
    sum: counted(report.created.length, isLive ? 'order' : 'draft order'),
    todo: isLive
      ? "Not all of them are drafts, or answered as such: see in the ad server's console whether they serve, pause now those that do, then remove them."
      : "Remove them in the ad server's console when you are done with the report.",
  };
}

function meaningOf(report: Report): string {
  const between = endedBy(report);
  const musts = contractChecks(report).filter(({ level }) => level === 'must');
  const { counts } = tally(musts);
  switch (report.verdict) {
    case 'certified':
      return `Every rule that requests can show holds: ${counted(counts.pass, 'check')} passed.`;
    case 'passed': {
      const open = counts.skip + counts.waived + counts.inconclusive + counts['expected-fail'];
      if (open === 0)
        return `No rule is broken, but with ${inWords(relaxedByIn(report), 'and')} there is no certificate.`;
      return `No rule ${report.run.interrupted ? 'was seen to be' : 'is'} broken, but ${open} of ${musts.length} could not be fully checked, so there is no certificate.`;
    }
    case 'failed':
      return counts.fail === 0
        ? 'The list of expected failures is out of date.'
        : `${counted(counts.fail, 'rule')} of the contract ${counts.fail === 1 ? 'is' : 'are'} broken.`;
    case 'inconclusive':
      if (report.run.interrupted) return 'What was seen until then allows no verdict.';
      if (between !== undefined) return betweenInWords(between);
      if (report.run.requests === 0) return 'Nothing was sent, so nothing could be judged.';
      return (
        causeOfSilence(report) ??
        gatewayOfAll(report.exchanges) ??
        (isCutShort(report) ? 'The run was cut short at its time limit.' : 'The answers do not allow a verdict.')
      );
  }
}

function nextStep(verdict: VerdictWord, report: Report): string {
  const attested = report.contracts.reduce((total, contract) => total + contract.attested.length, 0);
  switch (verdict) {
    case 'certified':
      return attested === 0
        ? 'Keep this report.'
        : `Have the ${counted(attested, 'statement')} that no request can show signed off, and keep this report.`;
    case 'passed':
      return report.run.options['local'] === true
        ? 'A `--local` run cannot earn a certificate. Run again against the public https:// address.'
        : 'Complete the run as listed to earn the certificate.';
    case 'failed':
      return tally(allChecks(report)).counts.fail === 0
        ? 'Remove the checks that pass from the list, then run the same command again.'
        : 'Fix what is listed, then run the same command again.';
    case 'inconclusive':
      if (isUnanswered(report)) return `${whereToLook(report)}, then run the same command again.`;
      return isCutShort(report)
        ? 'Run again with more time (--time-limit).'
        : 'Resolve what is listed, then run again.';
  }
}

/** Suggests `diagnose`, which works for the ad server only. */
function whereToLook({ contracts }: Report): string {
  return contracts.some(({ id }) => id === 'ad-server')
    ? 'Find out where the connection breaks (adserver-conformance diagnose)'
    : 'Check the address, and whether it can be reached from here (curl -v)';
}

/** Who answered everything instead of the service, so that the run ended early. */
function endedBy({ because = [] }: Report): InBetween | undefined {
  return because.flatMap((reason) => (reason.kind === 'in-between' && reason.endsRun ? [reason] : []))[0];
}

const isCutShort = (report: Report) => reasonKindsOf(report).includes('time-limit');

function causeOfSilence(report: Report): string | undefined {
  if (!isUnanswered(report)) return undefined;
  const [error = '', ...others] = new Set(report.exchanges.map((call) => call.error ?? ''));
  return error === '' || others.length > 0 ? 'The service did not answer any request.' : printable(error);
}

function isUnanswered({ exchanges: calls }: Report): boolean {
  return calls.length > 0 && calls.every(({ response }) => response === null);
}
