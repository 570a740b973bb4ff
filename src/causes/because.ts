import type { InBetween } from './answerer.ts';

/** An answer, or why none came, as far as a sentence about it needs. */
export interface Answer {
  /** `null` if no answer came. */
  readonly status: number | null;
  /** `code: message` of an error body, or the one that is present. */
  readonly said?: string;
  /** Why no answer came. */
  readonly failure?: Failure;
}

/** Why a request got no answer. */
export interface Failure {
  readonly reason: string;
  /** One sentence for people, without secrets. */
  readonly message: string;
}

/** How the check that blocks another one ended. */
export type BlockedAfter = 'broken' | 'inconclusive' | 'skipped' | 'error';

/**
 * Why a check did not run, is not applicable or stays inconclusive; or a remark about one that passed. `kind` says
 * which cause it is, the other members are its facts.
 */
export type Because =
  /** Another check did not pass. `root`: why that one was skipped. */
  | { readonly kind: 'blocked'; readonly by: string; readonly after: BlockedAfter; readonly root?: Because }
  | { readonly kind: 'left-out'; readonly option: string; readonly calls?: string }
  /** An option, and the variable that it may be given by instead. */
  | { readonly kind: 'not-supplied'; readonly what: string }
  /** Whether the machine that runs this is on the allowlist of the listing API; the rule needs the opposite. */
  | { readonly kind: 'allowlist'; readonly isListed: boolean }
  /** `held`: it ran all the same, and nothing was wrong. */
  | { readonly kind: 'relaxed'; readonly option: string; readonly held: boolean }
  | { readonly kind: 'interrupted' }
  /** The run ended before this was judged. `seconds`: its time limit. */
  | { readonly kind: 'time-limit'; readonly seconds: number }
  /** Nothing at all is served any more. */
  | { readonly kind: 'no-service'; readonly what: string }
  /** This endpoint, or this credential, is not called any more. */
  | { readonly kind: 'closed'; readonly what: string }
  /** `seconds`: how long the service asked to wait, if that is longer than the suite waits. */
  | { readonly kind: 'rate-limited'; readonly seconds?: number }
  /** Somebody in front of the service answered in its place. */
  | ({ readonly kind: 'in-between' } & InBetween)
  /** No answer came to this request. */
  | { readonly kind: 'no-answer'; readonly what: string; readonly failure: Failure }
  /** The publisher's own terms exclude it. */
  | { readonly kind: 'beyond-terms'; readonly what: string }
  /** The same request without the change is refused, too. */
  | { readonly kind: 'refused-alone-too'; readonly what: string; readonly control: Answer }
  /** Something was answered in a way that leaves nothing to judge. */
  | { readonly kind: 'answered'; readonly what: string; readonly answer: Answer }
  /** No answer that the rule concerns came. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'unsteady' }
  | { readonly kind: 'suite-error'; readonly message: string; readonly reportAt: string }
  /** What a rule says in its own words. */
  | { readonly kind: 'observed'; readonly what: string };

/** The check that blocks this one; `undefined` if there is another reason. */
export function blockerOf(because: Because | undefined): string | undefined {
  return because?.kind === 'blocked' ? because.by : undefined;
}

/** The original reason: if the blocking check was itself skipped, why. */
export function rootOf(because: Because): Because {
  return because.kind === 'blocked' && because.root !== undefined ? rootOf(because.root) : because;
}

const KINDS: Readonly<Record<Because['kind'], true>> = {
  blocked: true,
  'left-out': true,
  'not-supplied': true,
  allowlist: true,
  relaxed: true,
  interrupted: true,
  'time-limit': true,
  'no-service': true,
  closed: true,
  'rate-limited': true,
  'in-between': true,
  'no-answer': true,
  'beyond-terms': true,
  'refused-alone-too': true,
  answered: true,
  unseen: true,
  unsteady: true,
  'suite-error': true,
  observed: true,
};

/** Whether this build knows the cause. A report of a newer build may hold others. */
export function isKnown(because: Because): boolean {
  const isOwn = Object.hasOwn(KINDS, because.kind);
  return isOwn && (because.kind !== 'blocked' || because.root === undefined || isKnown(because.root));
}
