import type { ContractId } from '../engine/rule.ts';

export const SIGN_OFF_FORMAT = 'adserver-conformance/sign-off@1';
export const ANSWERS_FORMAT = 'adserver-conformance/sign-off-answers@1';

/** The possible answers to a statement. */
export const ANSWERS = ['confirmed', 'does-not-apply', 'open'] as const;
export type Answer = (typeof ANSWERS)[number];

export interface Person {
  readonly name: string;
  readonly role: string;
}

/** A statement of a report for a person to confirm. All three members together identify it. */
export interface Statement {
  readonly contract: ContractId;
  readonly section: string;
  readonly requirement: string;
}

export interface SignedStatement extends Statement {
  readonly answer: Answer;
  readonly remark?: string;
  /** Who answered, and when; absent until somebody does. */
  readonly by?: Person;
  readonly at?: string;
  /** The digest of the earlier report that the answer was given for. */
  readonly carriedFrom?: string;
}

/** A person's confirmation of the statements that no request can show. Its digest binds it to one report. */
export interface SignOff {
  readonly format: typeof SIGN_OFF_FORMAT;
  readonly report: { readonly digest: string; readonly runId: string; readonly finishedAt: string };
  /** The judged address of each contract. Answers carry over to later reports of the same address. */
  readonly targets: Readonly<Record<string, string>>;
  readonly signedBy: Person;
  readonly statements: readonly SignedStatement[];
  readonly digest: string;
}

/** Answers that a team keeps in a file of its own. */
export interface AnswersFile {
  readonly format: typeof ANSWERS_FORMAT;
  readonly signedBy: Person & { readonly date: string };
  readonly statements: readonly (Statement & { readonly answer: Answer; readonly remark?: string })[];
}

/** Help for answering a statement. */
export interface Guidance {
  readonly means: string;
  readonly look: string;
}

/** The guidance for a statement; `undefined` if this version does not know it. */
export type GuidanceFor = (statement: Statement) => Guidance | undefined;
