import { suite } from '../../checks/suite.ts';
import { checksOf } from '../engine/suite.ts';

/** Every statement of the contracts: judged by a check, attested by a person, or a duty of the client. */
export type Catalogue = ReturnType<typeof catalogue>;
export type CatalogueCheck = Catalogue['checks'][number];

export function catalogue() {
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
