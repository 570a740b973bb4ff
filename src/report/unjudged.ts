import { unjudgedModules } from '../engine/verdict.ts';
import { withCauses } from './earlier-builds.ts';
import type { CheckResult, ContractResult } from './model.ts';

/** The checks that make a contract's verdict inconclusive; empty if it has another verdict. */
export function undecided({ verdict, modules }: ContractResult): ReadonlySet<CheckResult> {
  if (verdict !== 'inconclusive') return new Set();
  const unjudged = unjudgedModules(withCauses(modules));
  const ids = new Set((unjudged.length > 0 ? unjudged : modules).map(({ id }) => id));
  const checks = modules.filter(({ id }) => ids.has(id)).flatMap((module) => module.checks);
  return new Set(checks.filter(({ outcome, level }) => outcome === 'inconclusive' && level === 'must'));
}
