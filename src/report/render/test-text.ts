import type { CheckResult, Report } from '../model.ts';
import { printable } from '../text.ts';
import type { VerdictWord } from '../../engine/rule.ts';
import { verdictWords } from '../verdict-words.ts';

const LONGEST_LINE = 1_000;
const LONGEST_TEXT = 10_000;

export const line = (text: string): string => printable(text.replace(/\s+/g, ' ').trim(), { max: LONGEST_LINE });

export const lines = (text: string): string => printable(text, { max: LONGEST_TEXT, multiline: true });

/** Everything a check reports, one fact per paragraph. */
export function story(check: CheckResult): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Requirement', check.requirement],
    ['Section', check.section],
    ['Found', check.message],
    ['Expected', check.expected],
    ['Actual', check.actual],
    ['At', check.pointer],
    ['Fix', check.fix],
    ['Unstable', check.unstable ? 'the failure did not repeat when asked again' : undefined],
    ['Exchanges', check.exchanges.length === 0 ? undefined : check.exchanges.join(', ')],
  ];
  return facts
    .flatMap(([name, fact]) => (fact === undefined || fact === '' ? [] : [`${name}: ${lines(fact)}`]))
    .join('\n');
}

/** A verdict that the results of single tests do not show. */
export interface UnseenVerdict {
  /** The contract, or `run`. */
  readonly of: string;
  readonly verdict: string;
  readonly reasons: readonly string[];
}

/**
 * Bad verdicts without a failed test: a service that never answered, a known failure that no longer fails, an
 * interrupted run. Formats that contain only test results would be all green without them.
 */
export function unseenVerdicts(report: Report): UnseenVerdict[] {
  const { contracts, verdict, reasons, run } = report;
  if (run.interrupted) return [{ of: 'run', verdict: verdictWords(report).title, reasons }];
  if (contracts.length === 0) return isBad(verdict) ? [{ of: 'run', verdict, reasons }] : [];
  const unseen = contracts.filter(
    (contract) =>
      isBad(contract.verdict) &&
      !contract.modules.some(({ checks }) => checks.some(({ outcome }) => outcome === 'fail' || outcome === 'error')),
  );
  return unseen.map((contract) => ({ of: contract.id, verdict: contract.verdict, reasons: contract.reasons }));
}

const isBad = (verdict: VerdictWord) => verdict === 'failed' || verdict === 'inconclusive';
