import type { ContractId } from '../engine/rule.ts';

export const SIGN_OFF_FORMAT = 'adserver-conformance/sign-off@1';
export const ANSWERS_FORMAT = 'adserver-conformance/sign-off-answers@1';

/** What a person may say of a statement. */
export const ANSWERS = ['confirmed', 'does-not-apply', 'open'] as const;
export type Answer = (typeof ANSWERS)[number];

export interface Person {
  readonly name: string;
  readonly role: string;
}

/** A statement of a report that a person signs off, identified by all three of its members. */
export interface Statement {
  readonly contract: ContractId;
  readonly section: string;
  readonly requirement: string;
}

export interface SignedStatement extends Statement {
  readonly answer: Answer;
  readonly remark?: string;
  /** Who answered, and when; absent as long as nobody did. */
  readonly by?: Person;
  readonly at?: string;
  /** The digest of the earlier report for which it was answered. */
  readonly carriedFrom?: string;
}

/** Who confirms what no request can show, bound to one report by its digest. */
export interface SignOff {
  readonly format: typeof SIGN_OFF_FORMAT;
  readonly report: { readonly digest: string; readonly runId: string; readonly finishedAt: string };
  /** The address judged, by contract: an answer carries over to later reports of the same address. */
  readonly targets: Readonly<Record<string, string>>;
  readonly signedBy: Person;
  readonly statements: readonly SignedStatement[];
  readonly digest: string;
}

/** Answers that a team keeps in a file. */
export interface AnswersFile {
  readonly format: typeof ANSWERS_FORMAT;
  readonly signedBy: Person & { readonly date: string };
  readonly statements: readonly (Statement & { readonly answer: Answer; readonly remark?: string })[];
}

/** What helps a person to answer. */
export interface Guidance {
  readonly means: string;
  readonly look: string;
}

/** The guidance for a statement; `undefined` for one that this version does not know. */
export type GuidanceFor = (statement: Statement) => Guidance | undefined;
