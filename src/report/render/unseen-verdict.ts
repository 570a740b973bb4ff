import type { VerdictWord } from '../../engine/rule.ts';
import type { Report } from '../model.ts';
import { verdictWords } from '../verdict-words.ts';

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
