import { dialOne } from '../http/dial.ts';
import { CallFailure } from '../http/failure.ts';
import { hostOf, portOf } from '../http/host.ts';
import type { Proxy } from '../http/proxy.ts';
import type { JudgedAddress } from '../http/resolve.ts';
import type { Failure } from '../http/transport.ts';
import { listed } from '../report/text.ts';
import { connectorOf, type StepContext, type Network } from './step-context.ts';
import { quote } from './quote.ts';
import type { Found } from './walk.ts';

/** No more addresses of one host than this are tried. */
const MOST_ADDRESSES = 16;

/** Tries every address by itself, or the proxy; `false` if none can be connected to. */
export async function takeTcpStep(
  context: StepContext,
  url: URL,
  addresses: readonly JudgedAddress[],
  proxy: Proxy | undefined,
): Promise<boolean> {
  return context.walk.take('tcp', () =>
    proxy ? tryProxy(context, url, proxy) : tryAddresses(context, url, addresses),
  );
}

async function tryProxy({ walk, network }: StepContext, url: URL, proxy: Proxy): Promise<Found<boolean>> {
  try {
    const socket = await connectorOf(network).reach(url);
    socket.destroy();
    return {
      outcome: 'pass',
      message: `The proxy ${quote(proxy.shown)} gives a connection to ${url.host}.`,
      value: true,
    };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    walk.breaks({ layer: 'proxy', label: 'unreachable', lastError: quote(error.message), inconclusive: true });
    walk.advise(
      'platform',
      'Correct the proxy of this machine or what is set for it, or run the diagnosis from the network of the platform: the call never left for the service.',
    );
    walk.advise(
      'publisher',
      `If the proxy works for other addresses, check that ${url.host} accepts connections from everywhere.`,
    );
    return { outcome: 'fail', message: quote(error.message), value: false };
  }
}

async function tryAddresses(
  context: StepContext,
  url: URL,
  addresses: readonly JudgedAddress[],
): Promise<Found<boolean>> {
  const { walk, network } = context;
  const port = portOf(url);
  const attempts = await Promise.all(
    addresses.slice(0, MOST_ADDRESSES).map(({ address }) => attempt(address, port, network)),
  );
  const details = { port, attempts };
  const failures = attempts.flatMap(({ failure }) => (failure ? [failure] : []));
  const first = failures.find(({ reason }) => reason !== 'unreachable') ?? failures[0];
  if (!first) {
    const fastest = Math.min(...attempts.map(({ durationMs }) => durationMs));
    return { outcome: 'pass', message: `Port ${port} accepts connections (${fastest} ms).`, details, value: true };
  }
  if (failures.length < attempts.length) {
    const dead = attempts.filter(({ failure }) => failure);
    const message = `Port ${port} accepts connections at some addresses only; ${listed(dead.map(({ address, outcome }) => `${address}: ${outcome}`))}.`;
    if (dead.every(({ failure }) => failure?.reason !== 'unreachable')) {
      walk.advise(
        'publisher',
        `Make every address of ${hostOf(url)} answer, or take the dead ones out of DNS: ${listed(dead.map(({ address }) => address))}. A client that tries one of them first loses time or fails.`,
      );
    }
    return { outcome: 'warn', message, details, value: true };
  }
  walk.breaks({
    layer: 'tcp',
    label: 'unreachable',
    lastError: first.message,
    inconclusive: first.reason === 'unreachable' || first.reason === 'aborted',
  });
  adviseOnTcp(context, url, first);
  return {
    outcome: 'fail',
    message: listed(
      failures.map(({ message }) => message),
      4,
    ),
    details,
    value: false,
  };
}

function adviseOnTcp({ walk }: StepContext, url: URL, failure: Failure): void {
  const place = `${url.host}${url.port === '' ? ` (port ${portOf(url)})` : ''}`;
  if (failure.reason === 'refused') {
    walk.advise(
      'publisher',
      `Start the service at ${place}, or correct the host and port in the base address: nothing listens there now.`,
    );
  } else if (failure.reason === 'unreachable') {
    walk.advise('platform', 'Try again from another network: this machine has no way to the address.');
    walk.advise('publisher', `Check that ${url.host} resolves to addresses that the internet routes.`);
  } else {
    walk.advise(
      'publisher',
      `Let connections to ${place} through the firewall, from everywhere or from the platform's addresses: they are dropped without an answer.`,
    );
    walk.advise(
      'platform',
      'Give the publisher the addresses from which the platform calls, if the service works with an allowlist.',
    );
  }
}

interface Attempt {
  readonly address: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly failure?: Failure;
}

async function attempt(address: string, port: number, network: Network): Promise<Attempt> {
  const began = performance.now();
  const late = new AbortController();
  const seconds = network.connectTimeoutMs / 1000;
  const timer = setTimeout(() => {
    late.abort(
      new CallFailure('connect-timeout', `${address} did not answer the attempt to connect within ${seconds} s.`),
    );
  }, network.connectTimeoutMs);
  const signal = network.signal ? AbortSignal.any([late.signal, network.signal]) : late.signal;
  const took = () => Math.round(performance.now() - began);
  try {
    const socket = await dialOne(address, port, signal);
    socket.destroy();
    return { address, outcome: 'connected', durationMs: took() };
  } catch (error) {
    const failure =
      error instanceof CallFailure
        ? error.failure
        : { reason: 'aborted' as const, message: 'The diagnosis was ended.' };
    return { address, outcome: words[failure.reason] ?? failure.reason, durationMs: took(), failure };
  } finally {
    clearTimeout(timer);
  }
}

const words: Partial<Record<Failure['reason'], string>> = {
  refused: 'refused',
  'connect-timeout': 'no answer',
  unreachable: 'no way there',
  reset: 'dropped',
};
