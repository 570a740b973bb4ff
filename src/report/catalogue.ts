import { createHash } from 'node:crypto';
import type { ContractId, Level } from '../engine/rule.ts';
import { checksOf, modulesOf, repeated } from './checks-of.ts';
import type { ContractResult, Report } from './model.ts';

/** What every report of a release has in common: its checks and its statements to sign off. */
export interface ReleaseCatalogue {
  readonly version: string;
  readonly contracts: Readonly<Record<ContractId, ContractCatalogue>>;
}

export interface ContractCatalogue {
  readonly version: string;
  /** By id, in the order of the report. */
  readonly checks: Readonly<Record<string, CataloguedCheck>>;
  /** What `wordsOf` makes of each statement, in the order of the report. */
  readonly attested: readonly string[];
}

export interface CataloguedCheck {
  readonly level: Level;
  /** What `wordsOf` makes of it. */
  readonly words: string;
  readonly conditional?: true;
}

/** A short digest of a statement and its section. It only has to show whether they were reworded. */
export function wordsOf({ section, requirement, why = '' }: Worded): string {
  return createHash('sha256').update([section, requirement, why].join('\n')).digest('hex').slice(0, 12);
}

interface Worded {
  readonly section: string;
  readonly requirement: string;
  readonly why?: string;
}

/** The checks that are missing, repeated, added or reworded, and whatever else that version never writes. */
export function checkFaults(
  report: Report,
  catalogue: ReleaseCatalogue | undefined,
  inapplicable: ReadonlySet<string> = new Set(),
): string[] {
  const { contracts } = report;
  const modules = modulesOf(report);
  return [
    ...(contracts.length === 0 ? ['It judges no contract.'] : []),
    ...repeated(contracts.map(({ id }) => id)).map((id) => `The contract ${id} appears twice.`),
    ...repeated(modules.map(({ id }) => id)).map((id) => `The module ${id} appears twice.`),
    ...repeated(checksOf(modules).map(({ id }) => id)).map((id) => `The check ${id} appears twice.`),
    ...modules.flatMap(({ id, checks }) =>
      checks
        .filter((check) => !check.id.startsWith(`${id}.`))
        .map((check) => `${check.id} does not belong to the module ${id}.`),
    ),
    ...(catalogue === undefined
      ? []
      : contracts.flatMap((contract) => contractFaults(contract, catalogue, inapplicable))),
  ];
}

function contractFaults(
  contract: ContractResult,
  { version, contracts }: ReleaseCatalogue,
  inapplicable: ReadonlySet<string>,
): string[] {
  const { id, modules, attested } = contract;
  const due = contracts[id];
  const there = new Map(checksOf(modules).map((check) => [check.id, check]));
  const faults =
    contract.version === due.version ? [] : [`It judges version ${contract.version} of ${id}, not ${due.version}.`];
  for (const [check, { level, words, conditional }] of Object.entries(due.checks)) {
    const found = there.get(check);
    if (found === undefined) faults.push(`The check ${check} is missing.`);
    else if (found.level !== level) faults.push(`The check ${check} is ${level}; the report says ${found.level}.`);
    else if (wordsOf({ section: found.section, requirement: found.requirement }) !== words)
      faults.push(`The section or the requirement of ${check} is not that of version ${version}.`);
    else if (found.outcome === 'not-applicable' && conditional !== true && !inapplicable.has(check))
      faults.push(`${check} is not-applicable, but it applies to every service.`);
  }
  const added = [...there.keys()].filter((check) => !Object.hasOwn(due.checks, check));
  faults.push(...added.map((check) => `Version ${version} has no check ${check}.`));
  const stated = attested.map(wordsOf);
  const odd = attested.filter((_statement, index) => !due.attested.includes(stated[index] ?? ''));
  faults.push(...odd.map(({ requirement }) => `Version ${version} has no such statement to sign off: ${requirement}`));
  const missing = due.attested.filter((words) => !stated.includes(words)).length;
  if (missing > 0) faults.push(`Statements to sign off are missing from ${id}: ${missing} of ${due.attested.length}.`);
  if (repeated(stated).length > 0) faults.push(`A statement to sign off appears twice in ${id}.`);
  return faults;
}
