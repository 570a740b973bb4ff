import type { Report } from '../report/model.ts';
import type { SignedStatement, SignOff, Statement } from './model.ts';

/** A statement as it is in the report. */
export interface ReportedStatement extends Statement {
  readonly why: string;
  readonly target: string;
}

/** Every statement of a report that a person has to confirm, in order. */
export function statementsOf(report: Report): ReportedStatement[] {
  return report.contracts.flatMap(({ id, target, attested }) =>
    attested.map(({ section, requirement, why }) => ({ contract: id, target, section, requirement, why })),
  );
}

/** A key that is equal for the same statement. A reworded statement has another one. */
export const keyOf = ({ contract, section, requirement }: Statement): string =>
  JSON.stringify([contract, section, requirement]);

/** Indexes statements by their key. */
export function byKey<T extends Statement>(statements: readonly T[]): Map<string, T> {
  return new Map(statements.map((statement) => [keyOf(statement), statement]));
}

/** Whether nobody has answered, or somebody left it open. */
export const isOpen = ({ answer }: Pick<SignedStatement, 'answer'>): boolean => answer === 'open';

export const belongsTo = (signOff: SignOff, report: Report): boolean => signOff.report.digest === report.digest;
