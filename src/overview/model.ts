import type { ContractId, Outcome, VerdictWord } from '../engine/rule.ts';
import type { AgeAndSignOff } from '../sign-off/standing.ts';

export const OVERVIEW_FORMAT = 'adserver-conformance/overview@1';

/** Many publishers, or one over time, at a glance. Optional members are left out, never null. */
export interface Overview {
  readonly format: typeof OVERVIEW_FORMAT;
  readonly createdAt: string;
  /** Reports older than this are marked. */
  readonly maxAgeDays?: number;
  /** How many publishers there are, by what the verdict of their latest report is shown as. */
  readonly counts: Readonly<Record<VerdictWord, number>>;
  /** Worst and changed first. */
  readonly publishers: readonly Publisher[];
  readonly unreadable: readonly Unreadable[];
}

export interface Publisher {
  /** The account name that its service gave, or the host. */
  readonly name: string;
  readonly accountId?: string;
  /** Newest first; there is at least one. */
  readonly reports: readonly Entry[];
}

/** One report, as far as it is shown. */
export interface Entry {
  readonly file: string;
  readonly runId: string;
  readonly digest: string;
  readonly finishedAt: string;
  readonly targets: readonly Target[];
  /** As the report states it. */
  readonly verdict: VerdictWord;
  /** The same, or why it does not count: `altered`, `contradictory`, `interrupted`, `in the future`. */
  readonly word: string;
  readonly shownAs: VerdictWord;
  /** What limits the result: `only some checks`, `--local`. */
  readonly notes: readonly string[];
  /** What keeps it from a better verdict, if no rule is broken; or why the verdict does not count. */
  readonly why?: string;
  readonly broken: Broken;
  readonly warnings: number;
  readonly signOff: AgeAndSignOff;
  /** The file of the sign-off cannot be used; why. */
  readonly signOffFault?: string;
  /** Older than asked for. */
  readonly tooOld?: true;
  /** Left out for the first report of a publisher. */
  readonly change?: Change;
}

export interface Target {
  readonly contract: ContractId;
  readonly address: string;
  readonly verdict: VerdictWord;
}

export interface Broken {
  readonly rules: number;
  /** The most important problems, each with the check that stands for it. */
  readonly first: readonly Problem[];
  /** How many problems are not listed. */
  readonly more: number;
}

export interface Problem {
  readonly id: string;
  readonly title: string;
  /** The check held, or was not there, in the report before. */
  readonly isNew?: true;
}

/** What is different from the report before. */
export interface Change {
  readonly since: string;
  /** As that report was shown. */
  readonly before: VerdictWord;
  /** Ids of rules that are broken now, and were not. */
  readonly broke: readonly string[];
  /** Ids of rules that were broken, and hold now. */
  readonly fixed: readonly string[];
  /** Ids of rules that were broken, and were not judged now. */
  readonly unjudged: readonly string[];
  /** Whether the verdict got worse or better; if it is the same, whether rules broke or were fixed. */
  readonly trend: 'worse' | 'better' | 'same';
}

export interface Unreadable {
  readonly file: string;
  readonly reason: string;
}

/** A report as it was read: what is shown, and what is needed to compare it. */
export interface Sighting {
  readonly entry: Entry;
  readonly account: { readonly name?: string; readonly id?: string };
  readonly outcomes: ReadonlyMap<string, Outcome>;
}
