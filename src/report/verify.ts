import { ageInDays } from './age.ts';
import { citationFaults, requestFaults, targetFaults, type EndpointsOfChecks } from './calls.ts';
import { checkFaults, type ReleaseCatalogue } from './catalogue.ts';
import { outcomeFaults, verdictFaults } from './contradictions.ts';
import { digestOf, signatureFits } from './digest.ts';
import type { Report } from './model.ts';
import { counted, printable } from './text.ts';

export type ProofId =
  | 'version'
  | 'digest'
  | 'signature'
  | 'verdict'
  | 'outcomes'
  | 'options'
  | 'checks'
  | 'target'
  | 'exchanges'
  | 'requests'
  | 'age'
  | 'required'
  | PackageProofId
  | 'summary';

export type PackageProofId = 'archive' | 'manifest' | 'files' | 'pages' | 'sign-off';

export interface Proof {
  readonly id: ProofId;
  /** `unknown`: nothing wrong was found, but nothing is proven either. */
  readonly outcome: 'good' | 'bad' | 'unknown';
  readonly message: string;
}

export interface VerifyOptions {
  /** The public key of the supposed signer: Ed25519, PEM. */
  readonly publicKey?: string | undefined;
  readonly build: Build;
}

/** What the program that verifies knows of the releases. */
export interface Build {
  readonly version: string;
  readonly releaseOf: (report: Report) => KnownRelease | undefined;
}

export interface KnownRelease {
  readonly catalogue: ReleaseCatalogue;
  readonly byOptions: (report: Report) => ByOptions;
  readonly endpoints?: EndpointsOfChecks;
}

/** What the options of a run decide before anything is sent. */
export interface ByOptions {
  readonly faults: readonly string[];
  /** The checks that are not applicable under them. */
  readonly inapplicable: ReadonlySet<string>;
}

/** Everything that a reader can verify about a report: one proof per question, in a fixed order. */
export function verifyReport(report: Report, { publicKey, build }: VerifyOptions): Proof[] {
  const release = build.releaseOf(report);
  const { version } = report.tool;
  const options = release?.byOptions(report);
  return [
    proof('version', versionFaults(report, build), `Version ${version} made it.`),
    digestProof(report),
    signatureProof(report, publicKey),
    proof('verdict', verdictFaults(report), `The verdict ${report.verdict} follows from the checks.`),
    proof('outcomes', outcomeFaults(report), 'Every outcome is one that its level allows.'),
    proof('options', options?.faults ?? [], 'The options of the run allow every outcome.'),
    proof(
      'checks',
      checkFaults(report, release?.catalogue, options?.inapplicable),
      'Every check of that version is there, as it was worded.',
    ),
    proof('target', targetFaults(report), 'Every call went to the targets.'),
    proof(
      'exchanges',
      citationFaults(report, release?.endpoints),
      'Every check cites calls of its own, which are there.',
    ),
    proof(
      'requests',
      requestFaults(report),
      `The exchanges recorded are all that the run counts (${report.run.requests}), and were made during it.`,
    ),
  ];
}

const OWN_NAME = 'adserver-conformance';
const VERSION = /^\d{1,5}(?:\.\d{1,5}){2}(?:-[\w.]{1,40})?$/;

/** Why this build cannot know what a report of that version must hold. */
export function versionFaults(report: Report, { version, releaseOf }: Build): string[] {
  const { name, version: made } = report.tool;
  if (name !== OWN_NAME) return [`It was made by ${printable(name, { max: 80 })}, not by ${OWN_NAME}.`];
  if (releaseOf(report) !== undefined) return [];
  return VERSION.test(made)
    ? [`It was made by ${made}, this is ${version}: verify it with \`npx ${OWN_NAME}@${made}\`.`]
    : [`It was made by version ${printable(made, { max: 80 })}, which never was.`];
}

export function isGood(proofs: readonly Proof[]): boolean {
  return proofs.every(({ outcome }) => outcome !== 'bad');
}

const MOST_FAULTS_NAMED = 10;

/** A good proof if there are no faults, otherwise the first fault. */
export function proof(id: ProofId, faults: readonly string[], good: string): Proof {
  if (faults.length === 0) return { id, outcome: 'good', message: good };
  const named = faults.slice(0, MOST_FAULTS_NAMED);
  const more = faults.length > named.length ? [`And ${faults.length - named.length} more.`] : [];
  return { id, outcome: 'bad', message: [...named, ...more].join(' ') };
}

/** The clocks of two machines may differ by some minutes. */
const CLOCKS_DIFFER = 5 * 60_000;

/** Whether a run says that it ended at a time that is still to come. */
export function endedInFuture({ run }: Pick<Report, 'run'>, now: number): boolean {
  return Date.parse(run.finishedAt) > now + CLOCKS_DIFFER;
}

export function ageProof(
  report: Report,
  { now, maxAgeDays }: { readonly now: number; readonly maxAgeDays?: number | undefined },
): Proof {
  const { run } = report;
  const days = ageInDays(run.finishedAt, now);
  const ended = `The run ended ${days <= 0 ? 'less than a day' : counted(days, 'day')} ago (${run.finishedAt}).`;
  if (endedInFuture(report, now)) return bad('age', `The run ended in the future (${run.finishedAt}).`);
  if (maxAgeDays === undefined || days <= maxAgeDays) return { id: 'age', outcome: 'good', message: ended };
  return bad('age', `${ended} It may be ${counted(maxAgeDays, 'day')} old at most.`);
}

const bad = (id: ProofId, message: string): Proof => ({ id, outcome: 'bad', message });

function digestProof(report: Report): Proof {
  const digest = digestOf(report);
  const altered = `The report was altered: its content has the digest ${digest}, but it states ${report.digest}.`;
  return proof('digest', digest === report.digest ? [] : [altered], 'The digest matches the content.');
}

const ACCIDENTS =
  'On its own, a digest only reveals accidental changes: anyone who alters a report on purpose can compute a new one.';

function signatureProof(report: Report, publicKey: string | undefined): Proof {
  const { signature } = report;
  if (publicKey === undefined) {
    const unchecked = "The signature was not checked, since the signer's key was not given (--public-key).";
    const message = `${signature === undefined ? 'The report is not signed.' : unchecked} ${ACCIDENTS}`;
    return { id: 'signature', outcome: 'unknown', message };
  }
  if (signature === undefined)
    return bad('signature', 'The report is not signed, so there is nothing to check with the public key.');
  const mismatch = 'The signature does not match this report and this public key.';
  const fits = signatureFits(digestOf(report), signature, publicKey);
  return proof('signature', fits ? [] : [mismatch], 'The holder of the private key signed exactly this report.');
}
