import type { Report } from '../../src/report/model.ts';
import { signOffOf } from '../../src/sign-off/begin.ts';
import type { SignedStatement, SignOff, Statement } from '../../src/sign-off/model.ts';
import { statementsOf } from '../../src/sign-off/statements.ts';
import { check, contract, module, report, type UnsealedReport } from '../report/sample.ts';

export const DAY = 86_400_000;
/** The day after the run of the sample report. */
export const now = Date.parse('2026-03-03T10:00:00.000Z');
export const jane = { name: 'Jane Doe', role: 'Head of ad operations' };

const statement = (section: string, requirement: string) => ({
  section,
  requirement,
  why: 'Not visible from outside.',
});

export const attested = [
  statement('ad-server §1', 'Nothing serves.'),
  statement('ad-server §2.6 rule 1', 'A tag is kept as sent.'),
  statement('ad-server §5 rule 6', 'The key is hashed at rest.'),
];

/** A certified report with three statements for a person to confirm. */
export const reportToSign = (over: Partial<UnsealedReport> = {}, statements = attested): Report =>
  report({ contracts: [contract([module([check()])], { attested: statements })], ...over });

/** A statement that Jane answered a day after the run. */
export const confirmed = (
  { contract: id, section, requirement }: Statement,
  over: Partial<SignedStatement> = {},
): SignedStatement => ({
  ...{ contract: id, section, requirement, answer: 'confirmed' },
  by: jane,
  at: new Date(now).toISOString(),
  ...over,
});

/** A sign-off in which Jane confirmed everything, with changes by position. */
export const signOffFor = (subject: Report, ...over: readonly Partial<SignedStatement>[]): SignOff =>
  signOffOf(
    subject,
    jane,
    statementsOf(subject).map((one, index) => confirmed(one, over[index])),
  );
