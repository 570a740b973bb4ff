import type { Reply } from '../http/reply.ts';

/** A rule about every answer of a run: each is judged as it is recorded. */
export interface Watch {
  /** Which answers the rule is about; `own` where the run's own credential asked for it. */
  readonly concerns: (reply: Reply, own: boolean) => boolean;
  /** Throws a Violation for an answer that breaks the rule. */
  readonly judge: (reply: Reply) => void;
  /** Throws a Violation where answers, each right by itself, break the rule together. */
  readonly together?: (replies: readonly Reply[]) => void;
  /** Whether a violation is a sign that something created is not a draft: nothing more is created then. */
  readonly stopsBooking?: (reply: Reply) => boolean;
  /** A conformant service may never answer so: the rule is not applicable then. */
  readonly conditional?: true;
  /** An answer that breaks this rule leaves nothing for others to judge: they are skipped and name it. */
  readonly leavesUnreadable?: true;
}

/** A rule about every answer, by the id of its check. */
export interface Watching {
  readonly id: string;
  readonly watch?: Watch;
}
