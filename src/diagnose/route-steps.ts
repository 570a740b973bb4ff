import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from '../http/failure.ts';
import { hostOf } from '../http/host.ts';
import { type Proxy, proxyFor, UnusableProxy } from '../http/proxy.ts';
import { type JudgedAddress, judgedAddresses } from '../http/resolve.ts';
import { dnsSentence } from '../http/route.ts';
import { listed } from '../report/text.ts';
import type { StepContext, Network } from './step-context.ts';
import { quote } from '../text/printable.ts';
import type { Found } from './walk.ts';

/** Finds the proxy in use: `undefined` if there is none, `null` if it cannot be used. */
export async function takeProxyStep({ walk, network }: StepContext, url: URL): Promise<Proxy | undefined | null> {
  return walk.take<Proxy | undefined | null>('proxy', () => {
    try {
      const proxy = proxyFor(url, network.environment);
      if (!proxy) return { outcome: 'info', message: 'No proxy is used.', value: undefined };
      const message = `Calls go through the proxy ${quote(proxy.shown)}, set by ${proxy.variable}; the client does not use it.`;
      return {
        outcome: 'info',
        message,
        details: { proxy: quote(proxy.shown), variable: proxy.variable },
        value: proxy,
      };
    } catch (error) {
      if (!(error instanceof UnusableProxy)) throw error;
      walk.breaks(
        { layer: 'proxy', label: 'unreachable', lastError: error.message, inconclusive: true },
        {
          cause: error.message,
          whose: 'platform',
          platform: ['Correct the proxy variable of this machine, or run the diagnosis where no proxy is needed.'],
        },
      );
      return { outcome: 'fail', message: error.message, value: null };
    }
  });
}

/** Resolves the host and judges every address; `null` if the client would not call it. */
export async function takeDnsStep(
  context: StepContext,
  url: URL,
  proxy: Proxy | undefined,
): Promise<readonly JudgedAddress[] | null> {
  const host = hostOf(url);
  return context.walk.take<readonly JudgedAddress[] | null>('dns', async () => {
    try {
      const addresses = await inTime(judgedAddresses(host, context.network.resolve), context.network);
      if (addresses.length > 0) return judge(context, host, addresses);
      return unresolved(context, host, proxy, { message: `The name ${host} has no address.`, temporary: false });
    } catch (error) {
      const temporary = !['ENOTFOUND', 'ENODATA', 'ENONAME'].includes(codeOf(error));
      return unresolved(context, host, proxy, { message: dnsSentence(host, error), temporary });
    }
  });
}

type Resolved = Found<readonly JudgedAddress[] | null>;

function judge({ walk, network }: StepContext, host: string, addresses: readonly JudgedAddress[]): Resolved {
  const details = { host, addresses: addresses.slice(0, 32) };
  const shown = listed(addresses.map(({ address, range }) => (range === 'public' ? address : `${address} (${range})`)));
  const bad = addresses.filter((address) => !address.public);
  const isLiteral = isIP(host) !== 0;
  const source = network.givenHosts.includes(host) ? ', as --resolve says' : '';
  const message = isLiteral ? `The host is the address ${shown} itself.` : `${host} is at ${shown}${source}.`;
  if (bad.length === 0) return { outcome: 'pass', message, details, value: addresses };
  if (network.allowNonPublic) {
    const refused = `${message} Without --local the client refuses that.`;
    return { outcome: 'warn', message: refused, details, value: addresses };
  }
  const found = listed(bad.map(({ address, range }) => `${address} (${range})`));
  const refusal = `${isLiteral ? `The host is ${found}` : `${host} resolves to ${found}`}; the client calls public addresses only.`;
  walk.breaks(
    { layer: isLiteral ? 'address' : 'dns', label: 'unreachable', lastError: refusal },
    {
      cause: refusal,
      whose: 'publisher',
      publisher: [
        'Serve the API at a host that resolves to public addresses only. The client refuses a host if any of its addresses is not public.',
      ],
    },
  );
  return { outcome: 'fail', message: refusal, details, value: null };
}

function unresolved(
  { walk }: StepContext,
  host: string,
  proxy: Proxy | undefined,
  { message, temporary }: { message: string; temporary: boolean },
): Resolved {
  const details = { host, addresses: [] };
  if (proxy) return { outcome: 'info', message: `${message} The proxy resolves names by itself.`, details, value: [] };
  walk.breaks(
    { layer: 'dns', label: 'unreachable', lastError: message, inconclusive: temporary },
    {
      cause: message,
      whose: temporary ? 'platform' : 'both',
      publisher: [`Check that public DNS has an A or AAAA record for ${host}.`],
      platform: [
        temporary
          ? 'Try again from another network: the name servers may be unreachable from this machine only.'
          : `Check the spelling of ${host}.`,
      ],
    },
  );
  return { outcome: 'fail', message, details, value: null };
}

/** A lookup cannot be cancelled, so on a timeout its result is ignored. */
async function inTime<T>(lookup: Promise<T>, { connectTimeoutMs, signal }: Network): Promise<T> {
  const end = setTimeout(connectTimeoutMs, undefined, { ref: false, signal });
  const giveUp = () => Promise.reject(Object.assign(new Error('the lookup was given up'), { code: 'ETIMEOUT' }));
  return Promise.race([lookup, end.then(giveUp, giveUp)]);
}
