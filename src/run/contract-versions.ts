import type { ContractId } from '../engine/rule.ts';

export const VERSIONS: Readonly<Record<ContractId, string>> = { 'ad-server': '1.0.1', listing: '1' };
