import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { judgeAddress, type AddressJudgement } from './public-address.ts';

/** Looks up all addresses of a host. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: 4 | 6 }[]>;

/** One address of a host, with its judgement. */
export interface JudgedAddress extends AddressJudgement {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Uses the resolver of the system. */
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
