import { givenAddresses, resolverFor } from '../addresses.ts';
import { urlOf } from '../text/url.ts';
import { proxyFor, type Environment } from '../http/proxy.ts';
import { systemResolve, type Resolve } from '../http/resolve.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { networkOptions } from '../settings.ts';
import type { DiagnoseOptions } from './options.ts';
import type { Probe } from './probe.ts';
import type { Walk } from './walk.ts';

export interface StepContext {
  readonly walk: Walk;
  readonly probe: Probe;
  /** Sends additional requests, with a shorter timeout. */
  readonly quickProbe: Probe;
  readonly redactor: Redactor;
  readonly network: Network;
}

/** The network options, with their defaults filled in. */
export interface Network extends ReturnType<typeof networkOptions> {
  readonly environment: Environment;
  readonly resolve: Resolve;
  /** Hosts whose addresses were given rather than resolved. */
  readonly givenHosts: readonly string[];
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
}

/** Fills in the client's own defaults (ad-server §8). */
export function networkOf(options: DiagnoseOptions): Network {
  const typed = urlOf(options.baseUrl.trim());
  return {
    ...networkOptions(options),
    environment: options.environment ?? process.env,
    resolve: resolverFor(options, typed === null ? [] : [typed]) ?? systemResolve,
    givenHosts: givenAddresses(options).map(({ host }) => host),
    now: options.now ?? Date.now,
    signal: options.signal,
  };
}

/** Whether requests to an address go through a proxy of this machine. */
export function isThroughProxy({ network }: StepContext, url: URL): boolean {
  return proxyFor(url, network.environment) !== undefined;
}
