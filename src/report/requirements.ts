import { addressKey } from './address.ts';
import type { Report } from './model.ts';
import { printable } from './text.ts';
import type { Proof } from './verify.ts';

export const REQUIREMENTS = ['certified', 'passed', 'signed', 'signed-off'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** What a pipeline requires of a report, besides that it holds. */
export interface Requirements {
  readonly require: readonly Requirement[];
  readonly target?: string | undefined;
  readonly minVersion?: string | undefined;
}

export interface Standing {
  readonly report: Report;
  readonly word: string;
  readonly proofs: readonly Proof[];
}

export function requirementProofs(standing: Standing, { require, target, minVersion }: Requirements): Proof[] {
  const { report, word, proofs } = standing;
  const targets = report.contracts.map((one) => one.target);
  const { version } = report.tool;
  const isGood = (id: Proof['id']) => proofs.some((one) => one.id === id && one.outcome === 'good');
  const met: Readonly<Record<Requirement, Proof>> = {
    certified: required(word === 'certified', `The verdict is ${word}, not certified.`, 'It is certified.'),
    passed: required(['certified', 'passed'].includes(word), `The verdict is ${word}, not passed.`, `It is ${word}.`),
    signed: required(isGood('signature'), 'No signature of a given key was found (--public-key).', 'It is signed.'),
    'signed-off': required(isGood('sign-off'), 'Not every statement is signed off.', 'It is signed off.'),
  };
  const found = [...new Set(require)].map((one) => met[one]);
  if (target !== undefined)
    found.push(
      required(
        targets.some((one) => addressKey(one) === addressKey(target)),
        `It is about ${targets.map((one) => printable(one, { max: 300 })).join(' and ') || 'no address'}; --target is ${target}.`,
        `It is about ${target}.`,
      ),
    );
  if (minVersion !== undefined)
    found.push(
      required(
        !isOlder(version, minVersion),
        `It was made by version ${printable(version, { max: 40 })}; --min-version is ${minVersion}.`,
        `Version ${version} made it.`,
      ),
    );
  return found;
}

const required = (isMet: boolean, message: string, good: string): Proof => ({
  id: 'required',
  outcome: isMet ? 'good' : 'bad',
  message: isMet ? good : message,
});

/** Whether a version comes before another; what stands behind a hyphen does not count. */
export function isOlder(version: string, other: string): boolean {
  const [one = '', two = ''] = [version, other].map((text) => text.split('-')[0]);
  return one.localeCompare(two, 'en', { numeric: true }) < 0;
}
