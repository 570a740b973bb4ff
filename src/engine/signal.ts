import type { Because } from '../causes/because.ts';
import type { Found } from '../causes/found.ts';
import type { Reply } from '../http/reply.ts';

/** How a rule is broken. The severity is not part of it: the engine derives that from the rule's level. */
export interface Finding {
  readonly found: Found;
  /** JSON pointer into the body of the last reply. */
  readonly pointer?: string;
  /** The replies that show it, the offending one last. */
  readonly replies: readonly Reply[];
}

/** The service broke the rule. */
export class Violation extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(`broken: ${finding.found.kind}`);
    this.finding = finding;
  }
}

/** The rule is conditional, and its condition is not met. */
export class NotApplicable extends Error {
  readonly because: Because;
  constructor(because: Because) {
    super(`not applicable: ${because.kind}`);
    this.because = because;
  }
}

/** The answer allows no verdict. */
export class Inconclusive extends Error {
  readonly because: Because;
  readonly replies: readonly Reply[];
  constructor(because: Because, replies: readonly Reply[] = []) {
    super(`inconclusive: ${because.kind}`);
    this.because = because;
    this.replies = replies;
  }
}

/** Another rule is broken by the same answer, so this one cannot be judged and names the other. */
export class Blocked extends Error {
  readonly by: { readonly id: string };
  constructor(by: { readonly id: string }) {
    super(`waits for ${by.id}`);
    this.by = by;
  }
}

/** A cause, or what a rule says in its own words. */
export type Why = Because | string;

export function becauseOf(why: Why): Because {
  return typeof why === 'string' ? { kind: 'observed', what: why } : why;
}

export function notApplicable(why: Why): never {
  throw new NotApplicable(becauseOf(why));
}

export function inconclusive(why: Why, ...replies: readonly Reply[]): never {
  throw new Inconclusive(becauseOf(why), replies);
}

export function blockedBy(check: { readonly id: string }): never {
  throw new Blocked(check);
}
