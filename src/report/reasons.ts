import type { ContractId, Outcome, VerdictWord } from '../engine/rule.ts';
import { waitedFor } from '../engine/skip-words.ts';
import { isAskedInVain, unjudgedModules, type Judged } from '../engine/verdict.ts';
import type { Trouble } from '../http/client.ts';
import type { Exchange } from '../http/exchange.ts';
import { inWords } from '../text/in-words.ts';
import { CONTRACT_NAMES } from './contract-names.ts';
import type { CheckResult, ContractResult } from './model.ts';
import { suspicions } from './suspicions.ts';
import { counted } from './text.ts';
import { troubleReasons } from './trouble.ts';

/** Why a contract is not certified: one sentence per kind of reason, with what would complete the run. */
export function reasonsOf(judged: Judged, verdict: VerdictWord): string[] {
  const checks = judged.modules.flatMap(({ checks }) => checks);
  const musts = checks.filter(({ level }) => level === 'must');
  const having = (outcome: Outcome) => musts.filter((check) => check.outcome === outcome);
  const reasons: string[] = [];
  if (judged.answered === false) reasons.push('The service did not answer any request.');
  for (const id of judged.stale)
    reasons.push(`${id} is listed as an expected failure and now passes. Take it off the list.`);
  const failed = having('fail');
  if (failed.length > 0)
    reasons.push(`${counted(failed.length, 'rule')} of the contract ${be(failed.length)} broken: ${names(failed)}.`);
  const errors = checks.filter(({ outcome }) => outcome === 'error');
  if (errors.length > 0) reasons.push(`This suite has a fault of its own in ${names(errors)}. Please report it.`);
  const unjudged = unjudgedModules(judged.modules).map(({ id }) => id);
  if (unjudged.length > 0) reasons.push(`No rule of ${inWords(unjudged, 'and')} could be judged.`);
  if (unjudged.length === 0 && isAskedInVain(judged)) reasons.push('Nothing that was asked for could be judged.');
  if (verdict === 'certified') return reasons;
  const inconclusive = having('inconclusive');
  if (inconclusive.length > 0)
    reasons.push(
      `${counted(inconclusive.length, 'rule')} ${be(inconclusive.length)} inconclusive: ${names(inconclusive)}.`,
    );
  const waived = having('waived');
  if (waived.length > 0)
    reasons.push(
      `${counted(waived.length, 'rule')} ${be(waived.length)} waived by an option of this run: ${names(waived)}.`,
    );
  const known = having('expected-fail');
  if (known.length > 0) reasons.push(`${counted(known.length, 'known failure')}: ${names(known)}.`);
  for (const [why, skipped] of grouped(having('skip')))
    if (waitedFor(why) === undefined)
      reasons.push(`${counted(skipped.length, 'rule')} ${be(skipped.length)} not judged (${names(skipped)}). ${why}`);
  return reasons;
}

export interface RunFactsSeen {
  readonly contracts: readonly ContractResult[];
  readonly exchanges: readonly Exchange[];
  readonly stoppedBy: string | null;
  readonly interrupted: boolean;
  readonly blocked: boolean;
  readonly trouble: ReadonlyMap<ContractId, Trouble>;
}

/** Patterns across the whole run, the most urgent first. */
export function runReasons(seen: RunFactsSeen): string[] {
  const { exchanges, stoppedBy, interrupted } = seen;
  const reasons: string[] = [];
  if (stoppedBy !== null)
    reasons.push(
      `Stopped creating orders: something this run created is not a draft (${stoppedBy}). Check the orders that the report lists as created, and pause them now.`,
    );
  if (interrupted) reasons.push('The run was interrupted. The report shows what was seen until then.');
  const answered = exchanges.filter(({ response }) => response !== null);
  reasons.push(...suspicions(seen));
  for (const [contract, trouble] of seen.trouble)
    reasons.push(
      ...troubleReasons(trouble).map((reason) =>
        seen.trouble.size === 1 ? reason : `${CONTRACT_NAMES[contract]}: ${reason}`,
      ),
    );
  const slow = answered.filter(({ durationMs }) => durationMs > 2000);
  if (answered.length >= 10 && slow.length >= answered.length * 0.8)
    reasons.push(`${slow.length} of ${answered.length} answers took more than two seconds.`);
  const retries = exchanges.filter(({ attempt }) => attempt > 1);
  if (retries.length >= 5)
    reasons.push(`${retries.length} requests were repeated after a denial, a 429, a 5xx or a dropped connection.`);
  return reasons;
}

function grouped(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) groups.set(check.message, [...(groups.get(check.message) ?? []), check]);
  return groups;
}

const be = (number: number) => (number === 1 ? 'is' : 'are');

function names(checks: readonly CheckResult[]): string {
  const ids = checks.map(({ id }) => id);
  return ids.length <= 6 ? inWords(ids, 'and') : `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`;
}
