import { suite } from '../../checks/suite.ts';
import { nearest, quoted } from '../engine/did-you-mean.ts';
import { checksOf } from '../engine/suite.ts';
import { UsageError } from '../settings.ts';
import { currentNames } from './earlier-names.ts';

const MODULES = suite.modules.map(({ id }) => id);
const CHECKS = checksOf(suite).map(({ id }) => id);
const ALL = [...MODULES, ...CHECKS];

/** @throws UsageError for a name that is neither a module nor a check. */
export function assertNames(names: readonly string[], option: string): void {
  for (const name of currentNames(names))
    if (!ALL.includes(name))
      throw new UsageError(`${option}: there is no module or check ${quoted(name)}. ${suggestion(name, ALL)}`);
}

/** @throws UsageError for an id that is not a check. */
export function assertChecks(ids: readonly string[], said = 'The expected failures name'): void {
  for (const id of currentNames(ids))
    if (!CHECKS.includes(id))
      throw new UsageError(`${said} ${quoted(id)}, which is not a check. ${suggestion(id, CHECKS)}`);
}

/** The name that was probably meant, or else where to find the names. */
export function suggestion(name: string, known: readonly string[] = CHECKS): string {
  const module = MODULES.find((id) => name.startsWith(`${id}.`));
  const where =
    module === undefined
      ? `Modules: ${MODULES.join(', ')}. To find a check, use adserver-conformance checks --search.`
      : `See adserver-conformance checks --module ${module}.`;
  return nearest(name, known) || where;
}
