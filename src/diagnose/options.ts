import type { Environment } from '../http/proxy.ts';
import type { Resolve } from '../http/resolve.ts';
import type { Step } from './model.ts';

/** The options of `diagnose()`. */
export interface DiagnoseOptions {
  /** The base address as a person typed it. */
  readonly baseUrl: string;
  /** The key as a person typed it. */
  readonly apiKey?: string;
  /** Allows `http://` and addresses that are not public. */
  readonly local?: boolean;
  /** Headers for a firewall or a login in front of the service, `Name: value`. The values are secrets. */
  readonly header?: readonly string[];
  /** How many requests may start per second or minute, such as `5/s` or `100/m`. */
  readonly rate?: string;
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
  /** Resolves names; by default the resolver of the system. Or addresses of the service, `host:port:address`. */
  readonly resolve?: Resolve | readonly string[];
  /** The time of day in milliseconds; by default the system's clock. */
  readonly now?: () => number;
  readonly userAgent?: string;
  /** Ends the diagnosis early. It then covers what was seen until then. */
  readonly signal?: AbortSignal;
  /** Called with every step as soon as it is taken. */
  readonly onStep?: (step: Step) => void;
}
