import type { Parsed } from '../text/parsed-json.ts';
import type { Failure } from './transport.ts';

export type Endpoint = 'health' | 'inventory' | 'forecast' | 'orders' | 'reports' | 'token' | 'toplists';

/** The answer to a call after its retries, or the lack of one; what checks judge. */
export interface Reply {
  readonly endpoint: Endpoint;
  /** Of the exchange judged: the last attempt. */
  readonly exchange: string;
  /** All attempts, in order. */
  readonly exchanges: readonly string[];
  /** Each 429 on the way here, waited out and asked again. */
  readonly rateLimited: readonly Reply[];
  /** Each refusal of the credential on the way here, after which the same request was sent again. */
  readonly denied: readonly Reply[];
  /** `null` when no answer came. */
  readonly status: number | null;
  readonly failure: Failure | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as JSON, parsed when it is first used. */
  readonly json: Parsed;
  /** Whether the body repeats a credential: the one that was sent, or any other of this run. */
  readonly echoesCredential: boolean;
  /** Pointer to the text of a JSON body that repeats one. */
  readonly credentialAt?: string | undefined;
  /** Whether the body contains a credential of this run that is made of words, so that this may be chance. */
  readonly mayEchoCredential: boolean;
  /** Of the last attempt, in milliseconds. */
  readonly durationMs: number;
  /** Whether a connection was opened for it. */
  readonly opened?: boolean;
  /** The body that was sent, where rules about every answer compare the two. */
  asked?: unknown;
  /** Why this answer is held against nobody, once that is known. */
  excuse?: Excuse;
  /** The id of the check that this answer broke in a way that leaves nothing else to judge in it, such as a redirect. */
  unreadable?: string;
}

/** Why an answer is held against nobody: its slot is gone, or the same request without the change is refused, too. */
export interface Excuse {
  /** A sentence for the report. */
  readonly why: string;
  /** The answers that show it. */
  readonly shownBy: readonly Reply[];
  /** A business rule forbids what was asked for: nothing is left open then. */
  readonly permitted?: true;
}

/** Holds an answer against nobody. The first excuse stays. */
export function excuse(reply: Reply, why: Excuse): void {
  reply.excuse ??= why;
}

/** Whether nothing was asked, since the publisher's own terms leave it out: all there is to say is which term. */
export function isBeyondTerms({ failure }: Pick<Reply, 'failure'>): boolean {
  return failure?.reason === 'beyond-terms';
}

/** Any success: which one it must be is a rule of its own. */
export function isSuccess({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Any success that has a body. */
export function isServed({ status }: Pick<Reply, 'status'>): boolean {
  return isSuccess({ status }) && status !== NO_CONTENT;
}

const NO_CONTENT = 204;

/** Whether it says that the credential is no good, or not for this. */
export function isDenied({ status }: Pick<Reply, 'status'>): boolean {
  return status === 401 || status === 403;
}

/** How often the same request was answered with an error of the server, or not at all, before this answer. */
export function failuresBefore({ exchanges, rateLimited, denied }: Reply): number {
  return Math.max(0, exchanges.length - 1 - rateLimited.length - denied.length);
}

/** No answer at all, or an error of the server. */
export function hasFailed({ status }: Pick<Reply, 'status'>): boolean {
  return status === null || status >= 500;
}

/** Whether a request that was sent came to no answer: a service that cannot be reached is another matter. */
export function isDropped({ failure }: Pick<Reply, 'failure'>): boolean {
  return failure !== null && ['reset', 'cut-off', 'timeout'].includes(failure.reason);
}
