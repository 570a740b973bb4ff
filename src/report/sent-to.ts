import type { ContractId } from '../engine/rule.ts';
import type { Exchange } from '../http/exchange.ts';

const ENDPOINTS: Readonly<Record<ContractId, RegExp>> = {
  'ad-server': /^\/(?:health|inventory|forecast|orders|reports)(?:\?|$)/,
  listing: /^\/(?:auth\/token|toplists)(?:\?|$)/,
};

/** The exchanges with the service that a contract was judged by. Both contracts may have one base address. */
export function sentTo(
  { id, target }: { readonly id: ContractId; readonly target: string },
  exchanges: readonly Exchange[],
): Exchange[] {
  const base = target.replace(/\?.*$/s, '').replace(/\/+$/, '');
  const other = ENDPOINTS[id === 'listing' ? 'ad-server' : 'listing'];
  return exchanges.filter(({ request: { url } }) => url.startsWith(base) && !other.test(url.slice(base.length)));
}
