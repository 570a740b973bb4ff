import { digestOf } from '../report/digest.ts';
import type { ModuleResult, Report } from '../report/model.ts';
import type { SignOff } from '../sign-off/model.ts';

const SHORT = 16;

/** A short digest of each part of a report and its sign-off, by a name that people know the part by. */
export function partsOf(report: Report, signOff: SignOff | undefined): Record<string, string> {
  const { contracts, custom, exchanges: calls, created, digest, signature, ...head } = report;
  return Object.fromEntries([
    ...Object.entries({ ...head, created }).map(([name, value]) => part(`report ${name}`, value)),
    ...contracts.flatMap(({ modules, ...contract }) => [
      part(`contract ${contract.id}`, contract),
      ...modules.flatMap(moduleParts),
    ]),
    ...custom.flatMap(moduleParts),
    ...calls.map((call) => part(`exchange ${call.id}`, call)),
    ...(signOff?.statements ?? []).map((statement) =>
      part(`sign-off of ${statement.section}: ${statement.requirement}`, statement),
    ),
    ...(signOff === undefined ? [] : [part('sign-off', { ...signOff, statements: [], digest: '' })]),
  ]);
}

const moduleParts = ({ checks, ...module }: ModuleResult): [string, string][] => [
  part(`module ${module.id}`, module),
  ...checks.map((check) => part(`check ${check.id}`, check)),
];

/** Canonical JSON needs an object, so texts and numbers are wrapped in one. */
const part = (name: string, value: unknown): [string, string] => [
  name,
  digestOf({ value }).slice('sha256:'.length, 'sha256:'.length + SHORT),
];

/** Describes how the parts in the manifest differ from the actual ones. */
export function partFaults(
  stated: Readonly<Record<string, string>>,
  there: Readonly<Record<string, string>>,
): string[] {
  const altered = Object.keys(there).filter((name) => Object.hasOwn(stated, name) && stated[name] !== there[name]);
  const added = Object.keys(there).filter((name) => !Object.hasOwn(stated, name));
  const missing = Object.keys(stated).filter((name) => !Object.hasOwn(there, name));
  return [
    ...altered.map((name) => `Altered: ${name}.`),
    ...added.map((name) => `Added: ${name}.`),
    ...missing.map((name) => `Removed: ${name}.`),
  ];
}
