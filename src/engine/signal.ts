import type { Reply } from '../http/reply.ts';

/** What a broken rule looks like: thrown by an expectation, never by hand-made severity. */
export interface Finding {
  /** For people. */
  readonly expected: string;
  readonly actual: string;
  /** The sentence of the report, where expected and actual do not say it all. */
  readonly message?: string;
  /** JSON pointer into the body of the last reply. */
  readonly pointer?: string;
  /** The replies it was seen in; the offending one last. */
  readonly replies: readonly Reply[];
}

/** The service broke the rule. */
export class Violation extends Error {
  readonly finding: Finding;
  constructor(finding: Finding) {
    super(finding.message ?? `expected ${finding.expected}, got ${finding.actual}`);
    this.finding = finding;
  }
}

/** The rule is conditional, and its condition is not there. */
export class NotApplicable extends Error {}

/** The answer allows no judgement. */
export class Inconclusive extends Error {
  readonly replies: readonly Reply[];
  constructor(message: string, replies: readonly Reply[] = []) {
    super(message);
    this.replies = replies;
  }
}

/** Another rule is broken on the same spot; this one cannot be judged and says which it waits for. */
export class Blocked extends Error {
  readonly by: { readonly id: string };
  constructor(by: { readonly id: string }) {
    super(`waits for ${by.id}`);
    this.by = by;
  }
}

export function notApplicable(reason: string): never {
  throw new NotApplicable(reason);
}

export function inconclusive(message: string, ...replies: readonly Reply[]): never {
  throw new Inconclusive(message, replies);
}

export function blockedBy(check: { readonly id: string }): never {
  throw new Blocked(check);
}
