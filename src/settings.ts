import type { BookingTerms } from './contract/booking-terms.ts';
import type { ExpectedFailure } from './engine/rule.ts';
import type { Clock } from './http/clock.ts';
import { intervalOf } from './http/pace.ts';
import type { Environment } from './http/proxy.ts';
import type { Resolve } from './http/resolve.ts';
import type { Transport, TransportOptions } from './http/transport.ts';

export type { BookingTerms };

/** How requests reach the services. */
export interface NetworkOptions {
  /** Headers for a firewall or a login in front of the ad server, `Name: value`. The values are secrets. */
  readonly header?: readonly string[];
  /** Allows `http://` and addresses that are not public. */
  readonly local?: boolean;
  /** How many requests start at most, per second or minute: `5/s`, `100/m`. */
  readonly rate?: string;
  /**
   * Seconds after which it ends with what it has seen. A run: 600 by default, or more if `rate` makes it take longer. A
   * diagnosis: no limit but its timeouts by default.
   */
  readonly timeLimit?: number;
  /** Timeout of a request in seconds; 30 by default. */
  readonly timeout?: number;
  /** Timeout for connecting in seconds; 10 by default. */
  readonly connectTimeout?: number;
  /** Additional certificate authorities, PEM. */
  readonly ca?: string;
  /** Shown to a gateway that asks for a client certificate. Both are PEM, the key without a passphrase. */
  readonly clientCert?: string;
  readonly clientKey?: string;
  /** With `local` only: certificates are not verified. */
  readonly insecure?: boolean;
  /** Where proxy variables are looked up; by default the environment of the process. */
  readonly environment?: Environment;
  /**
   * Resolves names; by default the resolver of the system. Or addresses of the services, `host:port:address`: the verdict is
   * then `passed` at most.
   */
  readonly resolve?: Resolve | readonly string[];
  /** Ends it early. The result then covers what was seen until then. */
  readonly signal?: AbortSignal;
}

/** The options of `certify()`: those of the command in camelCase, with credentials as plain strings. */
export interface CertifyOptions extends NetworkOptions {
  /** The ad server's base address, `https://{host}/api/v1`. It may have a query string. */
  readonly baseUrl?: string;
  /** The full key, sent as `Authorization: Bearer <key>`. */
  readonly apiKey?: string;
  /** Keys that lack one scope, for the 403 checks. */
  readonly keyWithoutRead?: string;
  readonly keyWithoutDraft?: string;
  readonly keyWithoutReport?: string;
  /** An expired key and a revoked key, for the 401 check. One of them is enough. */
  readonly expiredKey?: string;
  readonly revokedKey?: string;
  /**
   * Template of the `POST /reports` body: `"{{line_item_ids}}"` is replaced by the array of ids, `{{start_date}}` and
   * `{{end_date}}` by days. By default the body has just these three members.
   */
  readonly reportRequest?: unknown;
  /** Files that options were read from, as typed. The report names them in the command that runs a check again. */
  readonly files?: { readonly config?: string; readonly reportRequest?: string };
  /** Where and how to book. The run finds out what is left out. */
  readonly booking?: BookingTerms;
  /** These win over the same members of `booking`. */
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
  /** A `template_id` that exists; 1 by default. */
  readonly listingTemplateId?: number;
  /** Set if this machine is not on the allowlist. */
  readonly listingBlocked?: boolean;
  /** In seconds; 60 unless the service uses another window. */
  readonly throttleWindow?: number;

  /** The same as `header`, for the listing API. */
  readonly listingHeader?: readonly string[];
  /** Maximum seconds to wait for a service that is still starting, before the first request counts. */
  readonly wait?: number;
  readonly readOnly?: boolean;
  /** Ids of modules or checks. */
  readonly only?: readonly string[];
  /** The report that `only` was derived from, for messages. */
  readonly failedFrom?: string;
  readonly skip?: readonly string[];
  /** Maximum number of inventory pages to read; 10,000 by default. */
  readonly maxPages?: number;
  readonly expectedFailures?: readonly ExpectedFailure[];
  /** Programs that print TAP. Their results appear as the module `custom`. */
  readonly tapChecks?: readonly string[];
  /** Maximum number of concurrent requests; 8 by default. */
  readonly concurrency?: number;
  /** Signs the report: an Ed25519 private key, PEM. */
  readonly signKey?: string;

