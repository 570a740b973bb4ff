import type { CheckResult, ModuleResult, Report } from './model.ts';

export const checksOf = (modules: readonly ModuleResult[]): CheckResult[] => modules.flatMap(({ checks }) => checks);

/** Every module: those of the contracts, then the publisher's own programs. */
export const modulesOf = ({ contracts, custom }: Pick<Report, 'contracts' | 'custom'>): ModuleResult[] => [
  ...contracts.flatMap(({ modules }) => modules),
  ...custom,
];

/** Every check of the contracts, without those of the publisher's own programs. */
export const contractChecks = ({ contracts }: Pick<Report, 'contracts'>): CheckResult[] =>
  contracts.flatMap(({ modules }) => checksOf(modules));

export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(twice)];
}
