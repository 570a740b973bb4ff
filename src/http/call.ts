import type { Secret } from '../secrets/secret.ts';
import type { Endpoint, Reply } from './reply.ts';
import type { WireResult } from './transport.ts';

/** A request as a check asks for it. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  /** Appended to the base address, before its query string. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole `Authorization` header: its scheme and the secret behind it; `null` leaves the header out. */
  readonly authorization: Authorization | null;
  readonly body?: string;
  /** `never` sends once: the connect probe and the token exchange are not retried. */
  readonly retry?: 'never';
  /** Whether the credential is known to be good: a call that is denied all the same is sent again. */
  readonly isKnownGood?: () => boolean;
  /** Whether a service that is not available may have locked this client out. */
  readonly mayBeLockedOut?: () => boolean;
  /** Seconds; a 429 that asks for a longer wait stands as the answer. */
  readonly longestPause?: number;
  /** The connection is closed after the answer. */
  readonly last?: boolean;
  /** What the call is about, such as an order's reference: calls about the same may fail for the same reason. */
  readonly subject?: string;
  /** Told what came where the call was sent again, as one that was served before, to see whether its endpoint is up. */
  readonly onReplay?: (reply: Reply) => void;
  /** Shown each result before it is recorded, so that a secret in it is known by then. */
  readonly learn?: (result: WireResult) => void;
}

export interface Authorization {
  /** `Bearer `, with its space; may be empty. */
  readonly scheme: string;
  readonly secret: Secret | null;
  /** The headers that carry it, by default `authorization` alone. */
  readonly headers?: readonly string[];
}

/** How far a sequence of requests that wait for each other has come. */
export interface Lane {
  depth: number;
  /** How many requests, one after the other, wait for this one: the longest sequence goes first. */
  readonly urgency?: number;
}