  /** Times the waits for retries and for the token exchange's rate limit; by default the system's clock. */
  readonly clock?: Clock;
  /** How requests reach the services; by default over the network. The run closes it. */
  readonly transport?: Transport;
  /** The order in which requests start that may start at once. No verdict depends on it. */
  readonly startOrder?: <T>(all: readonly T[]) => readonly T[];
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** How much a run does, on a conformant service unless stated otherwise. Retries are not counted. */
export interface RunTotals {
  readonly checks: number;
  readonly requests: number;
  readonly drafts: number;
  /** Drafts at most, if a service takes repeats, updates and orders that it must refuse for new, valid orders. */
  readonly bookings: number;
  /** How long the run is likely to take. */
  readonly likelySeconds: number;
  /** When the run ends at the latest, with what it has judged. */
  readonly timeLimitSeconds: number;
  /** How long the listing API takes at most: present if the run waits for the limit of its exchange. */
  readonly listingSeconds?: number;
}

/** What happens during a run, for showing its progress. */
export type ProgressEvent =
  | ({ readonly kind: 'planned' } & RunTotals)
  | {
      readonly kind: 'judged';
      readonly id: string;
      /** What is wrong if the check failed, in a few words. */
      readonly problem: string;
      readonly outcome: string;
      readonly done: number;
      readonly of: number;
      /** How many requests have been sent so far. */
      readonly requests: number;
    }
  /** A new phase began: `update (updates, reports)`, one text per contract. */
  | { readonly kind: 'running'; readonly what: readonly string[]; readonly requests: number }
  | { readonly kind: 'waiting'; readonly notice: string };

/** Options that cannot be used. The message says which, and what to do. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** No address was given. */
export class NoAddress extends UsageError {}

/**
 * Milliseconds between the starts of two requests to a host.
 * @throws UsageError for what is not a rate.
 */
export function intervalFor({ rate }: Pick<CertifyOptions, 'rate'>, from = '--rate'): number | undefined {
  if (rate === undefined) return undefined;
  const interval = intervalOf(rate);
  if (interval === null)
    throw new UsageError(
      `${from} is ${JSON.stringify(rate.slice(0, 40))}. Give how many requests may start per second or minute, from 1 to 9999, such as 5/s or 100/m.`,
    );
  return interval;
}

/**
 * The TLS options in the form that the transport takes.
 * @throws UsageError if only half of a client certificate is given, or `insecure` without `local`.
 */
function tlsOptions({
  ca,
  clientCert: cert,
  clientKey: key,
  insecure,
  local,
}: Pick<CertifyOptions, 'ca' | 'clientCert' | 'clientKey' | 'insecure' | 'local'>): TlsOptions {
  if (insecure && !local) throw new UsageError(insecureAlone('--insecure'));
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('A client certificate and its key belong together. Give both, or neither.');
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(insecure && { insecure }),
    ...(cert === undefined || key === undefined ? {} : { clientCertificate: { cert, key } }),
  };
}

/** How requests reach the services, with the client's own limits (ad-server §8). */
export const networkOptions = (options: NetworkOptions) => ({
  allowNonPublic: options.local ?? false,
  connectTimeoutMs: (options.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT) * 1000,
  totalTimeoutMs: (options.timeout ?? DEFAULT_TIMEOUT) * 1000,
  ...tlsOptions(options),
});

type TlsOptions = Pick<TransportOptions, 'ca' | 'clientCertificate' | 'insecure'>;

export const insecureAlone = (from: string) =>
  `${from} is for a service under development and needs --local. Add it, or name the authority of the certificate with --ca-file.`;

/**
 * Little more than the six connections that a browser opens to a host, so any service can handle that many. A conformance
 * run is not a load test.
 */
export const DEFAULT_CONCURRENCY = 8;
export const DEFAULT_MAX_PAGES = 10_000;
export const DEFAULT_TIME_LIMIT = 600;
export const DEFAULT_THROTTLE_WINDOW = 60;
/** The same as the platform's client (ad-server §8). */
export const DEFAULT_TIMEOUT = 30;
export const DEFAULT_CONNECT_TIMEOUT = 10;
