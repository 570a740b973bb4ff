import type { Environment } from '../http/proxy.ts';
import type { Resolve } from '../http/resolve.ts';
import type { Step } from './model.ts';

/** What `diagnose()` can be asked for. */
export interface DiagnoseOptions {
  /** The base address as a person typed it. */
  readonly baseUrl: string;
  /** The key as a person typed it. */
  readonly apiKey?: string;
  /** Allows `http://` and non-public addresses. */
  readonly local?: boolean;
  /** Seconds, per request; 30 by default. */
  readonly timeout?: number;
  /** Seconds; 10 by default. */
  readonly connectTimeout?: number;
  /** More certificate authorities, PEM. */
  readonly ca?: string;
  /** Shown to a gateway that asks for a client certificate: both PEM, the key without a passphrase. */
  readonly clientCert?: string;
  readonly clientKey?: string;
  /** Where proxies are looked up; the process's own environment by default. */
  readonly environment?: Environment;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: Resolve;
  /** The time of day in milliseconds; the system's by default. */
  readonly now?: () => number;
  readonly userAgent?: string;
  /** Ends the walk early; the diagnosis then says what was seen until then. */
  readonly signal?: AbortSignal;
  /** Told of every step as soon as it is taken. */
  readonly onStep?: (step: Step) => void;
}
