import { contractVerdict, worst } from '../engine/verdict.ts';
import type { ContractId, Level, Outcome } from '../engine/rule.ts';
import { digestOf, signatureFits } from './digest.ts';
import { withCauses } from './earlier-builds.ts';
import type { CheckResult, ContractResult, ModuleResult, Report } from './model.ts';
import { ageInDays } from './age.ts';
import { relaxedBy } from './relaxed-by.ts';
import { answeredBy } from './sent-to.ts';
import { counted } from './text.ts';

export type FindingId =
  | 'digest'
  | 'signature'
  | 'verdict'
  | 'outcomes'
  | 'checks'
  | 'exchanges'
  | 'requests'
  | 'age'
  | PackageFindingId
  | 'summary';

/** Questions about a package, in addition to those about its report. */
export type PackageFindingId = 'archive' | 'manifest' | 'files' | 'pages' | 'sign-off';

export interface Finding {
  readonly id: FindingId;
  /** `unknown`: nothing wrong was found, but nothing is proven either. */
  readonly outcome: 'good' | 'bad' | 'unknown';
  readonly message: string;
}

export interface VerifyOptions {
  /** The public key of the supposed signer: Ed25519, PEM. */
  readonly publicKey?: string | undefined;
  /** The checks of the version that made the report, if known. None of them may be missing. */
  readonly catalogue?: readonly CatalogueEntry[] | undefined;
}

export interface CatalogueEntry {
  readonly contract: ContractId;
  readonly id: string;
  readonly level: Level;
}

/** Everything that a reader can verify about a report: one finding per question, in a fixed order. */
export function verifyReport(report: Report, { publicKey, catalogue }: VerifyOptions = {}): Finding[] {
  return [
    digestFinding(report),
    signatureFinding(report, publicKey),
    finding('verdict', verdictFaults(report), `The verdict ${report.verdict} follows from the checks.`),
    finding('outcomes', outcomeFaults(report), 'Every outcome is one that its level allows.'),
    finding('checks', checkFaults(report, catalogue), checksMessage(report, catalogue)),
    finding('exchanges', exchangeFaults(report), 'Every exchange that a check cites is in the report.'),
    finding(
      'requests',
      requestFaults(report),
      `The exchanges recorded are all that the run counts (${report.run.requests}).`,
    ),
  ];
}

export function isGood(findings: readonly Finding[]): boolean {
  return findings.every(({ outcome }) => outcome !== 'bad');
}

const MOST_FAULTS_NAMED = 10;

/** A good finding if there are no faults, otherwise the first fault. */
export function finding(id: FindingId, faults: readonly string[], good: string): Finding {
  if (faults.length === 0) return { id, outcome: 'good', message: good };
  const named = faults.slice(0, MOST_FAULTS_NAMED);
  const more = faults.length > named.length ? [`And ${faults.length - named.length} more.`] : [];
  return { id, outcome: 'bad', message: [...named, ...more].join(' ') };
}

/** How old a report is, and whether that exceeds a given limit. */
export function ageFinding(
  { run }: Report,
  { now, maxAgeDays }: { readonly now: number; readonly maxAgeDays?: number | undefined },
): Finding {
  const days = ageInDays(run.finishedAt, now);
  const ended = `The run ended ${days === 0 ? 'less than a day' : counted(days, 'day')} ago (${run.finishedAt}).`;
  if (days < -1) return { id: 'age', outcome: 'bad', message: `The run ended in the future (${run.finishedAt}).` };
  return maxAgeDays === undefined || days <= maxAgeDays
    ? { id: 'age', outcome: 'good', message: ended }
    : { id: 'age', outcome: 'bad', message: `${ended} It may be ${counted(maxAgeDays, 'day')} old at most.` };
}

function digestFinding(report: Report): Finding {
  const digest = digestOf(report);
  return digest === report.digest
    ? { id: 'digest', outcome: 'good', message: 'The digest matches the content.' }
    : {
        id: 'digest',
        outcome: 'bad',
        message: `The report was altered: its content has the digest ${digest}, but it states ${report.digest}.`,
      };
}

function signatureFinding(report: Report, publicKey: string | undefined): Finding {
  const accidents =
    'On its own, a digest only reveals accidental changes: anyone who alters a report on purpose can compute a new one.';
  if (report.signature === undefined) {
    return publicKey === undefined
      ? { id: 'signature', outcome: 'unknown', message: `The report is not signed. ${accidents}` }
      : {
          id: 'signature',
          outcome: 'bad',
          message: 'The report is not signed, so there is nothing to check with the public key.',
        };
  }
  if (publicKey === undefined) {
    const message = `The signature was not checked, since the signer's key was not given (--public-key). ${accidents}`;
    return { id: 'signature', outcome: 'unknown', message };
  }
  return signatureFits(digestOf(report), report.signature, publicKey)
    ? { id: 'signature', outcome: 'good', message: 'The holder of the private key signed exactly this report.' }
    : { id: 'signature', outcome: 'bad', message: 'The signature does not match this report and this public key.' };
}

