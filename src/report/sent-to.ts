import type { ContractId } from '../engine/rule.ts';
import type { Exchange } from '../http/exchange.ts';
import type { ContractResult } from './model.ts';

type Judged = Pick<ContractResult, 'id' | 'target'>;

const ENDPOINTS: Readonly<Record<ContractId, RegExp>> = {
  'ad-server': /^\/(?:health|inventory|forecast|orders|reports)(?:\?|$)/,
  listing: /^\/(?:auth\/token|toplists)(?:\?|$)/,
};

/** Whether the service of a contract answered anything; `null` if nothing was sent to it. */
export function answeredBy(contract: Judged, exchanges: readonly Exchange[]): boolean | null {
  const own = sentTo(contract, exchanges);
  return own.length === 0 ? null : own.some(({ response }) => response !== null);
}

/** The exchanges with the service of a contract. Both contracts may have the same base address. */
export function sentTo({ id, target }: Judged, exchanges: readonly Exchange[]): Exchange[] {
  const base = target.replace(/\?.*$/s, '').replace(/\/+$/, '');
  const other = ENDPOINTS[id === 'listing' ? 'ad-server' : 'listing'];
  return exchanges.filter(({ request: { url } }) => url.startsWith(base) && !other.test(url.slice(base.length)));
}
