import type { CheckResult, ModuleResult } from './model.ts';

export const checksOf = (modules: readonly ModuleResult[]): CheckResult[] => modules.flatMap(({ checks }) => checks);

/** What appears more than once. */
export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(twice)];
}
