import type { BookingTerms } from './contract/booking-terms.ts';
import type { ExpectedFailure } from './engine/rule.ts';
import type { Clock } from './http/clock.ts';
import type { Environment } from './http/proxy.ts';
import type { Resolve } from './http/resolve.ts';
import type { TransportOptions } from './http/transport.ts';

export type { BookingTerms };

/** What `certify()` can be asked for; the command's options in camelCase, credentials as plain texts. */
export interface CertifyOptions {
  /** The ad server's base address, `https://{host}/api/v1`; may carry a query string. */
  readonly baseUrl?: string;
  /** The full key, sent as `Authorization: Bearer <key>`. */
  readonly apiKey?: string;
  /** Keys that lack one scope, for the 403 checks. */
  readonly keyWithoutRead?: string;
  readonly keyWithoutDraft?: string;
  readonly keyWithoutReport?: string;
  /** A key whose time is over and one that was revoked, for the 401 check: one of them is enough. */
  readonly expiredKey?: string;
  readonly revokedKey?: string;
  /**
   * Template of the `POST /reports` body: `"{{line_item_ids}}"` becomes the array of ids, `{{start_date}}` and
   * `{{end_date}}` become days. Default: those three members.
   */
  readonly reportRequest?: unknown;
  /** Where and how tests may book; what is left out is looked for. */
  readonly booking?: BookingTerms;
  /** These win over the members of `booking`. */
  readonly slot?: readonly string[];
  readonly advertiser?: string;
  readonly creativeHost?: string;

  /** The listing API's base address, `https://{tenant}/api/v1`. */
  readonly listingUrl?: string;
  readonly listingKey?: string;
  readonly listingSecret?: string;
  readonly listingToken?: string;
  /** Credentials that lack `toplist:read`. */
  readonly listingLimitedKey?: string;
  readonly listingLimitedSecret?: string;
  readonly listingLimitedToken?: string;
  /** A `template_id` that exists; 1 if it is not given. */
  readonly listingTemplateId?: number;
  /** This machine is not on the allowlist. */
  readonly listingBlocked?: boolean;
  /** Seconds; 60 unless the service runs with another. */
  readonly throttleWindow?: number;

  /** Allows `http://` and non-public addresses. */
  readonly local?: boolean;
  readonly readOnly?: boolean;
  /** Module or check ids. */
  readonly only?: readonly string[];
  /** The report that `only` was made from, for messages. */
  readonly failedFrom?: string;
  readonly skip?: readonly string[];
  /** The most inventory pages to read; 10,000 by default. */
  readonly maxPages?: number;
  readonly expectedFailures?: readonly ExpectedFailure[];
  /** Programs that print TAP; their results appear as the module `custom`. */
  readonly tapChecks?: readonly string[];
  /** The most concurrent requests; 6 by default. */
  readonly concurrency?: number;
  /** Seconds, per request; 30 by default. */
  readonly timeout?: number;
  /** Seconds; 10 by default. */
  readonly connectTimeout?: number;
  /** More certificate authorities, PEM. */
  readonly ca?: string;
  /** Shown to a gateway that asks for a client certificate: both PEM, the key without a passphrase. */
  readonly clientCert?: string;
  readonly clientKey?: string;
  /** PEM of an Ed25519 private key that signs the report. */
  readonly signKey?: string;

  /** Where proxies are looked up; the process's own environment by default. */
  readonly environment?: Environment;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: Resolve;
  /** Times the waits between tries and for the limit of the token exchange; the system's clock by default. */
  readonly clock?: Clock;
  /** The order in which requests start that may start at once; no verdict depends on it. */
  readonly startOrder?: <T>(all: readonly T[]) => readonly T[];
  /** Ends the run early; the report then says what was seen until then. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** What happens during a run, to show its progress. */
export type ProgressEvent =
  | { readonly kind: 'planned'; readonly checks: number; readonly requests: number; readonly drafts: number }
  | {
      readonly kind: 'judged';
      readonly id: string;
      readonly outcome: string;
      readonly done: number;
      readonly of: number;
      /** How many requests were sent until now. */
      readonly requests: number;
    }
  /** Another phase began: `update (updates, reports)`, one text per contract. */
  | { readonly kind: 'running'; readonly what: readonly string[]; readonly requests: number }
  | { readonly kind: 'waiting'; readonly notice: string };

/** Options that cannot be used; the message says which, and what to do. */
export class UsageError extends Error {}

/** Nothing says what to certify. */
export class NoAddress extends UsageError {}

/**
 * The options about TLS as the transport takes them.
 * @throws UsageError for half of a client certificate.
 */
export function tlsOptions({
  ca,
  clientCert: cert,
  clientKey: key,
}: Pick<CertifyOptions, 'ca' | 'clientCert' | 'clientKey'>): Pick<TransportOptions, 'ca' | 'clientCertificate'> {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('A client certificate and its key belong together. Give both, or neither.');
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { clientCertificate: { cert, key } }),
  };
}

/**
 * A browser opens six connections to one host, so any service can handle that many; a conformance run is not a load
 * test.
 */
export const DEFAULT_CONCURRENCY = 6;
export const DEFAULT_MAX_PAGES = 10_000;
export const DEFAULT_THROTTLE_WINDOW = 60;
/** As the client's: ad-server §8. */
export const DEFAULT_TIMEOUT = 30;
export const DEFAULT_CONNECT_TIMEOUT = 10;
