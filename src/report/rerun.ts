import { contractChecks } from './checks-of.ts';
import type { ContractResult, ModuleResult, Report } from './model.ts';
import { member } from '../text/json.ts';
import { shellWord } from './shell.ts';
import { printable } from './text.ts';

/** A longer list of check ids is replaced by the names of their modules. */
const LONGEST_LIST = 160;

/** The command that runs one check again, with what it needs; `undefined` if the check is not part of this suite. */
export function rerun(report: Report, checkId: string): string | undefined {
  return rerunOf(report, [checkId])?.join(' ');
}

/**
 * The command that runs these checks again, in parts between which a line break is allowed; `undefined` if none of them
 * is part of this suite.
 */
export function rerunOf(report: Report, checkIds: readonly string[]): string[] | undefined {
  const wanted = new Set(checkIds);
  const contracts = report.contracts.filter(
    ({ modules, target }) => target !== '' && modules.some((module) => hasAny(module, wanted)),
  );
  if (contracts.length === 0) return undefined;
  const { local, maxPages, rate, resolve, insecure, timeLimit } = report.run.options;
  const addresses = contracts.flatMap((contract) => addressOf(contract, report));
  const names = namesOf(contracts, withCompanions(contracts, checkIds));
  return [
    `npx adserver-conformance certify${contracts[0]?.id === 'listing' ? '' : ` ${addresses.shift() ?? ''}`}`,
    ...addresses,
    ...filesOf(report.run),
    ...option('--resolve', resolve),
    ...contracts.flatMap((contract) => headersOf(contract, report)),
    ...option('--local', local),
    ...option('--insecure', insecure),
    ...option('--rate', rate),
    ...option('--time-limit', timeLimit),
    ...option('--max-pages', maxPages),
    ...(isWhole(contracts, names) ? [] : [`--only ${shellWord(names.join(','))}`]),
  ];
}

/** Some failures only show beside other checks. */
function withCompanions(contracts: readonly ContractResult[], checkIds: readonly string[]): string[] {
  const checks = contractChecks({ contracts });
  const asked = new Set(checkIds);
  return [...new Set([...checkIds, ...checks.flatMap(({ id, rerunWith = [] }) => (asked.has(id) ? rerunWith : []))])];
}

function isWhole(contracts: readonly ContractResult[], names: readonly string[]): boolean {
  return contracts.every(({ modules }) => modules.every(({ id }) => names.includes(id)));
}

function addressOf({ id, target }: ContractResult, { run }: Report): string[] {
  const { slot, advertiser, creativeHost, listingBlocked, listingTemplateId, throttleWindow } = run.options;
  // With the terms that were given, so that the next run books nothing else either.
  if (id === 'ad-server')
    return [
      shellWord(target),
      ...option('--slot', slot),
      ...option('--advertiser', advertiser),
      ...option('--creative-host', creativeHost),
    ];
  return [
    `--listing-url ${shellWord(target)}`,
    ...option('--listing-template-id', listingTemplateId),
    ...option('--listing-blocked', listingBlocked),
    ...option('--throttle-window', throttleWindow),
  ];
}

/** A report does not show the values, so variables stand for them: the same as in the lines for curl. */
function headersOf({ id }: ContractResult, { run: { options } }: Report): string[] {
  const [option, variable, names] =
    id === 'listing'
      ? ['--listing-header', 'LISTING_HEADER', options['listingHeader']]
      : ['--header', 'ADSERVER_HEADER', options['header']];
  return (Array.isArray(names) ? names : []).flatMap((name: unknown) =>
    typeof name === 'string' && HEADER_NAME.test(name)
      ? [`${option} "${name}: \${${variable}_${name.replaceAll('-', '_').toUpperCase()}}"`]
      : [],
  );
}

/** Whoever made a report must not get a command into the line. */
const HEADER_NAME = /^[a-z0-9_-]+$/;

/** The files with what was sent, and with terms that have no option. */
function filesOf({ options: { files } }: Report['run']): string[] {
  return [
    ...option('--config', member(files, 'config')),
    ...option('--report-request', member(files, 'reportRequest')),
  ];
}

function option(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => option(name, one));
  if (value === true) return [name];
  return typeof value === 'string' || typeof value === 'number' ? [`${name} ${shellWord(String(value))}`] : [];
}

/** These checks and modules; modules alone if there are too many to type. */
function namesOf(contracts: readonly ContractResult[], asked: readonly string[]): string[] {
  const modules = contracts.flatMap((contract) => contract.modules);
  const [named, others] = [
    modules.filter(({ id }) => asked.includes(id)),
    modules.filter(({ id }) => !asked.includes(id)),
  ];
  const checks = asked.filter((id) => others.some((module) => hasAny(module, new Set([id]))));
  const names = [...checks, ...named.map(({ id }) => id)];
  if (names.length === 1 || names.join(',').length <= LONGEST_LIST) return names;
  const wanted = new Set(asked);
  return modules.filter((module) => named.includes(module) || hasAny(module, wanted)).map(({ id }) => id);
}

function hasAny({ checks }: ModuleResult, wanted: ReadonlySet<string>): boolean {
  return checks.some(({ id }) => wanted.has(id));
}

/** The command that explains a rule of this suite: its usual causes, and how to see them by hand. */
export function moreAbout(checkId: string): string {
  return `npx adserver-conformance explain ${shellWord(checkId)}`;
}

const LONGEST = 12_000;

export const WHY_STATE =
  'Save these booking terms as adserver-conformance.config.json, or add them to the one you have, and shorten them as you like: the next run books by them and looks for nothing.';

/**
 * The terms the run booked under, as a whole configuration file; `undefined` if it did not have to find any out.
 */
export function bookingBlock({ run: { booking } }: Report): string | undefined {
  if (booking === undefined) return undefined;
  const terms = Object.entries(booking).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return printable(`{\n  "booking": {\n${terms.join(',\n')}\n  }\n}`, { max: LONGEST, multiline: true });
}
