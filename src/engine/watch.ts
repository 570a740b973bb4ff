import type { Reply } from '../http/reply.ts';

/** A rule about every answer of a run. Each answer is judged when it is recorded. */
export interface Watch {
  /** Which answers the rule is about. `own` is true if the request used the run's own credential. */
  readonly concerns: (reply: Reply, own: boolean) => boolean;
  /** Throws a Violation if the answer breaks the rule. */
  readonly judge?: (reply: Reply) => void;
  /** Throws a Violation if the answers break the rule together although each is right by itself. */
  readonly together?: (replies: readonly Reply[]) => void;
  /** The rule itself reports passing server errors, so it does not give way to them. */
  readonly tellsOfUnsteadiness?: true;
  /** True if the violation shows that a created order is not a draft: nothing more is created then. */
  readonly stopsBooking?: (reply: Reply) => boolean;
  /** A conformant service may never send such an answer. If none came, the rule is not applicable. */
  readonly conditional?: true;
  /** True if an answer that breaks this rule cannot be judged further: other checks are skipped and name this one. */
  readonly leavesUnreadable?: (reply: Reply) => boolean;
}

/** A rule about every answer, by the id of its check. */
export interface Watching {
  readonly id: string;
  readonly watch?: Watch;
}
