import type { ContractId, Outcome, VerdictWord } from '../engine/rule.ts';
import type { AgeAndSignOff } from '../sign-off/standing.ts';

export const OVERVIEW_FORMAT = 'adserver-conformance/overview@1';

/** What may set the exit code of `overview`. */
export const FAILURES = ['lost', 'worse', 'failed', 'expired', 'missing'] as const;
export type Failure = (typeof FAILURES)[number];

/** Many publishers, or one over time. Optional members are left out, never null. */
export interface Overview {
  readonly format: typeof OVERVIEW_FORMAT;
  readonly createdAt: string;
  /** Reports older than this are marked, and not counted as certified. */
  readonly maxAgeDays?: number;
  /** Reports of earlier versions of this suite are marked. */
  readonly minVersion?: string;
  /** The number of publishers by shown verdict of their latest report. */
  readonly counts: Readonly<Record<VerdictWord, number>>;
  /** Lost certificates first, then what is broken most. */
  readonly publishers: readonly Publisher[];
  /** The rules that the latest reports break, with the number of publishers; the most frequent first. */
  readonly rules: readonly BrokenRule[];
  readonly missing?: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

export interface BrokenRule {
  readonly id: string;
  readonly publishers: number;
}

export interface Publisher {
  /** The account name from its service, or the host. */
  readonly name: string;
  readonly accountId?: string;
  /** The host of another publisher, which looks like that of this one. */
  readonly looksLike?: string;
  /** What holds comes first, the newest before others; never empty. */
  readonly reports: readonly Entry[];
}

export interface Entry {
  readonly file: string;
  readonly runId: string;
  readonly digest: string;
  readonly finishedAt: string;
  readonly targets: readonly Target[];
  readonly verdict: VerdictWord;
  /**
   * The verdict, or why it does not count: `altered`, `contradictory`, `unknown version`, `not signed`,
   * `wrong signature`, `interrupted`, `in the future`, `expired`.
   */
  readonly word: string;
  readonly shownAs: VerdictWord;
  /** Limitations of the result: `only some checks`, `--local`. */
  readonly notes: readonly string[];
  /** If no rule is broken, why the verdict is not better; or why it does not count. */
  readonly why?: string;
  readonly broken: Broken;
  readonly warnings: number;
  readonly signOff: AgeAndSignOff;
  readonly signOffFault?: string;
  readonly tooOld?: true;
  /** Of what is certified. */
  readonly expiresInDays?: number;
  readonly version: string;
  /** Set if that is earlier than required. */
  readonly tooEarly?: true;
  /** The name of the key that signed it, among those given. */
  readonly signedBy?: string;
  /** Set if it does not hold: it is never anybody's latest. */
  readonly unreliable?: true;
  /** Absent for the first report of a publisher. */
  readonly change?: RowChange;
}

export interface Target {
  readonly contract: ContractId;
  readonly address: string;
  readonly verdict: VerdictWord;
}

export interface Broken {
  readonly rules: number;
  /** The most important problems, each with its main check. */
  readonly first: readonly Problem[];
  readonly more: number;
}

export interface Problem {
  readonly id: string;
  readonly title: string;
  /** In the previous report the check passed or was missing. */
  readonly isNew?: true;
}

export interface RowChange {
  readonly since: string;
  /** The shown verdict of the previous report. */
  readonly before: VerdictWord;
  /** Ids of rules that are broken now and were not before. */
  readonly broke: readonly string[];
  /** Ids of rules that were broken and are kept now. */
  readonly fixed: readonly string[];
  /** Ids of rules that were broken and are not judged now. */
  readonly unjudged: readonly string[];
  /** How the verdict changed or, if it is the same, whether rules broke or were fixed. */
  readonly trend: 'worse' | 'better' | 'same';
}

export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** A report that was read: the entry to show, and the outcomes to compare. */
export interface Sighting {
  readonly entry: Entry;
  readonly account: { readonly name?: string; readonly id?: string };
  readonly outcomes: ReadonlyMap<string, Outcome>;
}
