import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { judgeAddress, type AddressJudgement } from './public-address.ts';
import type { Resolve } from './transport.ts';

/** One address of a host and how it was judged. */
export interface JudgedAddress extends AddressJudgement {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a host, as the system resolves it. */
export const systemResolve: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** The host of an address as sockets want it: an IPv6 literal without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

/** The port of an address, the scheme's own where none is given. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/** Every address of a host, each judged; an IP literal is its own and only address. */
export async function judgedAddresses(host: string, resolve: Resolve): Promise<readonly JudgedAddress[]> {
  const family = isIP(host);
  const answers =
    family === 0 ? await resolve(host) : [{ address: host, family: family === 6 ? (6 as const) : (4 as const) }];
  const distinct = new Map(answers.map((answer) => [answer.address, answer]));
  return [...distinct.values()].map(({ address, family }) => ({ address, family, ...judgeAddress(address) }));
}
