import type { ContractId } from '../engine/rule.ts';
import { proxyFor, UnusableProxy } from '../http/proxy.ts';
import { withoutCredentials } from '../secrets/address-secrets.ts';
import { hostOf } from '../http/host.ts';
import { judgeAddress } from '../http/public-address.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { printable } from '../text/printable.ts';
import { urlOf } from '../text/url.ts';

export type Targets = Readonly<Partial<Record<ContractId, URL>>>;

/** Where addresses were given, for messages. */
type Places = { readonly [name in 'baseUrl' | 'listingUrl']?: string | undefined };

/**
 * Reads the addresses from the options.
 * @throws UsageError for an address that no request can be sent to, for a loopback or private one without `local` (as
 *   written, without resolving names), or for a proxy that cannot be used.
 */
export function readTargets(options: CertifyOptions, places: Places = {}): Targets {
  const { baseUrl = 'The base URL', listingUrl = 'The listing URL' } = places;
  const targets = {
    ...(options.baseUrl === undefined ? {} : { 'ad-server': readAddress(options.baseUrl, baseUrl) }),
    ...(options.listingUrl === undefined ? {} : { listing: readAddress(options.listingUrl, listingUrl) }),
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
  const [placeholder] = PLACEHOLDER.exec(trimmed) ?? [];
  if (placeholder !== undefined)
    throw new UsageError(`${what} has the placeholder ${printable(placeholder)}, which was not replaced by its value.`);
  if (/^(["'`]).*\1$/s.test(trimmed)) throw new UsageError(`${what} ${shown} is in quotes. Remove them.`);
  const url = urlOf(trimmed);
  if (url === null) throw new UsageError(`${what} ${shown} is not an address. ${suggestion(trimmed)}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    // `localhost:8080` parses as a URL with the scheme "localhost:".
    const isScheme = url.host !== '' || !suggests(trimmed);
    throw new UsageError(
      isScheme
        ? `${what} starts with ${url.protocol}//, not https://. Give it as https://{host}/api/v1.`
        : `${what} ${shown} has no scheme. ${suggestion(trimmed)}`,
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${what} contains a user name or password. Remove them: the API key is the only credential.`);
  url.hash = '';
  return url;
}

/** What nothing replaced in an address: a part of an example, or a variable. A query string may have any text. */
const PLACEHOLDER = /(?<=^[^?]*)(?:\$\([\w.-]+\)|\$?\{\{?[^{}]*\}?\}|<[^<>]*>)|^(?:\$[A-Za-z_]\w*|%[A-Za-z_]\w*%)$/;

/** What is odd about addresses that can be called. */
export function aboutAddresses({ baseUrl = '', listingUrl = '' }: CertifyOptions): string[] {
  return [baseUrl, listingUrl].flatMap((text) => [
    ...(text.includes('#') ? [`note: What follows # in ${addressShown(text)} is never sent.`] : []),
    ...(/\/health\/*(?:[?#]|$)/.test(text)
      ? [`note: ${addressShown(text)} ends in /health. Leave that out: the paths of the endpoints are appended.`]
      : []),
  ]);
}

const addressShown = (text: string) => printable(withoutCredentials(text.trim()), { max: 200 });

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
      `${url.host} is not a public address. For a service under development add --local; a certificate needs the public https:// address.`,
    );
}

function isLocal(url: URL): boolean {
  const host = hostOf(url);
  const { public: isPublic, range } = judgeAddress(host);
  return /(?:^|\.)localhost\.?$/.test(host) || (!isPublic && range !== 'not an IP address');
}
