import type { Outcome } from '../engine/rule.ts';
import { accountOf } from '../report/account.ts';
import { causes, rulesOf } from '../report/causes.ts';
import { certificateVerdict, type CertificateVerdict } from '../report/certificate-verdict.ts';
import { contractChecks } from '../report/checks-of.ts';
import { closingLines } from '../report/closing.ts';
import type { Report } from '../report/model.ts';
import { problemTitle } from '../report/problem.ts';
import { isOlder } from '../report/requirements.ts';
import { endedInFuture } from '../report/verify.ts';
import { tally } from '../report/tally.ts';
import { relaxedByIn } from '../report/relaxed-by.ts';
import { printable } from '../report/text.ts';
import type { ShownReport } from '../report/verdict-words.ts';
import { ageAndSignOff } from '../sign-off/standing.ts';
import type { SignOff } from '../sign-off/model.ts';
import { given } from '../text/given.ts';
import type { Entry, Problem, Sighting } from './model.ts';

const MOST_PROBLEMS = 8;
const LONGEST_TITLE = 200;
const LONGEST_NAME = 80;
const LONGEST_ID = 200;
const LONGEST_ADDRESS = 300;

export interface ReportFile {
  readonly file: string;
  readonly report: ShownReport;
  readonly signedBy?: string | undefined;
  readonly signOff?: SignOff | undefined;
  readonly signOffFault?: string | undefined;
}

export interface Looking {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly maxAgeDays?: number | undefined;
  readonly minVersion?: string | undefined;
}

/**
 * The parts of a report that an overview needs. The calls, which are most of it, are dropped. Texts are safe to
 * show.
 */
export function sightingOf(
  { file, report: read, signedBy, signOff, signOffFault }: ReportFile,
  { now, maxAgeDays, minVersion }: Looking,
): Sighting {
  const { altered, unreliable, ...report } = read;
  const standing = ageAndSignOff(report, signOff, now);
  const broken = brokenIn(report);
  const isOld = maxAgeDays !== undefined && standing.ageDays > maxAgeDays;
  const isFuture = endedInFuture(report, now);
  const { word, shownAs, sentence } = verdictOf(read, { isFuture, isOld });
  const entry: Entry = {
    file,
    runId: printable(report.run.id, { max: LONGEST_ID }),
    digest: report.digest,
    finishedAt: report.run.finishedAt,
    targets: report.contracts.map(({ id, target, verdict }) => ({
      contract: id,
      address: printable(target, { max: LONGEST_ADDRESS }),
      verdict,
    })),
    verdict: report.verdict,
    word,
    shownAs,
    notes: notesOn(report),
    ...((broken.first.length === 0 && shownAs !== 'certified') || word !== report.verdict
      ? { why: whyNot(report, word, sentence) }
      : {}),
    broken,
    warnings: tally(contractChecks(report)).counts.warn,
    signOff: { ...standing, signers: standing.signers.map(safe) },
    ...(signOffFault === undefined ? {} : { signOffFault: printable(signOffFault, { max: 300 }) }),
    ...(isOld && { tooOld: true }),
    ...(word === 'certified' && maxAgeDays !== undefined && { expiresInDays: maxAgeDays - standing.ageDays }),
    version: printable(report.tool.version, { max: LONGEST_NAME }),
    ...(minVersion !== undefined && isOlder(report.tool.version, minVersion) && { tooEarly: true }),
    ...(signedBy !== undefined && { signedBy: printable(signedBy, { max: LONGEST_NAME }) }),
    ...((altered || unreliable || isFuture) && { unreliable: true }),
  };
  const { name, id } = accountOf(report);
  const shortened = (text: string | undefined) => text && printable(text.trim(), { max: LONGEST_NAME });
  const account = given({ name: shortened(name), id: shortened(id) });
  return { entry, account, outcomes: outcomesOf(report) };
}

interface Times {
  readonly isFuture: boolean;
  readonly isOld: boolean;
}

/** The verdict as on a certificate. One that is too old has expired; one from the future does not count. */
function verdictOf(report: ShownReport, { isFuture, isOld }: Times): CertificateVerdict {
  const found = certificateVerdict(report);
  const instead = (word: string, sentence: string): CertificateVerdict => ({
    ...{ isCertified: false, word, sentence },
    shownAs: found.shownAs === 'failed' ? 'failed' : 'inconclusive',
  });
  if (isFuture && found.word !== 'altered') return instead('in the future', 'The run ended in the future.');
  return isOld && found.isCertified ? instead('expired', 'The certificate is too old to count.') : found;
}

function whyNot(report: Report, word: string, sentence: string): string {
  const [, reason] = word === report.verdict ? closingLines(report) : [];
  return printable(reason?.replace(/^- /, '') ?? sentence, { max: LONGEST_TITLE });
}

function brokenIn(report: Report): Entry['broken'] {
  const found = causes(report, ['fail', 'error']).filter(({ lead }) => lead.contract !== null);
  const first = found.slice(0, MOST_PROBLEMS).map((cause): Problem => ({
    id: printable(cause.lead.check.id, { max: LONGEST_ID }),
    title: printable(problemTitle(cause), { max: LONGEST_TITLE }),
  }));
  return { rules: rulesOf(found), first, more: found.length - first.length };
}

/** No suite has more checks. The limit is needed because anybody may have written the file. */
const MOST_CHECKS = 5_000;

function outcomesOf(report: Report): Map<string, Outcome> {
  const checks = contractChecks(report).slice(0, MOST_CHECKS);
  return new Map(checks.map(({ id, outcome }) => [id, outcome]));
}

function notesOn(report: Report): string[] {
  const { options, interrupted } = report.run;
  const narrowed = ['only', 'skip', 'failedFrom', 'readOnly'].some((name) => options[name] !== undefined);
  return [
    ...(interrupted ? ['interrupted'] : []),
    ...(narrowed ? ['only some checks'] : []),
    ...(options['local'] === true ? ['--local'] : []),
    ...relaxedByIn(report),
  ];
}

function safe<T extends { readonly name: string; readonly role: string }>(person: T): T {
  const { name, role } = person;
  return { ...person, name: printable(name, { max: LONGEST_NAME }), role: printable(role, { max: LONGEST_NAME }) };
}
