import type { ContractId } from '../engine/rule.ts';
import { proxyFor, UnusableProxy } from '../http/proxy.ts';
import { withoutCredentials } from '../secrets/address-secrets.ts';
import { hostOf } from '../http/host.ts';
import { judgeAddress } from '../http/public-address.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { urlOf } from '../text/url.ts';

export type Targets = Readonly<Partial<Record<ContractId, URL>>>;

/**
 * Reads the addresses from the options.
 * @throws UsageError for an address that no request can be sent to, for a loopback or private one without `local` (as
 *   written, without resolving names), or for a proxy that cannot be used.
 */
export function readTargets(options: CertifyOptions): Targets {
  const targets = {
    ...(options.baseUrl === undefined ? {} : { 'ad-server': readAddress(options.baseUrl, 'base URL') }),
    ...(options.listingUrl === undefined ? {} : { listing: readAddress(options.listingUrl, 'listing URL') }),
  };
  for (const target of Object.values(targets)) {
    assertUsableProxy(target, options);
    if (!options.local) assertNotLocal(target);
  }
  return targets;
}

export function servicesOf({ 'ad-server': adServer, listing }: Targets): { id: ContractId; base: URL }[] {
  return [
    ...(adServer === undefined ? [] : [{ id: 'ad-server' as const, base: adServer }]),
    ...(listing === undefined ? [] : [{ id: 'listing' as const, base: listing }]),
  ];
}

function assertUsableProxy(target: URL, { environment }: CertifyOptions): void {
  try {
    proxyFor(target, environment ?? process.env);
  } catch (error) {
    throw error instanceof UnusableProxy ? new UsageError(error.message) : error;
  }
}

function readAddress(text: string, what: string): URL {
  const trimmed = text.trim();
  const shown = JSON.stringify(withoutCredentials(trimmed));
  const url = urlOf(trimmed);
  if (url === null) throw new UsageError(`The ${what} ${shown} is not an address. ${suggestion(trimmed)}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    // `localhost:8080` parses as a URL with the scheme "localhost:".
    const isScheme = url.host !== '' || !suggests(trimmed);
    throw new UsageError(
      isScheme
        ? `The ${what} starts with ${url.protocol}//, not https://. Give it as https://{host}/api/v1.`
        : `The ${what} ${shown} has no scheme. ${suggestion(trimmed)}`,
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The ${what} contains a user name or password. Remove them: the API key is the only credential.`,
    );
  url.hash = '';
  return url;
}

const suggests = (text: string) => /^[\w.-]+(?::\d+)?(?:[/?]|$)/.test(text) && urlOf(`https://${text}`) !== null;

/** The address that was probably meant, if only the scheme is missing. */
function suggestion(text: string): string {
  const bare = text.replace(/^\/\//, '');
  if (!suggests(bare)) return 'Give it as https://{host}/api/v1.';
  const isOwn = isLocal(new URL(`http://${bare}`));
  const path = bare.includes('/') ? '' : '/api/v1';
  return `Did you mean ${isOwn ? 'http' : 'https'}://${withoutCredentials(bare)}${path}?`;
}

function assertNotLocal(url: URL): void {
  if (isLocal(url))
    throw new UsageError(
      `${url.host} is not a public address. For a service under development add --local; a certificate takes the public https:// address.`,
    );
}

function isLocal(url: URL): boolean {
  const host = hostOf(url);
  const { public: isPublic, range } = judgeAddress(host);
  return /(?:^|\.)localhost\.?$/.test(host) || (!isPublic && range !== 'not an IP address');
}
