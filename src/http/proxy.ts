import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { urlOf } from '../text/url.ts';
import { hostOf, portOf } from './host.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  readonly url: URL;
  readonly shown: string;
  /** Value of `Proxy-Authorization`, if the variable contains credentials. */
  readonly authorization?: string;
  readonly variable: string;
}

export class UnusableProxy extends Error {}

/**
 * The proxy for an address according to `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`; lower-case names win.
 * Loopback addresses are always called directly.
 */
export function proxyFor(url: URL, environment: Environment): Proxy | undefined {
  const names = url.protocol === 'https:' ? ['https_proxy', 'all_proxy'] : ['http_proxy', 'all_proxy'];
  for (const name of names.flatMap((lower) => [lower, lower.toUpperCase()])) {
    const value = environment[name]?.trim();
    if (value) return isExempt(url, environment) ? undefined : readProxy(name, value);
  }
  return undefined;
}

function readProxy(variable: string, value: string): Proxy {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = urlOf(text);
  if (!url?.hostname) throw new UnusableProxy(`The proxy named by ${variable} is not an address.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const kind = /^socks/.test(url.protocol) ? 'a SOCKS proxy' : `a proxy of the kind ${url.protocol.slice(0, -1)}`;
    throw new UnusableProxy(
      `${variable} names ${kind}, and only HTTP and HTTPS proxies can be used. Name one of those, or exempt the host with NO_PROXY.`,
    );
  }
  const shown = `${url.protocol}//${url.host}`;
  if (!url.username && !url.password) return { url, shown, variable };
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  return { url, shown, variable, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent sequence means that the sign belongs to the password itself.
    return text;
  }
}

function isExempt(url: URL, environment: Environment): boolean {
  const host = hostOf(url).toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || (isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback')) return true;
  const port = String(portOf(url));
  const entries = (environment['no_proxy'] || environment['NO_PROXY'] || '').toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== '' && exempts(entry, host, port));
}

function exempts(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (ipaddr.isValidCIDR(entry)) return isIP(host) !== 0 && isInRange(host, entry);
  const [name, entryPort] = splitPort(entry);
  if (entryPort !== undefined && entryPort !== port) return false;
  if (isIP(host) !== 0) return isIP(name) !== 0 && ipaddr.process(name).toString() === ipaddr.process(host).toString();
  const suffix = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return host === suffix || host.endsWith(`.${suffix}`);
}

function splitPort(entry: string): [name: string, port: string | undefined] {
  if (isIP(entry) !== 0) return [entry, undefined];
  const [, name = entry, port] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(entry) ?? [];
  return [name, port];
}

function isInRange(host: string, cidr: string): boolean {
  const address = ipaddr.process(host);
  const range = ipaddr.parseCIDR(cidr);
  return range[0].kind() === address.kind() && address.match(range);
}
