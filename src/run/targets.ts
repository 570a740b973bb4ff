import type { ContractId } from '../engine/rule.ts';
import { proxyFor, UnusableProxy } from '../http/proxy.ts';
import { withoutCredentials } from '../secrets/address-secrets.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** The base addresses of a run, by contract. */
export type Targets = Readonly<Partial<Record<ContractId, URL>>>;

/**
 * The addresses that the options name.
 * @throws UsageError for a text that is not an address requests can be sent to, or a proxy that cannot be used.
 */
export function readTargets(options: CertifyOptions): Targets {
  const targets = {
    ...(options.baseUrl === undefined ? {} : { 'ad-server': readAddress(options.baseUrl, 'base URL') }),
    ...(options.listingUrl === undefined ? {} : { listing: readAddress(options.listingUrl, 'listing URL') }),
  };
  for (const target of Object.values(targets)) assertUsableProxy(target, options);
  return targets;
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
  if (!URL.canParse(trimmed))
    throw new UsageError(
      `The ${what} ${JSON.stringify(withoutCredentials(trimmed))} is not an address. Give it as https://{host}/api/v1.`,
    );
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError(
      `The ${what} begins with ${url.protocol}//, which nothing can be sent to. Give it as https://{host}/api/v1.`,
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The ${what} carries a user name or password. Take them out: the API key is the only credential.`,
    );
  url.hash = '';
  return url;
}
