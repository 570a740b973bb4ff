import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { mayBeOfProxy } from './certificate.ts';
import { asError, CallFailure, codeOf, isOwnFault, reasonOf, tcpFailure } from './failure.ts';
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
    return this.#withinTime(async (signal, step) => {
      const socket = await this.#reach(origin, signal, step);
      if (origin.protocol !== 'https:') return socket;
      const secured = await this.#secure(socket, origin, signal, step);
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
    return this.#withinTime(async (signal, step) => {
      const secured = await this.#secure(await this.#reach(origin, signal, step), origin, signal, step);
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
    return this.#withinTime((signal, step) => this.#reach(origin, signal, step));
  }

  /** A connection to the proxy itself, for plain HTTP requests that it forwards. */
  openProxy(proxy: Proxy): Promise<Socket> {
    return this.#withinTime((signal, step) => this.#toProxy(proxy, signal, step));
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

  async #reach(origin: URL, signal: AbortSignal, step: Step): Promise<Socket> {
    const proxy = proxyFor(origin, this.#options.environment);
    if (!proxy) return this.#dial(origin, signal, step, 'public');
    await this.judgeProxied(origin);
    const socket = await this.#toProxy(proxy, signal, step);
    step.report('proxy', `The proxy ${proxy.shown} gave no tunnel`);
    return openTunnel(socket, proxy, authority(hostOf(origin), portOf(origin)), signal);
  }

  get #service(): TlsContext {
    this.#toService ??= tlsContext(this.#options, this.#options.environment);
    return this.#toService;
  }

  #secure(socket: Socket, origin: URL, signal: AbortSignal, step: Step): Promise<TLSSocket> {
    return secure(socket, origin, this.#service, signal, step);
  }

  async #toProxy(proxy: Proxy, signal: AbortSignal, step: Step): Promise<Socket> {
    try {
      const socket = await this.#dial(proxy.url, signal, step, 'any');
      if (proxy.url.protocol !== 'https:') return socket;
      const { ca, environment } = this.#options;
      this.#toProxies ??= tlsContext(ca === undefined ? {} : { ca }, environment);
      const secured = await secure(socket, proxy.url, this.#toProxies, signal, step);
      refuseUntrusted(secured, proxy.url);
      return secured;
    } catch (error) {
      if (signal.aborted || !(error instanceof CallFailure)) throw error;
      const { message, code } = error.failure;
      throw new CallFailure(
        'proxy',
        `The proxy ${proxy.shown} cannot be used: ${message}`,
        code === undefined ? {} : { code },
      );
    }
  }

  /** Connects to an address that was judged: the name is not resolved a second time. */
  async #dial(origin: URL, signal: AbortSignal, step: Step, which: 'public' | 'any'): Promise<Socket> {
    const host = hostOf(origin);
    const addresses = async () => {
      step.report('dns', `The name ${host} was not resolved`);
      const found = await this.#addresses(host);
      if (which === 'public') this.#refuseNonPublic(host, found);
      if (which === 'public') step.report('connect-timeout', `${host} did not answer the attempt to connect`);
      else step.report('proxy', `The proxy ${origin.origin} did not answer the attempt to connect`);
      return found;
    };
    const lookup: LookupFunction = (_name, _options, found) => {
      addresses().then(
        (all) => {
          found(null, [...all]);
        },
        (error: unknown) => {
          found(asError(error), []);
        },
      );
    };
    // Node looks up names only.
    if (isIP(host) !== 0) await addresses();
    return dial(host, portOf(origin), signal, lookup);
  }

  async #addresses(host: string): Promise<readonly JudgedAddress[]> {
    try {
      const addresses = await judgedAddresses(host, this.#options.resolve);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (isOwnFault(error)) throw error;
      throw new CallFailure('dns', dnsSentence(host, error), { code: codeOf(error) });
    }
    throw new CallFailure('dns', `The name ${host} has no address.`);
  }

  #refuseNonPublic(host: string, addresses: readonly JudgedAddress[]): void {
    if (this.#options.allowNonPublic) return;
    const bad = addresses.find((address) => !address.public);
    if (!bad) return;
    const subject =
      bad.address === host
        ? `${host} is not a public address`
        : `${host} resolves to ${bad.address}, which is not a public address`;
    throw new CallFailure('non-public-address', `${subject} (${bad.range}); the client calls public addresses only.`);
  }

  async #withinTime<T>(run: (signal: AbortSignal, step: Step) => Promise<T>): Promise<T> {
    const { connectTimeoutMs, closing } = this.#options;
    const late = new AbortController();
    const step = new Step();
    const timer = setTimeout(() => {
      late.abort(
        new CallFailure(step.reason, `${step.sentence} within ${connectTimeoutMs / 1000} s.`, { code: 'ETIMEDOUT' }),
      );
    }, connectTimeoutMs);
    try {
      return await run(closing ? AbortSignal.any([late.signal, closing]) : late.signal, step);
    } finally {
      clearTimeout(timer);
    }
  }
}

function secure(socket: Socket, origin: URL, context: TlsContext, signal: AbortSignal, step: Step): Promise<TLSSocket> {
  step.report('connect-timeout', `${hostOf(origin)} accepted the connection but did not finish the TLS handshake`);
  return startTls(socket, hostOf(origin), context, signal);
}

function refuseUntrusted(secured: TLSSocket, origin: URL): void {
  const [first, ...more] = distrustIn(secured, hostOf(origin));
  if (first === undefined) return;
  secured.destroy();
  throw new CallFailure('tls', [first, ...more].map(({ sentence }) => sentence).join(' '), { trouble: first.trouble });
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

/** How long each address of a host has before the next one is tried. */
const PER_ADDRESS_MS = 1000;

/**
 * Opens a TCP connection to the first address of a host that answers. Rejects with a `CallFailure`, with the error of
 * `lookup`, or with the signal's reason.
 */
export function dial(host: string, port: number, signal: AbortSignal, lookup?: LookupFunction): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      signal,
      ...(lookup && { lookup }),
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
      else if (error instanceof CallFailure || isOwnFault(error)) reject(error);
      else reject(clearestFailure(host, port, error));
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
