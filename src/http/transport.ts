import type { InBetween } from '../causes/answerer.ts';
import type { CertificateTrouble, TlsTrouble } from './tls-trouble.ts';
import type { Parsed } from '../text/parsed-json.ts';
import type { Environment } from './proxy.ts';
import type { Resolve } from './resolve.ts';
import type { Violation } from './violation.ts';

/** One request as it is sent, secrets included, so it never leaves this folder. */
export interface WireRequest {
  /** Its body is not a request of the contract, on purpose. */
  readonly odd?: true;
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly last?: boolean;
  /** A connection of its own is made for this request: a server that failed may close the one that it failed on. */
  readonly fresh?: boolean;
  /** Less than the time-out of all requests, in which an earlier one got no answer. */
  readonly timeoutMs?: number;
}

/** The result of a request: an HTTP answer of any status, or why there was none. */
export type WireResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Names in lower case; repeated headers joined with `, `. */
      readonly headers: Readonly<Record<string, string>>;
      /** The body in bytes, decompressed (gzip, br, deflate). */
      readonly body: Uint8Array;
      /** Set if the body was parsed already. */
      readonly json?: Parsed;
      /** Set if only the beginning of an error's body was read: a lower bound of its size, in bytes. */
      readonly size?: number;
      /** Set if it breaks the rules of HTTP. Its body is what could be read all the same, compressed or not. */
      readonly violation?: Violation;
      /** From the start of the request to its status line, in milliseconds. */
      readonly firstByteMs?: number;
    }
  | { readonly kind: 'no-answer'; readonly failure: Failure };

/** Why a request got no answer. */
export interface Failure {
  readonly reason:
    | 'dns'
    | 'plain-http'
    | 'non-public-address'
    | 'refused'
    | 'gone'
    | 'down'
    | 'fatal'
    | 'hanging'
    | 'rate-limited'
    | 'denied'
    | 'in-between'
    | 'unreachable'
    | 'connect-timeout'
    | 'tls'
    | 'proxy'
    | 'timeout'
    | 'reset'
    | 'cut-off'
    | 'malformed'
    | 'not-http'
    | 'too-large'
    | 'aborted'
    | 'time-limit'
    | 'beyond-terms';
  /** One sentence for people, without secrets. */
  readonly message: string;
  /** The system's own code, such as ECONNREFUSED. */
  readonly code?: string;
  /** What came breaks the rules of HTTP, so that it cannot be read: that is an answer, and a wrong one. */
  readonly violation?: Violation;
  /** Somebody in front of the service answers everything in its place. */
  readonly between?: InBetween;
  /** Why no TLS connection was made, or why it is not trusted. */
  readonly trouble?: TlsTrouble;
  /** What to do about it on this machine, in one sentence. */
  readonly advice?: string;
  /** A rate limit of the whole service, not of one endpoint. */
  readonly isOfAll?: true;
}

/** A client certificate and its key, both PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly names: readonly string[];
  readonly moreNames?: number;
  readonly validFrom: string;
  readonly validTo: string;
  /** Whole days until it expires; negative if it has expired. */
  readonly daysLeft: number;
  readonly fingerprint: string;
}

export interface CertificateProblem {
  readonly trouble: CertificateTrouble;
  readonly sentence: string;
}

/** What a TLS handshake showed, whether or not the certificate is trusted. */
export interface Handshake {
  readonly protocol: string;
  readonly cipher: string;
  /** The known part of the chain, the server's own certificate first. */
  readonly chain: readonly CertificateFacts[];
  readonly problems: readonly CertificateProblem[];
  /** The certificate may be that of a proxy, so that it says nothing about the service. */
  readonly mayBeOfProxy: boolean;
  /** The server asked for a client certificate, and there was none to show. */
  readonly lacksCertificate: boolean;
}

export interface TransportOptions {
  /** `--local`: addresses that are not public may be called. */
  readonly allowNonPublic: boolean;
  readonly connectTimeoutMs: number;
  /** From the start of the request to the last byte of the answer. */
  readonly totalTimeoutMs: number;
  readonly maxBodyBytes: number;
  readonly ca?: string;
  /** Certificates are not verified, except that of a proxy. */
  readonly insecure?: boolean;
  /** Shown to servers that ask for it, never to a proxy. */
  readonly clientCertificate?: ClientCertificate;
  /** Contains `HTTPS_PROXY` and the other proxy variables; by default the environment of the process. */
  readonly environment?: Environment;
  readonly resolve?: Resolve;
}

export interface Transport {
  /** Sends the request once, without retries, and follows no redirect. Rejects only if this suite is at fault. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResult>;
  close(): Promise<void>;
  /** Looks at the certificate of a service without trusting it, or says why there is none to see. Sends no request. */
  readonly inspect?: (origin: URL) => Promise<Handshake | Failure>;
}
