import { suite } from '../../checks/suite.ts';
import type { ContractId } from '../engine/rule.ts';
import type { Check, Node, Source } from '../engine/node.ts';
import { checksOf, type Suite } from '../engine/suite.ts';
import { wordsOf, type CataloguedCheck, type ReleaseCatalogue } from '../report/catalogue.ts';
import first from '../report/catalogues/1.0.0.json' with { type: 'json' };
import type { Report } from '../report/model.ts';
import type { Build, KnownRelease } from '../report/verify.ts';
import { version } from '../version.ts';
import { VERSIONS } from './contract-versions.ts';
import { byOptions } from './by-options.ts';

/** Every report that this build can check against the catalogue of its version. */
export const build: Build = { version, releaseOf };

/** The catalogues of earlier releases: `npm run catalogue` writes that of this one. */
const EARLIER: readonly ReleaseCatalogue[] = [first as ReleaseCatalogue]; // A test holds the files to their type.

let present: KnownRelease | undefined;

function releaseOf({ tool }: Report): KnownRelease | undefined {
  if (tool.version === version)
    return (present ??= { catalogue: catalogueOf(suite), byOptions, endpoints: endpointsOf(suite) });
  const catalogue = EARLIER.find((one) => one.version === tool.version);
  return catalogue && { catalogue, byOptions: (report) => byOptions(withoutChoice(report)) };
}

/** This build does not know which further checks another release would have run with those that were asked for. */
function withoutChoice(report: Report): Report {
  const { only: _only, failedFrom: _failedFrom, ...options } = report.run.options;
  return { ...report, run: { ...report.run, options } };
}

/** What every report of this suite has in common. */
export function catalogueOf(suite: Suite): ReleaseCatalogue {
  const contract = (id: ContractId) => ({
    version: VERSIONS[id],
    checks: Object.fromEntries(
      checksOf(suite)
        .filter(({ module }) => module.contract === id)
        .map((check) => [check.id, catalogued(check)]),
    ),
    attested: suite.attested.filter((one) => one.contract === id).map(wordsOf),
  });
  return { version, contracts: { 'ad-server': contract('ad-server'), listing: contract('listing') } };
}

function catalogued(check: Check<unknown>): CataloguedCheck {
  const { level, section, requirement } = check.rule;
  const words = wordsOf({ section, requirement });
  return { level, words, ...(isConditional(check) && { conditional: true }) };
}

/** Whether a node may be not applicable because of what the service is like; the options are another matter. */
function isConditional(source: Node | Source<unknown>): boolean {
  if (source.kind === 'given') return false;
  if (source.conditional) return true;
  if (Object.values(source.needs).some(isConditional)) return true;
  if (source.kind !== 'check' || source.watch === undefined) return false;
  const provoking = Object.values(source.prefers);
  return source.watch.conditional === true || (provoking.length > 0 && provoking.every(isConditional));
}

const PATHS = {
  health: '/health',
  inventory: '/inventory',
  forecast: '/forecast',
  orders: '/orders',
  reports: '/reports',
  token: '/auth/token',
  toplists: '/toplists',
} as const;

type Endpoint = keyof typeof PATHS;

/** The endpoints by whose answers each check is judged. Rules about every answer have none of their own. */
export function endpointsOf(suite: Suite): Map<string, string[]> {
  return new Map(
    checksOf(suite)
      .filter((check) => check.watch === undefined && sendsAnything(check))
      .map((check) => {
        const { nodes } = check.module;
        // The keys of what a node sends are endpoints.
        const sent = nodes.flatMap(({ sends }) => Object.keys(sends) as Endpoint[]);
        return [check.id, [...new Set(sent)].map((endpoint) => PATHS[endpoint])];
      }),
  );
}

function sendsAnything(source: Node | Source<unknown>): boolean {
  return source.kind !== 'given' && (Object.keys(source.sends).length > 0 || source.sources.some(sendsAnything));
}