/** The verdicts that do not follow from the checks. */
export function verdictFaults(report: Report): string[] {
  const faults = report.contracts.flatMap((contract) => {
    const due = contractVerdict({
      modules: withCauses(contract.modules),
      answered: answeredBy(contract, report.exchanges),
      stale: staleExpectations(contract, report),
      only: askedFor(report),
      relaxedBy: relaxedBy(contract.id, report.run.options),
    });
    return contract.verdict === due
      ? []
      : [`By its checks ${contract.id} is ${due}; the report says ${contract.verdict}.`];
  });
  const overall = worst(report.contracts.map(({ verdict }) => verdict));
  if (report.verdict !== overall) {
    faults.push(`By the verdicts of its contracts the report is ${overall}; it says ${report.verdict}.`);
  }
  return faults;
}

/** The modules and checks given to `--only`. */
function askedFor({ run }: Report): string[] | undefined {
  const only: unknown = run.options['only'];
  return Array.isArray(only) ? only.filter((name) => typeof name === 'string') : undefined;
}

/** Expected failures of checks that passed. */
function staleExpectations({ modules }: ContractResult, { run }: Report): string[] {
  const expected: unknown = run.options['expectedFailures'];
  if (!Array.isArray(expected)) return [];
  const ids = new Set(
    expected.map(
      (entry: unknown) =>
        typeof entry === 'object' && entry !== null && !('formerly' in entry) && 'id' in entry && entry.id,
    ),
  );
  return checksOf(modules)
    .filter(({ id, outcome }) => outcome === 'pass' && ids.has(id))
    .map(({ id }) => id);
}

const ALLOWED: Readonly<Record<Level, readonly Outcome[]>> = {
  must: ['pass', 'fail', 'not-applicable', 'waived', 'skip', 'inconclusive', 'expected-fail', 'error'],
  should: ['pass', 'warn', 'not-applicable', 'waived', 'skip', 'inconclusive', 'error'],
  info: ['info', 'not-applicable', 'waived', 'skip', 'error'],
};
/** The outcomes of a publisher's own program, whatever its level. */
const ALLOWED_CUSTOM: readonly Outcome[] = ['pass', 'fail', 'skip', 'expected-fail', 'error'];

function outcomeFaults({ contracts, custom }: Report): string[] {
  const odd = contracts
    .flatMap(({ modules }) => checksOf(modules))
    .filter(({ level, outcome }) => !ALLOWED[level].includes(outcome));
  const oddCustom = checksOf(custom).filter(({ outcome }) => !ALLOWED_CUSTOM.includes(outcome));
  return [...odd, ...oddCustom].map(
    ({ id, level, outcome }) => `${id} is ${outcome}, which a ${level} check cannot be.`,
  );
}

function checkFaults({ contracts, custom }: Report, catalogue: VerifyOptions['catalogue']): string[] {
  const modules = [...contracts.flatMap((contract) => contract.modules), ...custom];
  return [
    ...repeated(contracts.map(({ id }) => id)).map((id) => `The contract ${id} appears twice.`),
    ...repeated(modules.map(({ id }) => id)).map((id) => `The module ${id} appears twice.`),
    ...repeated(checksOf(modules).map(({ id }) => id)).map((id) => `The check ${id} appears twice.`),
    ...modules.flatMap(({ id, checks }) =>
      checks
        .filter((check) => !check.id.startsWith(`${id}.`))
        .map((check) => `${check.id} does not belong to the module ${id}.`),
    ),
    ...contracts.flatMap((contract) => catalogueFaults(contract, catalogue ?? [])),
  ];
}

function catalogueFaults({ id: contract, modules }: ContractResult, catalogue: readonly CatalogueEntry[]): string[] {
  const levels = new Map(checksOf(modules).map(({ id, level }) => [id, level]));
  return catalogue
    .filter((entry) => entry.contract === contract && levels.get(entry.id) !== entry.level)
    .map(({ id, level }) => {
      const found = levels.get(id);
      return found === undefined
        ? `The check ${id} is missing.`
        : `The check ${id} is ${level}; the report says ${found}.`;
    });
}

function checksMessage({ tool }: Report, catalogue: VerifyOptions['catalogue']): string {
  return catalogue === undefined
    ? `Every check appears once, in its module. This version cannot tell whether a check of version ${tool.version} is missing.`
    : `Every check of version ${tool.version} appears once, in its module.`;
}

function exchangeFaults({ contracts, custom, exchanges }: Report): string[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const checks = checksOf([...contracts.flatMap(({ modules }) => modules), ...custom]);
  return [
    ...repeated(exchanges.map(({ id }) => id)).map((id) => `The exchange ${id} appears twice.`),
    ...checks.flatMap((check) =>
      check.exchanges.filter((id) => !ids.has(id)).map((id) => `${check.id} cites ${id}, which is not in the report.`),
    ),
  ];
}

function requestFaults({ run, exchanges }: Report): string[] {
  const faults: string[] = [];
  if (run.requests !== exchanges.length) {
    faults.push(
      `The run counts ${counted(run.requests, 'request')}, but the report has ${counted(exchanges.length, 'exchange')}.`,
    );
  }
  if (run.chain > run.requests)
    faults.push(`Its longest chain (${run.chain}) is longer than the number of requests (${run.requests}).`);
  if (Date.parse(run.finishedAt) < Date.parse(run.startedAt)) faults.push('The run ended before it began.');
  return faults;
}

const checksOf = (modules: readonly ModuleResult[]): CheckResult[] => modules.flatMap(({ checks }) => checks);

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = ids.filter((id) => seen.has(id) || !seen.add(id));
  return [...new Set(twice)];
}
