import { authority, hostOf, portOf } from './http/host.ts';
import { proxyFor, UnusableProxy, type Environment, type Proxy } from './http/proxy.ts';
import { judgeAddress } from './http/public-address.ts';
import { givenAddress, resolveAs, type GivenAddress, type Resolve } from './http/resolve.ts';
import { UsageError } from './settings.ts';
import { inWords } from './text/in-words.ts';

export interface AddressOptions {
  readonly resolve?: Resolve | readonly string[] | undefined;
  readonly local?: boolean | undefined;
  readonly environment?: Environment | undefined;
}

/** The addresses that are given in place of those that DNS knows. */
export function givenAddresses({ resolve }: AddressOptions, from = '--resolve'): GivenAddress[] {
  if (resolve === undefined || typeof resolve === 'function') return [];
  return resolve.map((text) => {
    const given = givenAddress(text);
    if (given !== null) return given;
    throw new UsageError(
      `${from} is ${JSON.stringify(text.slice(0, 80))}. Write host:port:address, such as ads.example.com:443:203.0.113.7.`,
    );
  });
}

/**
 * How to resolve names, if the options say so.
 * @throws UsageError if the addresses that they give cannot be used to reach these services.
 */
export function resolverFor(
  options: AddressOptions,
  services: readonly URL[],
  from = '--resolve',
): Resolve | undefined {
  const { resolve } = options;
  if (resolve === undefined || typeof resolve === 'function') return resolve;
  const given = givenAddresses(options, from);
  for (const one of given) {
    if (options.local !== true) assertPublic(one, from);
    if (services.length > 0) assertCalled(one, services, from);
  }
  for (const service of services) {
    assertAlike(service, given, from);
    assertDirect(service, given, options, from);
  }
  return resolveAs(given);
}

function assertPublic({ host, address }: GivenAddress, from: string): void {
  const { public: isPublic, range } = judgeAddress(address);
  if (!isPublic)
    throw new UsageError(
      `${from} leads ${host} to ${address}, which is not a public address (${range}). For a service under development add --local.`,
    );
}

function assertCalled({ host, port }: GivenAddress, services: readonly URL[], from: string): void {
  if (services.some((service) => isAt(service, host) && portOf(service) === port)) return;
  const called = services.map((service) => authority(hostOf(service), portOf(service)));
  throw new UsageError(`${from} names ${authority(host, port)}, but the run calls ${inWords(called, 'and')}.`);
}

/** Names are resolved without their ports. */
function assertAlike(service: URL, given: readonly GivenAddress[], from: string): void {
  const own = given.filter(({ host }) => isAt(service, host));
  const other = own.find(({ address }) => !own.some((one) => one.port === portOf(service) && one.address === address));
  if (other === undefined) return;
  const [one, two] = [authority(other.host, other.port), authority(other.host, portOf(service))];
  throw new UsageError(
    `${from} gives ${one} the address ${other.address}, but not ${two}, which is called too. Give it for both.`,
  );
}

function assertDirect(
  service: URL,
  given: readonly GivenAddress[],
  { environment }: AddressOptions,
  from: string,
): void {
  const proxy = given.some(({ host }) => isAt(service, host)) ? usedProxy(service, environment) : undefined;
  if (proxy !== undefined)
    throw new UsageError(
      `${from} has no effect through the proxy ${proxy.shown}, which resolves names itself. Add ${hostOf(service)} to NO_PROXY.`,
    );
}

function usedProxy(service: URL, environment: Environment = process.env): Proxy | undefined {
  try {
    return proxyFor(service, environment);
  } catch (error) {
    // Whoever calls the service says so.
    if (error instanceof UnusableProxy) return undefined;
    throw error;
  }
}

const isAt = (service: URL, host: string) => hostOf(service) === host;
