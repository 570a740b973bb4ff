import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { dialAny, reasonOf } from './dial.ts';
import { CallFailure, codeOf, isOwnFault } from './failure.ts';
import { authority, hostOf, portOf } from './host.ts';
import type { Environment, Proxy } from './proxy.ts';
import { proxyFor } from './proxy.ts';
import { judgedAddresses, type JudgedAddress, type Resolve } from './resolve.ts';
import { dnsSentence } from './route.ts';
import { asksForCertificate, startTls, tlsContext, type TlsContext } from './tls.ts';
import { openTunnel } from './tunnel.ts';
import type { TransportOptions } from './transport.ts';

/** The share of the connect timeout for a lookup that a proxy makes unnecessary. */
const PROXIED_LOOKUP_SHARE = 1 / 4;

/**
 * Opens connections as the platform's client does: it resolves the host again for each, and connects only to public
 * addresses.
 */
export class Connector {
  readonly #allowNonPublic: boolean;
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;
  readonly #environment: Environment;
  readonly #tls: Pick<TransportOptions, 'ca' | 'clientCertificate' | 'insecure'>;
  readonly #closing = new AbortController();
  #toService: TlsContext | undefined;
  #toProxies: TlsContext | undefined;
  /** Origins that asked for a client certificate and got none. */
  readonly #unsatisfied = new Set<string>();

  constructor(
    options: Pick<TransportOptions, 'allowNonPublic' | 'connectTimeoutMs' | 'ca' | 'clientCertificate' | 'insecure'> & {
      readonly resolve: Resolve;
      readonly environment: Environment;
    },
  ) {
    this.#allowNonPublic = options.allowNonPublic;
    this.#timeoutMs = options.connectTimeoutMs;
    this.#resolve = options.resolve;
    this.#environment = options.environment;
    this.#tls = options;
  }

