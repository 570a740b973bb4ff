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

/** A name for each check: its id, or another one from the second of an id on. */
export function namesOf(
  checks: readonly CheckResult[],
  another: (id: string, number: number) => string,
): Map<CheckResult, string> {
  const times = new Map<string, number>();
  return new Map(
    checks.map((check) => {
      const number = (times.get(check.id) ?? 0) + 1;
      times.set(check.id, number);
      return [check, number === 1 ? check.id : another(check.id, number)];
    }),
  );
}

export function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(twice)];
}
