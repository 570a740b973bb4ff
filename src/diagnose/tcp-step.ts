import { Connector, dial } from '../http/connector.ts';
import { CallFailure } from '../http/failure.ts';
import { hostOf, portOf } from '../http/host.ts';
import type { Proxy } from '../http/proxy.ts';
import type { JudgedAddress } from '../http/resolve.ts';
import type { Failure } from '../http/transport.ts';
import { listed } from '../report/text.ts';
import type { Network, StepContext } from './step-context.ts';
import { quote } from '../text/printable.ts';
import { GIVE_PLATFORM_ADDRESSES } from './status-conclusion.ts';
import type { Conclusion, Found } from './walk.ts';

const MOST_ADDRESSES = 16;

/** Tries each address separately, or the proxy; `false` if no connection succeeds. */
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
    const socket = await new Connector(network).reach(url);
    socket.destroy();
    return {
      outcome: 'pass',
      message: `The proxy ${quote(proxy.shown)} gives a connection to ${url.host}.`,
      value: true,
    };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    walk.breaks(
      { layer: 'proxy', label: 'unreachable', lastError: quote(error.message), inconclusive: true },
      {
        cause: quote(error.message),
        whose: 'platform',
        platform: [
          error.failure.advice ??
            'Correct the proxy settings of this machine, or run the diagnosis from the network of the platform.',
          ...(/^5/.test(error.failure.code ?? '')
            ? [
                `If the proxy works for other addresses, ask the publisher whether ${url.host} accepts connections from everywhere.`,
              ]
            : []),
        ],
      },
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
    const slow = fastest >= network.connectTimeoutMs / 3;
    const late = `, but only after ${fastest} ms; the client waits ${network.connectTimeoutMs / 1000} s`;
    const message = `Port ${port} accepts connections${slow ? late : ''}.`;
    return { outcome: slow ? 'warn' : 'pass', message, details, value: true };
  }
  if (failures.length < attempts.length) {
    const dead = attempts.filter(({ failure }) => failure);
    const message = `Port ${port} accepts connections at some addresses only: ${listed(dead.map(({ address, outcome }) => `${address}: ${outcome}`))}.`;
    if (dead.every(({ failure }) => failure?.reason !== 'unreachable')) {
      walk.advise(
        'publisher',
        `Make every address of ${hostOf(url)} answer, or remove these from DNS: ${listed(dead.map(({ address }) => address))}. A client that tries one of them first loses time or fails.`,
      );
    }
    return { outcome: 'warn', message, details, value: true };
  }
  walk.breaks(
    {
      layer: 'tcp',
      label: 'unreachable',
      lastError: first.message,
      inconclusive: first.reason === 'unreachable',
    },
    conclusionOf(url, first),
  );
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

function conclusionOf(url: URL, failure: Failure): Conclusion {
  const place = `${url.host}${url.port === '' ? ` (port ${portOf(url)})` : ''}`;
  if (failure.reason === 'refused')
    return {
      cause: `Nothing listens at ${place}: the connection is refused.`,
      whose: 'publisher',
      publisher: [`Start the service at ${place}, or give us its right host and port.`],
    };
  if (failure.reason === 'unreachable')
    return {
      cause: failure.message,
      whose: 'platform',
      publisher: [`Check that ${url.host} resolves to addresses that can be reached from the internet.`],
      platform: ['Try again from another network.'],
    };
  return {
    cause: `${place} does not answer: a firewall seems to drop the connection.`,
    whose: 'publisher',
    publisher: [`Let connections to ${place} through the firewall, from everywhere or from the platform's addresses.`],
    platform: [GIVE_PLATFORM_ADDRESSES],
  };
}

interface Attempt {
  readonly address: string;
  readonly outcome: string;
  readonly durationMs: number;
  readonly failure?: Failure;
}

async function attempt(address: string, port: number, { connectTimeoutMs, signal }: Network): Promise<Attempt> {
  const began = performance.now();
  const late = AbortSignal.timeout(connectTimeoutMs);
  const took = () => Math.round(performance.now() - began);
  try {
    const socket = await dial(address, port, signal ? AbortSignal.any([late, signal]) : late);
    socket.destroy();
    return { address, outcome: 'connected', durationMs: took() };
  } catch (error) {
    if (!(error instanceof CallFailure) && !late.aborted) throw error;
    const failure = error instanceof CallFailure ? error.failure : tooLate(address, connectTimeoutMs / 1000);
    return { address, outcome: words[failure.reason] ?? failure.reason, durationMs: took(), failure };
  }
}

function tooLate(address: string, seconds: number): Failure {
  return {
    reason: 'connect-timeout',
    message: `${address} did not answer the attempt to connect within ${seconds} s.`,
  };
}

const words: Partial<Record<Failure['reason'], string>> = {
  refused: 'refused',
  'connect-timeout': 'no answer',
  unreachable: 'no route',
  reset: 'dropped',
};
