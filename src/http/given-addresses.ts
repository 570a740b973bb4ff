import { isIP } from 'node:net';
import { urlOf } from '../text/url.ts';
import { systemResolve, type Resolve } from './resolve.ts';

/** An address of a host at a port, given in place of those that DNS knows. */
export interface GivenAddress {
  readonly host: string;
  readonly port: number;
  readonly address: string;
}

/** Reads `host:port:address` as curl does; `null` if it is something else. */
export function givenAddress(text: string): GivenAddress | null {
  const [, name = '', port = '', written = ''] = /^([^\s:[\]/?#@]+):(\d{1,5}):(\S+)$/.exec(text.trim()) ?? [];
  const host = urlOf(`http://${name}`)?.hostname ?? '';
  const address = written.replace(/^\[(.*)\]$/, '$1');
  const isFit = host !== '' && isIP(host) === 0 && isIP(address) !== 0 && Number(port) > 0 && Number(port) < 65_536;
  return isFit ? { host, port: Number(port), address } : null;
}

/** Resolves these hosts as given, and all others as usual. */
export function resolveAs(given: readonly GivenAddress[], usual: Resolve = systemResolve): Resolve {
  return async (hostname) => {
    const own = given.filter(({ host }) => host === hostname.toLowerCase());
    if (own.length === 0) return usual(hostname);
    return own.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
}
