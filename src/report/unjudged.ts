import { unjudgedModules } from '../engine/verdict.ts';
import type { CheckResult, ContractResult } from './model.ts';

/** The checks that make a contract's verdict inconclusive; empty if it has another verdict. */
export function undecided({ verdict, modules }: ContractResult): ReadonlySet<CheckResult> {
  if (verdict !== 'inconclusive') return new Set();
  const unjudged = unjudgedModules(modules);
  const checks = (unjudged.length > 0 ? unjudged : modules).flatMap((module) => module.checks);
  return new Set(checks.filter(({ outcome, level }) => outcome === 'inconclusive' && level === 'must'));
}
