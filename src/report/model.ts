import type { Alike, Attested, ContractId, Level, Outcome, VerdictWord, Weight } from '../engine/rule.ts';
import type { Because } from '../causes/because.ts';
import type { Found, Repetition } from '../causes/found.ts';
import type { Reason } from '../causes/reason.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import type { BookingTerms } from '../settings.ts';

export const REPORT_FORMAT = 'adserver-conformance/report@1';

/** The report. Every renderer is a pure function of it. Optional members are left out, never null. */
export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: RunFacts;
  readonly verdict: VerdictWord;
  /** One sentence each: why the verdict is not certified, and patterns across the whole run. */
  readonly reasons: readonly string[];
  /** The same reasons as data, in the same order. Reports of 1.0.0 have none. */
  readonly because?: readonly Reason[];
  readonly contracts: readonly ContractResult[];
  /** Results of the publisher's own TAP programs, one module per program. They never affect the verdict. */
  readonly custom: readonly ModuleResult[];
  readonly created: readonly CreatedOrder[];
  readonly exchanges: readonly RecordedCall[];
  readonly digest: string;
  readonly signature?: string;
}

export interface RunFacts {
  readonly id: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly chain: number;
  /** The options of the run. A credential only appears as `true` (given). */
  readonly options: Readonly<Record<string, unknown>>;
  readonly interrupted?: true;
  /** The terms the run booked under, if it had to find some of them out, for the configuration of the next run. */
  readonly booking?: BookingTerms;
}

export interface ContractResult {
  readonly id: ContractId;
  readonly version: string;
  /** The base address that was judged, without credentials. */
  readonly target: string;
  readonly verdict: VerdictWord;
  readonly reasons: readonly string[];
  readonly because?: readonly Reason[];
  readonly modules: readonly ModuleResult[];
  readonly attested: readonly AttestedStatement[];
}

export type AttestedStatement = Pick<Attested, 'section' | 'requirement' | 'why'>;

export interface ModuleResult {
  readonly id: string;
  readonly title: string;
  readonly durationMs: number;
  readonly checks: readonly CheckResult[];
}

export interface CheckResult {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly requirement: string;
  readonly outcome: Outcome;
  /** What is wrong if the check fails, in a few words. */
  readonly problem?: string;
  readonly weight?: Weight;
  readonly alike?: Alike;
  readonly requestsToShow?: number;
  /** Why it did not run, is not applicable, or stays inconclusive. */
  readonly because?: Because;
  readonly found?: Found;
  /** Why the failure is expected. */
  readonly known?: string;
  /** How often it was seen: in answers that the rule concerns, or when the same was asked again. */
  readonly seen?: Repetition & { readonly counted: 'answer' | 'try' };
  /** What was found, in one or a few sentences; for `skip`, the reason. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** JSON pointer into the response body of the last cited call. */
  readonly pointer?: string;
  readonly fix?: string;
  /** The failure did not occur again when the check was repeated. */
  readonly unstable?: true;
  readonly exchanges: readonly string[];
  /** Further checks and modules that a run must include to show this failure again. */
  readonly rerunWith?: readonly string[];
  readonly durationMs: number;
}

/** A draft order that the run created, or may have created, so that a person can remove it. */
export interface CreatedOrder {
  readonly orderId?: string;
  readonly externalRef: string;
  readonly name: string;
  readonly advertiser: string;
  readonly lineItemIds: readonly string[];
  /** The answer was lost, so the order may or may not exist. */
  readonly uncertain?: true;
}

export const CONTRACT_NAMES: Readonly<Record<ContractId, string>> = {
  'ad-server': 'Ad server',
  listing: 'Listing API',
};
