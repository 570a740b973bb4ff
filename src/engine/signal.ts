import type { Reply } from '../http/reply.ts';

/** How a rule is broken. The severity is not part of it: the engine derives that from the rule's level. */
export interface Finding {
  readonly expected: string;
  readonly actual: string;
  /** The report's sentence, if "expected … got …" does not say enough. */
  readonly message?: string;
  /** JSON pointer into the body of the last reply. */
  readonly pointer?: string;
  /** The replies that show it, the offending one last. */
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

/** The rule is conditional, and its condition is not met. */
export class NotApplicable extends Error {}

/** The answer allows no verdict. */
export class Inconclusive extends Error {
  readonly replies: readonly Reply[];
  constructor(message: string, replies: readonly Reply[] = []) {
    super(message);
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

export function notApplicable(reason: string): never {
  throw new NotApplicable(reason);
}

export function inconclusive(message: string, ...replies: readonly Reply[]): never {
  throw new Inconclusive(message, replies);
}

export function blockedBy(check: { readonly id: string }): never {
  throw new Blocked(check);
}
