import type { ContractId } from '../engine/rule.ts';

/** What people call the service of each contract. */
export const CONTRACT_NAMES: Readonly<Record<ContractId, string>> = {
  'ad-server': 'Ad server',
  listing: 'Listing API',
};
