import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { urlOf } from '../text/url.ts';
import { judgeAddress, type AddressJudgement } from './public-address.ts';

export type Resolve = (hostname: string) => Promise<readonly { address: string; family: 4 | 6 }[]>;

export interface JudgedAddress extends AddressJudgement {
  readonly address: string;
  readonly family: 4 | 6;
}

export const systemResolve: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Every address of a host, each judged. An IP literal is its own and only address. */
export async function judgedAddresses(host: string, resolve: Resolve): Promise<readonly JudgedAddress[]> {
  const family = isIP(host);
  const answers =
    family === 0 ? await resolve(host) : [{ address: host, family: family === 6 ? (6 as const) : (4 as const) }];
  const distinct = new Map(answers.map((answer) => [answer.address, answer]));
  return [...distinct.values()].map(({ address, family }) => ({ address, family, ...judgeAddress(address) }));
}

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

export function resolveAs(given: readonly GivenAddress[], usual: Resolve = systemResolve): Resolve {
  return async (hostname) => {
    const own = given.filter(({ host }) => host === hostname.toLowerCase());
    if (own.length === 0) return usual(hostname);
    return own.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
}
