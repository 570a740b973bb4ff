import { ageInDays } from '../report/age.ts';
import type { Report } from '../report/model.ts';
import type { Person, SignedStatement, SignOff } from './model.ts';
import { belongsTo, byKey, keyOf, statementsOf } from './statements.ts';

/** How complete the sign-off of a report is. */
export interface Standing {
  readonly total: number;
  readonly confirmed: number;
  readonly doesNotApply: number;
  /** Statements left open by a person, or not answered yet. */
  readonly open: number;
  /** Everybody whose answers count, with the number of their answers. */
  readonly signers: readonly Signer[];
  /** The earliest and the latest time of an answer that is not open. */
  readonly oldest?: string;
  readonly latest?: string;
}

export interface Signer extends Person {
  readonly answers: number;
}

/** How complete the sign-off of a report is. A sign-off of another report counts for nothing. */
export function standingOf(report: Report, signOff: SignOff | undefined): Standing {
  const own =
    signOff !== undefined && belongsTo(signOff, report) ? byKey(signOff.statements) : new Map<string, never>();
  const statements = statementsOf(report);
  const answered = statements.flatMap((statement): SignedStatement[] => {
    const found: SignedStatement | undefined = own.get(keyOf(statement));
    return found === undefined || found.answer === 'open' ? [] : [found];
  });
  const confirmed = answered.filter(({ answer }) => answer === 'confirmed').length;
  const times = answered.flatMap(({ at }) => at ?? []).sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    total: statements.length,
    confirmed,
    doesNotApply: answered.length - confirmed,
    open: statements.length - answered.length,
    signers: signersOf(answered),
    ...(times[0] === undefined ? {} : { oldest: times[0] }),
    ...(times.at(-1) === undefined ? {} : { latest: times.at(-1) ?? '' }),
  };
}

function signersOf(answered: readonly SignedStatement[]): Signer[] {
  const signers = new Map<string, Signer>();
  for (const { by } of answered) {
    if (by === undefined) continue;
    const key = JSON.stringify([by.name, by.role]);
    signers.set(key, { name: by.name, role: by.role, answers: (signers.get(key)?.answers ?? 0) + 1 });
  }
  return [...signers.values()].sort((a, b) => b.answers - a.answers);
}

export interface AgeAndSignOff extends Standing {
  /** Whole days since the run ended. */
  readonly ageDays: number;
}

/** What a list of reports shows about each in addition to its verdict. */
export function ageAndSignOff(report: Report, signOff: SignOff | undefined, now: number): AgeAndSignOff {
  return { ageDays: ageInDays(report.run.finishedAt, now), ...standingOf(report, signOff) };
}

/** `11 of 15 confirmed, 2 do not apply, 2 open` */
export function standingInWords({ total, confirmed, doesNotApply, open }: Standing): string {
  const parts = [
    `${confirmed} of ${total} confirmed`,
    ...(doesNotApply === 0 ? [] : [`${doesNotApply} ${doesNotApply === 1 ? 'does' : 'do'} not apply`]),
    ...(open === 0 ? [] : [`${open} open`]),
  ];
  return parts.join(', ');
}
