import type { InBetween } from './answerer.ts';
import type { Because } from './because.ts';

/** An outage of one endpoint, or of the whole service. */
export interface OutageTold {
  /** `POST /orders`; `null` for the whole service. */
  readonly endpoint: string | null;
  /** The status that came instead of an answer; `null` if none did. */
  readonly status: number | null;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How many requests it affected. */
  readonly met: number;
  readonly isOver: boolean;
}

/** A server error, or a missing answer, that went away when the same request was sent again. */
export interface Healed {
  /** `POST /orders` */
  readonly endpoint: string;
  /** `null` if no answer came. */
  readonly status: number | null;
  readonly exchange: string;
  /**
   * Whether a request for the same order, or one that it had to meet, was in flight at the same time; of those that got
   * no answer, whether they hung beside others and were answered alone.
   */
  readonly together: boolean;
}

/** What most answers of a service have in common, which no single check reports. */
export type Pattern =
  | { readonly kind: 'refused' | 'pages' | 'not-found'; readonly requests: number; readonly of: number }
  /** JSON that ends too early, in answers with letters beyond ASCII. */
  | { readonly kind: 'cut-short'; readonly requests: number; readonly of: number }
  /** From one exchange on, every request with the credential was refused. */
  | {
      readonly kind: 'refused-from';
      readonly exchange: string;
      readonly requests: number;
      readonly statuses: readonly number[];
    };

/** Why a verdict is what it is, or a pattern across a whole run. `kind` says which, the other members are its facts. */
export type Reason =
  /** Something that the run created is not a draft. */
  | { readonly kind: 'not-a-draft'; readonly by: string }
  | { readonly kind: 'interrupted' }
  /** `credential`: a key, or a pair of key and secret. */
  | ({ readonly kind: 'pattern'; readonly pattern: Pattern; readonly credential: 'key' | 'pair' } & OfContract)
  | ({ readonly kind: 'outage' } & OutageTold & OfContract)
  | ({ readonly kind: 'more-outages'; readonly times: number; readonly seconds: number } & OfContract)
  /** 503s that seem to be a rate limit. */
  | ({ readonly kind: 'busy'; readonly times: number } & OfContract)
  | ({ readonly kind: 'rate-limit'; readonly what: string } & OfContract)
  | ({ readonly kind: 'healed'; readonly requests: readonly Healed[] } & OfContract)
  | ({ readonly kind: 'in-between'; readonly requests: readonly string[] } & InBetween & OfContract)
  | { readonly kind: 'slow'; readonly answers: number; readonly of: number }
  /** `after`: by the statuses after which requests were sent again, or `none`; a report of 1.1.0 does not say. */
  | { readonly kind: 'repeated'; readonly requests: number; readonly after?: Readonly<Record<string, number>> }
  | { readonly kind: 'no-answer' }
  /** An expected failure that passes. */
  | { readonly kind: 'stale'; readonly id: string }
  /** Known failures that broke, and will soon count as failures. */
  | { readonly kind: 'runs-out'; readonly known: readonly { readonly id: string; readonly until: string }[] }
  | AboutChecks
  /** An option under which nothing can be certified. */
  | { readonly kind: 'relaxed'; readonly option: string }
  /** The run was cut short. `checks`: the rules that it did not come to. */
  | { readonly kind: 'time-limit'; readonly seconds: number; readonly checks: readonly string[] }
  | { readonly kind: 'unjudged'; readonly modules: readonly string[] }
  | { readonly kind: 'asked-in-vain' }
  | { readonly kind: 'not-judged'; readonly checks: readonly string[]; readonly because: Because };

export interface AboutChecks {
  readonly kind: 'broken' | 'suite-error' | 'inconclusive' | 'waived' | 'known';
  readonly checks: readonly string[];
}

/** The contract that a reason is about, if the run has several. */
interface OfContract {
  readonly contract?: 'ad-server' | 'listing';
}
