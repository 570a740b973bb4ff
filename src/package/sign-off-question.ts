import type { Report } from '../report/model.ts';
import { counted } from '../report/text.ts';
import { proof, type Proof } from '../report/verify.ts';
import { signOffFaults } from '../sign-off/check.ts';
import type { SignOff } from '../sign-off/model.ts';
import { standingInWords, standingOf } from '../sign-off/standing.ts';
import { ageInDays } from '../report/age.ts';

export interface SignOffLimits {
  readonly now: number;
  readonly maxAgeDays?: number | undefined;
  /** Why the sign-off in the package cannot be read. */
  readonly unreadable?: string | undefined;
}

/** Whether the sign-off belongs to the report, and how complete it is. */
export function signOffProof(report: Report, signOff: SignOff | undefined, limits: SignOffLimits): Proof {
  const { now, maxAgeDays = Infinity, unreadable } = limits;
  const standing = standingOf(report, signOff);
  if (unreadable !== undefined) return { id: 'sign-off', outcome: 'bad', message: unreadable };
  if (signOff === undefined)
    return {
      id: 'sign-off',
      outcome: standing.total === 0 ? 'good' : 'unknown',
      message: `Nobody signed off the ${counted(standing.total, 'statement')} that no request can show.`,
    };
  const { oldest } = standing;
  const faults = signOffFaults(signOff, report, now);
  if (oldest !== undefined && ageInDays(oldest, now) > maxAgeDays)
    faults.push(`The oldest answer is of ${oldest}; it may be ${counted(maxAgeDays, 'day')} old at most.`);
  const signers = standing.signers.map(({ name, role }) => `${name}, ${role}`).join('; ');
  const good = proof('sign-off', faults, `${standingInWords(standing)}${signers === '' ? '' : `; by ${signers}`}.`);
  return good.outcome === 'good' && standing.open > 0 ? { ...good, outcome: 'unknown' } : good;
}
