import { codeOf, isOwnFault } from './failure.ts';
import { hostOf } from './host.ts';
import { proxyFor, UnusableProxy } from './proxy.ts';
import { judgedAddresses, systemResolve, type JudgedAddress } from './resolve.ts';
import type { TransportOptions } from './transport.ts';

/** How an address would be called: through which proxy, and which addresses its name resolves to. */
export interface Route {
  readonly proxy?: string;
  readonly addresses: readonly JudgedAddress[];
  /** Why there are no addresses, or why the proxy cannot be used. */
  readonly error?: string;
}

/** Finds out how an address would be called, without calling it. Rejects only if this suite is at fault. */
export async function describeRoute(
  url: URL,
  options: Pick<TransportOptions, 'environment' | 'resolve'> = {},
): Promise<Route> {
  let proxy: string | undefined;
  try {
    proxy = proxyFor(url, options.environment ?? process.env)?.shown;
    const addresses = await judgedAddresses(hostOf(url), options.resolve ?? systemResolve);
    const error = addresses.length === 0 ? { error: 'The name has no address.' } : {};
    return { ...(proxy === undefined ? {} : { proxy }), addresses, ...error };
  } catch (error) {
    if (isOwnFault(error)) throw error;
    const message = error instanceof UnusableProxy ? error.message : dnsSentence(hostOf(url), error);
    return { ...(proxy === undefined ? {} : { proxy }), addresses: [], error: message };
  }
}

export function dnsSentence(host: string, error: unknown): string {
  const code = codeOf(error);
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'ENONAME':
      return `The name ${host} does not exist in DNS, or has no address (${code}).`;
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
    case 'ETIMEOUT':
      return `The name ${host} could not be resolved just now: the name server did not answer (${code}).`;
    default:
      return `The name ${host} could not be resolved${code ? ` (${code})` : ''}.`;
  }
}
