import { suite } from '../../checks/suite.ts';
import { checksOf } from '../engine/suite.ts';
import type { Attested, ClientDuty, ContractId, Level } from '../engine/rule.ts';

export interface CatalogueCheck {
  readonly id: string;
  readonly contract: ContractId;
  readonly module: string;
  readonly level: Level;
  readonly section: string;
  readonly requirement: string;
  readonly fix: string;
  readonly drafts: boolean;
}

/** Every statement of the contracts: judged by a check, attested by a person, or a duty of the client. */
export interface Catalogue {
  readonly modules: readonly { readonly id: string; readonly title: string }[];
  readonly checks: readonly CatalogueCheck[];
  readonly attested: readonly (Attested & { readonly contract: ContractId })[];
  readonly client: readonly (ClientDuty & { readonly contract: ContractId })[];
}

export function catalogue(): Catalogue {
  return {
    modules: suite.modules.map(({ id, title }) => ({ id, title })),
    checks: checksOf(suite).map(({ id, module, rule, sends }) => ({
      id,
      contract: module.contract,
      module: module.id,
      level: rule.level,
      section: rule.section,
      requirement: rule.requirement,
      fix: rule.fix,
      drafts: sends.orders !== undefined,
    })),
    attested: suite.attested,
    client: suite.client,
  };
}
