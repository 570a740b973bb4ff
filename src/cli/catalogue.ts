import { ADDED, EARLIER_CHECKS, EARLIER_LEVELS } from '../../checks/earlier-ids.ts';
import { suite } from '../../checks/suite.ts';
import { checksOf } from '../engine/suite.ts';
import type { CatalogueEntry } from '../report/verify.ts';
import { version } from '../version.ts';
import type { Attested, ClientDuty, ContractId, Level } from '../engine/rule.ts';

export interface CatalogueCheck {
  readonly id: string;
  readonly contract: ContractId;
  readonly module: string;
  readonly level: Level;
  readonly section: string;
  readonly requirement: string;
  readonly fix: string;
  /** Whether the check needs draft orders. */
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

/** The checks of a release, with their levels; undefined if this build does not know that release. */
export function checksOfRelease(release: string): readonly CatalogueEntry[] | undefined {
  const isLater = (other: string) => compareReleases(other, release) > 0;
  if (![version, FIRST_RELEASE, ...Object.keys(ADDED)].includes(release)) return undefined;
  const added = new Set(Object.entries(ADDED).flatMap(([since, ids]) => (isLater(since) ? ids : [])));
  const gone = EARLIER_CHECKS.filter(({ goneSince }) => isLater(goneSince));
  const levels = new Map(
    EARLIER_LEVELS.flatMap(({ id, changedIn, level }) => (isLater(changedIn) ? [[id, level]] : [])),
  );
  return [...catalogue().checks.filter(({ id }) => !added.has(id)), ...gone].map(({ contract, id, level }) => ({
    contract,
    id,
    level: levels.get(id) ?? level,
  }));
}

const FIRST_RELEASE = '1.0.0';

function compareReleases(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
