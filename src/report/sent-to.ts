import type { ContractId } from '../engine/rule.ts';
import type { RecordedCall } from '../http/recorded-call.ts';
import type { ContractResult } from './model.ts';

type Judged = Pick<ContractResult, 'id' | 'target'>;

const ENDPOINTS: Readonly<Record<ContractId, RegExp>> = {
  'ad-server': /^\/(?:health|inventory|forecast|orders|reports)$/,
  listing: /^\/(?:auth\/token|toplists)$/,
};

/** Whether the service of a contract answered anything; `null` if nothing was sent to it. */
export function answeredBy(contract: Judged, calls: readonly RecordedCall[]): boolean | null {
  const own = sentTo(contract, calls);
  return own.length === 0 ? null : own.some(({ response }) => response !== null);
}

export function sentTo(contract: Judged, recordedCalls: readonly RecordedCall[]): RecordedCall[] {
  const other = ENDPOINTS[contract.id === 'listing' ? 'ad-server' : 'listing'];
  return recordedCalls.filter(({ request: { url } }) => {
    const endpoint = endpointOf(contract, url);
    return endpoint !== null && !other.test(endpoint);
  });
}

/** The path of a call behind the base address of a contract: `/health`; `null` if it went elsewhere. */
export function endpointOf({ target }: Judged, url: string): string | null {
  const base = target.replace(/\?.*$/s, '').replace(/\/+$/, '');
  const rest = url.slice(base.length);
  return base !== '' && url.startsWith(base) && /^(?:[/?]|$)/.test(rest) ? rest.replace(/\?.*$/s, '') : null;
}