  /** Opens a connection for requests to this origin, through a tunnel if a proxy is set. */
  open(origin: URL): Promise<Socket> {
    return this.#withinTime(async (signal, step) => {
      const socket = await this.#reach(origin, signal, step);
      if (origin.protocol !== 'https:') return socket;
      this.#toService ??= tlsContext(this.#tls, this.#environment);
      const secured = await this.#secured(socket, origin, this.#toService, signal, step);
      if (asksForCertificate(secured) && !this.#toService.showsCertificate) this.#unsatisfied.add(origin.origin);
      return secured;
    });
  }

  /** Whether a service asked for a client certificate and got none. It may close the connection because of that. */
  lacksCertificate(origin: URL): boolean {
    return this.#unsatisfied.has(origin.origin);
  }

  /** The same without the TLS handshake. */
  reach(origin: URL): Promise<Socket> {
    return this.#withinTime((signal, step) => this.#reach(origin, signal, step));
  }

  /** A connection to the proxy itself, for plain HTTP requests that it forwards. */
  openProxy(proxy: Proxy): Promise<Socket> {
    return this.#withinTime((signal, step) => this.#toProxy(proxy, signal, step));
  }

  /** Rejects if this machine resolves a host behind a proxy to an address that is not public. */
  async judgeProxied(origin: URL, signal: AbortSignal): Promise<void> {
    const tooSlow = new AbortController();
    const timer = setTimeout(() => {
      tooSlow.abort();
    }, this.#timeoutMs * PROXIED_LOOKUP_SHARE);
    try {
      const lookup = judgedAddresses(hostOf(origin), this.#resolve);
      this.#refuseNonPublic(hostOf(origin), await orAborted(AbortSignal.any([signal, tooSlow.signal]), lookup));
    } catch (error) {
      if (signal.aborted) throw reasonOf(signal);
      // The proxy resolves names itself, so a name that this machine cannot resolve is not a failure.
      if (error instanceof CallFailure || isOwnFault(error)) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#closing.abort(new CallFailure('aborted', 'The call was given up.'));
  }

  #reach(origin: URL, signal: AbortSignal, step: Step): Promise<Socket> {
    const proxy = proxyFor(origin, this.#environment);
    return proxy ? this.#tunnelled(origin, proxy, signal, step) : this.#direct(origin, signal, step);
  }

  async #direct(origin: URL, signal: AbortSignal, step: Step): Promise<Socket> {
    const host = hostOf(origin);
    const addresses = await this.#addresses(host, signal, step);
    this.#refuseNonPublic(host, addresses);
    step.report('connect-timeout', `${host} did not answer the attempt to connect`);
    return dialAny(
      addresses.map(({ address }) => address),
      portOf(origin),
      signal,
    );
  }

  async #tunnelled(origin: URL, proxy: Proxy, signal: AbortSignal, step: Step): Promise<Socket> {
    await this.judgeProxied(origin, signal);
    const socket = await this.#toProxy(proxy, signal, step);
    step.report('proxy', `The proxy ${proxy.shown} gave no tunnel`);
    return openTunnel(socket, proxy, authority(hostOf(origin), portOf(origin)), signal);
  }

  async #toProxy(proxy: Proxy, signal: AbortSignal, step: Step): Promise<Socket> {
    try {
      const addresses = await this.#addresses(hostOf(proxy.url), signal, step);
      step.report('proxy', `The proxy ${proxy.shown} did not answer the attempt to connect`);
      const socket = await dialAny(
        addresses.map(({ address }) => address),
        portOf(proxy.url),
        signal,
      );
      if (proxy.url.protocol !== 'https:') return socket;
      const { ca } = this.#tls;
      this.#toProxies ??= tlsContext(ca === undefined ? {} : { ca }, this.#environment);
      return await this.#secured(socket, proxy.url, this.#toProxies, signal, step);
    } catch (error) {
      if (signal.aborted || !(error instanceof CallFailure)) throw error;
      const { message, code } = error.failure;
      throw new CallFailure('proxy', `The proxy ${proxy.shown} cannot be used: ${message}`, code);
    }
  }

  #secured(socket: Socket, origin: URL, context: TlsContext, signal: AbortSignal, step: Step): Promise<TLSSocket> {
    step.report('connect-timeout', `${hostOf(origin)} accepted the connection but did not finish the TLS handshake`);
    return startTls(socket, hostOf(origin), context, signal);
  }

  async #addresses(host: string, signal: AbortSignal, step: Step): Promise<readonly JudgedAddress[]> {
    step.report('dns', `The name ${host} was not resolved`);
    try {
      const addresses = await orAborted(signal, judgedAddresses(host, this.#resolve));
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (signal.aborted) throw reasonOf(signal);
      if (isOwnFault(error)) throw error;
      throw new CallFailure('dns', dnsSentence(host, error), codeOf(error));
    }
    throw new CallFailure('dns', `The name ${host} has no address.`);
  }

  #refuseNonPublic(host: string, addresses: readonly JudgedAddress[]): void {
    if (this.#allowNonPublic) return;
    const bad = addresses.find((address) => !address.public);
    if (!bad) return;
    const subject =
      bad.address === host
        ? `${host} is not a public address`
        : `${host} resolves to ${bad.address}, which is not a public address`;
    throw new CallFailure('non-public-address', `${subject} (${bad.range}); the client calls public addresses only.`);
  }

  async #withinTime<T>(run: (signal: AbortSignal, step: Step) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const step = new Step();
    const timer = setTimeout(() => {
      late.abort(new CallFailure(step.reason, `${step.sentence} within ${this.#timeoutMs / 1000} s.`, 'ETIMEDOUT'));
    }, this.#timeoutMs);
    try {
      return await run(AbortSignal.any([late.signal, this.#closing.signal]), step);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The step a connection is waiting for, to be named in the message of a timeout. */
class Step {
  reason: 'dns' | 'proxy' | 'connect-timeout' = 'connect-timeout';
  sentence = 'No connection was made';

  report(reason: Step['reason'], sentence: string): void {
    this.reason = reason;
    this.sentence = sentence;
  }
}

/** The result of a promise that cannot be cancelled, unless the signal is aborted first. */
function orAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abandon);
    });
  });
}
