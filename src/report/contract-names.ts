import type { ContractId } from '../engine/rule.ts';

export const CONTRACT_NAMES: Readonly<Record<ContractId, string>> = {
  'ad-server': 'Ad server',
  listing: 'Listing API',
};
