import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { mayBeOfProxy } from './certificate.ts';
import { CallFailure, codeOf, isOwnFault, orAborted, reasonOf, tcpFailure } from './failure.ts';
import { authority, hostOf, portOf } from './host.ts';
import { type Proxy, proxyFor } from './proxy.ts';
import { judgedAddresses, type JudgedAddress } from './resolve.ts';
import { dnsSentence } from './route.ts';
import { asksForCertificate, chainFrom, distrustIn, startTls, tlsContext, type TlsContext } from './tls.ts';
import { openTunnel } from './tunnel.ts';
import type { Handshake, TransportOptions } from './transport.ts';

/** The share of the connect timeout for a lookup that a proxy makes unnecessary. */
const PROXIED_LOOKUP_SHARE = 1 / 4;

export interface ConnectorOptions
  extends
    Pick<TransportOptions, 'allowNonPublic' | 'connectTimeoutMs' | 'ca' | 'clientCertificate' | 'insecure'>,
    Required<Pick<TransportOptions, 'environment' | 'resolve'>> {
  /** Ends all attempts to connect. Its reason is a `CallFailure`. */
  readonly closing?: AbortSignal;
}

/**
 * Opens connections as the platform's client does: it resolves the host again for each, and connects only to public
 * addresses.
 */
