import type { Environment } from './proxy.ts';
import type { Resolve } from './resolve.ts';

/** One request as it goes on the wire; secrets included, so it never leaves this folder. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The connection serves no further request. */
  readonly last?: boolean;
}

/** What came back: any HTTP answer, whatever its status, or why there was none. */
export type WireResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Names in lower case; repeated headers joined with `, `. */
      readonly headers: Readonly<Record<string, string>>;
      /** Decoded (gzip, br, deflate) bytes of the body. */
      readonly body: Uint8Array;
      /** Set if the body of an error is only its beginning: how many bytes it has, at least. */
      readonly size?: number;
      /** From the start of the request to its status line, in milliseconds. */
      readonly firstByteMs?: number;
      /** Whether a connection was opened meanwhile: no other was kept open for it. */
      readonly opened?: boolean;
    }
  | { readonly kind: 'no-answer'; readonly failure: Failure };

/** Why a request has no answer. */
export interface Failure {
  readonly reason:
    | 'dns'
    | 'plain-http'
    | 'non-public-address'
    | 'refused'
    | 'gone'
    | 'down'
    | 'rate-limited'
    | 'unreachable'
    | 'connect-timeout'
    | 'tls'
    | 'proxy'
    | 'timeout'
    | 'reset'
    | 'cut-off'
    | 'malformed'
    | 'too-large'
    | 'aborted'
    | 'beyond-terms';
  /** One sentence for people, free of secrets. */
  readonly message: string;
  /** The system's own code, such as ECONNREFUSED. */
  readonly code?: string;
}

/** A certificate that a client shows, and its key, both PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface TransportOptions {
  /** `--local`: non-public addresses may be called. */
  readonly allowNonPublic: boolean;
  readonly connectTimeoutMs: number;
  /** From the start of the request to the last byte of the answer. */
  readonly totalTimeoutMs: number;
  /** The largest body after decoding, in bytes. */
  readonly maxBodyBytes: number;
  /** More certificate authorities, PEM. */
  readonly ca?: string;
  /** Shown to servers that ask for it, never to a proxy. */
  readonly clientCertificate?: ClientCertificate;
  /** Holds `HTTPS_PROXY` and the other proxy variables; by default the process's environment. */
  readonly environment?: Environment;
  /** By default the system's resolver. */
  readonly resolve?: Resolve;
}

export interface Transport {
  /** Sends once: no retry, no redirect followed. Rejects for nothing but a fault of this suite. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResult>;
  close(): Promise<void>;
}
