import type { Secret } from '../secrets/secret.ts';
import type { Endpoint, Reply } from './reply.ts';
import type { WireRequest, WireResult } from './transport.ts';

/** A request as a check asks for it. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  /** Appended to the path of the base address, before its query string. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization: Authorization | null;
  readonly body?: string;
  /** Its body is not a request of the contract, on purpose. */
  readonly odd?: true;
  /** `never` sends the request once. The connection probe and token exchanges are not retried. */
  readonly retry?: 'never';
  /** Whether the credential is known to be valid: a request denied with it is then sent again. */
  readonly isKnownGood?: () => boolean;
  /** Whether the service may be unavailable because it locked this client out. */
  readonly mayBeLockedOut?: () => boolean;
  /** The same for all requests that must be in flight together. */
  readonly together?: object;
  /** Sent when nothing else is in flight. */
  readonly alone?: true;
  /** In seconds. If a 429 asks for a longer wait, it is taken as the answer. */
  readonly longestPause?: number;
  readonly last?: boolean;
  readonly fresh?: boolean;
  /**
   * What the request is about, such as an order's reference. Requests about the same thing may fail for the same
   * reason.
   */
  readonly subject?: string;
  /** The request under a new idempotency key, if a service may fail at the one that was used. */
  readonly afresh?: (request: WireRequest) => WireRequest;
  /**
   * The same order under another key, other references and another name, each with this letter in it and as long as
   * before; `undefined` if the order may exist, or if another one has its name.
   */
  readonly asOther?: (
    request: WireRequest,
    mark: string,
  ) => (Pick<Call, 'onReplay'> & { readonly request: WireRequest }) | undefined;
  /** Called with the answer if this request is repeated later to test whether its endpoint is up. */
  readonly onReplay?: (reply: Reply) => void;
  /** Called with each result before it is recorded, so that secrets in it are known by then. */
  readonly learn?: (result: WireResult) => void;
}

export interface Authorization {
  /** `Bearer ` with its trailing space; may be empty. */
  readonly scheme: string;
  readonly secret: Secret | null;
  /** The headers that carry it, each with what stands before it there; by default only `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The position of a request in a chain of requests that wait for each other. */
export interface Lane {
  depth: number;
  /** The number of requests that wait for this one, directly or not. The longest chain goes first. */
  readonly urgency?: number;
}

/** The credential's header as recorded. Redaction alone would miss a very short credential. */
export function shownHeaders(authorization: Authorization | null): Record<string, string> {
  return authorization?.secret ? carrying(authorization, authorization.secret.toString()) : {};
}

export function carrying(
  { scheme, headers = { authorization: '' } }: Authorization,
  text: string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, before]) => [name, before + scheme + text]));
}