export class Connector {
  readonly #options: ConnectorOptions;
  #toService: TlsContext | undefined;
  #toProxies: TlsContext | undefined;
  readonly #unsatisfied = new Set<string>();

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** Opens a connection for requests to this origin, through a tunnel if a proxy is set. */
  open(origin: URL): Promise<Socket> {
    return this.#attempt(async (attempt) => {
      const socket = await this.#reach(origin, attempt);
      if (origin.protocol !== 'https:') return socket;
      const secured = await secure(socket, origin, this.#service, attempt);
      if (this.#service.verifies) refuseUntrusted(secured, origin);
      if (asksForCertificate(secured) && !this.#service.showsCertificate) this.#unsatisfied.add(origin.origin);
      return secured;
    });
  }

  /** Whether a service asked for a client certificate and got none. It may close the connection because of that. */
  lacksCertificate(origin: URL): boolean {
    return this.#unsatisfied.has(origin.origin);
  }

  /** Looks at the certificate of a service without trusting it. No request is sent. */
  inspect(origin: URL): Promise<Handshake> {
    return this.#attempt(async (attempt) => {
      const secured = await secure(await this.#reach(origin, attempt), origin, this.#service, attempt);
      const problems = distrustIn(secured, hostOf(origin));
      const seen = {
        protocol: secured.getProtocol() ?? 'unknown',
        cipher: secured.getCipher().standardName,
        chain: chainFrom(secured),
        problems,
        mayBeOfProxy: mayBeOfProxy(problems, proxyFor(origin, this.#options.environment) !== undefined),
        lacksCertificate: asksForCertificate(secured) && !this.#service.showsCertificate,
      };
      secured.destroy();
      return seen;
    });
  }

  reach(origin: URL): Promise<Socket> {
    return this.#attempt((attempt) => this.#reach(origin, attempt));
  }

  /** A connection to the proxy itself, for plain HTTP requests that it forwards. */
  openProxy(proxy: Proxy): Promise<Socket> {
    return this.#attempt((attempt) => this.#toProxy(proxy, attempt));
  }

  /** Rejects if this machine resolves a host behind a proxy to an address that is not public. */
  async judgeProxied(origin: URL): Promise<void> {
    const host = hostOf(origin);
    const lookup = judgedAddresses(host, this.#options.resolve).catch((error: unknown) => {
      if (isOwnFault(error)) throw error;
      // The proxy resolves names itself, so a name that this machine cannot resolve is not a failure.
      return [];
    });
    const tooSlow = delay(this.#options.connectTimeoutMs * PROXIED_LOOKUP_SHARE, [], { ref: false });
    this.#refuseNonPublic(host, await Promise.race([lookup, tooSlow]));
  }

  async #reach(origin: URL, attempt: Attempt): Promise<Socket> {
    const proxy = proxyFor(origin, this.#options.environment);
    if (!proxy) {
      const addresses = await this.#addresses(origin, attempt);
      this.#refuseNonPublic(hostOf(origin), addresses);
      attempt.awaits('connect-timeout', `${hostOf(origin)} did not answer the attempt to connect`);
      return dial(hostOf(origin), portOf(origin), attempt.signal, addresses);
    }
    await this.judgeProxied(origin);
    const socket = await this.#toProxy(proxy, attempt);
    attempt.awaits('proxy', `The proxy ${proxy.shown} gave no tunnel`);
    return openTunnel(socket, proxy, authority(hostOf(origin), portOf(origin)), attempt.signal);
  }

  get #service(): TlsContext {
    return (this.#toService ??= tlsContext(this.#options, this.#options.environment));
  }

  async #toProxy(proxy: Proxy, attempt: Attempt): Promise<Socket> {
    const { url, shown } = proxy;
    try {
      const addresses = await this.#addresses(url, attempt);
      attempt.awaits('proxy', `The proxy ${url.origin} did not answer the attempt to connect`);
      const socket = await dial(hostOf(url), portOf(url), attempt.signal, addresses);
      if (url.protocol !== 'https:') return socket;
      const { ca, environment } = this.#options;
      this.#toProxies ??= tlsContext(ca === undefined ? {} : { ca }, environment);
      const secured = await secure(socket, url, this.#toProxies, attempt);
      refuseUntrusted(secured, url);
      return secured;
    } catch (error) {
      if (attempt.signal.aborted || !(error instanceof CallFailure)) throw error;
      const { message, code = '' } = error.failure;
      throw new CallFailure('proxy', `The proxy ${shown} cannot be used: ${message}`, { code });
    }
  }

  async #addresses(origin: URL, attempt: Attempt): Promise<readonly JudgedAddress[]> {
    const host = hostOf(origin);
    attempt.awaits('dns', `The name ${host} was not resolved`);
    try {
      const addresses = await orAborted(judgedAddresses(host, this.#options.resolve), attempt.signal);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (error instanceof CallFailure || isOwnFault(error)) throw error;
      throw new CallFailure('dns', dnsSentence(host, error), { code: codeOf(error) });
    }
    throw new CallFailure('dns', `The name ${host} has no address.`);
  }

  #refuseNonPublic(host: string, addresses: readonly JudgedAddress[]): void {
    const bad = this.#options.allowNonPublic ? undefined : addresses.find((address) => !address.public);
    if (!bad) return;
    const subject =
      bad.address === host
        ? `${host} is not a public address`
        : `${host} resolves to ${bad.address}, which is not a public address`;
    throw new CallFailure('non-public-address', `${subject} (${bad.range}); the client calls public addresses only.`);
  }

  async #attempt<T>(connect: (attempt: Attempt) => Promise<T>): Promise<T> {
    const attempt = new Attempt(this.#options);
    try {
      return await connect(attempt);
    } finally {
      attempt.ends();
    }
  }
}

/** An attempt to connect. The message of a timeout names what it was waiting for. */
class Attempt {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #reason: 'dns' | 'proxy' | 'connect-timeout' = 'connect-timeout';
  #sentence = 'No connection was made';

  constructor({ connectTimeoutMs, closing }: ConnectorOptions) {
    const late = new AbortController();
    this.signal = closing ? AbortSignal.any([late.signal, closing]) : late.signal;
    this.#timer = setTimeout(() => {
      const message = `${this.#sentence} within ${connectTimeoutMs / 1000} s.`;
      late.abort(new CallFailure(this.#reason, message, { code: 'ETIMEDOUT' }));
    }, connectTimeoutMs);
  }

  awaits(reason: 'dns' | 'proxy' | 'connect-timeout', sentence: string): void {
    this.#reason = reason;
    this.#sentence = sentence;
  }

  ends(): void {
    clearTimeout(this.#timer);
  }
}

function secure(socket: Socket, origin: URL, context: TlsContext, attempt: Attempt): Promise<TLSSocket> {
  attempt.awaits('connect-timeout', `${hostOf(origin)} accepted the connection but did not finish the TLS handshake`);
  return startTls(socket, hostOf(origin), context, attempt.signal);
}

function refuseUntrusted(secured: TLSSocket, origin: URL): void {
  const [first, ...more] = distrustIn(secured, hostOf(origin));
  if (first === undefined) return;
  secured.destroy();
  throw new CallFailure('tls', [first, ...more].map(({ sentence }) => sentence).join(' '), { trouble: first.trouble });
}

/** How long each address of a host has before the next one is tried. */
const PER_ADDRESS_MS = 1000;

type Address = Pick<JudgedAddress, 'address' | 'family'>;

/**
 * Opens a TCP connection to the first of a host's addresses that answers. They are not resolved a second time. Rejects
 * with a `CallFailure`, or with the signal's reason.
 */
export function dial(
  host: string,
  port: number,
  signal: AbortSignal,
  addresses: readonly Address[] = [],
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      signal,
      lookup: (_name, _options, found) => {
        found(null, [...addresses]);
      },
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS,
      noDelay: true,
      keepAlive: true,
    });
    socket.once('connect', () => {
      resolve(socket);
    });
    // This listener stays, so that a late error does not end the process as an unhandled event.
    socket.on('error', (error) => {
      if (signal.aborted) reject(reasonOf(signal));
      else reject(isOwnFault(error) ? error : clearestFailure(host, port, error));
    });
  });
}

/** A refused connection says more about the service than a network that this machine cannot reach. */
function clearestFailure(host: string, port: number, error: Error): CallFailure {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const failures = errors.map((each) => tcpFailure(authority(addressOf(each) ?? host, port), each));
  return failures.find(({ failure }) => failure.reason !== 'unreachable') ?? failures[0] ?? tcpFailure(host, error);
}

function addressOf(error: unknown): string | undefined {
  return error instanceof Error && 'address' in error && typeof error.address === 'string' ? error.address : undefined;
}
