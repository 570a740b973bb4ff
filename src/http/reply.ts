import type { InBetween } from '../causes/answerer.ts';
import type { OnTheWay } from '../causes/on-the-way.ts';
import type { Because } from '../causes/because.ts';
import type { Parsed } from '../text/parsed-json.ts';
import type { Failure } from './transport.ts';
import type { Violation } from './violation.ts';

export type Endpoint = 'health' | 'inventory' | 'forecast' | 'orders' | 'reports' | 'token' | 'toplists';

/** How many of the well-formed requests failed and were served when they were sent again, if those are many. */
export interface Unsteadiness {
  readonly healed: number;
  readonly of: number;
}

/** What else was in flight at the endpoint: `like` is a request for the same order, or one it had to meet. */
export type Beside = 'others' | 'like';

/** How a request was sent, however often, until its final answer came. */
export interface Sending {
  readonly endpoint: Endpoint;
  readonly callIds: readonly string[];
  /** Each 429 that was waited out before this answer. */
  readonly rateLimited: readonly Reply[];
  /** Each denial of the credential before this answer, after which the request was sent again. */
  readonly denied: readonly Reply[];
  /** Each server error before this answer, after which the request was sent again. */
  readonly failed: readonly Reply[];
  /** The refusal while another order was in flight, if the same request got another answer when nothing else was. */
  readonly locked?: Reply;
  /** Of a server error or a missing answer: whether, at the end of the run, so many passed that it may be one of them. */
  readonly unsteadiness?: () => Unsteadiness | null;
  /** Whether the key is refused (409) for good because an earlier attempt of the same request failed. */
  readonly isKeyBurnt?: true;
  /** Whether the order fails again and again, and the same one under other references and another name is served. */
  readonly isLeftBehind?: true;
  /** Of a server error or a missing answer: whether it is certain, because others failed like it. */
  readonly isBelieved?: true;
  /** Left out if nothing else was in flight at its endpoint. */
  readonly beside?: Beside;
  readonly durationMs: number;
}

/** The final answer to a request after its retries, or the lack of one. Checks judge replies. */
export interface Reply extends Sending {
  /** The id of the last attempt, which is the one judged. */
  readonly callId: string;
  /** Whether a gateway may have sent this in place of the service, which was asked again. */
  isOfGateway?: true;
  /** For a server error that was gone when the request was sent again: whether another one was in flight with it. */
  healed?: 'alone' | 'together';
  readonly status: number | null;
  readonly failure: Failure | null;
  /** How what came breaks the rules of HTTP, if it does. Its body is then what could be read all the same. */
  readonly violation?: Violation;
  /** Whether the request was never sent. Its calls then show why. */
  readonly isUnsent?: boolean;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly json: Parsed;
  /** Whether the body contains a credential of this run, the one sent or another. */
  readonly echoesCredential: boolean;
  readonly credentialAt?: string | undefined;
  /** Whether the body contains a credential of this run that consists of ordinary words, so it may be chance. */
  readonly mayEchoCredential: boolean;
  /** The body that was sent, for rules about every answer that compare the two. */
  asked?: unknown;
  /** What distinguishes the request from similar ones, for the same rules. */
  what?: string;
  /** What it shows of the way between the client and the service. */
  way?: OnTheWay;
  /** Why this answer must not count against the service, if that is known. */
  excuse?: Excuse;
  /** The id of the check that this answer broke in a way that leaves nothing else to judge, such as a redirect. */
  unreadable?: string;
}

/**
 * Why an answer must not count against the service. For example, its slot is gone, or the same request without the
 * change is refused as well.
 */
export interface Excuse {
  readonly because: Because;
  readonly shownBy: readonly Reply[];
  /** Set if a business rule forbids the request. The rule then counts as kept. */
  readonly permitted?: true;
}

export function excuse(reply: Reply, excuse: Excuse): void {
  reply.excuse ??= excuse;
}

/** Marks an answer that somebody in front of the service gave. */
export function comesFrom<R extends Reply>(between: InBetween | null, reply: R): R {
  if (between !== null) excuse(reply, { because: { kind: 'in-between', ...between }, shownBy: [reply] });
  return reply;
}

export function isFromBetween({ excuse }: Pick<Reply, 'excuse'>): boolean {
  return excuse?.because.kind === 'in-between';
}

/** Whether nothing was sent because the publisher's own terms exclude the request. The excuse then names the term. */
export function isBeyondTerms({ failure }: Pick<Reply, 'failure'>): boolean {
  return failure?.reason === 'beyond-terms';
}

/** A page of somebody in between may have any status, and is no success. */
export function isSuccess(reply: Pick<Reply, 'status' | 'excuse'>): boolean {
  return reply.status !== null && reply.status >= 200 && reply.status < 300 && !isFromBetween(reply);
}

export function isServed(reply: Pick<Reply, 'status' | 'excuse'>): boolean {
  return isSuccess(reply) && reply.status !== NO_CONTENT;
}

const NO_CONTENT = 204;

/** Whether the status says that the credential is invalid or not permitted. */
export function isDenied({ status }: Pick<Reply, 'status'>): boolean {
  return status === 401 || status === 403;
}

/** How often the same request failed (server error or no answer) before this answer. */
export function failuresBefore({ callIds, rateLimited, denied, locked }: Reply): number {
  return Math.max(0, callIds.length - 1 - rateLimited.length - denied.length - (locked ? 1 : 0));
}

/** A 4xx. */
export function isClientError({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 400 && status < 500;
}

export function hasFailed({ status }: Pick<Reply, 'status'>): boolean {
  return status === null || status >= 500;
}

/** Whether the request was sent but got no answer. A service that cannot be reached does not count. */
export function isDropped({ failure }: Pick<Reply, 'failure'>): boolean {
  return failure !== null && ['reset', 'cut-off', 'timeout'].includes(failure.reason);
}

export function isStatusOfGateway(status: number | null): boolean {
  return status !== null && ([502, 503, 504].includes(status) || (status >= 520 && status <= 530));
}

/** A server error that need not be the service's own: a gateway answers in its place while it restarts. */
export function passing(reply: Reply): Reply {
  if (isStatusOfGateway(reply.status)) reply.isOfGateway = true;
  return reply;
}
